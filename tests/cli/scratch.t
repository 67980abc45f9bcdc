The scratchpad.

# rule: T1, T2, T3, T4, T5, T9

  $ loci scratch
  loci: no open items on the scratchpad
  $ loci scratch add 'ask about the cache'
    1 [ ] ask about the cache
  $ loci scratch add 'run the migration'
    1 [ ] ask about the cache
    2 [ ] run the migration
  $ cat $HOME/.loci/projects/*/SCRATCHPAD.md
  - [ ] ask about the cache
  - [ ] run the migration
  $ loci scratch done 1
    2 [ ] run the migration
  $ loci scratch add 'Ask Ann'
    2 [ ] run the migration
    3 [ ] Ask Ann
  $ loci scratch
    2 [ ] run the migration
    3 [ ] Ask Ann
  $ loci scratch list --all
    1 [x] ask about the cache
    2 [ ] run the migration
    3 [ ] Ask Ann
  $ loci scratch done ANN
    2 [ ] run the migration
  $ loci scratch list --all --json
  {
    "items": [
      {
        "number": 1,
        "done": true,
        "text": "ask about the cache"
      },
      {
        "number": 2,
        "done": false,
        "text": "run the migration"
      },
      {
        "number": 3,
        "done": true,
        "text": "Ask Ann"
      }
    ]
  }
  $ loci scratch list --all -o jsonl
  {"number":1,"done":true,"text":"ask about the cache"}
  {"number":2,"done":false,"text":"run the migration"}
  {"number":3,"done":true,"text":"Ask Ann"}

What is no item is kept.

  $ printf 'prose\n  * [ ] nested\n* [X] big\n- [] none' >> $HOME/.loci/projects/*/SCRATCHPAD.md
  $ loci scratch add last
    2 [ ] run the migration
    4 [ ] nested
    6 [ ] last
  $ loci scratch list --all
    1 [x] ask about the cache
    2 [ ] run the migration
    3 [x] Ask Ann
    4 [ ] nested
    5 [x] big
    6 [ ] last
  $ cat $HOME/.loci/projects/*/SCRATCHPAD.md
  - [x] ask about the cache
  - [ ] run the migration
  - [x] Ask Ann
  prose
    * [ ] nested
  * [X] big
  - [] none
  - [ ] last

Errors.

  $ loci scratch done 9
  loci: there is no open item '9'
  hint: 'loci scratch list' shows the items
  [3]
  $ loci scratch done nothing
  loci: there is no open item 'nothing'
  hint: 'loci scratch list' shows the items
  [3]
  $ loci scratch done T
  loci: 'T' matches 3 open items: 2 'run the migration', 4 'nested', 6 'last'
  hint: give the item's number
  [2]
  $ loci scratch done 1
  loci: item 1 is already done
  [3]
  $ loci scratch add ''
  loci: the item is empty
  [2]
  $ loci scratch add two words
  loci: unexpected argument 'words' for 'loci scratch add'
  hint: put text of several words into quotes
  [2]
  $ loci scratch ad x
  loci: unknown command 'scratch ad'
  hint: did you mean 'loci scratch add'?
  [2]
  $ loci scratch done
  loci: 'WHICH' is missing: its number, or words that only it contains
  hint: for example: loci scratch done cache
  [2]

Clearing, and back.

  $ loci scratch clear --dry-run | tail -2
  -- [] none
  -- [ ] last
  $ loci scratch clear
  loci: 'loci undo 14' brings it back
  cleared the scratchpad
  $ loci scratch clear
  unchanged: the scratchpad is empty
  $ loci scratch list --all
  loci: no open items on the scratchpad
  $ loci undo
  undid operation 14: scratch clear SCRATCHPAD.md by user, just now
  $ loci scratch
    2 [ ] run the migration
    4 [ ] nested
    6 [ ] last
  $ loci scratch clear --json
  loci: 'loci undo 18' brings it back
  {
    "status": "updated",
    "filename": "SCRATCHPAD.md",
    "scope": "scratchpad",
    "place": "scratchpad",
    "hash": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "operation": 18,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "scratchpad",
        "place": "scratchpad",
        "filename": "SCRATCHPAD.md",
        "change": "updated"
      }
    ],
    "items": []
  }
  $ loci history --limit 2
  OPERATION  AGE  KIND           BY    SCOPE       FILES          SUMMARY
  18         now  scratch clear  user  scratchpad  SCRATCHPAD.md  scratch clear SCRATCHPAD.md
  16         now  undo           user  scratchpad  SCRATCHPAD.md  undo scratch clear 14: SCRATCHPAD.md
