What a sub-agent of Claude Code wrote itself (tests/fixtures/providers) comes in, goes out and comes in again.

# rule: A18, A20

  $ mkdir .git && cp -r $TESTDIR/../fixtures/providers/claude-written/in/. . && cp -r .claude $TMP/before
  $ loci import
  claude: .claude/agent-memory/dev/staging-port.md: created staging-port.md in agent:dev (private)
  claude: .claude/agent-memory/dev/MEMORY.md: updated MEMORY.md in agent:dev (private)
  $ diff -r ~/.loci/projects/*/agents/dev/memory $TESTDIR/../fixtures/providers/claude-written/out
  $ cmp .claude/agent-memory/dev/staging-port.md $TESTDIR/../fixtures/providers/claude-written/out/staging-port.md && diff -r .claude $TMP/before
  $ loci apply --provider claude
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  $ cmp .claude/agent-memory/dev/staging-port.md $TMP/before/agent-memory/dev/staging-port.md
  $ find ~/.loci/projects .claude -type f | grep -v apply.state | sort | xargs sha256sum > sums
  $ loci import; loci apply --provider claude; loci status --provider claude
  1 note unchanged
  3 files up to date
  3 files up to date
  $ find ~/.loci/projects .claude -type f | grep -v apply.state | sort | xargs sha256sum | cmp - sums
