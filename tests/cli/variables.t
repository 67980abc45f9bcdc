Variables stand in agents' memory and are expanded when it is compiled.

# rule: A3, A4, A5, A6

  $ mkdir -p repo/.git repo/.loci/agents/dev/memory && cd repo
  $ printf 'one\nat ${var.missing}\n' > .loci/agents/dev/memory/a.md
  $ loci apply --provider claude
  $ ls -A
  $ printf 'missing = example.org\n' > .loci/vars
  $ printf 'missing = only-gemini\n' > .loci/vars.gemini
  $ loci apply --provider claude --quiet && cat .claude/agent-memory/dev/a.md
  $ printf 'missing = example.net\n' > more && loci apply --provider claude --quiet --var-file more && cat .claude/agent-memory/dev/a.md
  $ printf 'missing = claude.example\n' > .loci/vars.claude && loci apply --provider claude --quiet && cat .claude/agent-memory/dev/a.md
  $ printf 'missing = local.example\n' > .loci/vars.local && loci apply --provider claude --quiet && cat .claude/agent-memory/dev/a.md
  $ printf 'a = ${var.b}\nb = ${var.a}\nmissing = ${var.a}\n' > .loci/vars.local && loci apply --provider claude

`$${var.x}` is text. An edit of another line comes back and leaves the variable alone.

  $ printf 'host = example.org\n' > .loci/vars.local
  $ printf 'at ${var.host}\nsay $${var.x}\nlast\n' > .loci/agents/dev/memory/a.md && loci apply --provider claude --quiet
  $ cat .claude/agent-memory/dev/a.md
  $ sed -i 's/last/last, edited/' .claude/agent-memory/dev/a.md && echo 'uses ${var.host}' >> .claude/agent-memory/dev/a.md
  $ loci import
  $ cat .loci/agents/dev/memory/a.md
  $ loci apply --provider claude && loci status

An edit of the very line is a conflict: both are kept.

  $ sed -i 's/at example.org/at example.com/' .claude/agent-memory/dev/a.md
  $ loci import
  $ head -1 .loci/agents/dev/memory/a.md
  $ cat .loci/agents/dev/memory/a-2.md
  $ loci apply --provider claude --quiet && loci status && loci import

The environment gives only what the user allows, and its values are shown nowhere.

  $ printf 'key ${env.SECRET}\nrest\n' > .loci/agents/dev/memory/k.md
  $ SECRET=hunter2 loci apply --provider claude
  $ SECRET=hunter2 loci apply --provider claude --allow-env SECRET --dry-run
  $ mkdir -p $HOME/.loci && printf 'allowed_env = ["SECRET"]\n' > $HOME/.loci/config.toml
  $ SECRET=hunter2 loci apply --provider claude
  $ cat .claude/agent-memory/dev/k.md
  $ sed -i 's/hunter2/hunter2 (rotated)/' .claude/agent-memory/dev/k.md && SECRET=hunter2 loci import --quiet
  $ cat .loci/agents/dev/memory/k-2.md
  $ grep -r hunter2 $HOME/.loci .loci
