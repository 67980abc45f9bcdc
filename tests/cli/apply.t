`apply` compiles what agents remember into the files of other tools.

# rule: A7, A8, A12, A14

  $ mkdir -p repo/.git repo/.loci/agents/dev/memory && cd repo && loci trust > /dev/null
  $ printf -- '---\nname: Zebra\ndescription: Z desc\n---\n\nzebra body\n' > .loci/agents/dev/memory/zebra.md
  $ printf -- '---\nname: Alpha\ndescription: A desc\n---\n\nalpha body\n' > .loci/agents/dev/memory/alpha.md
  $ loci status --quiet
  STATUS        PROVIDER  FILE
  changed here  claude    .claude/agent-memory/dev/alpha.md
  changed here  claude    .claude/agent-memory/dev/zebra.md
  changed here  claude    .claude/agent-memory/dev/MEMORY.md
  [1]
  $ find . $HOME -type f | sort | xargs sha256sum > $TMP/before
  $ loci apply --provider claude --dry-run
  claude: would write .claude/agent-memory/dev/alpha.md
  --- /dev/null
  +++ .claude/agent-memory/dev/alpha.md
  @@ -0,0 +1,6 @@
  +---
  +name: Alpha
  +description: A desc
  +---
  +
  +alpha body
  claude: would write .claude/agent-memory/dev/zebra.md
  --- /dev/null
  +++ .claude/agent-memory/dev/zebra.md
  @@ -0,0 +1,6 @@
  +---
  +name: Zebra
  +description: Z desc
  +---
  +
  +zebra body
  claude: would write .claude/agent-memory/dev/MEMORY.md
  --- /dev/null
  +++ .claude/agent-memory/dev/MEMORY.md
  @@ -0,0 +1,2 @@
  +- [Alpha](alpha.md) — A desc
  +- [Zebra](zebra.md) — Z desc
  $ find . $HOME -type f | sort | xargs sha256sum | cmp $TMP/before -
  $ loci apply
  loci: warning: gemini: dev/alpha.md, dev/zebra.md: Gemini CLI has no place for what agents remember [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into GEMINI.md; '--native gemini' uses Gemini's private memory of the project
  loci: warning: antigravity: dev/alpha.md, dev/zebra.md: Antigravity has no place for what agents remember [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into .agents/rules/loci-memory.md; '--native antigravity' uses Antigravity's knowledge
  loci: warning: cursor: dev/alpha.md, dev/zebra.md: Cursor has no place for what agents remember [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into .cursor/rules/loci-memory.mdc
  loci: warning: copilot: dev/alpha.md, dev/zebra.md: GitHub Copilot has no place for what agents remember [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into .github/copilot-instructions.md
  loci: warning: codex: dev/alpha.md, dev/zebra.md: Codex has no place for what agents remember [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into AGENTS.md; '--native codex' uses an extension of Codex's memory
  claude: wrote .claude/agent-memory/dev/alpha.md
  claude: wrote .claude/agent-memory/dev/zebra.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  $ find .claude -type f | sort
  .claude/agent-memory/dev/MEMORY.md
  .claude/agent-memory/dev/alpha.md
  .claude/agent-memory/dev/zebra.md
  $ cat .claude/agent-memory/dev/MEMORY.md
  - [Alpha](alpha.md) — A desc
  - [Zebra](zebra.md) — Z desc
  $ cmp .loci/agents/dev/memory/alpha.md .claude/agent-memory/dev/alpha.md
  $ sed 's/sha256:[0-9a-f@.]*/sha256:…/' $HOME/.loci/projects/*/apply.state
  loci apply.state 1
  root $TMP/work/repo
  provider claude project 2026-11-15T10:00:00.000Z
  source sha256:… .loci/agents/dev/memory/alpha.md
  source sha256:… .loci/agents/dev/memory/zebra.md
  file sha256:… .claude/agent-memory/dev/MEMORY.md
  file sha256:… .claude/agent-memory/dev/alpha.md
  file sha256:… .claude/agent-memory/dev/zebra.md
  $ grep alpha.md $HOME/.loci/projects/*/apply.state | grep -c $(sha256sum < .claude/agent-memory/dev/alpha.md | cut -c1-64)
  2
  $ loci status
  3 files up to date

Once more writes nothing, not even the state.

  $ find . $HOME -type f | sort | xargs stat -c '%n %Y %Z %i' > $TMP/before
  $ loci apply --quiet
  3 files up to date
  $ find . $HOME -type f | sort | xargs stat -c '%n %Y %Z %i' | cmp $TMP/before -

A changed source is noticed; a deleted one takes its file, its line and its record along.

# rule: A10

  $ echo 'more' >> .loci/agents/dev/memory/alpha.md
  $ loci status
  STATUS        PROVIDER  FILE
  changed here  claude    .claude/agent-memory/dev/alpha.md
  [1]
  $ loci apply --quiet
  claude: wrote .claude/agent-memory/dev/alpha.md
  $ rm .loci/agents/dev/memory/zebra.md
  $ loci status
  STATUS        PROVIDER  FILE
  changed here  claude    .claude/agent-memory/dev/MEMORY.md
  changed here  claude    .claude/agent-memory/dev/zebra.md
  [1]
  $ loci apply --quiet
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  claude: removed .claude/agent-memory/dev/zebra.md
  $ cat .claude/agent-memory/dev/MEMORY.md
  - [Alpha](alpha.md) — A desc
  $ grep -c zebra $HOME/.loci/projects/*/apply.state
  0
  [1]
  $ ls .claude/agent-memory/dev
  MEMORY.md
  alpha.md

What was edited there is never overwritten unseen.

# rule: A9

  $ echo 'learned there' >> .claude/agent-memory/dev/alpha.md
  $ loci status
  STATUS        PROVIDER  FILE
  edited there  claude    .claude/agent-memory/dev/alpha.md
  [1]
  $ loci apply --provider claude
  loci: nothing was written: 'loci import' keeps the edits; '--force' overwrites them, and with '--backup' keeps a copy
  claude: .claude/agent-memory/dev/alpha.md was edited there
  [1]
  $ tail -1 .claude/agent-memory/dev/alpha.md
  learned there
  $ loci apply --provider claude --json
  loci: nothing was written: 'loci import' keeps the edits; '--force' overwrites them, and with '--backup' keeps a copy
  {
    "files": [
      {
        "provider": "claude",
        "path": ".claude/agent-memory/dev/alpha.md",
        "part": "file",
        "status": "edited there",
        "action": "none",
        "drift": true
      },
      {
        "provider": "claude",
        "path": ".claude/agent-memory/dev/MEMORY.md",
        "part": "file",
        "status": "in step",
        "action": "none",
        "drift": false
      }
    ],
    "drift": true,
    "dry_run": false,
    "hooks": [],
    "unhooked": [],
    "with_environment": [],
    "notes": [],
    "warnings": []
  }
  [1]
  $ echo 'and here' >> .loci/agents/dev/memory/alpha.md
  $ loci status
  STATUS  PROVIDER  FILE
  both    claude    .claude/agent-memory/dev/alpha.md
  [1]
  $ loci apply --provider claude --force --backup
  loci: backup of .claude/agent-memory/dev/alpha.md: $TMP/home/.loci/state/apply/alpha.md.*.20261115T100000.000Z (glob)
  claude: wrote .claude/agent-memory/dev/alpha.md
  $ tail -1 $HOME/.loci/state/apply/alpha.md.*
  learned there
  $ loci status
  2 files up to date
  $ echo 'theirs' > .claude/agent-memory/dev/own.md
  $ loci status
  STATUS        PROVIDER  FILE
  edited there  claude    .claude/agent-memory/dev/own.md (new)
  [1]
  $ rm .claude/agent-memory/dev/own.md .claude/agent-memory/dev/alpha.md
  $ loci status
  STATUS   PROVIDER  FILE
  missing  claude    .claude/agent-memory/dev/alpha.md
  [1]
  $ loci apply --quiet && loci status
  claude: wrote .claude/agent-memory/dev/alpha.md
  2 files up to date

A fresh clone that holds the compiled files is adopted.

  $ cp -r ../repo ../clone && cd ../clone && loci trust > /dev/null && loci apply --quiet && cd ../repo
  2 files up to date

All memory gone: the files, the directories and the record go.

  $ rm -r .loci/agents && loci apply --quiet
  claude: removed .claude/agent-memory/dev/MEMORY.md
  claude: removed .claude/agent-memory/dev/alpha.md
  $ ls -A
  .git
  .loci
  $ cat $HOME/.loci/projects/repo-*/apply.state
  loci apply.state 1
  root $TMP/work/repo

Frontmatter that is partly there, and a description that is made.

# rule: A12

  $ mkdir -p .loci/agents/q/memory && cd .loci/agents/q/memory
  $ printf -- '---\ndescription: only this\n---\n\nb\n' > a.md
  $ printf -- '---\nname: Only Name\n---\n\n# Head line\n' > b.md
  $ printf -- '---\n---\n\nempty\n' > c.md
  $ printf -- '---\r\nname: Crlf\r\ndescription: with returns\r\n---\r\n\r\nbody\r\n' > d.md
  $ printf 'a%.0s' {1..200} > e.md
  $ printf -- '---\nname: blank\n---\n' > f.md
  $ printf 'x\n' > memory.md
  $ mkdir sub && printf 'x\n' > sub/nested.md
  $ cd ../../../.. && loci apply --provider claude
  loci: claude: q/f.md: it has no text below its frontmatter [MEMORY_BODY_EMPTY]; write some text
  loci: warning: claude: q/memory.md: 'memory.md' would collide with the tool's own MEMORY.md [MEMORY_NAME_IS_INDEX]; give the note another name
  loci: warning: $TMP/work/repo/.loci/agents/q/memory/memory.md: its name differs from MEMORY.md in case only; tools with a MEMORY.md do not get it
  loci: warning: $TMP/work/repo/.loci/agents/q/memory/sub/nested.md: notes in directories are not read
  claude: wrote .claude/agent-memory/q/a.md
  claude: wrote .claude/agent-memory/q/b.md
  claude: wrote .claude/agent-memory/q/c.md
  claude: wrote .claude/agent-memory/q/d.md
  claude: wrote .claude/agent-memory/q/e.md
  claude: wrote .claude/agent-memory/q/MEMORY.md
  $ cat .claude/agent-memory/q/MEMORY.md
  - [a](a.md) — only this
  - [Only Name](b.md) — Head line
  - [c](c.md) — empty
  - [Crlf](d.md) — with returns
  - [e](e.md) — aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  $ ls .claude/agent-memory/q
  MEMORY.md
  a.md
  b.md
  c.md
  d.md
  e.md
  $ cmp .loci/agents/q/memory/d.md .claude/agent-memory/q/d.md

The definition of an agent gets a `memory:` line of the same scope when it has none.

# rule: A13

  $ mkdir -p .claude/agents && printf -- '---\nname: q\ntools: Read\n---\n\nYou are q.\n' > .claude/agents/quality.md
  $ loci apply --provider claude
  loci: claude: q/f.md: it has no text below its frontmatter [MEMORY_BODY_EMPTY]; write some text
  loci: warning: claude: q/memory.md: 'memory.md' would collide with the tool's own MEMORY.md [MEMORY_NAME_IS_INDEX]; give the note another name
  loci: warning: $TMP/work/repo/.loci/agents/q/memory/memory.md: its name differs from MEMORY.md in case only; tools with a MEMORY.md do not get it
  loci: warning: $TMP/work/repo/.loci/agents/q/memory/sub/nested.md: notes in directories are not read
  claude: wrote the 'memory:' line in .claude/agents/quality.md
  $ cat .claude/agents/quality.md
  ---
  name: q
  tools: Read
  memory: project
  ---
  
  You are q.
  $ loci apply --provider claude --scope local
  loci: warning: claude: q: with 'memory: project' in its definition the tool does not read what '--scope local' writes; nothing was compiled [MEMORY_SCOPE_MISMATCH]; write 'memory: local' in .claude/agents/, and in what that is made from, or use '--scope project'
  loci: warning: $TMP/work/repo/.loci/agents/q/memory/memory.md: its name differs from MEMORY.md in case only; tools with a MEMORY.md do not get it
  loci: warning: $TMP/work/repo/.loci/agents/q/memory/sub/nested.md: notes in directories are not read
  $ sed -i '/^memory/d' .claude/agents/quality.md && loci apply --provider claude --scope local --quiet | tail -1
  claude: wrote the 'memory:' line in .claude/agents/quality.md
  $ cat .claude/agents/quality.md
  ---
  name: q
  tools: Read
  memory: local
  ---
  
  You are q.
  $ ls .claude/agent-memory-local/q | head -2
  MEMORY.md
  a.md

An edit is noticed whatever its size and time are.

# rule: A9

  $ mkdir -p $TMP/work/stamps/.git $TMP/work/stamps/.loci/agents/dev/memory && cd $TMP/work/stamps && loci trust > /dev/null
  $ printf 'one fact\n' > .loci/agents/dev/memory/a.md
  $ loci apply --provider claude --quiet | tail -1
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  $ touch -r .claude/agent-memory/dev/a.md old && printf 'two fact\n' > .claude/agent-memory/dev/a.md
  $ touch -r old .claude/agent-memory/dev/a.md && loci status
  STATUS        PROVIDER  FILE
  edited there  claude    .claude/agent-memory/dev/a.md
  [1]
  $ cd $TMP/work/repo

User-wide memory goes to the user's own directory.

# rule: A7

  $ mkdir -p $HOME/.loci/agents/q/memory && printf 'mine\n' > $HOME/.loci/agents/q/memory/own.md
  $ loci apply --scope user --provider claude
  claude: wrote $TMP/home/.claude/agent-memory/q/own.md
  claude: wrote $TMP/home/.claude/agent-memory/q/MEMORY.md
  $ ls $HOME/.claude/agent-memory/q
  MEMORY.md
  own.md
  $ loci status --scope user
  2 files up to date

Errors.

  $ loci apply --provider claud
  loci: 'claud' is not a provider that loci supports
  hint: did you mean 'claude'?
  [2]
  $ loci apply --scope everywhere
  loci: '--scope' takes project, user or local, not 'everywhere'
  [2]
  $ loci apply --fallback magic
  loci: '--fallback' takes none, context, rule or hook, not 'magic'
  [2]
  $ loci --ephemeral apply
  loci: an ephemeral session does not touch other tools' directories
  hint: run it without --ephemeral and outside 'loci ephemeral'
  [5]
  $ ls -A .loci
  agents
