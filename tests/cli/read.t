A note as it stands.

# rule: C14, N2, N6, N7

  $ loci write prefs --type user --description 'Saved preference' --content text --tag a
  created prefs.md in global
  $ loci read prefs
  ---
  name: Prefs
  description: Saved preference
  type: user
  tags: [a]
  ---
  
  text
  $ loci read prefs.md | cmp - $HOME/.loci/memory/prefs.md
  $ loci read prefs --json
  {
    "filename": "prefs.md",
    "name": "Prefs",
    "type": "user",
    "scope": "global",
    "place": "global",
    "age": "now",
    "description": "Saved preference",
    "mod_time": "2026-11-15T10:00:00.000Z",
    "hash": "393601cfdd91e755048013f05ba0f371b5e667b1db3d129f5b9572d64f981e3c",
    "tags": [
      "a"
    ],
    "agent_name": null,
    "faults": [],
    "text": "---\nname: Prefs\ndescription: Saved preference\ntype: user\ntags: [a]\n---\n\ntext\n"
  }
  $ cd $HOME/.loci/memory
  $ printf '\xef\xbb\xbf---\r\nname: Bom\r\ntype: user\r\n---' > bom.md
  $ printf 'just text\n' > bare.md
  $ printf -- '---\ndescription: only this\n---\nbody' > only.md
  $ printf -- '---\nname: Open\nbody\n' > open.md
  $ touch -d "$LOCI_NOW" *.md
  $ loci list
  FILE      TYPE  SCOPE   AGE  DESCRIPTION
  bare.md   -     global  now  [malformed: no frontmatter] just text
  bom.md    user  global  now
  only.md   -     global  now  [malformed: 'name' is missing] only this
  open.md   -     global  now  [malformed: the frontmatter is not closed: no second '---' line] name: Open
  prefs.md  user  global  now  Saved preference
  $ loci read bare
  just text
  $ loci read open --json
  {
    "filename": "open.md",
    "name": "Open",
    "type": null,
    "scope": "global",
    "place": "global",
    "age": "now",
    "description": "name: Open",
    "mod_time": "2026-11-15T10:00:00.000Z",
    "hash": "38140b2c07159ec433a2d8e7cd95ecc63773958823cb865ff4c6add20dba0769",
    "tags": [],
    "agent_name": null,
    "faults": [
      {
        "line": 1,
        "message": "the frontmatter is not closed: no second '---' line"
      }
    ],
    "text": "---\nname: Open\nbody\n"
  }
  $ loci read bom | od -c | head -1
  0000000 357 273 277   -   -   -  \r  \n   n   a   m   e   :       B   o
  $ cd $TMP/work

Names: exact first, then folded, then a guess.

# rule: N18

  $ loci read PREFS | head -2
  ---
  name: Prefs
  $ loci read prefz
  loci: there is no note 'prefz.md'
  hint: did you mean 'prefs.md'?
  [3]
  $ loci read something-else-entirely
  loci: there is no note 'something-else-entirely.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci read
  loci: 'NOTE' is missing: the note's file, with or without .md, or its title
  hint: for example: loci read review-style
  [2]
  $ loci read prefs bare
  loci: unexpected argument 'bare' for 'loci read'
  hint: run 'loci read --help' to see its usage
  [2]

In two scopes it must be said which.

# rule: S13

  $ loci copy prefs --to private
  copied prefs.md from global to private
  $ loci read prefs
  loci: 'prefs.md' is ambiguous: private and global
  hint: say which with --scope
  [2]
  $ loci read prefs --scope global | tail -1
  text
  $ loci read prefs --private | tail -1
  text
  $ loci read prefs --json -o json
  {"error":{"code":"invalid_input","message":"'prefs.md' is ambiguous: private and global","hint":"say which with --scope"}}
  [2]

What is too large is listed and marked, and not read; the list is not all there is, and its exit status says so.

# rule: L3
# rule: C23

  $ head -c 1048577 /dev/zero | tr '\0' x > $HOME/.loci/memory/large.md
  $ touch -d '2026-01-01T00:00:00Z' $HOME/.loci/memory/large.md
  $ loci read large
  loci: '$TMP/home/.loci/memory/large.md' is larger than 1048576 bytes
  hint: split it into smaller files
  [2]
  $ loci list --scope global > /dev/null
  loci: 1 note could not be read
  [8]
  $ loci list --scope global | tail -1
  loci: 1 note could not be read
  large.md  -     global  10mo  [unreadable: '$TMP/home/.loci/memory/large.md' is larger than 1048576 bytes]
  $ loci list --scope global --json | tail -15
  loci: 1 note could not be read
        "type": null,
        "scope": "global",
        "place": "global",
        "age": "10mo",
        "description": "",
        "mod_time": "2026-01-01T00:00:00.000Z",
        "hash": null,
        "tags": [],
        "agent_name": null,
        "faults": [],
        "unreadable": "'$TMP/home/.loci/memory/large.md' is larger than 1048576 bytes"
      }
    ],
    "total": 6
  }

By its title, where no file is called so.

# rule: N26

  $ loci remember '80 and 443.' --title 'Ports: HTTP / HTTPS' --quiet
  created ports-http-https.md in private
  $ loci read 'ports: http / https' | tail -1
  80 and 443.
  $ loci log 'Ports: HTTP / HTTPS' | cut -c1-20
  REV  AGE  KIND      
  5    now  remember  
  $ loci delete 'Ports: HTTP / HTTPS' --dry-run | head -1
  would delete ports-http-https.md from private
  $ loci remember '81.' --title 'Ports: HTTP / HTTPS' --type user --quiet
  created ports-http-https.md in global
  $ loci read 'Ports: HTTP / HTTPS'
  loci: more than one note is titled 'Ports: HTTP / HTTPS': 'ports-http-https.md' in private and 'ports-http-https.md' in global
  hint: give the file, and say which with --scope
  [2]
