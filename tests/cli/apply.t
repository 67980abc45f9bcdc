`apply` compiles what agents remember into the files of other tools.

# rule: A7, A8, A12, A14

  $ mkdir -p repo/.git repo/.loci/agents/dev/memory && cd repo
  $ printf -- '---\nname: Zebra\ndescription: Z desc\n---\n\nzebra body\n' > .loci/agents/dev/memory/zebra.md
  $ printf -- '---\nname: Alpha\ndescription: A desc\n---\n\nalpha body\n' > .loci/agents/dev/memory/alpha.md
  $ loci status --quiet
  $ find . $HOME -type f | sort | xargs sha256sum > $TMP/before
  $ loci apply --provider claude --dry-run
  $ find . $HOME -type f | sort | xargs sha256sum | cmp $TMP/before -
  $ loci apply
  $ find .claude -type f | sort
  $ cat .claude/agent-memory/dev/MEMORY.md
  $ cmp .loci/agents/dev/memory/alpha.md .claude/agent-memory/dev/alpha.md
  $ sed 's/sha256:[0-9a-f]*/sha256:…/' $HOME/.loci/projects/*/apply.state
  $ grep alpha.md $HOME/.loci/projects/*/apply.state | grep -c $(sha256sum < .claude/agent-memory/dev/alpha.md | cut -c1-64)
  $ loci status

Once more writes nothing, not even the state.

  $ find . $HOME -type f | sort | xargs stat -c '%n %Y %Z %i' > $TMP/before
  $ loci apply --quiet
  $ find . $HOME -type f | sort | xargs stat -c '%n %Y %Z %i' | cmp $TMP/before -

A changed source is noticed; a deleted one takes its file, its line and its record along.

# rule: A10

  $ echo 'more' >> .loci/agents/dev/memory/alpha.md
  $ loci status
  $ loci apply --quiet
  $ rm .loci/agents/dev/memory/zebra.md
  $ loci status
  $ loci apply --quiet
  $ cat .claude/agent-memory/dev/MEMORY.md
  $ grep -c zebra $HOME/.loci/projects/*/apply.state
  $ ls .claude/agent-memory/dev

What was edited there is never overwritten unseen.

# rule: A9

  $ echo 'learned there' >> .claude/agent-memory/dev/alpha.md
  $ loci status
  $ loci apply --provider claude
  $ tail -1 .claude/agent-memory/dev/alpha.md
  $ loci apply --provider claude --json
  $ echo 'and here' >> .loci/agents/dev/memory/alpha.md
  $ loci status
  $ loci apply --provider claude --force --backup
  $ tail -1 $HOME/.loci/state/apply/alpha.md.*
  $ loci status
  $ echo 'theirs' > .claude/agent-memory/dev/own.md
  $ loci status
  $ rm .claude/agent-memory/dev/own.md .claude/agent-memory/dev/alpha.md
  $ loci status
  $ loci apply --quiet && loci status

A fresh clone that holds the compiled files is adopted.

  $ cp -r ../repo ../clone && cd ../clone && loci apply --quiet && cd ../repo

All memory gone: the files, the directories and the record go.

  $ rm -r .loci/agents && loci apply --quiet
  $ ls -A
  $ cat $HOME/.loci/projects/repo-*/apply.state

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
  $ cat .claude/agent-memory/q/MEMORY.md
  $ ls .claude/agent-memory/q
  $ cmp .loci/agents/q/memory/d.md .claude/agent-memory/q/d.md

The definition of an agent gets a `memory:` line of the same scope when it has none.

# rule: A13

  $ mkdir -p .claude/agents && printf -- '---\nname: q\ntools: Read\n---\n\nYou are q.\n' > .claude/agents/quality.md
  $ loci apply --provider claude
  $ cat .claude/agents/quality.md
  $ loci apply --provider claude --scope local
  $ sed -i '/^memory/d' .claude/agents/quality.md && loci apply --provider claude --scope local --quiet | tail -1
  $ cat .claude/agents/quality.md
  $ ls .claude/agent-memory-local/q | head -2

User-wide memory goes to the user's own directory.

# rule: A7

  $ mkdir -p $HOME/.loci/agents/q/memory && printf 'mine\n' > $HOME/.loci/agents/q/memory/own.md
  $ loci apply --scope user --provider claude
  $ ls $HOME/.claude/agent-memory/q
  $ loci status --scope user

Errors.

  $ loci apply --provider claud
  $ loci apply --scope everywhere
  $ loci apply --fallback magic
  $ loci --ephemeral apply
  $ ls -A .loci
