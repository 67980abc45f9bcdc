What agents remember, and where: a directory `agents/<id>/memory` with a note in it is enough, no definition is needed.

# rule: A1, A2

  $ mkdir -p repo/.git repo/.loci/agents/dev/memory/deep repo/.loci/agents/empty/memory && cd repo
  $ printf -- '---\nname: Alpha\ndescription: A desc\n---\n\nalpha body\n' > .loci/agents/dev/memory/alpha.md
  $ printf 'no frontmatter\n' > .loci/agents/dev/memory/zebra.md
  $ printf 'x\n' > .loci/agents/dev/memory/deep/nested.md
  $ printf 'x\n' > .loci/agents/dev/memory/ignored.txt
  $ mkdir -p $HOME/.loci/agents/dev/memory && printf 'mine\n' > $HOME/.loci/agents/dev/memory/own.md
  $ loci agents
  $ loci agents show dev
  $ loci agents show dve
  $ loci agents --json
  $ loci agents show dev -o jsonl --quiet
  $ printf 'x\n' > .loci/agents/dev/memory/memory.md
  $ loci agents list 2>&1 >/dev/null | sort

`xcaf/agents` is read as well, and the private part.

  $ mkdir -p xcaf/agents/ops/memory && printf 'x\n' > xcaf/agents/ops/memory/a.md
  $ loci agents -o jsonl --quiet | cut -c1-70
