A `memory:` line that loci wrote and the user changed is the user's: it stays, and nothing is
compiled for the agent.

# rule: A13

  $ mkdir -p .git .loci/agents/dev/memory .claude/agents && loci trust --quiet
  trusted: $TMP/work (no origin), 0 notes shipped
  $ printf -- '---\nname: dev\n---\n\nYou are dev.\n' > .claude/agents/dev.md && printf 'a fact\n' > .loci/agents/dev/memory/a.md
  $ loci apply --provider claude --quiet
  claude: wrote .claude/agent-memory/dev/a.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  claude: wrote the 'memory:' line in .claude/agents/dev.md
  $ sed -i 's/memory: project/memory: local/' .claude/agents/dev.md && loci apply --provider claude
  loci: warning: claude: dev: with 'memory: local' in its definition the tool does not read what '--scope project' writes; nothing was compiled [MEMORY_SCOPE_MISMATCH]; write 'memory: project' in .claude/agents/, and in what that is made from, or use '--scope local'
  claude: removed .claude/agent-memory/dev/MEMORY.md
  claude: removed .claude/agent-memory/dev/a.md
  $ cat .claude/agents/dev.md
  ---
  name: dev
  memory: local
  ---
  
  You are dev.
  $ loci apply --provider claude --quiet
  $ loci status
  loci: nothing is compiled for other tools yet: 'loci apply --dry-run' shows what would be
  $ sed -i '/^memory/d' .claude/agents/dev.md && loci apply --provider claude --quiet
  claude: wrote .claude/agent-memory/dev/a.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  claude: wrote the 'memory:' line in .claude/agents/dev.md

A value of the environment does not come into a source with an edit.

# rule: A6

  $ printf 'e ${env.SECRET}\nlast\n' > .loci/agents/dev/memory/v.md && export SECRET=hunter2
  $ loci apply --provider claude --allow-env SECRET --quiet
  claude: wrote .claude/agent-memory/dev/v.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  $ sed -i 's/^last/last hunter2/' .claude/agent-memory/dev/v.md && loci import --provider claude --allow-env SECRET
  claude: .claude/agent-memory/dev/v.md: updated v.md in agent:dev (shared)
  $ cat .loci/agents/dev/memory/v.md
  e ${env.SECRET}
  last ${env.SECRET}
  $ loci apply --provider claude --allow-env SECRET --quiet
  4 files up to date
  $ SECRET=changed loci apply --provider claude --allow-env SECRET --dry-run --quiet
  claude: would write .claude/agent-memory/dev/v.md
  --- .claude/agent-memory/dev/v.md
  +++ .claude/agent-memory/dev/v.md
  @@ -1,2 +1,2 @@
  -[not shown: it may hold a value of the environment]
  -[not shown: it may hold a value of the environment]
  +e ${env.SECRET}
  +last ${env.SECRET}
  claude: would write .claude/agent-memory/dev/MEMORY.md
  --- .claude/agent-memory/dev/MEMORY.md
  +++ .claude/agent-memory/dev/MEMORY.md
  @@ -1,2 +1,2 @@
   - [a](a.md) — a fact
  -[not shown: it may hold a value of the environment]
  +- [v](v.md) — e ${env.SECRET}
  $ mv .loci/agents/dev/memory/v.md v && loci apply --provider claude --dry-run --quiet | grep -c hunter2
  0
  [1]
  $ loci apply --provider claude --quiet
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  claude: removed .claude/agent-memory/dev/v.md

What would be too large to be read again is not written.

# rule: A11

  $ head -c 60000 /dev/zero | tr '\0' x | sed 's/^/v = /' > .loci/vars
  $ for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo '${var.v}'; done > .loci/agents/dev/memory/big.md
  $ loci apply --provider claude
  loci: '.claude/agent-memory/dev/big.md' would have 1200020 bytes, which is more than 1048576
  hint: nothing was written; shorten the notes it is made from
  [2]
  $ ls .claude/agent-memory/dev
  MEMORY.md
  a.md
  $ rm .loci/agents/dev/memory/big.md && loci apply --provider claude --quiet
  3 files up to date

A definition that cannot be read gets no line, so that the tool may not know of the memory.

# rule: A13

  $ mv .claude/agents kept; mkdir .claude/agents; printf -- '---\nname: dev\ndescription: use it: often\n---\nYou are dev.\n' > .claude/agents/dev.md && loci apply --provider claude
  loci: warning: claude: dev: loci cannot read the frontmatter of its definition in .claude/agents/, so that the tool may not know that there is memory [MEMORY_DEFINITION_UNREAD]; mend it, and the next 'loci apply' adds 'memory: project'
  3 files up to date
  $ sed -i 's/it: often/it often/' .claude/agents/dev.md && loci apply --provider claude && grep memory .claude/agents/dev.md
  claude: wrote the 'memory:' line in .claude/agents/dev.md
  memory: project
  $ loci history --operation apply --limit 1 | tail -1 | grep -o '[0-9]* file.*'
  1 file changed
  $ rm -r .claude/agents && mv kept .claude/agents && loci apply --provider claude --quiet
  3 files up to date

A compiled file that grew past what loci reads is edited there, is named by an import, and can be
written over.

# rule: A9

  $ head -c 1100000 /dev/zero | tr '\0' x >> .claude/agent-memory/dev/a.md && loci status
  STATUS        PROVIDER  FILE
  edited there  claude    .claude/agent-memory/dev/a.md
  [1]
  $ loci import
  loci: no tool has agent memory to import here
  loci: warning: '$TMP/work/.claude/agent-memory/dev/a.md' is larger than 1048576 bytes; it is left where it is
  $ loci apply --provider claude --force --quiet
  claude: wrote .claude/agent-memory/dev/a.md
  $ cat .claude/agent-memory/dev/a.md
  a fact
  $ loci status
  3 files up to date
