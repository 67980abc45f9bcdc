`import` brings back what agents wrote in other tools.

# rule: A18, A19, A20

  $ mkdir -p repo/.git repo/.loci/agents/dev/memory && cd repo
  $ printf -- '---\nname: Alpha\ndescription: A desc\ntype: feedback\n---\n\nalpha body\n' > .loci/agents/dev/memory/alpha.md
  $ loci apply --provider claude --quiet
  $ loci import
  $ echo 'learned there' >> .claude/agent-memory/dev/alpha.md
  $ loci import --dry-run
  $ loci import
  $ cat .loci/agents/dev/memory/alpha.md
  $ loci apply --provider claude && loci status && loci import

Both sides edited: both are kept.

  $ echo 'there' >> .claude/agent-memory/dev/alpha.md && echo 'here' >> .loci/agents/dev/memory/alpha.md
  $ loci status
  $ loci import
  $ tail -1 .loci/agents/dev/memory/alpha.md .loci/agents/dev/memory/alpha-2.md
  $ loci apply --provider claude && loci import && loci status

A note that the tool wrote, and facts in its MEMORY.md. All of it is one operation that can be taken back.

  $ printf -- '---\nname: new-one\ndescription: says it itself\nmetadata:\n  node_type: memory\n  type: project\n  odd: [1, x]\n---\n\nnew\n' > .claude/agent-memory/dev/new-one.md
  $ printf -- '- [New one](new-one.md) — a hook of its own\n\n## Facts\n\nthe build needs 4 GB\n' >> .claude/agent-memory/dev/MEMORY.md
  $ loci import
  $ cmp .loci/agents/dev/memory/new-one.md .claude/agent-memory/dev/new-one.md
  $ cat .loci/agents/dev/memory/MEMORY.md
  $ loci apply --provider claude && cat .claude/agent-memory/dev/MEMORY.md
  $ loci import && loci status
  $ loci history --limit 1 -o jsonl | tr ',' '\n' | grep -e kind -e origin
  $ loci undo && ls .loci/agents/dev/memory && loci undo

Two tools with different texts under one name: the first in the order wins, the other is kept as `-2`.

  $ mkdir -p .claude/agent-memory/two .gemini/agent-memory/two .codex/agent-memory/two
  $ echo gemini > .gemini/agent-memory/two/n.md && echo claude > .claude/agent-memory/two/n.md && echo claude > .codex/agent-memory/two/n.md
  $ loci import
  $ head .loci/agents/two/memory/n.md .loci/agents/two/memory/n-2.md
  $ loci import

Nested files are taken out of their directories, `memory.md` gets another name, what is no agent's stays.

  $ mkdir -p .claude/agent-memory/nest/deep && echo x > .claude/agent-memory/nest/deep/x.md && echo m > .claude/agent-memory/nest/memory.md
  $ echo loose > .claude/agent-memory/loose.md
  $ loci import
  $ rm .claude/agent-memory/loose.md

Only one tool's directory: nothing of another agent is removed.

  $ loci import --provider gemini
  $ ls .loci/agents
  $ loci import --provider gemini --prune

Memory of user-level agents without a definition survives.

  $ mkdir -p $HOME/.claude/agent-memory/helper && echo user-wide > $HOME/.claude/agent-memory/helper/u.md
  $ loci import --quiet | grep helper
  $ loci apply --quiet >/dev/null; loci apply --scope user --quiet >/dev/null; cat $HOME/.claude/agent-memory/helper/u.md $HOME/.loci/agents/helper/memory/u.md

`--prune` lets go of what an import made, when no tool has it any more and nobody touched it. History keeps it.

# rule: A21

  $ rm -r .claude/agent-memory/two .gemini/agent-memory/two .codex .claude/agent-memory/nest
  $ echo mine >> .loci/agents/nest/memory/x.md
  $ loci import --prune --dry-run
  $ loci import --prune
  $ ls .loci/agents/two/memory .loci/agents/nest/memory
  $ loci undo && ls .loci/agents/two/memory

Without `.loci/` the private part of the project takes it, and none is made.

  $ mkdir -p ../bare/.git ../bare/.claude/agent-memory/dev && cd ../bare && echo x > .claude/agent-memory/dev/x.md
  $ loci import && ls -A
  $ loci import --provider nobody
  $ loci --ephemeral import
