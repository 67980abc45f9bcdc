What each tool gets of the same memory, to the byte: `tests/fixtures/providers`.

# rule: A12, A15, A17

  $ export LOCI_NEW_NOTES=shared
  $ golden=$TESTDIR/../fixtures/providers
  $ compiled() { rm -rf $TMP/work/repo && mkdir -p $TMP/work/repo/.git $TMP/work/repo/.loci && cp -r $golden/in $TMP/work/repo/.loci/agents &&
  >   cd $TMP/work/repo && loci trust >/dev/null && loci apply --quiet --provider "$@" >/dev/null && rm -rf .git .loci && cd ..; }
  $ for tool in claude gemini antigravity cursor copilot codex; do
  >   fallback=context; [ $tool = claude ] && fallback=none
  >   compiled $tool --fallback $fallback && diff -r repo $golden/$tool/out && echo "$tool: same"; done
  claude: same
  gemini: same
  antigravity: same
  cursor: same
  copilot: same
  codex: same
  $ for tool in antigravity cursor copilot; do compiled $tool --fallback rule && diff -r repo $golden/$tool/rule && echo "$tool: same"; done
  antigravity: same
  cursor: same
  copilot: same
  $ compiled antigravity --native antigravity && diff -r repo $golden/antigravity/native && echo same
  same

What Claude Code has comes back as it was.

# rule: A19, A20

  $ mkdir -p other/.git other/.loci && cp -r $golden/claude/out/.claude other && cd other && loci trust > /dev/null
  $ loci import
  claude: .claude/agent-memory/dev/build.md: created build.md in agent:dev (shared)
  claude: .claude/agent-memory/dev/odd.name.md: created odd.name.md in agent:dev (shared)
  claude: .claude/agent-memory/dev/plain.md: created plain.md in agent:dev (shared)
  claude: .claude/agent-memory/ops/rollback.md: created rollback.md in agent:ops (shared)
  claude: .claude/agent-memory/dev/MEMORY.md: updated MEMORY.md in agent:dev (shared)
  claude: .claude/agent-memory/ops/MEMORY.md: updated MEMORY.md in agent:ops (shared)
  $ for note in dev/memory/build dev/memory/odd.name dev/memory/plain ops/memory/rollback; do cmp .loci/agents/$note.md $golden/in/$note.md; done
  $ cat .loci/agents/dev/memory/MEMORY.md
  # What dev knows
  
  The staging host is down on Sundays.
  
  - [Build](build.md) - How the service is built
  - [odd.name](odd.name.md) - Colons: quoted, and a [bracket]
  - [plain](plain.md) - No frontmatter at all, and `${HOME}` is text.
  $ loci apply --provider claude && diff -r .claude $golden/claude/out/.claude && loci import && loci status
  6 files up to date
  4 notes unchanged
  6 files up to date
