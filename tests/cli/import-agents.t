`import` brings back what agents wrote in other tools.

# rule: A18, A19, A20

  $ export LOCI_NEW_NOTES=shared
  $ mkdir -p repo/.git repo/.loci/agents/dev/memory && cd repo && loci trust > /dev/null
  $ printf -- '---\nname: Alpha\ndescription: A desc\ntype: feedback\n---\n\nalpha body\n' > .loci/agents/dev/memory/alpha.md
  $ loci apply --provider claude --quiet
  claude: wrote .claude/agent-memory/dev/alpha.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  $ loci import
  1 note unchanged
  $ echo 'learned there' >> .claude/agent-memory/dev/alpha.md
  $ loci import --dry-run
  claude: .claude/agent-memory/dev/alpha.md: would update alpha.md in agent:dev (shared)
  --- agent:dev (shared)/alpha.md
  +++ agent:dev (shared)/alpha.md
  @@ -5,3 +5,4 @@
   ---
   
   alpha body
  +learned there
  --- /dev/null
  +++ agent:dev (shared)/MEMORY.md
  @@ -0,0 +1 @@
  +- [Alpha](alpha.md) - A desc
  $ loci import
  claude: .claude/agent-memory/dev/alpha.md: updated alpha.md in agent:dev (shared)
  $ cat .loci/agents/dev/memory/alpha.md
  ---
  name: Alpha
  description: A desc
  type: feedback
  ---
  
  alpha body
  learned there
  $ loci apply --provider claude && loci status && loci import
  2 files up to date
  2 files up to date
  1 note unchanged

Both sides edited: both are kept.

  $ echo 'there' >> .claude/agent-memory/dev/alpha.md && echo 'here' >> .loci/agents/dev/memory/alpha.md
  $ loci status
  STATUS  PROVIDER  FILE
  both    claude    .claude/agent-memory/dev/alpha.md
  [1]
  $ loci import
  loci: .claude/agent-memory/dev/alpha.md: it was changed here and in the tool: both are kept, the tool's as 'alpha-2.md'
  claude: .claude/agent-memory/dev/alpha.md: kept as alpha-2.md in agent:dev (shared)
  [1]
  $ tail -n 1 .loci/agents/dev/memory/alpha.md .loci/agents/dev/memory/alpha-2.md
  ==> .loci/agents/dev/memory/alpha.md <==
  here
  
  ==> .loci/agents/dev/memory/alpha-2.md <==
  there
  $ loci apply --provider claude && loci import && loci status
  claude: wrote .claude/agent-memory/dev/alpha-2.md
  claude: wrote .claude/agent-memory/dev/alpha.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  2 notes unchanged
  3 files up to date

A note that the tool wrote, and facts in its MEMORY.md. All of it is one operation that can be taken back.

  $ printf -- '---\nname: new-one\ndescription: says it itself\nmetadata:\n  node_type: memory\n  type: project\n  odd: [1, x]\n---\n\nnew\n' > .claude/agent-memory/dev/new-one.md
  $ printf -- '- [New one](new-one.md) — a hook of its own\n\n## Facts\n\nthe build needs 4 GB\n' >> .claude/agent-memory/dev/MEMORY.md
  $ loci import
  claude: .claude/agent-memory/dev/new-one.md: created new-one.md in agent:dev (shared)
  claude: .claude/agent-memory/dev/MEMORY.md: updated MEMORY.md in agent:dev (shared)
  $ cmp .loci/agents/dev/memory/new-one.md .claude/agent-memory/dev/new-one.md
  $ cat .loci/agents/dev/memory/MEMORY.md
  ## Facts
  
  the build needs 4 GB
  
  - [Alpha](alpha-2.md) - A desc
  - [Alpha](alpha.md) - A desc
  - [new-one](new-one.md) - a hook of its own
  $ loci apply --provider claude && cat .claude/agent-memory/dev/MEMORY.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  ## Facts
  
  the build needs 4 GB
  
  - [Alpha](alpha-2.md) — A desc
  - [Alpha](alpha.md) — A desc
  - [new-one](new-one.md) — says it itself
  $ loci import && loci status
  3 notes unchanged
  4 files up to date
  $ loci history --limit 1 -o jsonl | tr ',' '\n' | grep -e kind -e origin
  "kind":"import"
  "origin":"import"
  $ loci undo 6 2>/dev/null && ls .loci/agents/dev/memory && loci undo 2>/dev/null
  undid operation 6: import MEMORY.md, new-one.md by user, just now
  MEMORY.md
  alpha-2.md
  alpha.md
  undid operation 4: import alpha-2.md by user, just now

Two tools with different texts under one name: the first in the order wins, the other is kept as `-2`.

  $ mkdir -p .claude/agent-memory/two .gemini/agent-memory/two .codex/agent-memory/two
  $ echo gemini > .gemini/agent-memory/two/n.md && echo claude > .claude/agent-memory/two/n.md && echo claude > .codex/agent-memory/two/n.md
  $ loci import
  loci: .gemini/agent-memory/two/n.md: a different text has its name: both are kept, the tool's as 'n-2.md'
  claude: .claude/agent-memory/dev/alpha-2.md: created alpha-2.md in agent:dev (shared)
  claude: .claude/agent-memory/dev/new-one.md: created new-one.md in agent:dev (shared)
  claude: .claude/agent-memory/two/n.md: created n.md in agent:two (shared)
  claude: .claude/agent-memory/dev/MEMORY.md: updated MEMORY.md in agent:dev (shared)
  gemini: .gemini/agent-memory/two/n.md: kept as n-2.md in agent:two (shared)
  [1]
  $ head .loci/agents/two/memory/n.md .loci/agents/two/memory/n-2.md
  ==> .loci/agents/two/memory/n.md <==
  claude
  
  ==> .loci/agents/two/memory/n-2.md <==
  gemini
  $ loci import
  6 notes unchanged

Nested files are taken out of their directories, `memory.md` gets another name, what is no agent's stays.

  $ mkdir -p .claude/agent-memory/nest/deep && echo x > .claude/agent-memory/nest/deep/x.md && echo m > .claude/agent-memory/nest/memory.md
  $ echo loose > .claude/agent-memory/loose.md
  $ loci import
  loci: warning: .claude/agent-memory/loose.md: it is not in an agent's directory: treated as a note of 'loose'
  loci: warning: .claude/agent-memory/nest/memory.md: it has the name of the index: kept as 'memory-note.md'
  loci: warning: .claude/agent-memory/nest/deep/x.md: it is in a subdirectory: moved out of it
  claude: .claude/agent-memory/loose.md: created loose.md in agent:loose (shared)
  claude: .claude/agent-memory/nest/memory.md: created memory-note.md in agent:nest (shared)
  claude: .claude/agent-memory/nest/deep/x.md: created x.md in agent:nest (shared)
  $ rm .claude/agent-memory/loose.md

Only one tool's directory: nothing of another agent is removed.

  $ loci import --provider gemini
  1 note unchanged
  $ ls .loci/agents
  dev
  loose
  nest
  two
  $ loci import --provider gemini --prune
  pruned loose.md in agent:loose (shared)

Memory of user-level agents without a definition survives.

  $ mkdir -p $HOME/.claude/agent-memory/helper && echo user-wide > $HOME/.claude/agent-memory/helper/u.md
  $ loci import --quiet | grep helper
  claude: $TMP/home/.claude/agent-memory/helper/u.md: created u.md in agent:helper (user)
  $ loci apply --quiet >/dev/null; loci apply --scope user --quiet >/dev/null; cat $HOME/.claude/agent-memory/helper/u.md $HOME/.loci/agents/helper/memory/u.md
  user-wide
  user-wide

`--prune` lets go of what an import made, when no tool has it any more and nobody touched it. History keeps it.

# rule: A21

  $ rm -r .claude/agent-memory/two .gemini/agent-memory/two .codex .claude/agent-memory/nest
  $ echo mine >> .loci/agents/nest/memory/x.md
  $ loci import --prune --dry-run
  would prune n-2.md in agent:two (shared)
  would prune n.md in agent:two (shared)
  --- agent:two (shared)/n-2.md
  +++ /dev/null
  @@ -1 +0,0 @@
  -gemini
  --- agent:two (shared)/n.md
  +++ /dev/null
  @@ -1 +0,0 @@
  -claude
  --- agent:two (shared)/MEMORY.md
  +++ /dev/null
  @@ -1,2 +0,0 @@
  -- [n](n.md)
  -- [n-2](n-2.md)
  $ loci import --prune
  pruned n-2.md in agent:two (shared)
  pruned n.md in agent:two (shared)
  $ ls .loci/agents/two/memory .loci/agents/nest/memory
  ls: cannot access '.loci/agents/two/memory': No such file or directory
  .loci/agents/nest/memory:
  MEMORY.md
  memory-note.md
  x.md
  [2]
  $ loci undo && ls .loci/agents/two/memory
  undid operation 20: prune n-2.md, n.md by user, just now
  MEMORY.md
  n-2.md
  n.md

Without `.loci/` the private part of the project takes it, and none is made.

  $ mkdir -p ../bare/.git ../bare/.claude/agent-memory/dev && cd ../bare && echo x > .claude/agent-memory/dev/x.md
  $ loci import && ls -A
  claude: .claude/agent-memory/dev/x.md: created x.md in agent:dev (private)
  .claude
  .git
  $ loci import --provider nobody
  loci: 'nobody' is not a provider that loci supports
  hint: use one of claude, gemini, antigravity, cursor, copilot, codex
  [2]
  $ loci --ephemeral import
  loci: an ephemeral session does not touch other tools' directories
  hint: run it without --ephemeral and outside 'loci ephemeral'
  [5]

What a tool made beside its notes is known once it was imported; notes that a tool keeps out of the
repository stay out of it; a note in a directory does not take the name of the agent's own.

# rule: A19

  $ mkdir -p $TMP/work/odd/.git $TMP/work/odd/.loci && cd $TMP/work/odd && loci trust > /dev/null && mkdir -p .claude/agent-memory/new/deep .claude/agent-memory-local/loc .gemini/agent-memory/g
  $ echo own > .claude/agent-memory/new/f.md && echo nested > .claude/agent-memory/new/deep/f.md && : > .claude/agent-memory/new/blank.md
  $ echo mine > .claude/agent-memory-local/loc/l.md && echo gem > .gemini/agent-memory/g/n.md
  $ loci import
  loci: .claude/agent-memory/new/deep/f.md: a different text has its name: both are kept, the tool's as 'f-2.md'
  loci: warning: .claude/agent-memory/new/deep/f.md: it is in a subdirectory: moved out of it
  claude: .claude/agent-memory/new/blank.md: created blank.md in agent:new (shared)
  claude: .claude/agent-memory/new/f.md: created f.md in agent:new (shared)
  claude: .claude/agent-memory/new/deep/f.md: kept as f-2.md in agent:new (shared)
  claude: .claude/agent-memory-local/loc/l.md: created l.md in agent:loc (private)
  gemini: .gemini/agent-memory/g/n.md: created n.md in agent:g (shared)
  [1]
  $ cat .loci/agents/new/memory/f.md
  own
  $ loci import
  loci: warning: .claude/agent-memory/new/deep/f.md: it is in a subdirectory: moved out of it
  6 notes unchanged
  $ loci status
  STATUS        PROVIDER  FILE
  changed here  claude    .claude/agent-memory/g/n.md
  changed here  claude    .claude/agent-memory/g/MEMORY.md
  changed here  claude    .claude/agent-memory/loc/l.md
  changed here  claude    .claude/agent-memory/loc/MEMORY.md
  changed here  claude    .claude/agent-memory/new/f-2.md
  changed here  claude    .claude/agent-memory/new/MEMORY.md
  [1]
  $ loci apply --quiet
  claude: wrote .claude/agent-memory/g/n.md
  claude: wrote .claude/agent-memory/g/MEMORY.md
  claude: wrote .claude/agent-memory/loc/l.md
  claude: wrote .claude/agent-memory/loc/MEMORY.md
  claude: wrote .claude/agent-memory/new/f-2.md
  claude: wrote .claude/agent-memory/new/MEMORY.md
  $ loci status
  7 files up to date
  $ loci import
  loci: warning: .claude/agent-memory/new/deep/f.md: it is in a subdirectory: moved out of it
  9 notes unchanged
  $ loci delete f-2 --scope agent:new --quiet && loci apply --quiet && loci import
  deleted f-2.md from agent:new (shared)
  claude: wrote .claude/agent-memory/new/MEMORY.md
  claude: removed .claude/agent-memory/new/f-2.md
  loci: warning: .claude/agent-memory/new/deep/f.md: it is in a subdirectory: moved out of it
  8 notes unchanged

Many agents with notes of one name are counted as the notes they are, and told of in one line.

  $ cd $TMP && mkdir -p many/.git && cd many && for a in a b c d e; do mkdir -p .claude/agent-memory/$a && echo "text $a" > .claude/agent-memory/$a/n.md; done
  $ loci import --quiet | tail -1 && loci apply --provider claude --quiet | tail -1 && loci undo 30
  claude: .claude/agent-memory/e/n.md: created n.md in agent:e (private)
  claude: wrote .claude/agent-memory/e/MEMORY.md
  loci: tools' files were compiled since; 'loci apply' updates them
  undid operation 30: import n.md and 4 more by user, just now
  $ loci apply --provider claude
  loci: warning: .claude/agent-memory/a/n.md, .claude/agent-memory/b/n.md, .claude/agent-memory/c/n.md and 2 more: the tool wrote them and their notes are gone here: they stay there, delete them yourself if they should go
  claude: removed .claude/agent-memory/a/MEMORY.md
  claude: removed .claude/agent-memory/b/MEMORY.md
  claude: removed .claude/agent-memory/c/MEMORY.md
  claude: removed .claude/agent-memory/d/MEMORY.md
  claude: removed .claude/agent-memory/e/MEMORY.md
