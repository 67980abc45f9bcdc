Which projects a home has, and how they are put right.

# rule: M5

  $ plain() { loci "$@" 2>&1 | sed -E 's/-[0-9a-f]{8}/-SLUG/g; s/  +/  /g'; }
  $ loci projects
  loci: no projects yet: the first note of a workspace creates one
  $ mkdir one two && loci --workspace one remember 'First.' --title First && loci --workspace two remember 'Second.' --title Second
  created first.md in private
  created second.md in private
  $ plain --workspace one projects
  PROJECT  NOTES  WHERE  ORIGIN
  * one-SLUG  1  $TMP/work/one  -
    two-SLUG  1  $TMP/work/two  -
  $ plain --workspace two projects list --json
  {
    "projects": [
    {
    "project": "one-SLUG",
    "notes": 1,
    "shared_notes": 0,
    "paths": [
    "$TMP/work/one"
    ],
    "gone": false,
    "current": false,
    "origin": null
    },
    {
    "project": "two-SLUG",
    "notes": 1,
    "shared_notes": 0,
    "paths": [
    "$TMP/work/two"
    ],
    "gone": false,
    "current": true,
    "origin": null
    }
    ]
  }
  $ loci projects -o jsonl | wc -l
  2

# rule: M6

  $ one=$(ls $HOME/.loci/projects | grep one) two=$(ls $HOME/.loci/projects | grep two)
  $ plain --workspace two projects relink $one --dry-run
  loci: 1 file stays in two-SLUG: 'loci projects relink two-SLUG' links back
  would link $TMP/work/two from two-SLUG to one-SLUG
  $ plain --workspace two projects relink $one
  loci: 1 file stays in two-SLUG: 'loci projects relink two-SLUG' links back
  linked $TMP/work/two from two-SLUG to one-SLUG
  $ loci --workspace two list
  FILE      TYPE     SCOPE    AGE  DESCRIPTION
  first.md  project  private  now  First.
  $ plain --workspace two projects relink $one
  unchanged $TMP/work/two: it belongs to one-SLUG
  $ loci --workspace two projects relink nothing
  loci: there is no project 'nothing'
  hint: run 'loci projects' to see them
  [3]
  $ plain --workspace two projects detach
  loci: 1 file stays in one-SLUG: 'loci projects relink one-SLUG' links back
  linked $TMP/work/two from one-SLUG to two-SLUG
  $ loci --workspace two list
  FILE       TYPE     SCOPE    AGE  DESCRIPTION
  second.md  project  private  now  Second.
  $ loci --workspace two projects detach
  loci: 'two-*' is this workspace's own project (glob)
  hint: it is not linked to another project
  [2]

# rule: M7

  $ loci --workspace one scratch add 'ask about it' >/dev/null && rm -r one && mkdir -p new/one ~/.claude/projects/-gone-away/memory
  $ printf 'Always use tabs.\n' > ~/.claude/projects/-gone-away/memory/MEMORY.md
  $ plain --workspace new/one projects rescue
  loci: run 'loci projects rescue ID' in the workspace it belongs to
  one-SLUG  2 files, was $TMP/work/one (same folder name)
    memory/first.md
    SCRATCHPAD.md
  claude:-gone-away  1 file, was at an unknown path
    MEMORY.md
  $ plain --workspace new/one projects rescue $one --dry-run
  would rescue 2 files of one-SLUG: this workspace continues that project
  $ plain --workspace new/one projects rescue $one
  rescued 2 files of one-SLUG: this workspace continues that project
  $ loci --workspace new/one list
  FILE      TYPE     SCOPE    AGE  DESCRIPTION
  first.md  project  private  now  First.
  $ loci --workspace new/one projects rescue claude:-gone-away --dry-run
  would rescue 1 file of claude:-gone-away
  --- /dev/null
  +++ private/claude-memory.md
  @@ -0,0 +1,7 @@
  +---
  +name: Claude memory
  +description: What Claude Code kept in MEMORY.md
  +type: project
  +---
  +
  +Always use tabs.
  --- private/MEMORY.md
  +++ private/MEMORY.md
  @@ -1 +1,2 @@
  +- [Claude memory](claude-memory.md) - What Claude Code kept in MEMORY.md
   - [First](first.md) - First.
  $ loci --workspace new/one projects rescue claude:-gone-away
  rescued 1 file of claude:-gone-away
  $ loci --workspace new/one read claude-memory
  ---
  name: Claude memory
  description: What Claude Code kept in MEMORY.md
  type: project
  ---
  
  Always use tabs.
  $ loci --workspace new/one undo
  undid operation *: rescue claude-memory.md by user, just now (glob)
  $ loci --workspace new/one list
  FILE      TYPE     SCOPE    AGE  DESCRIPTION
  first.md  project  private  now  First.
  $ loci --workspace new/one projects rescue nobody
  loci: there is no orphaned memory 'nobody'
  hint: run 'loci projects rescue' to list it
  [3]
  $ LOCI_DISABLED=1 loci --workspace two projects relink $one
  loci: memory is off: LOCI_DISABLED is set
  hint: turn it on to write; reading still works
  [5]
  $ loci projects rescue --help | tail -3
    loci projects rescue app-59a4a65d --dry-run
  
  Global flags such as --json, --home and --workspace are listed by 'loci --help'.
