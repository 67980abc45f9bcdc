One fact under a title.

# rule: R1, R2, N20

  $ loci remember 'Run the tests with TZ=UTC. They compare dates.' --title 'Test time zone'
  created test-time-zone.md in private
  $ loci read test-time-zone
  ---
  name: Test time zone
  description: Run the tests with TZ=UTC.
  type: project
  ---
  
  Run the tests with TZ=UTC. They compare dates.
  $ loci remember 'Run the tests with TZ=UTC. They compare dates.' --title 'Test time zone'
  unchanged test-time-zone.md in private
  $ loci remember 'Short answers.' --title 'BattMo: output API (v2)' --type feedback --description 'How to answer'
  created battmo-output-api-v2.md in global
  $ loci read battmo-output-api-v2
  ---
  name: "BattMo: output API (v2)"
  description: How to answer
  type: feedback
  ---
  
  Short answers.
  $ printf '# Heading\n\nFrom a pipe.\n' | loci remember --title '日本語'
  created 日本語.md in private
  $ loci read 日本語 | head -4
  ---
  name: 日本語
  description: Heading
  type: project

An equal title, whatever its case and space, is the same note. What is said again is added, and nothing is lost. Its type stays.

# rule: R3, R4, R5, R7, R8

  $ loci write zone --type reference --name 'Time   zone' --description d --content old
  created zone.md in private
  $ loci remember 'The servers are in UTC.' --title ' time ZONE '
  loci: 'loci undo 9' takes it back
  updated zone.md in private
  old
  
  2026-11-15: The servers are in UTC.
  $ loci read zone
  ---
  name: Time   zone
  description: d
  type: reference
  ---
  
  old
  
  2026-11-15: The servers are in UTC.
  $ loci diff zone | grep '^[-+][^-+]'
  +2026-11-15: The servers are in UTC.
  $ loci remember 'The servers are in UTC.' --title 'Time zone' --type project
  unchanged zone.md in private

Another note that merely has the name is not touched.

# rule: N22, N21

  $ loci write a-b --type project --name 'Something else' --description d --content c
  created a-b.md in private
  $ loci remember 'One.' --title 'A b'
  created a-b-2.md in private
  $ loci remember 'Two.' --title 'A/b'
  created a-b-3.md in private
  $ loci remember 'Three.' --title 'Memory'
  created memory-note.md in private
  $ loci remember 'Four.' --title 'CON'
  created con-note.md in private
  $ loci remember 'Five.' --title '!?'
  created note.md in private
  $ ls $HOME/.loci/projects/*/memory
  MEMORY.md
  a-b-2.md
  a-b-3.md
  a-b.md
  con-note.md
  memory-note.md
  note.md
  test-time-zone.md
  zone.md
  日本語.md
  $ loci read a-b | tail -1
  c

The text is replaced when that is said. A description that loci made follows its note.

# rule: R6, R7

  $ loci remember 'The servers are in CET. Since May.' --title 'Time zone' --replace
  loci: 'loci undo 23' takes it back
  updated zone.md in private
  removed: old
  removed: 2026-11-15: The servers are in UTC.
  
  The servers are in CET. Since May.
  $ loci remember 'TZ=UTC is the default now. No need to set it.' --title 'Test time zone'
  loci: 'loci undo 25' takes it back
  updated test-time-zone.md in private
  Run the tests with TZ=UTC. They compare dates.
  
  2026-11-15: TZ=UTC is the default now. No need to set it.
  $ loci read test-time-zone
  ---
  name: Test time zone
  description: TZ=UTC is the default now.
  type: project
  ---
  
  Run the tests with TZ=UTC. They compare dates.
  
  2026-11-15: TZ=UTC is the default now. No need to set it.
  $ loci remember 'TZ=UTC is the default now. No need to set it.' --title 'Test time zone'
  unchanged test-time-zone.md in private
  $ cat $HOME/.loci/projects/*/memory/MEMORY.md | grep test-time
  - [Test time zone](test-time-zone.md) - TZ=UTC is the default now.
  $ printf -- '- one\n- two\n' | loci remember --title 'Test time zone' 2>/dev/null | tail -4
  2026-11-15:
  
  - one
  - two

A note elsewhere that has the title is named, and left alone.

  $ loci init --quiet
  created $TMP/work/.loci
  $ loci remember 'The servers are in CET.' --title 'Time zone'
  loci: 'loci undo 29' takes it back
  updated zone.md in private
  The servers are in CET. Since May.
  
  2026-11-15: The servers are in CET.
  $ loci remember 'Mine, everywhere.' --title 'Time zone' --type user
  loci: zone.md in private has this title too, and was left alone
  created time-zone.md in global
  $ loci remember 'Ours.' --title 'Time zone' --shared
  loci: zone.md in private has this title too, and was left alone
  loci: time-zone.md in global has this title too, and was left alone
  created time-zone.md in shared
  $ loci remember 'Here, too.' --title 'a  B' --dry-run --scope global
  loci: a-b-2.md in private has this title too, and would be left alone
  would create a-b.md in global
  --- /dev/null
  +++ global/a-b.md
  @@ -0,0 +1,7 @@
  +---
  +name: a  B
  +description: Here, too.
  +type: project
  +---
  +
  +Here, too.
  --- global/MEMORY.md
  +++ global/MEMORY.md
  @@ -1,2 +1,3 @@
  +- [a B](a-b.md) - Here, too.
   - [Time zone](time-zone.md) - Mine, everywhere.
   - [BattMo: output API (v2)](battmo-output-api-v2.md) - How to answer
  $ loci remember 'Six.' --title 'A-B'
  created a-b-4.md in private

Errors.

# rule: C8

  $ loci remember
  loci: '--title' is missing: what it is about
  hint: for example: loci remember "The staging database is reset every night." --title "Staging resets"
  [2]
  $ loci remember x
  loci: '--title' is missing: what it is about
  hint: for example: loci remember "The staging database is reset every night." --title "Staging resets"
  [2]
  $ loci remember x --title ''
  loci: the title is empty
  hint: say what it is about with --title
  [2]
  $ loci remember '' --title T
  loci: nothing to remember: the text is blank
  hint: give the text to remember
  [2]
  $ loci remember --title T </dev/null
  loci: nothing to remember: the text is blank
  hint: give the text to remember
  [2]
  $ loci remember x y --title T
  loci: unexpected argument 'y' for 'loci remember'
  hint: put text of several words into quotes
  [2]
  $ loci remember x --title T --type friend
  loci: 'friend' is not a type
  hint: use user, feedback, project or reference
  [2]

  $ loci remember x --title T --json
  {
    "status": "created",
    "filename": "t.md",
    "scope": "workspace",
    "place": "private",
    "hash": "13f14b57a860a1eec1a884388295e05c903639d8203be39b908de4964ed81fc4",
    "operation": 37,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "workspace",
        "place": "private",
        "filename": "t.md",
        "change": "created"
      },
      {
        "scope": "workspace",
        "place": "private",
        "filename": "MEMORY.md",
        "change": "updated"
      }
    ],
    "text": "---\nname: T\ndescription: x\ntype: project\n---\n\nx\n",
    "gone": [],
    "elsewhere": []
  }

A fact that is added is no part of the last section of its note, nor of a code block that was left open.

# rule: R9

  $ printf 'Ask first.\n\n# Never\n\nPush to main.\n' | loci write rules --type feedback --description 'How to push' --content -
  created rules.md in global
  $ loci remember 'Squash commits.' --title Rules --type feedback
  loci: 'loci undo 41' takes it back
  updated rules.md in global
  Ask first.
  
  # Never
  
  Push to main.
  
  # Added
  
  2026-11-15: Squash commits.
  $ loci remember 'Squash commits.' --title Rules --type feedback
  unchanged rules.md in global
  $ loci remember 'Push to main.' --title Rules --type feedback
  loci: 'loci undo 43' takes it back
  updated rules.md in global
  Ask first.
  
  # Never
  
  Push to main.
  
  # Added
  
  2026-11-15: Squash commits.
  
  2026-11-15: Push to main.
  $ printf '```sh\nmake all\n' | loci write build --type feedback --description 'How to build' --content -
  created build.md in global
  $ loci remember 'Needs ninja.' --title Build --type feedback
  loci: 'loci undo 47' takes it back
  updated build.md in global
  ```sh
  make all
  ```
  
  2026-11-15: Needs ninja.

What a person says again that an agent noted is theirs.

# rule: O8

  $ loci --agent claude remember 'No emoji.' --title Tone --type user
  created tone.md in global
  $ loci accept
  loci: 'loci accept NOTE' confirms one, 'loci accept --all' all of them
  tone.md in global: 1 line to confirm
    No emoji.
  $ loci remember 'No emoji.' --title Tone --type user
  loci: agents had noted this; now that you said it, it is confirmed
  unchanged tone.md in global
  $ loci accept
  loci: no notes to accept

An agent is told the command that works for an agent.

# rule: U11

  $ loci --agent claude remember 'Be brief.' --title Tone --type user
  loci: 'loci undo 51 --hash 3f131553123c' takes it back
  updated tone.md in global
  No emoji.
  
  2026-11-15: Be brief.
  $ loci --agent claude undo 51 --hash 3f131553123c
  undid operation 51: remember tone.md by agent:claude, just now
