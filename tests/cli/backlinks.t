The links of a note, and what becomes of them.

# rule: K1, K2

  $ loci write style --type user --description 'How reviews are written' --content 'See [[staging]] and [[nowhere]].'
  created style.md in global
  $ loci write staging --type project --description 'When staging resets' --content 'By [me](style.md). [[How Reviews]]'
  created staging.md in private
  $ loci write plain --type user --description 'Nothing links to or from it' --content none
  created plain.md in global
  $ loci links style
  LINK    FROM                   LINE  TO
  in      staging.md in private  7     style.md in global
  out     style.md in global     7     staging.md in private
  broken  style.md in global     7     nowhere
  $ loci links plain
  loci: no links
  $ loci links staging --json
  {
    "filename": "staging.md",
    "place": "private",
    "in": [
      {
        "filename": "style.md",
        "place": "global",
        "line": 7,
        "target": "staging",
        "to": {
          "filename": "staging.md",
          "place": "private"
        }
      }
    ],
    "out": [
      {
        "filename": "staging.md",
        "place": "private",
        "line": 7,
        "target": "style.md",
        "to": {
          "filename": "style.md",
          "place": "global"
        }
      }
    ],
    "broken": [
      {
        "filename": "staging.md",
        "place": "private",
        "line": 7,
        "target": "How Reviews",
        "to": null
      }
    ]
  }
  $ loci links none
  loci: there is no note 'none.md'
  hint: run 'loci list' to see all notes
  [3]

A renamed note takes its links along, in one operation.

# rule: K3

  $ loci rename style reviews --dry-run | grep '^[-+].*By'
  loci: would update the links in 1 note
  -By [me](style.md). [[How Reviews]]
  +By [me](reviews.md). [[How Reviews]]
  $ loci rename style reviews
  loci: updated the links in 1 note
  renamed style.md to reviews.md in global
  $ loci read staging | tail -1
  By [me](reviews.md). [[How Reviews]]
  $ loci history --limit 1 | tail -1
  *  now  rename  user  global  style.md to reviews.md  rename style.md to reviews.md (glob)
  $ loci undo
  undid operation *: rename style.md to reviews.md by user, just now (glob)
  $ loci read staging | tail -1
  By [me](style.md). [[How Reviews]]

A thousand of them are one operation too.

  $ cd $HOME/.loci/memory && for i in $(seq 1000); do
  >   printf -- '---\nname: N%d\ndescription: Number %d of many\ntype: user\n---\n\nsee [[style]]\n' $i $i > n$i.md; done; cd $TMP/work
  $ loci reindex --quiet
  private: in step
  global: added 1000, removed 0, merged 0
  $ loci rename style reviews
  loci: updated the links in 1001 notes
  renamed style.md to reviews.md in global
  $ grep -l 'reviews' $HOME/.loci/memory/n*.md | wc -l
  1000
  $ loci undo --quiet
  undid operation *: rename style.md to reviews.md by user, just now (glob)
  $ grep -L 'see \[\[style\]\]' $HOME/.loci/memory/n*.md
  $ loci check --strict --quiet | grep -v nowhere
  $TMP/home/.loci/memory/MEMORY.md:1: warning: 1002 entries of * bytes; a prompt shows 200 lines and 25000 bytes [index-long] (glob)
  $TMP/home/.loci/projects/work-*/memory/staging.md:7: warning: there is no note 'How Reviews' [broken-link] (glob)
