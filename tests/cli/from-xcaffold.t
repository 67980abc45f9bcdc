A project that xcaffold compiled, and somebody who goes on with loci.

# rule: A25, A26, A27, A30, X9, B18

  $ mkdir repo && cd repo && git init -q . && cp -r $TESTDIR/../fixtures/xcaffold/in/. . && mv claude .claude && loci trust --quiet
  trusted: $TMP/work/repo (no origin), 3 notes shipped
  $ loci check
  loci: 3 notes checked: 0 errors, 0 warnings
  $ loci status
  STATUS        PROVIDER  FILE
  changed here  claude    .claude/agent-memory/backend-dev/orm-choice.md
  [1]
  $ loci import
  3 notes unchanged
  $ loci apply --provider claude
  loci: warning: claude: reviewer: with 'memory: user' in its definition the tool does not read what '--scope project' writes; nothing was compiled [MEMORY_SCOPE_MISMATCH]; write 'memory: project' in .claude/agents/, and in what that is made from
  claude: wrote .claude/agent-memory/backend-dev/orm-choice.md
  $ cat .claude/agent-memory/backend-dev/orm-choice.md
  ---
  name: orm-choice
  description: Queries go through sqlc, no ORM
  ---
  
  Queries are written in SQL and compiled with sqlc. The region is eu-west-1.
  $ loci status --provider claude
  4 files up to date
  $ find xcaf -name '*-2*' -o -name MEMORY.md

xcaffold writes it anew: that is nobody's edit. What an agent adds to such a file comes back, and the fields of the note stay.

  $ ORM=.claude/agent-memory/backend-dev/orm-choice.md; printf 'Queries are written in SQL and compiled with sqlc. The region is eu-west-1.' > $ORM
  $ loci status --provider claude
  STATUS        PROVIDER  FILE
  changed here  claude    .claude/agent-memory/backend-dev/orm-choice.md
  [1]
  $ loci import
  3 notes unchanged
  $ printf '\n\nMigrations are plain SQL, too.' >> $ORM && loci import --quiet
  claude: .claude/agent-memory/backend-dev/orm-choice.md: updated orm-choice.md in agent:backend-dev (xcaf)
  $ cat xcaf/agents/backend-dev/memory/orm-choice.md
  ---
  name: orm-choice
  description: Queries go through sqlc, no ORM
  ---
  
  Queries are written in SQL and compiled with sqlc. The region is ${var.region}.
  
  Migrations are plain SQL, too.
  $ loci apply --provider claude --quiet 2>/dev/null; loci status --provider claude
  claude: wrote .claude/agent-memory/backend-dev/orm-choice.md
  4 files up to date
  $ loci context --agent backend-dev | sed -n '/Agent memory/,/^<.memory/p'
  ## Agent memory: backend-dev (MEMORY.md)
  - [deploys](deploys.md) - Deploys need a green pipeline and a sign-off by payments.
  - [orm-choice](orm-choice.md) - Queries go through sqlc, no ORM
  </memory>

Fifty agents that are read elsewhere are one line.

  $ for i in $(seq 50); do mkdir -p xcaf/agents/a$i/memory; echo "text $i" > xcaf/agents/a$i/memory/n.md; printf -- '---\nname: a%s\nmemory: user\n---\nx\n' $i > .claude/agents/a$i.md; done
  $ loci apply --provider claude 2>&1 | cut -c1-250
  loci: warning: claude: a1, a10, a11, a12, a13 and 46 more: with 'memory: user' in its definition the tool does not read what '--scope project' writes; nothing was compiled [MEMORY_SCOPE_MISMATCH]; write 'memory: project' in .claude/agents/, and in wh
  loci: warning: xcaf/agents: no definition (*.xcaf) for a1, a10, a11 and 47 more; their memory is compiled anyway
  4 files up to date

Saying what the message says works.

  $ sed -i 's/memory: user/memory: project/' .claude/agents/*.md
  $ loci apply --provider claude --quiet | tail -2
  claude: wrote .claude/agent-memory/a18/MEMORY.md
  … and 81 more files
  $ cat .claude/agent-memory/reviewer/MEMORY.md
  - [style](style.md) — Findings first

A key that is no name, and a flat file.

  $ echo 'my key = x' >> xcaf/project.vars
  $ echo 'Loose thoughts.' > .claude/agent-memory/loose.md
  $ loci status --provider claude 2>&1 | cut -c1-200
  loci: warning: xcaf/agents: no definition (*.xcaf) for a1, a10, a11 and 47 more; their memory is compiled anyway
  loci: warning: xcaf/project.vars:3: 'my key' is not the name of a variable and is left out: a name has letters, digits, '.', '_' and '-'
  STATUS        PROVIDER  FILE
  edited there  claude    .claude/agent-memory/loose.md (new)
  $ loci import 2>&1 | cut -c1-200
  loci: warning: .claude/agent-memory/loose.md: it is not in an agent's directory: treated as a note of 'loose'
  loci: warning: xcaf/project.vars:3: 'my key' is not the name of a variable and is left out: a name has letters, digits, '.', '_' and '-'
  claude: .claude/agent-memory/loose.md: created loose.md in agent:loose (private)
  $ loci read loose --agent loose
  Loose thoughts.
