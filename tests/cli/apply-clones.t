Clones of one project share its memory. Each has compiled files of its own, so what one of them
compiled is not what the other has.

# rule: A8

  $ mkdir -p one/.git two/.git && printf '[remote "origin"]\n\turl = https://example.com/x/y.git\n' | tee one/.git/config > two/.git/config
  $ cd one && loci write f1 --scope agent:dev --type project --description 'Fact one' --content 'version one' --quiet
  created f1.md in agent:dev (private)
  $ loci write f2 --scope agent:dev --type project --description 'Fact two' --content 'to be deleted' --quiet
  created f2.md in agent:dev (private)
  $ loci apply --provider claude --quiet
  claude: wrote .claude/agent-memory/dev/f1.md
  claude: wrote .claude/agent-memory/dev/f2.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  $ cd ../two && loci apply --provider claude --quiet
  claude: wrote .claude/agent-memory/dev/f1.md
  claude: wrote .claude/agent-memory/dev/f2.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  $ loci write f1 --scope agent:dev --content 'version two' --quiet && loci delete f2 --scope agent:dev --quiet
  updated f1.md in agent:dev (private)
  deleted f2.md from agent:dev (private)
  $ loci apply --provider claude --quiet
  claude: wrote .claude/agent-memory/dev/f1.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  claude: removed .claude/agent-memory/dev/f2.md
  $ cd ../one && loci status
  STATUS        PROVIDER  FILE
  changed here  claude    .claude/agent-memory/dev/f1.md
  changed here  claude    .claude/agent-memory/dev/MEMORY.md
  changed here  claude    .claude/agent-memory/dev/f2.md
  [1]
  $ loci import
  1 note unchanged
  $ loci apply --provider claude --quiet
  claude: wrote .claude/agent-memory/dev/f1.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  claude: removed .claude/agent-memory/dev/f2.md
  $ tail -1 .claude/agent-memory/dev/f1.md
  version two
  $ ls .claude/agent-memory/dev
  MEMORY.md
  f1.md

One that moved keeps what it knows.

  $ cd .. && mv one moved && cd moved && loci status 2>/dev/null
  2 files up to date
  $ printf 'edited\n' >> .claude/agent-memory/dev/f1.md && loci status
  STATUS        PROVIDER  FILE
  edited there  claude    .claude/agent-memory/dev/f1.md
  [1]
