What agents write to by name.

# rule: T10, T11, T12

  $ loci target write long_term --content a
  created MEMORY.md in global
  $ loci target write long_term --content b
  updated MEMORY.md in global
  $ cat $HOME/.loci/memory/MEMORY.md
  a
  b
  $ loci target write long_term --content '  a'
  loci: skipped 1 line: already there
  unchanged MEMORY.md in global
  $ loci target write long_term --content "$(printf 'b\nc')"
  loci: skipped 1 line: already there
  updated MEMORY.md in global
  $ loci write prefs --type user --description 'Saved preference' --content text
  created prefs.md in global
  $ loci target write long_term --mode overwrite --content '# Team'
  updated MEMORY.md in global
  $ cat $HOME/.loci/memory/MEMORY.md
  # Team
  
  - [Prefs](prefs.md) - Saved preference
  $ loci target read long_term
  # Team
  
  $ loci undo | tail -1; cat $HOME/.loci/memory/MEMORY.md
  undid operation 9: write MEMORY.md by user, just now
  a
  b
  c
  
  - [Prefs](prefs.md) - Saved preference

  $ printf 'no newline' | loci target write scratchpad --mode overwrite
  created SCRATCHPAD.md in scratchpad
  $ loci target write scratchpad --content next
  updated SCRATCHPAD.md in scratchpad
  $ loci target read scratchpad
  no newline
  next
  $ printf '  exact \n\n' | loci target write daily --mode overwrite
  created 2026-11-15.md in daily
  $ loci target read daily | od -c | head -2
  0000000           e   x   a   c   t      \n  \n
  0000012
  $ loci target read daily --name 2026-11-14
  loci: nothing there yet
  [1]
  $ loci target write daily --content x --name 2026-11-14
  loci: name, type and description are for notes
  hint: leave them out, or use the target 'note'
  [2]

# rule: T13

  $ loci target edit scratchpad --old next --new last
  updated SCRATCHPAD.md in scratchpad
  $ loci target edit scratchpad --old next --new last
  loci: the text to replace does not occur in 'SCRATCHPAD.md'; nothing was changed
  hint: read it first and give the text exactly as it is there
  [2]
  $ loci target edit scratchpad --old n --new m
  loci: the text to replace occurs in 'SCRATCHPAD.md' 3 times; nothing was changed
  1: no newline
  hint: give more of the text around it, so that it occurs once
  [2]
  $ loci target edit long_term --old 'Saved preference' --new x
  loci: this would change entries of the index; nothing was changed
  hint: write or delete the note itself: its index line follows
  [2]
  $ loci target edit note --name prefs --old text --new words && loci read prefs
  updated prefs.md in global
  ---
  name: Prefs
  description: Saved preference
  type: user
  ---
  
  words
  $ loci target edit note --name prefs --old 'type: user' --new 'type: banana'
  loci: the text to replace does not occur in 'prefs.md'; nothing was changed
  hint: read it first and give the text exactly as it is there
  [2]
  $ loci target edit note --name nosuch --old a --new b
  loci: there is no note 'nosuch.md'
  hint: run 'loci list' to see all notes
  [3]

# rule: T14

  $ loci target write note --name 'Build steps' --content 'Run make. Then test.'
  created build-steps.md in private
  $ loci target write note --name build-steps --content 'And install.'
  updated build-steps.md in private
  $ loci read build-steps
  ---
  name: Build steps
  description: And install.
  type: reference
  ---
  
  Run make. Then test.
  
  2026-11-15: And install.
  $ loci target write note --content x
  loci: a note needs a name
  hint: give its file or its title as the name
  [2]
  $ for name in ../x a/b . ' ' "$(printf '%0300d' 1)"; do loci target write note --name "$name" --content x || echo "[$?]"; done
  loci: the name '../x' contains a path separator
  [2]
  loci: the name 'a/b' contains a path separator
  [2]
  loci: the name '.' starts with a dot
  [2]
  loci: a note needs a name
  hint: give its file or its title as the name
  [2]
  loci: the name '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000' is longer than 128 bytes
  [2]
  $ loci target read note --name build-steps | tail -1
  2026-11-15: And install.

# rule: T15

  $ head -c 70000 /dev/zero | tr '\0' x | loci target write scratchpad
  loci: the content has 70000 bytes; the limit is 65536
  [2]

  $ loci target write nowhere --content x
  loci: 'TARGET' takes long_term, scratchpad, daily or note, not 'nowhere'
  [2]
  $ loci target write daily --mode prepend --content x
  loci: '--mode' takes append or overwrite, not 'prepend'
  hint: did you mean 'append'?
  [2]
  $ loci target write long_term --content x --dry-run
  would update MEMORY.md in global
  --- global/MEMORY.md
  +++ global/MEMORY.md
  @@ -3,3 +3,5 @@
   c
   
   - [Prefs](prefs.md) - Saved preference
  +
  +x
  $ loci target write long_term --content x --json | python3 -c 'import json,sys; print(sorted(json.load(sys.stdin)))'
  ['changed', 'cut', 'dry_run', 'filename', 'hash', 'operation', 'place', 'scope', 'skipped', 'status', 'warnings']
  $ loci target
  loci: 'loci target' needs a subcommand
  hint: available: target read, target write, target edit
  [2]

# rule: T16

  $ loci flush 'We chose the ring buffer.' --count 42
  updated 2026-11-15.md in daily
  $ echo 'And nothing else.' | loci flush
  updated 2026-11-15.md in daily
  $ loci daily | tail -5
  ### 10:00 — compaction summary (42 msgs)
  We chose the ring buffer.
  
  ### 10:00 — compaction summary
  And nothing else.
  $ loci flush '<analysis>Hm.</analysis><summary>Nothing is left.</summary>' && loci daily | tail -1
  updated 2026-11-15.md in daily
  Nothing is left.
  $ loci flush ''
  loci: the text is empty
  [2]
  $ head -c 400 /dev/zero | tr '\0' x | loci reserve 1000
  1100
  $ loci reserve 1000 --block '' --json
  {
    "tokens": 1000
  }

A note is edited in its body, or in the field that is named.

# rule: T13

  $ loci target edit note --name prefs --old 'Saved preference' --new 'What I like'
  loci: the text to replace is in the description of 'prefs.md', not in its body; nothing was changed
  hint: name the field with --field description
  [2]
  $ loci target edit note --name prefs --old 'Saved preference' --new 'What I like' --field description
  updated prefs.md in global
  $ loci target edit note --name prefs --old x --new y --field type
  loci: the field 'type' cannot be edited
  hint: use description or name
  [2]
  $ printf 'one port\ntwo\nthree ports\n' | loci write prefs --quiet && loci target edit note --name prefs --old port --new door
  updated prefs.md in global
  loci: the text to replace occurs in 'prefs.md' 2 times; nothing was changed
  7: one port
  9: three ports
  hint: give more of the text around it, so that it occurs once
  [2]
