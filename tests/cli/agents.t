What agents remember, and where: a directory `agents/<id>/memory` with a note in it is enough, no definition is needed.

# rule: A1, A2

  $ mkdir -p repo/.git repo/.loci/agents/dev/memory/deep repo/.loci/agents/empty/memory && cd repo
  $ printf -- '---\nname: Alpha\ndescription: A desc\n---\n\nalpha body\n' > .loci/agents/dev/memory/alpha.md
  $ printf 'no frontmatter\n' > .loci/agents/dev/memory/zebra.md
  $ printf 'x\n' > .loci/agents/dev/memory/deep/nested.md
  $ printf 'x\n' > .loci/agents/dev/memory/ignored.txt
  $ mkdir -p $HOME/.loci/agents/dev/memory && printf 'mine\n' > $HOME/.loci/agents/dev/memory/own.md
  $ loci agents
  loci: warning: $TMP/work/repo/.loci/agents/dev/memory/deep/nested.md: notes in directories are not read
  loci: untrusted: this comes with the repository; 'loci trust' lets agents use it
  dev
  ├── agent:dev (shared) (untrusted)  2 entries  $TMP/work/repo/.loci/agents/dev/memory
  └── agent:dev (user)  1 entry  $TMP/home/.loci/agents/dev/memory
  $ loci agents show dev
  loci: warning: $TMP/work/repo/.loci/agents/dev/memory/deep/nested.md: notes in directories are not read
  loci: untrusted: this comes with the repository; 'loci trust' lets agents use it
  FILE      PLACE                           NAME   DESCRIPTION
  alpha.md  agent:dev (shared) (untrusted)  Alpha  A desc
  zebra.md  agent:dev (shared) (untrusted)  zebra  no frontmatter
  own.md    agent:dev (user)                own    mine
  $ loci agents show dve
  loci: there is no agent 'dve' with memory
  hint: did you mean 'dev'?
  [3]
  $ loci agents --json
  loci: warning: $TMP/work/repo/.loci/agents/dev/memory/deep/nested.md: notes in directories are not read
  loci: untrusted: this comes with the repository; 'loci trust' lets agents use it
  {
    "agents": [
      {
        "id": "dev",
        "places": [
          {
            "place": "agent:dev (shared)",
            "path": "$TMP/work/repo/.loci/agents/dev/memory",
            "entries": 2,
            "untrusted": true
          },
          {
            "place": "agent:dev (user)",
            "path": "$TMP/home/.loci/agents/dev/memory",
            "entries": 1
          }
        ]
      }
    ],
    "warnings": [
      "$TMP/work/repo/.loci/agents/dev/memory/deep/nested.md: notes in directories are not read"
    ]
  }
  $ loci agents show dev -o jsonl --quiet
  {"filename":"alpha.md","name":"Alpha","description":"A desc","place":"agent:dev (shared)","untrusted":true}
  {"filename":"zebra.md","name":"zebra","description":"no frontmatter","place":"agent:dev (shared)","untrusted":true}
  {"filename":"own.md","name":"own","description":"mine","place":"agent:dev (user)"}
  $ printf 'x\n' > .loci/agents/dev/memory/memory.md
  $ loci agents list 2>&1 >/dev/null | sort
  loci: untrusted: this comes with the repository; 'loci trust' lets agents use it
  loci: warning: $TMP/work/repo/.loci/agents/dev/memory/deep/nested.md: notes in directories are not read
  loci: warning: $TMP/work/repo/.loci/agents/dev/memory/memory.md: its name differs from MEMORY.md in case only; tools with a MEMORY.md do not get it

`xcaf/agents` is read as well, and the private part.

  $ mkdir -p xcaf/agents/ops/memory && printf 'x\n' > xcaf/agents/ops/memory/a.md
  $ loci agents -o jsonl --quiet | grep -o '"id":[^,]*,"places":.{"place":[^,]*'
  "id":"dev","places":[{"place":"agent:dev (shared)"
  "id":"ops","places":[{"place":"agent:ops (xcaf)"
