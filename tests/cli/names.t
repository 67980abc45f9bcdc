Names that are none, on every command that takes one.

# rule: N15, N16, N17

  $ loci write prefs --type user --description 'Saved preference' --content text
  created prefs.md in global
  $ long=$(head -c 300 /dev/zero | tr '\0' n)
  $ loci read ../x
  loci: the name '../x' contains a path separator
  [2]
  $ loci read a/b
  loci: the name 'a/b' contains a path separator
  [2]
  $ loci read 'a\b'
  loci: the name 'a\b' contains a path separator
  [2]
  $ loci read .
  loci: the name '.' starts with a dot
  [2]
  $ loci read ..
  loci: the name '..' starts with a dot
  [2]
  $ loci read .hidden
  loci: the name '.hidden' starts with a dot
  [2]
  $ loci read ''
  loci: a note's name must not be blank
  [2]
  $ loci read ' '
  loci: a note's name must not be blank
  [2]
  $ loci read $'a\nb'
  loci: the name 'a\x0ab' contains a control character
  [2]
  $ loci read $'a\x7f'
  loci: the name 'a\x7f' contains a control character
  [2]
  $ loci read $'\xff'
  loci: the name '\xff' is not valid UTF-8
  [2]
  $ loci read $long 2>&1 | sed s/nnn*/n…/
  loci: the name 'n…' is longer than 128 bytes
  $ loci read $(head -c 126 /dev/zero | tr '\0' n) 2>&1 | sed s/nnn*/n…/
  loci: the name 'n…' is longer than 128 bytes
  $ loci read x.MD
  loci: the name 'x.MD' does not end in '.md' but in '.MD'
  hint: write '.md' in lower case
  [2]
  $ loci read x.Md
  loci: the name 'x.Md' does not end in '.md' but in '.Md'
  hint: write '.md' in lower case
  [2]
  $ loci read MEMORY.md
  loci: the name 'MEMORY.md' is a reserved name
  [2]
  $ loci read memory
  loci: the name 'memory' is a reserved name
  [2]
  $ loci read SCRATCHPAD
  loci: the name 'SCRATCHPAD' is a reserved name
  [2]
  $ loci read CON
  loci: the name 'CON' is a reserved name
  [2]
  $ loci read con.md
  loci: the name 'con.md' is a reserved name
  [2]
  $ loci read lpt9.md
  loci: the name 'lpt9.md' is a reserved name
  [2]
  $ loci read .md
  loci: the name '.md' starts with a dot
  [2]

Each name on each command: InvalidInput, and nothing changes.

  $ find . $HOME -type f | sort | xargs sha256sum > $TMP/before
  $ try() { for n in ../x a/b 'a\b' . .. .hidden '' ' ' $'a\nb' $'\xff' "$long" x.MD MEMORY.md memory.md SCRATCHPAD.md CON nul.md COM1; do EDITOR=true loci "${@/NAME/$n}" > $TMP/out 2> $TMP/err; s=$?; [ $s = 2 ] && [ ! -s $TMP/out ] || { echo "$s for '$n':"; cat $TMP/out $TMP/err; }; done; }
  $ try write NAME --type user --description d --content c
  $ printf -- '---\nname: N\ntype: user\n---\nx\n' > $TMP/raw; try write NAME --raw --content @$TMP/raw
  $ try read NAME
  $ try edit NAME
  $ try delete NAME
  $ try rename NAME new
  $ try rename prefs NAME
  $ try move NAME --to private
  $ try copy NAME --to private
  $ try log NAME
  $ try diff NAME
  $ try restore NAME
  $ try purge NAME --yes
  $ find . $HOME -type f | sort | xargs sha256sum | diff $TMP/before -

With and without `.md`, on every command.

  $ loci read prefs.md | tail -1
  text
  $ loci copy prefs.md --to private
  copied prefs.md from global to private
  $ loci delete prefs.md --private --quiet
  deleted prefs.md from private
  $ loci rename prefs.md other.md
  renamed prefs.md to other.md in global
  $ loci log other
  REV  AGE  KIND    BY    FILE      HASH
  7    now  rename  user  other.md  ebb6c5585d0d
  1    now  write   user  prefs.md  ebb6c5585d0d
  $ loci write 'with space (and more)' --type user --description d --content c
  created with space (and more).md in global
  $ cat $HOME/.loci/memory/MEMORY.md
  - [With Space (and More)](<with space (and more).md>) - d
  - [Prefs](other.md) - Saved preference
  $ loci delete 'with space (and more).md' --quiet
  deleted with space (and more).md from global
  $ cat $HOME/.loci/memory/MEMORY.md
  - [Prefs](other.md) - Saved preference
