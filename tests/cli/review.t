What waits for a person's word.

# rule: D23, D24

  $ git init -q app && cd app
  $ loci review
  loci: nothing to review
  $ loci remember 'Tabs, please.' --title Indent --type user
  created indent.md in global
  $ loci --agent helper remember 'Spaces, they said once.' --title Indent --type user | head -1
  loci: 'loci undo 3 --hash 4efe22939016' takes it back
  updated indent.md in global
  $ loci --agent helper remember 'Likes short answers.' --title Answers --type user
  created answers.md in global
  $ printf -- '---\nname: Old\ndescription: About the old server\ntype: project\nmetadata:\n  review_by: 2026-11-01\n---\n\nneedle: the server is called marvin\n' | loci write old --raw
  created old.md in private
  $ printf -- '---\nname: Past\ndescription: About the sale\ntype: project\nmetadata:\n  expires: 2026-11-14\n---\n\nneedle: the sale ends on Friday\n' | loci write past --raw
  created past.md in private
  $ loci review
  loci: 'loci review accept NOTE' confirms what was noted, 'loci review reject NOTE' takes it out, 'loci edit NOTE' changes it
  loci: 'loci review keep NOTE [--until DATE]' keeps a note that is due, 'loci review archive NOTE' archives it; 'loci edit' and 'loci delete' work as always
  answers.md in global: noted, not confirmed yet
    Likes short answers.
  indent.md in global: noted, not confirmed yet
    2026-11-15: Spaces, they said once.
  old.md in private: to be reviewed by 2026-11-01
    About the old server
  past.md in private: expired on 2026-11-14
    About the sale
  $ loci --agent helper review
  loci: only a person can review what agents noted; this is an agent's session: --agent is given
  hint: ask a person to run it in their own terminal
  [5]
  $ loci review accept answers
  accepted answers.md in global
  $ loci review reject indent 2>/dev/null
  updated indent.md in global
  $ loci read indent | tail -1
  Tabs, please.
  $ loci review keep old
  updated old.md in private
  $ loci review keep past --until 2026-12-31
  updated past.md in private
  $ loci read past | grep expires
    expires: 2026-12-31
  $ loci review
  loci: nothing to review

# rule: D24, D34

  $ loci review archive old
  loci: 'loci undo 17' brings it back
  moved old.md from private to archive:workspace
  $ loci list --scope archive | tail -1
  old.md  project  archive:workspace  now  About the old server
  $ loci review archive old --scope archive
  loci: 'old.md' is already in the archive
  hint: 'loci move old.md --scope archive --to SCOPE' brings it back
  [2]
  $ loci --agent helper review archive past
  loci: only a person can archive a note; this is an agent's session: --agent is given
  hint: ask a person to run it in their own terminal
  [5]
  $ loci review archive past --dry-run | head -1
  would move past.md from private to archive:workspace
  $ loci undo
  undid operation 17: archive old.md by user, just now
  $ loci list --scope archive
  loci: no matching notes
  $ loci review archive nobody
  loci: there is no note 'nobody.md'
  hint: run 'loci list' to see all notes
  [3]

# rule: D20, D21, D22

  $ printf -- '---\nname: Past\ndescription: About the sale\ntype: project\nmetadata:\n  expires: 2026-11-14\n---\n\nneedle: the sale ends on Friday\n' | loci write past --raw
  updated past.md in private
  $ printf -- '---\nname: New\ndescription: About the new server\ntype: project\nmetadata:\n  supersedes: [old, nobody]\n  review_by: 2026-11-15\n---\n\nThe server is called trillian\n' | loci write new --raw
  created new.md in private
  $ loci search needle
  old.md  Old (private, now, superseded by new.md)
    7: needle: the server is called marvin
  
  past.md  Past (private, now, expired on 2026-11-14)
    9: needle: the sale ends on Friday
  $ loci list --json | grep -B1 -A1 'outdated\|"due"'
        "faults": [],
        "due": "to be reviewed by 2026-11-15"
      },
  --
        "faults": [],
        "outdated": "superseded by new.md"
      },
  --
        "faults": [],
        "outdated": "expired on 2026-11-14"
      },
  $ loci search trillian --json | grep '"due"'
        "due": "to be reviewed by 2026-11-15"
  $ loci search trillian | head -1
  new.md  New (private, now, to be reviewed by 2026-11-15)
  $ loci context | grep -c 'old.md\|past.md'
  0
  [1]
  $ loci context | grep 'new.md'
  - [New](new.md) - About the new server
  $ loci check --strict | sed 's,app-[0-9a-f]*,app-SLUG,'
  loci: 5 notes checked: 0 errors, 3 warnings
  $TMP/home/.loci/projects/app-SLUG/memory/new.md:5: warning: was due for review by 2026-11-15: run 'loci review' [review-due]
  $TMP/home/.loci/projects/app-SLUG/memory/new.md:5: warning: supersedes 'nobody', which does not exist [supersedes-nothing]
  $TMP/home/.loci/projects/app-SLUG/memory/past.md:5: warning: expired on 2026-11-14 [expired]

# rule: D19

  $ loci list --origin all
  FILE        TYPE     SCOPE    AGE  ORIGIN        DESCRIPTION
  new.md      project  private  now  user          [to be reviewed by 2026-11-15] About the new server
  old.md      project  private  now  user          [superseded by new.md] About the old server
  past.md     project  private  now  user          [expired on 2026-11-14] About the sale
  answers.md  user     global   now  agent:helper  Likes short answers.
  indent.md   user     global   now  user          Tabs, please.
  $ loci list --origin agent
  FILE        TYPE  SCOPE   AGE  ORIGIN        DESCRIPTION
  answers.md  user  global  now  agent:helper  Likes short answers.
  $ loci list --origin banana
  loci: 'banana' is not an origin
  hint: use user, agent, agent:NAME, http, import, sync, external or all
  [2]
  $ loci search server origin:user | grep -c '^[a-z]*.md'
  2
  $ loci search answers origin:agent | head -1
  answers.md  Answers (global, now)
  $ loci --agent helper read answers --meta | grep -v hash
  file         answers.md
  scope        global
  name         Answers
  type         user
  description  Likes short answers.
  origin       agent:helper
  changed      2026-11-15T10:00:00.000Z (now)
  revision     5
  $ loci log answers | sed 's/  [0-9a-f]\{12\}$//'
  REV  AGE  KIND      BY            FILE        HASH
  5    now  remember  agent:helper  answers.md

# rule: D25

  $ loci export new --skill
  created $TMP/work/app/.claude/skills/new/SKILL.md
  $ cat .claude/skills/new/SKILL.md
  ---
  name: new
  description: "About the new server"
  ---
  
  The server is called trillian
  $ echo mine > .claude/skills/new/SKILL.md; loci export new --skill
  loci: '$TMP/work/app/.claude/skills/new/SKILL.md' already exists and has a different text
  hint: use --force to replace it
  [4]
  $ loci export new --skill --to elsewhere --dry-run | head -1
  would write $TMP/work/app/elsewhere/new/SKILL.md
  $ loci export new
  loci: the export format is missing
  hint: use --skill to write the note as SKILL.md
  [2]
  $ loci --agent helper export new --skill
  loci: only a person can give tools a skill; this is an agent's session: --agent is given
  hint: ask a person to run it in their own terminal
  [5]
