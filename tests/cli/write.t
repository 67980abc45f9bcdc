Making a note and changing it.

# rule: C11, S1, S9

  $ ls -A $HOME
  $ loci write prefs.md --type user --description 'Saved preference' --content 'Tabs, not spaces.'
  created prefs.md in global
  $ cat $HOME/.loci/memory/prefs.md
  ---
  name: Prefs
  description: Saved preference
  type: user
  ---
  
  Tabs, not spaces.
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Prefs](prefs.md) - Saved preference

The name is the title of the file name, unless given; tags may be repeated.

# rule: N12, N17, N23

  $ loci write runtime-docs-location --type reference --description 'Where the docs are' --content 'In /srv/docs.'
  created runtime-docs-location.md in private
  $ loci read runtime-docs-location
  ---
  name: Runtime Docs Location
  description: Where the docs are
  type: reference
  ---
  
  In /srv/docs.
  $ loci write t --type User --name 'a: b' --description 'yes' --tag one --tag 'two words' --content x
  created t.md in global
  $ loci read t
  ---
  name: "a: b"
  description: "yes"
  type: user
  tags: [one, two words]
  ---
  
  x

The same again changes nothing and leaves no trace.

# rule: W5

  $ loci history -o jsonl | wc -l
  3
  $ loci write prefs --type user --description 'Saved preference' --content 'Tabs, not spaces.'
  unchanged prefs.md in global
  $ loci write prefs --content 'Tabs, not spaces.' --json
  {
    "status": "unchanged",
    "filename": "prefs.md",
    "scope": "global",
    "place": "global",
    "hash": "89d35603a161dc5d34f2e496df035aa3335c2ba51817c339c404eb439d7c6e8b",
    "operation": null,
    "dry_run": false,
    "warnings": [],
    "changed": []
  }
  $ loci history -o jsonl | wc -l
  3

Yet write, delete, write leaves it.

  $ loci delete prefs
  loci: 'loci undo 7' brings it back
  deleted prefs.md from global
  $ loci write prefs --type user --description 'Saved preference' --content 'Tabs, not spaces.'
  created prefs.md in global
  $ loci read prefs | tail -1
  Tabs, not spaces.

What is given changes, all else stays: fields, comments, keys, the type's place.

# rule: C13, N11

  $ cat > note.md <<'EOF'
  > ---
  > # mine
  > name:   "Editor"   # as it was
  > type: user
  > description: old
  > metadata: {importance: 7}
  > ---
  > 
  > Old body.
  > EOF
  $ loci write editor --raw --content @note.md
  created editor.md in global
  $ loci write editor --description 'new one' --content 'New body.'
  updated editor.md in global
  $ loci read editor
  ---
  # mine
  name:   "Editor"   # as it was
  type: user
  description: new one
  metadata: {importance: 7}
  ---
  
  New body.
  $ loci write editor --type feedback </dev/null
  updated editor.md in global
  $ loci read editor | tail -4
  metadata: {importance: 7}
  ---
  
  New body.
  $ loci write runtime-docs-location --type user </dev/null
  updated runtime-docs-location.md in private

Standard input with nothing in it is no content: the body stays. An empty text that is given empties it.

  $ loci write editor --content ''
  loci: the text is blank
  hint: give the text to remember; 'loci delete editor' deletes a note
  [2]
  $ loci read editor | tail -2
  
  New body.

A new note must say what it is. All that is missing is named, and nothing is written.

  $ find $HOME -type f | sort | xargs sha256sum > $TMP/before
  $ loci write new --content x
  loci: 'new.md' is new and needs --type and --description
  hint: for example: loci write x.md --type user --description "what it is about" --content "the fact"
  [2]
  $ loci write new --type user --content x
  loci: 'new.md' is new and needs --description
  hint: for example: loci write x.md --type user --description "what it is about" --content "the fact"
  [2]
  $ loci write new --description d --content x
  loci: 'new.md' is new and needs --type
  hint: for example: loci write x.md --type user --description "what it is about" --content "the fact"
  [2]
  $ loci write new --type user --description ' ' --content x
  loci: 'new.md' is new and needs --description
  hint: for example: loci write x.md --type user --description "what it is about" --content "the fact"
  [2]
  $ loci write new --type user --description d </dev/null
  loci: there is no content
  hint: give --content TEXT, --content @FILE, or pipe the text in
  [2]
  $ loci write new --type friend --description d --content x
  loci: 'friend' is not a type
  hint: use user, feedback, project or reference
  [2]
  $ loci write
  loci: 'FILE' is missing: the note's file, with or without .md
  hint: for example: loci write review-style.md --type user --description "Wants findings first" --content "Put blocking findings first."
  [2]
  $ find $HOME -type f | sort | xargs sha256sum | diff $TMP/before -

Not even the file that says which workspace it is.

# rule: S8

  $ mkdir $TMP/other && cd $TMP/other
  $ loci write new --content x
  loci: 'new.md' is new and needs --type and --description
  hint: for example: loci write x.md --type user --description "what it is about" --content "the fact"
  [2]
  $ find $HOME/.loci/projects/other-* -type f
  find: ‘$TMP/home/.loci/projects/other-*’: No such file or directory
  [1]
  $ loci write new --type project --description d --content x
  created new.md in private
  $ cat $HOME/.loci/projects/other-*/project.json
  {
    "version": 1,
    "slug": "other-*", (glob)
    "paths": [
      {
        "path": "$TMP/other",
        "device": *, (glob)
        "inode": *, (glob)
        "birth_ns": * (glob)
      }
    ]
  }
  $ cd $TMP/work

Only if it is still what was read.

# rule: W7

  $ hash=$(loci read prefs --json | sed -n 's/.*"hash": "\(.*\)",/\1/p')
  $ loci write prefs --content one --if-hash $hash
  updated prefs.md in global
  $ loci write prefs --content two --if-hash $hash
  loci: note 'prefs.md' changed since you read it
  hint: run 'loci read prefs.md' and try again
  [4]
  $ loci write prefs --content two --if-hash abc
  loci: 'abc' is not a hash
  hint: give 8 or more digits of what 'loci read --json' shows
  [2]
  $ loci write prefs --content two --if-hash 00000000
  loci: note 'prefs.md' changed since you read it
  hint: run 'loci read prefs.md' and try again
  [4]
  $ now=$(loci read prefs --json | sed -n 's/.*"hash": "\(.*\)",/\1/p')
  $ loci write prefs --content two --if-hash sha256:${now:0:8}
  updated prefs.md in global
  $ loci delete prefs --if-hash $now
  loci: note 'prefs.md' changed since you read it
  hint: run 'loci read prefs.md' and try again
  [4]
  $ loci delete prefs --if-hash ${now:0:4}
  loci: '5499' is not a hash
  hint: give 8 or more digits of what 'loci read --json' shows
  [2]
  $ loci delete gone --if-hash $now
  loci: note 'gone.md' was deleted since you read it
  hint: run 'loci log gone.md' to see what happened
  [4]

Names that differ in case or form only are one name.

# rule: N19

  $ loci write PREFS --content x
  loci: the names 'PREFS.md' and 'prefs.md' differ only in case or form
  hint: choose another name, or write to 'prefs.md'
  [4]
  $ loci write Prefs --type user --description d --content x
  loci: the names 'Prefs.md' and 'prefs.md' differ only in case or form
  hint: choose another name, or write to 'prefs.md'
  [4]
  $ loci write Prefs --type user --description d --content x --scope workspace
  created Prefs.md in private

  $ loci write prefs --content x --json
  {
    "status": "updated",
    "filename": "prefs.md",
    "scope": "global",
    "place": "global",
    "hash": "cca5c2c745a7a44d018954b1c3b627cd441af802c28a6a8fd4453458db4f68fe",
    "operation": 27,
    "dry_run": false,
    "warnings": [],
    "changed": [
      {
        "scope": "global",
        "place": "global",
        "filename": "prefs.md",
        "change": "updated"
      }
    ]
  }
