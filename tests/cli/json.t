For programs.

# rule: C6, C7

  $ loci write prefs --type user --description 'Saved preference' --content text --json
  {
    "status": "created",
    "filename": "prefs.md",
    "scope": "global",
    "place": "global",
    "hash": "ebb6c5585d0d9566b06ee4a165b6ae754e62d30638518d1712fb0d34d476fc07",
    "operation": 1,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "global",
        "place": "global",
        "filename": "prefs.md",
        "change": "created"
      },
      {
        "scope": "global",
        "place": "global",
        "filename": "MEMORY.md",
        "change": "created"
      }
    ]
  }
  $ loci list --json
  {
    "notes": [
      {
        "filename": "prefs.md",
        "name": "Prefs",
        "type": "user",
        "scope": "global",
        "place": "global",
        "age": "now",
        "description": "Saved preference",
        "mod_time": "2026-11-15T10:00:00.000Z",
        "hash": "ebb6c5585d0d9566b06ee4a165b6ae754e62d30638518d1712fb0d34d476fc07",
        "tags": [],
        "agent_name": null,
        "faults": []
      }
    ],
    "total": 1
  }
  $ loci list -o json | cmp - <(loci --json list)
  $ loci list -o jsonl
  {"filename":"prefs.md","name":"Prefs","type":"user","scope":"global","place":"global","age":"now","description":"Saved preference","mod_time":"2026-11-15T10:00:00.000Z","hash":"ebb6c5585d0d9566b06ee4a165b6ae754e62d30638518d1712fb0d34d476fc07","tags":[],"agent_name":null,"faults":[]}
  $ loci list --output=human
  FILE      TYPE  SCOPE   AGE  DESCRIPTION
  prefs.md  user  global  now  Saved preference
  $ loci read prefs -o jsonl
  {"filename":"prefs.md","name":"Prefs","type":"user","scope":"global","place":"global","age":"now","description":"Saved preference","mod_time":"2026-11-15T10:00:00.000Z","hash":"ebb6c5585d0d9566b06ee4a165b6ae754e62d30638518d1712fb0d34d476fc07","tags":[],"agent_name":null,"faults":[],"text":"---\nname: Prefs\ndescription: Saved preference\ntype: user\n---\n\ntext\n"}
  $ loci remember 'A fact.' --title Fact -o jsonl > one && wc -l < one
  1
  $ loci delete fact --json 2>/dev/null | head -4
  {
    "status": "deleted",
    "filename": "fact.md",
    "scope": "workspace",
  $ loci rename prefs p2 --json --dry-run
  {
    "status": "renamed",
    "filename": "p2.md",
    "scope": "global",
    "place": "global",
    "from": "prefs.md",
    "hash": "ebb6c5585d0d9566b06ee4a165b6ae754e62d30638518d1712fb0d34d476fc07",
    "operation": null,
    "dry_run": true,
    "warnings": [],
    "changed": [
      {
        "scope": "global",
        "place": "global",
        "filename": "p2.md",
        "change": "created"
      },
      {
        "scope": "global",
        "place": "global",
        "filename": "prefs.md",
        "change": "deleted"
      },
      {
        "scope": "global",
        "place": "global",
        "filename": "MEMORY.md",
        "change": "updated"
      }
    ],
    "relinked": 0
  }
  $ loci --json | head -4
  {
    "enabled": true,
    "disabled_by": null,
    "home": "$TMP/home/.loci",
  $ loci init --json
  {
    "path": "$TMP/work/.loci",
    "created": true,
    "trusted": true,
    "private_notes": 0,
    "dry_run": false
  }
  $ loci daily add x --json | head -3
  {
    "status": "created",
    "filename": "2026-11-15.md",
  $ loci gc --json
  {
    "records": 0,
    "texts": 0,
    "swept": 0,
    "finished": 0,
    "refused": null,
    "dry_run": false
  }

Every answer is one value.

  $ loci write prefs --content more > /dev/null
  $ for c in 'list' 'history' 'log prefs' 'diff prefs' 'read prefs' 'scratch list' 'daily' 'undo --list' 'undo --dry-run' 'health' 'health --limits' 'reindex' 'config' 'config get enabled' 'version' 'restore prefs --dry-run' 'purge prefs --dry-run' 'gc --dry-run' 'init --dry-run' 'scratch add x --dry-run' 'scratch clear --dry-run' 'daily add x --dry-run' 'copy prefs --to private --dry-run' 'move prefs --to private --dry-run' 'delete prefs --dry-run' 'remember x --title y --dry-run'
  > do loci $c --json 2>/dev/null > out; python3 -c 'import json; json.load(open("out"))' || echo $c; done

Errors are JSON too, on stderr, even when the words are wrong.

  $ loci read nothing --json
  {"error":{"code":"not_found","message":"there is no note 'nothing.md'","hint":"run 'loci list' to see all notes"}}
  [3]
  $ loci read nothing -o jsonl 2>/dev/null
  [3]
  $ loci lsit -o json
  {"error":{"code":"invalid_input","message":"unknown command 'lsit'","hint":"did you mean 'loci list'?"}}
  [2]
  $ loci list --scpe x --output jsonl
  {"error":{"code":"invalid_input","message":"unknown flag '--scpe'","hint":"did you mean '--scope'?"}}
  [2]
  $ loci --json write ../x
  {"error":{"code":"invalid_input","message":"the name '../x' contains a path separator","hint":null}}
  [2]
  $ loci read prefz --json 2>&1 | python3 -c 'import json,sys; print(sorted(json.load(sys.stdin)["error"]))'
  ['code', 'hint', 'message']

A text that is not UTF-8 is still JSON.

  $ printf -- '---\nname: Odd\ntype: user\n---\n\xff\n' > $HOME/.loci/memory/odd.md
  $ loci read odd --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["text"][-2:])'
  �
  
