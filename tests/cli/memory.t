The index and the notes as files.

# rule: C36

  $ mkdir repo && cd repo && git init -q .
  $ loci memory
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci write prefs --type user --description 'Saved preference' --content text --quiet
  created prefs.md in global
  $ loci write style --type user --description 'How to write' --content text --quiet
  created style.md in global
  $ loci write deploys --type project --description 'When deploys go out' --content text --quiet
  created deploys.md in private
  $ loci memory | sed 's|projects/repo-[0-9a-f]*|projects/repo-#|'
  private  $TMP/home/.loci/projects/repo-#/memory
    MEMORY.md   46 B
    deploys.md  75 B
  global  $TMP/home/.loci/memory
    MEMORY.md  74 B
    prefs.md   67 B
    style.md   63 B
  $ loci memory --json --scope global
  {
    "places": [
      {
        "scope": "global",
        "place": "global",
        "path": "$TMP/home/.loci/memory",
        "index_bytes": 74,
        "notes": [
          {
            "filename": "prefs.md",
            "bytes": 67
          },
          {
            "filename": "style.md",
            "bytes": 63
          }
        ]
      }
    ]
  }
  $ loci memory MEMORY
  - [Style](style.md) - How to write
  - [Prefs](prefs.md) - Saved preference
  $ loci memory MEMORY --scope workspace
  - [Deploys](deploys.md) - When deploys go out
  $ loci memory prefs
  ---
  name: Prefs
  description: Saved preference
  type: user
  ---
  
  text

An edit of the index is one operation, and undo takes it back by line.

  $ EDITOR='sed -i 1i#\ Mine' loci memory edit
  updated MEMORY.md in global
  $ loci memory MEMORY
  # Mine
  - [Style](style.md) - How to write
  - [Prefs](prefs.md) - Saved preference
  $ loci history --limit 1
  OPERATION  AGE  KIND  BY    SCOPE   FILES      SUMMARY
  7          now  edit  user  global  MEMORY.md  edit MEMORY.md
  $ loci undo
  undid operation 7: edit MEMORY.md by user, just now
  $ loci memory MEMORY
  - [Style](style.md) - How to write
  - [Prefs](prefs.md) - Saved preference

What would lead nowhere is refused, and the text is kept.

  $ printf '#!/bin/sh\necho "- [Gone](gone.md)" >> "$1"\n' > $TMP/ed && chmod +x $TMP/ed
  $ EDITOR=$TMP/ed loci memory edit 2>&1 | sed -E 's|edit/[0-9]+-|edit/#-|'
  loci: MEMORY.md:3: there is no note 'gone.md'
  hint: your text is kept in '$TMP/home/.loci/state/edit/#-0-MEMORY.md'; nothing was changed
  $ EDITOR='sed -i p' loci memory edit 2>&1 | sed -E 's|edit/[0-9]+-|edit/#-|' | head -2
  loci: MEMORY.md:2: 'style.md' already has a line above
  MEMORY.md:4: 'prefs.md' already has a line above
  $ EDITOR='truncate -s 0' loci memory edit
  loci: the text came back empty; the index is unchanged
  [2]
  $ EDITOR='sed -i /prefs/d' loci memory edit
  loci: warning: prefs.md has no index line any more: prompts make one up, and 'loci reindex' adds it
  updated MEMORY.md in global
  $ EDITOR=true loci memory edit
  unchanged MEMORY.md in global
  $ EDITOR='sed -i s/text/other/' loci memory edit prefs && loci memory prefs | tail -1
  updated prefs.md in global
  other

The prompt of an agent of one's own, with the block.

# rule: T17

  $ echo 'You are a reviewer.' > prompt.txt
  $ loci context --append-to prompt.txt | head -5
  You are a reviewer.
  
  
  ---
  
  $ loci context --prepend-to prompt.txt | tail -3
  ---
  
  You are a reviewer.
  $ loci --ephemeral-memory context --append-to prompt.txt
  You are a reviewer.
