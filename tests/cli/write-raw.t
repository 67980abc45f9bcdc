A whole file is stored byte for byte.

# rule: N14, I3

  $ loci write prefs --type user --description 'Saved preference' --content text
  created prefs.md in global
  $ printf -- '---\r\nname: Style\r\ntype: user\r\n---\r\n\r\nNo newline at the end' > style
  $ loci write style --raw --content @style
  created style.md in global
  $ cmp style $HOME/.loci/memory/style.md
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Style](style.md)
  - [Prefs](prefs.md) - Saved preference
  $ loci write style --raw < style
  unchanged style.md in global
  $ cat style | loci write style --raw --content -
  unchanged style.md in global

Strict: all faults at once, each with its line, and nothing is written.

# rule: N9

  $ cat > bad <<'EOF'
  > ---
  > name: Bad
  > type: friend
  > colour: red
  > name: Again
  > tags: one
  > ---
  > 
  > x
  > EOF
  $ loci write bad --raw --content @bad
  loci: bad.md:3: type 'friend' is not one of user, feedback, project, reference
  bad.md:4: unknown key 'colour': put it under 'metadata'
  bad.md:5: duplicate key 'name'
  bad.md:6: 'tags' must be a list, not text
  hint: nothing was written
  [2]
  $ printf 'no frontmatter\n' | loci write bad --raw
  loci: bad.md:1: no frontmatter
  bad.md:1: 'name' is missing
  bad.md:1: 'type' is missing
  hint: nothing was written
  [2]
  $ printf -- '---\nname: Bad\ntype: user\n' | loci write bad --raw
  loci: bad.md:1: the frontmatter is not closed: no second '---' line
  hint: nothing was written
  [2]
  $ printf -- '---\nname: [a\ntype: user\n---\n' | loci write bad --raw
  loci: bad.md:2: 'name' must be text, not a list
  bad.md:3: broken YAML: did not find expected ',' or ']' while parsing a flow sequence
  hint: nothing was written
  [2]
  $ printf -- '---\nname: Bad\ntype: user\n---\n\n\xff\n' | loci write bad --raw
  loci: bad.md:6: not valid UTF-8
  hint: nothing was written
  [2]
  $ loci write bad --raw </dev/null
  loci: there is no content
  hint: give --content TEXT, --content @FILE, or pipe the text in
  [2]
  $ loci write bad --raw --content @missing
  loci: cannot open 'missing': No such file or directory
  hint: if the text itself begins with @, pipe it in
  [3]
  $ ls $HOME/.loci/memory
  MEMORY.md
  prefs.md
  style.md

What the file already had is kept and warned about; what is new is refused.

# rule: N10

  $ cp bad $HOME/.loci/memory/bad.md
  $ sed 's/^x$/y/' bad | loci write bad --raw
  loci: warning: bad.md:3: type 'friend' is not one of user, feedback, project, reference
  loci: warning: bad.md:4: unknown key 'colour': put it under 'metadata'
  loci: warning: bad.md:5: duplicate key 'name'
  loci: warning: bad.md:6: 'tags' must be a list, not text
  updated bad.md in global
  $ loci write bad --content z
  loci: warning: bad.md:3: type 'friend' is not one of user, feedback, project, reference
  loci: warning: bad.md:4: unknown key 'colour': put it under 'metadata'
  loci: warning: bad.md:5: duplicate key 'name'
  loci: warning: bad.md:6: 'tags' must be a list, not text
  updated bad.md in global
  $ sed 's/^type: friend/type: enemy/' bad | loci write bad --raw
  loci: bad.md:3: type 'enemy' is not one of user, feedback, project, reference
  hint: nothing was written
  [2]

A frontmatter that is not YAML: the body can be replaced, the fields cannot.

# rule: N8

  $ printf -- '---\nname: Broken\ntype: [user\n---\n\nx\n' > $HOME/.loci/memory/broken.md
  $ touch -d "$LOCI_NOW" $HOME/.loci/memory/broken.md
  $ loci list --scope global
  FILE       TYPE  SCOPE   AGE  DESCRIPTION
  bad.md     -     global  now  [malformed: type 'friend' is not one of user, feedback, project, reference] z
  broken.md  -     global  now  [malformed: 'type' must be text, not a list] x
  prefs.md   user  global  now  Saved preference
  style.md   user  global  now  No newline at the end
  $ loci read broken
  ---
  name: Broken
  type: [user
  ---
  
  x
  $ loci write broken --description d
  loci: broken.md:3: 'type' must be text, not a list
  broken.md:4: broken YAML: did not find expected ',' or ']' while parsing a flow sequence
  hint: fix that first with 'loci edit broken.md', or replace the whole file with --raw
  [2]
  $ loci write broken --tag t --content x
  loci: broken.md:3: 'type' must be text, not a list
  broken.md:4: broken YAML: did not find expected ',' or ']' while parsing a flow sequence
  hint: fix that first with 'loci edit broken.md', or replace the whole file with --raw
  [2]
  $ loci write broken --content y
  loci: warning: broken.md:3: 'type' must be text, not a list
  loci: warning: broken.md:4: broken YAML: did not find expected ',' or ']' while parsing a flow sequence
  updated broken.md in global
  $ loci read broken | tail -1
  y
  $ printf -- '---\nname: Broken\ntype: user\n---\n\nx\n' | loci write broken --raw
  updated broken.md in global
