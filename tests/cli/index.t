MEMORY.md, line by line: the worked cases.

# rule: I1, I2, I3, I4, I5, I6, I7, I8

Prefs, then Style without a description.

  $ loci write prefs --type user --description 'Saved preference' --content text
  created prefs.md in global
  $ printf -- '---\nname: Style\ntype: user\n---\n\ntext\n' | loci write style --raw
  created style.md in global
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Style](style.md)
  - [Prefs](prefs.md) - Saved preference

A line that only mentions a note stays when the note goes.

  $ loci write other --type user --description 'see (prefs.md)' --content text
  created other.md in global
  $ loci delete prefs --quiet
  deleted prefs.md from global
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Other](other.md) - see (prefs.md)
  - [Style](style.md)

Parentheses.

  $ loci write 'user(preferences)' --type user --name 'User [prefs]' --description 'Editor and shell' --content x
  created user(preferences).md in global
  $ cat $HOME/.loci/memory/MEMORY.md
  - [User \[prefs\]](<user(preferences).md>) - Editor and shell
  - [Other](other.md) - see (prefs.md)
  - [Style](style.md)
  $ sed -i 's/<user(preferences).md>/user\\(preferences\\).md/' $HOME/.loci/memory/MEMORY.md
  $ loci write 'user(preferences)' --description 'Editor, shell' --content x
  updated user(preferences).md in global
  $ cat $HOME/.loci/memory/MEMORY.md
  - [User \[prefs\]](user\(preferences\).md) - Editor, shell
  - [Other](other.md) - see (prefs.md)
  - [Style](style.md)
  $ loci delete 'user(preferences)' --quiet
  deleted user(preferences).md from global
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Other](other.md) - see (prefs.md)
  - [Style](style.md)

The user's heading and hook survive write, delete, undo and reindex.

# rule: U6, I10

  $ cat > $HOME/.loci/memory/MEMORY.md <<'EOF'
  > # What I know
  > 
  > Some prose.
  > 
  > - [Style](style.md) - my own words
  > - [Other](other.md) - see (prefs.md)
  > 
  > ## Later
  > EOF
  $ cp $HOME/.loci/memory/MEMORY.md index
  $ loci write style --name 'House style' --description 'generated' --content new
  updated style.md in global
  $ diff index $HOME/.loci/memory/MEMORY.md
  5c5
  < - [Style](style.md) - my own words
  ---
  > - [House style](style.md) - my own words
  [1]
  $ loci undo
  undid operation 15: write style.md by user, just now
  $ diff index $HOME/.loci/memory/MEMORY.md
  $ loci write new --type user --description 'A new one' --content x
  created new.md in global
  $ diff index $HOME/.loci/memory/MEMORY.md
  4a5
  > - [New](new.md) - A new one
  [1]
  $ loci delete new --quiet
  deleted new.md from global
  $ diff index $HOME/.loci/memory/MEMORY.md
  $ loci reindex
  global: in step
  $ diff index $HOME/.loci/memory/MEMORY.md
  $ loci delete style --quiet && loci undo
  deleted style.md from global
  undid operation 23: delete style.md by user, just now
  $ diff index $HOME/.loci/memory/MEMORY.md
  $ loci delete other --quiet && loci delete style --quiet
  deleted other.md from global
  deleted style.md from global
  $ cat $HOME/.loci/memory/MEMORY.md
  # What I know
  
  Some prose.
  
  
  ## Later
  $ loci write style --type user --description Style --content x
  created style.md in global
  $ cat $HOME/.loci/memory/MEMORY.md
  # What I know
  
  Some prose.
  
  
  ## Later
  
  - [Style](style.md) - Style

Write X, delete X, write X leaves X; two titles with one name keep both; a title never touches MEMORY.md.

  $ loci write x --type user --description d --content c && loci delete x --quiet && loci write x --type user --description d --content c
  created x.md in global
  deleted x.md from global
  created x.md in global
  $ loci read x | tail -1
  c
  $ loci remember 'One.' --title 'C++' --type user && loci remember 'Two.' --title 'C--' --type user
  created c.md in global
  created c-2.md in global
  $ cp $HOME/.loci/memory/MEMORY.md index
  $ loci remember 'Three.' --title Memory --type user
  created memory-note.md in global
  $ diff index $HOME/.loci/memory/MEMORY.md
  7a8
  > - [Memory](memory-note.md) - Three.
  [1]
  $ loci write colon --name 'a: b' --type user --description 'c: d' --content x
  created colon.md in global
  $ loci read colon --json | grep -e '"name"' -e '"description"' -e '"faults"'
    "name": "a: b",
    "description": "c: d",
    "faults": [],
