Finding what is wrong with memory, for people and for a build.

# rule: X1

  $ loci check
  loci: 0 notes checked: 0 errors, 0 warnings
  $ loci write style --type user --description 'How reviews are written' --content 'Findings first.'
  created style.md in global
  $ loci check --strict
  loci: 1 note checked: 0 errors, 0 warnings
  $ cd $HOME/.loci/memory
  $ printf -- '---\nname: Old\ndescription: notes\ntype: user\nmetadata:\n  expires: 2026-01-01\n---\n\nWe met yesterday, see [[gone]].\n' > old.md
  $ printf -- '---\nname: Twice\nname: Again\ndescription: A key that stands twice\ntype: user\n---\n\ntext\n' > twice.md
  $ echo 'no frontmatter at all' > bare.md
  $ printf -- '- [Ghost](ghost.md) - gone\n- [Style](style.md) again\n' >> MEMORY.md; cd $TMP/work
  $ loci check
  loci: 4 notes checked: 9 errors, 5 warnings
  $TMP/home/.loci/memory/MEMORY.md:2: error: there is no note 'ghost.md' [index-dangling]
  $TMP/home/.loci/memory/MEMORY.md:3: error: 'style.md' already has a line above [index-doubled]
  $TMP/home/.loci/memory/bare.md:1: error: no frontmatter [malformed]
  $TMP/home/.loci/memory/bare.md:1: error: 'name' is missing [malformed]
  $TMP/home/.loci/memory/bare.md:1: error: 'type' is missing [malformed]
  $TMP/home/.loci/memory/bare.md:1: warning: no description, so nobody can tell when to read it [description-missing]
  $TMP/home/.loci/memory/bare.md:1: error: not in the index: prompts make up a line, 'loci reindex' adds it [index-missing]
  $TMP/home/.loci/memory/old.md:1: error: not in the index: prompts make up a line, 'loci reindex' adds it [index-missing]
  $TMP/home/.loci/memory/old.md:3: warning: 'notes' does not say when the note matters [description-vague]
  $TMP/home/.loci/memory/old.md:5: warning: expired on 2026-01-01 [expired]
  $TMP/home/.loci/memory/old.md:9: warning: 'yesterday' means a different day to every reader: write the date [relative-date]
  $TMP/home/.loci/memory/old.md:9: warning: there is no note 'gone' [broken-link]
  $TMP/home/.loci/memory/twice.md:1: error: not in the index: prompts make up a line, 'loci reindex' adds it [index-missing]
  $TMP/home/.loci/memory/twice.md:3: error: duplicate key 'name' [duplicate-key]
  [1]
  $ loci check --quiet --scope private
  $ loci check --format json 2>/dev/null | head -12
  {
    "notes": 4,
    "errors": 9,
    "warnings": 5,
    "findings": [
      {
        "path": "$TMP/home/.loci/memory/MEMORY.md",
        "line": 2,
        "rule": "index-dangling",
        "severity": "error",
        "message": "there is no note 'ghost.md'",
        "fixable": true
  $ loci check -o jsonl --quiet | head -1
  {"path":"$TMP/home/.loci/memory/MEMORY.md","line":2,"rule":"index-dangling","severity":"error","message":"there is no note 'ghost.md'","fixable":true}
  $ loci check --format xml
  loci: '--format' takes text, json or sarif, not 'xml'
  [2]

Warnings alone are no error, unless they are asked to be.

  $ rm $HOME/.loci/memory/{bare,twice}.md

What is safe to mend is mended, through the door.

# rule: X4

  $ loci check --fix --dry-run --quiet
  $TMP/home/.loci/memory/MEMORY.md:2: error: there is no note 'ghost.md' [index-dangling]
  $TMP/home/.loci/memory/MEMORY.md:3: error: 'style.md' already has a line above [index-doubled]
  $TMP/home/.loci/memory/old.md:1: error: not in the index: prompts make up a line, 'loci reindex' adds it [index-missing]
  $TMP/home/.loci/memory/old.md:3: warning: 'notes' does not say when the note matters [description-vague]
  $TMP/home/.loci/memory/old.md:5: warning: expired on 2026-01-01 [expired]
  $TMP/home/.loci/memory/old.md:9: warning: 'yesterday' means a different day to every reader: write the date [relative-date]
  $TMP/home/.loci/memory/old.md:9: warning: there is no note 'gone' [broken-link]
  --- global/MEMORY.md
  +++ global/MEMORY.md
  @@ -1,3 +1,2 @@
  +- [Old](old.md) - notes
   - [Style](style.md) - How reviews are written
  -- [Ghost](ghost.md) - gone
  -- [Style](style.md) again
  [1]
  $ loci check --fix
  loci: fixed 1 index
  loci: 2 notes checked: 0 errors, 4 warnings
  $TMP/home/.loci/memory/old.md:3: warning: 'notes' does not say when the note matters [description-vague]
  $TMP/home/.loci/memory/old.md:5: warning: expired on 2026-01-01 [expired]
  $TMP/home/.loci/memory/old.md:9: warning: 'yesterday' means a different day to every reader: write the date [relative-date]
  $TMP/home/.loci/memory/old.md:9: warning: there is no note 'gone' [broken-link]
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Old](old.md) - notes
  - [Style](style.md) - How reviews are written
  $ loci check --quiet >/dev/null; echo $?
  0
  $ loci check --strict --quiet >/dev/null; echo $?
  1
  $ loci undo
  undid operation *: reindex MEMORY.md by user, just now (glob)
  $ loci check --quiet | grep -c index-
  3

In a repository, the paths are relative to it, and only what it ships is looked at.

# rule: X5, X6

  $ git init -q repo && cd repo && loci init --quiet && loci remember 'Built with ninja.' --title Build --shared --quiet
  created $TMP/work/repo/.loci
  created build.md in shared
  $ loci check --shared --strict
  loci: 1 note checked: 0 errors, 0 warnings
  $ rm .loci/memory/MEMORY.md && loci check --shared --format sarif --quiet > $TMP/report.sarif
  [1]
  $ python3 -c "
  > import json; run = json.load(open('$TMP/report.sarif'))['runs'][0]; result = run['results'][0]
  > print(len(run['tool']['driver']['rules']), len(run['results']), result['ruleId'], result['level'])
  > print(result['locations'][0]['physicalLocation'])"
  36 1 index-missing error
  {'artifactLocation': {'uri': '.loci/memory/build.md', 'uriBaseId': 'WORKSPACE'}, 'region': {'startLine': 1}}
  $ loci check --help | tail -3
    loci check --strict --format sarif
  
  Global flags such as --json, --home and --workspace are listed by 'loci --help'.

A description that loci made, and that an editor left behind.

# rule: X7

  $ cd .. && loci remember 'It is 80. For now.' --title Port --type user --quiet && loci check --quiet --scope global | grep outgrown
  created port.md in global
  [1]
  $ sed -i '/^It is/s/80/81/' $HOME/.loci/memory/port.md && loci check --quiet --scope global | grep outgrown
  $TMP/home/.loci/memory/port.md:3: warning: 'It is 80.' is from an earlier text of the note [description-outgrown]
