A dry run says what would change and touches nothing.

# rule: W6

  $ loci init --quiet
  created $TMP/work/.loci
  $ loci write prefs --type user --description 'Saved preference' --content one
  created prefs.md in global
  $ loci write prefs --content two
  updated prefs.md in global
  $ loci remember 'Ours.' --title Ours --shared
  created ours.md in shared
  $ loci scratch add item
    1 [ ] item
  $ loci daily add line
  created 2026-11-15.md in daily
  $ loci delete ours --quiet
  deleted ours.md from shared
  $ sed -i '1i - [Gone](gone.md)' $HOME/.loci/memory/MEMORY.md
  $ cat > $TMP/dry <<'EOF'
  > state() { find $TMP/work $HOME -printf '%p %m %T@\n' | sort; find $TMP/work $HOME -type f | sort | xargs sha256sum; }
  > state > $TMP/before
  > loci "$@" --dry-run > $TMP/out 2> $TMP/err; s=$?
  > state | diff -q $TMP/before - > $TMP/diff || echo "changed: $*"
  > [ $s = 0 ] && [ -s $TMP/out ] || { echo "$s: $*"; cat $TMP/err; }
  > head -1 $TMP/out
  > EOF
  $ dry() { bash $TMP/dry "$@"; }
  $ dry write new --type user --description d --content c
  would create new.md in global
  $ dry write prefs --content three
  would update prefs.md in global
  $ dry remember 'A fact.' --title New
  would create new.md in private
  $ dry delete prefs
  would delete prefs.md from global
  $ dry rename prefs other
  would rename prefs.md to other.md in global
  $ dry move prefs --to shared
  would move prefs.md from global to shared
  $ dry copy prefs --to agent:bob
  would copy prefs.md from global to agent:bob (private)
  $ dry scratch add more
  would update SCRATCHPAD.md in scratchpad
  $ dry scratch done 1
  would update SCRATCHPAD.md in scratchpad
  $ dry scratch clear
  would update SCRATCHPAD.md in scratchpad
  $ dry daily add more
  would update 2026-11-15.md in daily
  $ dry restore prefs --rev 1
  would update prefs.md in global
  $ dry undo
  would undo operation 11: delete ours.md by user, just now
  $ dry purge prefs
  would erase prefs.md from global for good
  $ dry gc
  would remove 0 journal records and 0 old texts
  $ dry reindex
  shared: in step
  $ rm .loci/.gitignore && dry init
  would create $TMP/work/.loci

It does not even make the home, and it finds the same faults.

  $ LOCI_HOME=$TMP/none loci write x --type user --description d --content c --dry-run
  would create x.md in global
  --- /dev/null
  +++ global/x.md
  @@ -0,0 +1,7 @@
  +---
  +name: X
  +description: d
  +type: user
  +---
  +
  +c
  --- /dev/null
  +++ global/MEMORY.md
  @@ -0,0 +1 @@
  +- [X](x.md) - d
  $ ls -d $TMP/none
  ls: cannot access '$TMP/none': No such file or directory
  [2]
  $ loci write x --dry-run --content c
  loci: 'x.md' is new and needs --type and --description
  hint: for example: loci write x.md --type user --description "what it is about" --content "the fact"
  [2]
  $ loci rename nothing x --dry-run
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci write prefs --content two --dry-run
  unchanged prefs.md in global
  $ loci delete prefs --dry-run --json
  {
    "status": "deleted",
    "filename": "prefs.md",
    "scope": "global",
    "place": "global",
    "hash": null,
    "operation": null,
    "dry_run": true,
    "warnings": [],
    "changed": [
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
    ]
  }

Nor does it finish what another process left.

# rule: W17, W15

  $ cd $HOME/.loci && head -n -1 state/journal/2026-11.jsonl > $TMP/cut && cp $TMP/cut state/journal/2026-11.jsonl
  $ cp -a $HOME/.loci/state/journal $TMP/journal
  $ cd $TMP/work && loci write prefs --content z --dry-run > /dev/null && loci delete ours --dry-run; loci health > /dev/null
  loci: there is no note 'ours.md'
  hint: run 'loci list' to see all notes
  $ diff -r $TMP/journal $HOME/.loci/state/journal
  $ loci health | grep -A1 unfinished | sed 's/operation [0-9]*/operation N/; s/undo [0-9]*/undo N/'
    operation N ('delete' of ours.md) is unfinished at '$TMP/work/.loci/memory/ours.md'
      fix: run 'loci list' there, which finishes it or says why not; or cancel it with 'loci undo N'
  $ loci list > /dev/null
  $ loci health | tail -3
  1 problem:
    the index of global is stale: 0 missing, 1 dangling, 0 doubled
      fix: loci reindex --scope global
