A person's editor.

# rule: C16

  $ loci write prefs --type user --description 'Saved preference' --content text
  created prefs.md in global
  $ cat > editor <<'EOF'
  > #!/bin/sh
  > eval "$EDIT"
  > EOF
  $ chmod +x editor
  $ export EDITOR=$PWD/editor
  $ EDIT='sed -i s/text/better/ "$1"' loci edit prefs
  updated prefs.md in global
  $ loci read prefs | tail -1
  better
  $ EDIT=true loci edit prefs
  unchanged prefs.md in global
  $ EDIT=true loci edit prefs --json
  {
    "status": "unchanged",
    "filename": "prefs.md",
    "scope": "global",
    "place": "global",
    "hash": "39669cce0e16c958ce976a10c6c807ce3da2e8c8f9612b87b90440801ab73b1a",
    "operation": null,
    "dry_run": false,
    "warnings": [],
    "changed": []
  }
  $ VISUAL='sed -i s/better/best/' loci edit prefs
  updated prefs.md in global
  $ loci read prefs | tail -1
  best
  $ loci log prefs
  REV  AGE  KIND   BY    FILE      HASH
  5    now  edit   user  prefs.md  31daf6b3e3ba
  3    now  edit   user  prefs.md  39669cce0e16
  1    now  write  user  prefs.md  ebb6c5585d0d
  $ loci undo
  undid operation 5: edit prefs.md by user, just now

Nothing is left lying about.

  $ find $HOME/.loci/state/edit -type f

A new fault keeps the note and the text.

# rule: C17

  $ EDIT='sed -i s/^type.*/type:\ friend/ "$1"' loci edit prefs
  loci: prefs.md:4: type 'friend' is not one of user, feedback, project, reference
  hint: your text is kept in '$TMP/home/.loci/state/edit/*-prefs.md'; fix it and store it with 'loci write prefs.md --raw --content @FILE' (glob)
  [2]
  $ loci read prefs | grep type
  type: user
  $ cat $HOME/.loci/state/edit/* | grep type
  type: friend
  $ rm $HOME/.loci/state/edit/*
  $ EDIT=': > "$1"' loci edit prefs
  loci: the text came back empty; the note is unchanged
  hint: to delete it, run 'loci delete prefs.md'
  [2]
  $ loci read prefs | tail -1
  better

An editor that fails, one that is not there, and a note that changed meanwhile.

  $ EDIT='exit 3' loci edit prefs
  loci: the editor '$TMP/work/editor' exited with status 3
  hint: nothing was changed; set EDITOR to use another one
  [2]
  $ EDIT='echo more >> "$1"; exit 3' loci edit prefs
  loci: the editor '$TMP/work/editor' exited with status 3
  hint: nothing was changed; your text is in '$TMP/home/.loci/state/edit/*-prefs.md' (glob)
  [2]
  $ rm $HOME/.loci/state/edit/*
  $ EDITOR=no-such-editor loci edit prefs
  editor: *no-such-editor*not found (glob)
  loci: the editor 'no-such-editor' exited with status 127
  hint: nothing was changed; set EDITOR to use another one
  [2]
  $ env -u EDITOR PATH=$TMP/bin loci edit prefs
  loci: no editor found
  hint: set EDITOR to the one you want
  [3]
  $ EDIT='loci write prefs --content meanwhile; echo late >> "$1"' loci edit prefs
  updated prefs.md in global
  loci: note 'prefs.md' changed since you read it
  hint: your text is kept in '$TMP/home/.loci/state/edit/*-prefs.md'; compare it with 'loci read prefs.md' (glob)
  [4]
  $ loci read prefs | tail -1
  meanwhile
  $ rm $HOME/.loci/state/edit/*
  $ loci edit nothing
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci edit
  loci: 'NOTE' is missing: the note's file, with or without .md, or its title
  hint: for example: EDITOR=vim loci edit review-style
  [2]

A fault that was there before stays and is warned about.

  $ printf -- '---\nname: Odd\ntype: user\ncolour: red\n---\n\nx\n' > $HOME/.loci/memory/odd.md
  $ EDIT='echo y >> "$1"' loci edit odd
  loci: warning: odd.md:4: unknown key 'colour': put it under 'metadata'
  updated odd.md in global

Only a look.

# rule: W6

  $ EDIT='echo more >> "$1"' loci edit prefs --dry-run
  would update prefs.md in global
  --- global/prefs.md
  +++ global/prefs.md
  @@ -5,3 +5,4 @@
   ---
   
   meanwhile
  +more
  $ loci read prefs | tail -1
  meanwhile
  $ find $HOME/.loci/state/edit -type f
