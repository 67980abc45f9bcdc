An edit that was made on an older version is merged with what the note became since.

# rule: MG30

  $ loci write deploys --type user --description "How we deploy" --content "$(printf 'Build first.\n\nThen test.\n\nThen ship.')" >/dev/null
  $ base=$(loci read deploys --json | sed -n 's/.*"hash": "\([0-9a-f]*\)".*/\1/p')
  $ loci write deploys --content "$(printf 'Build in the container first.\n\nThen test.\n\nThen ship.')" >/dev/null
  $ printf 'Build first.\n\nThen test.\n\nThen ship on Mondays.\n' | loci merge deploys --base $base --content -
  Build in the container first.
  
  Then test.
  
  Then ship on Mondays.

Nothing is written; with --json comes the hash to save it on.

  $ loci read deploys | tail -1
  Then ship.
  $ loci merge deploys --base $base --content 'Build first, by hand.'
  loci: the edit and 'deploys.md' change the same lines: take one of them, or write the text yourself
  [1]
  $ loci merge deploys --base $base --content 'Build first, by hand.' --json
  loci: the edit and 'deploys.md' change the same lines: take one of them, or write the text yourself
  {
    "filename": "deploys.md",
    "hash": "e03e46f917e90d633c53796a9c7cec79ac62f4f74d45f7b3e166906ab203e0ee",
    "merged": false,
    "base_kept": true,
    "conflicts": [
      "body"
    ],
    "content": null
  }
  [1]
  $ loci merge deploys --base 0000 --content 'Anything.'
  loci: 'deploys.md' has no such version, or it is no longer kept; 'loci log deploys.md' shows them
  [1]
  $ loci merge nosuch --base 0000 --content 'Anything.'
  loci: there is no note 'nosuch.md'
  hint: run 'loci list' to see all notes
  [3]
