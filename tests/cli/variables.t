Variables stand in agents' memory and are expanded when it is compiled.

# rule: A3, A4, A5, A6, A32

  $ mkdir -p repo/.git repo/.loci/agents/dev/memory && cd repo && loci trust > /dev/null
  $ printf 'one\nat ${var.missing}\n' > .loci/agents/dev/memory/a.md
  $ loci apply --provider claude
  loci: .loci/agents/dev/memory/a.md:2: there is no variable 'missing'
  hint: set it in .loci/vars: missing = value
  [2]
  $ ls -A
  .git
  .loci
  $ printf 'missing = example.org\n' > .loci/vars
  $ printf 'missing = only-gemini\n' > .loci/vars.gemini
  $ loci apply --provider claude --quiet && cat .claude/agent-memory/dev/a.md
  claude: wrote .claude/agent-memory/dev/a.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  one
  at example.org
  $ printf 'missing = example.net\n' > more && loci apply --provider claude --quiet --var-file more && cat .claude/agent-memory/dev/a.md
  claude: wrote .claude/agent-memory/dev/a.md
  one
  at example.net
  $ printf 'missing = claude.example\n' > .loci/vars.claude && loci apply --provider claude --quiet && cat .claude/agent-memory/dev/a.md
  claude: wrote .claude/agent-memory/dev/a.md
  one
  at claude.example
  $ printf 'missing = local.example\n' > .loci/vars.local && loci apply --provider claude --quiet && cat .claude/agent-memory/dev/a.md
  claude: wrote .claude/agent-memory/dev/a.md
  one
  at local.example
  $ printf 'a = ${var.b}\nb = ${var.a}\nmissing = ${var.a}\n' > .loci/vars.local && loci apply --provider claude
  loci: .loci/vars.local:2: the variable 'missing' refers to itself (missing -> a -> b -> a)
  [2]

`$${var.x}` is text. An edit of another line comes back and leaves the variable alone.

  $ printf 'host = example.org\n' > .loci/vars.local
  $ printf 'at ${var.host}\nsay $${var.x}\nlast\n' > .loci/agents/dev/memory/a.md && loci apply --provider claude --quiet
  claude: wrote .claude/agent-memory/dev/a.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  $ cat .claude/agent-memory/dev/a.md
  at example.org
  say ${var.x}
  last
  $ sed -i 's/last/last, edited/' .claude/agent-memory/dev/a.md && echo 'uses ${var.host}' >> .claude/agent-memory/dev/a.md
  $ loci import
  claude: .claude/agent-memory/dev/a.md: updated a.md in agent:dev (shared)
  $ cat .loci/agents/dev/memory/a.md
  at ${var.host}
  say $${var.x}
  last, edited
  uses $${var.host}
  $ loci apply --provider claude && loci status
  2 files up to date
  2 files up to date

An edit of the very line is a conflict: both are kept.

  $ sed -i 's/at example.org/at example.com/' .claude/agent-memory/dev/a.md
  $ loci import
  loci: .claude/agent-memory/dev/a.md: a line with a variable was changed in the tool: both are kept, the tool's as 'a-2.md'
  claude: .claude/agent-memory/dev/a.md: kept as a-2.md in agent:dev (shared)
  [1]
  $ head -1 .loci/agents/dev/memory/a.md
  at ${var.host}
  $ cat .loci/agents/dev/memory/a-2.md
  at example.com
  say $${var.x}
  last, edited
  uses $${var.host}
  $ loci apply --provider claude --quiet && loci status && loci import
  claude: wrote .claude/agent-memory/dev/a-2.md
  claude: wrote .claude/agent-memory/dev/a.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  3 files up to date
  2 notes unchanged

The environment gives only what the user allows, and its values are shown nowhere.

  $ printf 'key ${env.SECRET}\nrest\n' > .loci/agents/dev/memory/k.md
  $ SECRET=hunter2 loci apply --provider claude
  loci: .loci/agents/dev/memory/k.md:1: the environment variable 'SECRET' is not allowed
  hint: allow it with --allow-env SECRET, or with allowed_env in config.toml
  [2]
  $ SECRET=hunter2 loci apply --provider claude --allow-env SECRET --dry-run
  loci: .claude/agent-memory/dev/k.md: SECRET: contains a value from the environment
  loci: .claude/agent-memory/dev/MEMORY.md: SECRET: contains a value from the environment
  claude: would write .claude/agent-memory/dev/k.md
  --- /dev/null
  +++ .claude/agent-memory/dev/k.md
  @@ -0,0 +1,2 @@
  +key ${env.SECRET}
  +rest
  claude: would write .claude/agent-memory/dev/MEMORY.md
  --- .claude/agent-memory/dev/MEMORY.md
  +++ .claude/agent-memory/dev/MEMORY.md
  @@ -1,2 +1,3 @@
   - [a-2](a-2.md) — at example.com
   - [a](a.md) — at example.org
  +- [k](k.md) — key ${env.SECRET}
  $ mkdir -p $HOME/.loci && printf 'allowed_env = ["SECRET"]\n' > $HOME/.loci/config.toml
  $ SECRET=hunter2 loci apply --provider claude
  loci: .claude/agent-memory/dev/k.md: SECRET: contains a value from the environment
  loci: .claude/agent-memory/dev/MEMORY.md: SECRET: contains a value from the environment
  claude: wrote .claude/agent-memory/dev/k.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  $ cat .claude/agent-memory/dev/k.md
  key hunter2
  rest
  $ sed -i 's/hunter2/hunter2 (rotated)/' .claude/agent-memory/dev/k.md && SECRET=hunter2 loci import --quiet
  claude: .claude/agent-memory/dev/k.md: kept as k-2.md in agent:dev (shared)
  [1]
  $ cat .loci/agents/dev/memory/k-2.md
  key ${env.SECRET} (rotated)
  rest
  $ grep -r hunter2 $HOME/.loci .loci
  [1]

Whoever is told of it in a prompt reads the same. A missing variable stays as it is: a session is not refused.

  $ cd .. && mkdir -p told/.git told/.loci/agents/dev/memory && cd told && loci trust > /dev/null
  $ printf -- '---\nname: Deploy\ndescription: deploys to ${var.host}\n---\n\nDeploy to ${var.host} at ${var.hour}, say $${var.host}.\n' > .loci/agents/dev/memory/deploy.md
  $ printf 'host = example.org\nhour = 9\n' > .loci/vars && printf 'hour = 10\n' > .loci/vars.codex
  $ loci context --agent dev | grep deploy.md
  - [Deploy](deploy.md) - deploys to example.org
  $ loci apply --fallback hook --provider codex --quiet
  codex: connected hooks in $TMP/work/told/.codex/hooks.json
  $ echo "{\"session_id\":\"s\",\"cwd\":\"$PWD\"}" | loci hook codex session-start | grep -o 'Deploy to [^\]*'
  Deploy to example.org at 10, say ${var.host}.
  $ loci context --tool codex | grep 'Deploy to'
  Deploy to example.org at 10, say ${var.host}.
  $ rm .loci/vars && loci context --agent dev | grep deploy.md
  loci: warning: $TMP/work/told/.loci/agents/dev/memory/MEMORY.md:1: there is no variable 'host': told as it stands
  - [Deploy](deploy.md) - deploys to ${var.host}

Variables of a repository that is not trusted are told to nobody, not even in notes of one's own.

  $ cd .. && mkdir -p shipped/.git shipped/.loci && cd shipped && printf 'host = evil.example\n' > .loci/vars
  $ loci --agent dev remember 'Deploy to ${var.host}.' --title Mine --scope agent --private
  created mine.md in agent:dev (private)
  $ loci context --agent dev | grep mine.md
  loci: warning: $TMP/home/.loci/projects/shipped-*/agents/dev/memory/MEMORY.md:1: there is no variable 'host': told as it stands; variables of this repository count after 'loci trust' (glob)
  - [Mine](mine.md) - Deploy to ${var.host}.
  $ loci trust --quiet && loci context --agent dev | grep mine.md
  trusted: $TMP/work/shipped (no origin), 0 notes shipped
  - [Mine](mine.md) - Deploy to evil.example.
