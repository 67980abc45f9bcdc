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

An equal title, whatever its case and space, is the same fact. Its type stays unless given.

# rule: R3

  $ loci write zone --type reference --name 'Time   zone' --description d --content old
  created zone.md in private
  $ loci remember 'The servers are in UTC.' --title ' time ZONE '
  updated zone.md in private
  $ loci read zone
  ---
  name: Time   zone
  description: The servers are in UTC.
  type: reference
  ---
  
  The servers are in UTC.
  $ loci diff zone | grep '^[-+][^-+]'
  -description: d
  +description: The servers are in UTC.
  -old
  +The servers are in UTC.
  $ loci remember 'The servers are in UTC.' --title 'Time zone' --type project
  updated zone.md in private

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

A title is one note's in both parts of the workspace.

  $ loci init --quiet
  made $TMP/work/.loci
  $ loci remember 'The servers are in CET.' --title 'Time zone'
  updated zone.md in private
  $ loci remember 'Six.' --title 'A-B'
  created a-b-4.md in shared

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
  loci: there is nothing to remember
  [2]
  $ loci remember --title T </dev/null
  loci: there is nothing to remember
  [2]
  $ loci remember x y --title T
  loci: 'y' is one word too many for 'loci remember'
  hint: put text of several words in quotes
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
    "place": "shared",
    "hash": "13f14b57a860a1eec1a884388295e05c903639d8203be39b908de4964ed81fc4",
    "operation": 29,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "workspace",
        "place": "shared",
        "filename": "t.md",
        "change": "created"
      },
      {
        "scope": "workspace",
        "place": "shared",
        "filename": "MEMORY.md",
        "change": "updated"
      }
    ]
  }
