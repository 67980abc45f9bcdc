`import --from` brings in what another tool remembers; without it, what there is on this machine is listed.

  $ mkdir .git && M=$HOME/.claude/projects/$(pwd | tr -c 'A-Za-z0-9\n' -)/memory && mkdir -p $M/team
  $ loci import --stores
  loci: no memory of other tools was found: name one with --from STORE --path PATH
  [1]
  $ printf -- '---\nname: tabs\ndescription: Tabs, not spaces\nmetadata:\n  type: feedback\n---\n\nUse tabs.\n' > $M/tabs.md
  $ printf -- '- [Tabs](tabs.md) — indent\n\nReleases are on Mondays.\n' > $M/MEMORY.md
  $ printf 'Shared by the team.\n' > $M/team/rule.md
  $ printf '{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea"]}\n' > graph.jsonl

# rule: Q5

  $ export MEMORY_FILE_PATH=$PWD/graph.jsonl; loci import --stores
  loci: run 'loci import --from claude'
  loci: run 'loci import --from server-memory'
  STORE          NOTES  SCOPE      PATH
  claude         3      workspace  $TMP/home/.claude/projects/*/memory (glob)
  server-memory  1      global     $TMP/work/graph.jsonl

# rule: Q1, Q2, Q4

  $ loci import --from claude --dry-run | sed 's|home/.claude/projects/.*/memory|STORE|'
  loci: team/: 1 file stored beside the others
  would import $TMP/STORE into private: 3 created
  --- /dev/null
  +++ private/claude-memory.md
  @@ -0,0 +1,7 @@
  +---
  +name: Claude memory
  +description: What Claude Code kept in MEMORY.md
  +type: project
  +---
  +
  +Releases are on Mondays.
  --- /dev/null
  +++ private/tabs.md
  @@ -0,0 +1,8 @@
  +---
  +name: tabs
  +description: Tabs, not spaces
  +metadata:
  +  type: feedback
  +---
  +
  +Use tabs.
  --- /dev/null
  +++ private/team-rule.md
  @@ -0,0 +1,7 @@
  +---
  +name: Rule
  +description: Shared by the team.
  +type: project
  +---
  +
  +Shared by the team.
  --- /dev/null
  +++ private/MEMORY.md
  @@ -0,0 +1,3 @@
  +- [tabs](tabs.md) - indent
  +- [Rule](team-rule.md) - Shared by the team.
  +- [Claude memory](claude-memory.md) - What Claude Code kept in MEMORY.md
  $ loci import --from claude 2>&1 | sed 's|home/.claude/projects/.*/memory|STORE|'
  loci: team/: 1 file stored beside the others
  imported $TMP/STORE into private: 3 created
  $ cmp $M/tabs.md $HOME/.loci/projects/*/memory/tabs.md && cat $HOME/.loci/projects/*/memory/MEMORY.md
  - [tabs](tabs.md) - indent
  - [Rule](team-rule.md) - Shared by the team.
  - [Claude memory](claude-memory.md) - What Claude Code kept in MEMORY.md
  $ loci read team-rule
  ---
  name: Rule
  description: Shared by the team.
  type: project
  ---
  
  Shared by the team.
  $ loci history --limit 1 | tail -1 | tr -s ' '
  1 now import user private claude-memory.md and 2 more import Claude Code auto memory: 3 new, 0 updated, 0 kept beside

Again, and nothing changes.

# rule: Q3

  $ find $HOME/.loci -type f | sort | xargs sha256sum > before; loci import --from claude 2>&1 | sed 's|home/.claude/projects/.*/memory|STORE|'
  loci: team/: 1 file stored beside the others
  imported $TMP/STORE into private: 3 unchanged
  $ find $HOME/.loci -type f | sort | xargs sha256sum | cmp - before
  $ printf 'Use tabs, everywhere.\n' | loci write tabs > /dev/null && sed -i 's/Use tabs/Use only tabs/' $M/tabs.md
  $ printf 'Mine.\n' | loci write team-rule > /dev/null
  $ loci import --from claude 2>&1 | sed 's|home/.claude/projects/.*/memory|STORE|'
  loci: 'tabs.md' has a different text here: kept as 'tabs-2.md'
  loci: 'team-rule.md' has changed here since: left as it is
  loci: team/: 1 file stored beside the others
  imported $TMP/STORE into private: 1 beside, 1 kept, 1 unchanged
  $ loci read tabs-2 | tail -1; loci read tabs | tail -1; loci read team-rule | tail -1
  Use only tabs.
  Use tabs, everywhere.
  Mine.
  $ loci undo > /dev/null; loci read tabs-2
  loci: there is no note 'tabs-2.md'
  hint: did you mean 'tabs.md'?
  [3]
  $ loci import --from server-memory --json | sed -n '/"store"/,$p'
  loci: these notes come from a repository that is not trusted: read them before you rely on them
    "store": "server-memory",
    "sources": [
      {
        "path": "$TMP/work/graph.jsonl",
        "scope": "global",
        "place": "global",
        "notes": [
          {
            "source": "graph.jsonl#Ada",
            "filename": "ada.md",
            "status": "created"
          }
        ],
        "warnings": [
          "these notes come from a repository that is not trusted: read them before you rely on them"
        ]
      }
    ]
  }
  $ loci import --from server-memory --scope workspace --dry-run
  loci: these notes come from a repository that is not trusted: read them before you rely on them
  would import $TMP/work/graph.jsonl into private: 1 created
  --- /dev/null
  +++ private/ada.md
  @@ -0,0 +1,9 @@
  +---
  +name: Ada
  +description: likes tea
  +type: reference
  +metadata:
  +  entityType: person
  +---
  +
  +- likes tea
  --- private/MEMORY.md
  +++ private/MEMORY.md
  @@ -1,3 +1,4 @@
  +- [Ada](ada.md) - likes tea
   - [tabs](tabs.md) - indent
   - [Rule](team-rule.md) - Mine.
   - [Claude memory](claude-memory.md) - What Claude Code kept in MEMORY.md

What cannot be.

# rule: Q5, Q6

  $ loci import --from serenna
  loci: 'serenna' is not a store that loci can import
  hint: did you mean 'serena'?
  [2]
  $ loci import --from serena
  loci: no memory of serena was found: say where it is with --path PATH
  [1]
  $ loci import --from serena --path nowhere
  loci: no memory of Serena at '$TMP/work/nowhere'
  hint: give the directory or the file that holds it
  [3]
  $ loci import --path graph.jsonl
  loci: --path needs --from
  hint: name the store with --from STORE
  [2]
  $ loci import --from claude --scope agent:x
  loci: an import cannot go to 'agent:x'
  hint: use --scope global, workspace, private or shared
  [2]
  $ loci --ephemeral import --from claude
  loci: an ephemeral session does not read other tools' files
  hint: run it without --ephemeral and outside 'loci ephemeral'
  [5]
  $ ln -s /etc/passwd $M/link.md; loci import --from claude 2>&1 | grep link
  loci: link.md: left out, it is a link
