How memory is.

# rule: H1, H2, C4

  $ loci
  workspace  $TMP/work
  home       $TMP/home/.loci
  
  private  0 notes  $TMP/home/.loci/projects/work-*/memory (glob)
  global   0 notes  $TMP/home/.loci/memory
  
  nothing remembered yet: try 'loci remember "a fact" --title "what it is about"'
  run 'loci --help' to see all commands
  $ loci health
  memory     on
  home       $TMP/home/.loci
  workspace  $TMP/work
  
  SCOPE    NOTES  INDEX                       DIRECTORY
  private  0      0 lines, 0 bytes (0% full)  $TMP/home/.loci/projects/work-*/memory (glob)
  global   0      0 lines, 0 bytes (0% full)  $TMP/home/.loci/memory
  
  catalog    0 sections in 0 files, 0 B
  journal    0 operations, 0 records, 0 B; 0 texts, 0 B
  tidying    not due: 0 of 3 sessions since
  
  no problems
  $ loci write prefs --type user --description 'Saved preference' --content one
  created prefs.md in global
  $ loci remember 'A fact.' --title 'Fact'
  created fact.md in private
  $ loci
  workspace  $TMP/work
  home       $TMP/home/.loci
  
  private  1 note  $TMP/home/.loci/projects/work-*/memory (glob)
  global   1 note  $TMP/home/.loci/memory
  
  run 'loci --help' to see all commands
  $ loci health
  memory     on
  home       $TMP/home/.loci
  workspace  $TMP/work
  
  SCOPE    NOTES  INDEX                       DIRECTORY
  private  1      1 line, 28 bytes (0% full)  $TMP/home/.loci/projects/work-*/memory (glob)
  global   1      1 line, 39 bytes (0% full)  $TMP/home/.loci/memory
  
  catalog    0 sections in 0 files, 0 B; 4 to be read by the next search
  journal    2 operations, 4 records, 871 B; 2 texts, 282 B
  tidying    not due: 0 of 3 sessions since
  
  OPERATION  AGE  KIND      BY    SCOPE    FILES     SUMMARY
  3          now  remember  user  private  fact.md   create fact.md: A fact.
  1          now  write     user  global   prefs.md  create prefs.md: Saved preference
  
  no problems

Problems, each with what mends it. It changes nothing.

  $ cd $HOME/.loci/memory
  $ printf -- '---\nname: Odd\ntype: user\ncolour: red\n---\nx\n' > odd.md
  $ cp prefs.md PREFS.md
  $ echo '- [Gone](gone.md)' >> MEMORY.md
  $ touch -d "$LOCI_NOW" *.md
  $ find $HOME -type f | sort | xargs sha256sum > $TMP/before
  $ cd $TMP/work
  $ loci
  workspace  $TMP/work
  home       $TMP/home/.loci
  
  private  1 note   $TMP/home/.loci/projects/work-*/memory (glob)
  global   3 notes  $TMP/home/.loci/memory
  
  3 problems:
    the index of global is stale: 2 missing, 1 dangling, 0 doubled
      fix: loci reindex --scope global
    the names 'PREFS.md' and 'prefs.md' in global differ only in case or form
      fix: loci rename prefs.md NEW --scope global
    $TMP/home/.loci/memory/odd.md:4: unknown key 'colour': put it under 'metadata'
      fix: loci edit odd.md --scope global
  
  run 'loci --help' to see all commands
  $ loci health | sed -n '/problem/,$p'
  3 problems:
    the index of global is stale: 2 missing, 1 dangling, 0 doubled
      fix: loci reindex --scope global
    the names 'PREFS.md' and 'prefs.md' in global differ only in case or form
      fix: loci rename prefs.md NEW --scope global
    $TMP/home/.loci/memory/odd.md:4: unknown key 'colour': put it under 'metadata'
      fix: loci edit odd.md --scope global
  $ echo 'torn' >> $HOME/.loci/state/journal/2026-11.jsonl
  $ loci health | tail -2
    the journal has 1 damaged line
      fix: nothing to do: they are skipped, and the notes are not affected
  $ sed -i '$d' $HOME/.loci/state/journal/2026-11.jsonl
  $ find $HOME -type f | sort | xargs sha256sum | diff $TMP/before -
  $ loci health --json | sed -n '/"problems"/,$p'
    "problems": [
      {
        "problem": "the index of global is stale: 2 missing, 1 dangling, 0 doubled",
        "fix": "loci reindex --scope global"
      },
      {
        "problem": "the names 'PREFS.md' and 'prefs.md' in global differ only in case or form",
        "fix": "loci rename prefs.md NEW --scope global"
      },
      {
        "problem": "$TMP/home/.loci/memory/odd.md:4: unknown key 'colour': put it under 'metadata'",
        "fix": "loci edit odd.md --scope global"
      }
    ]
  }

With memory off it still answers.

  $ LOCI_DISABLED=1 loci health | head -1
  memory     off: LOCI_DISABLED is set
  $ LOCI_DISABLED=1 loci health --json | head -3
  {
    "enabled": false,
    "disabled_by": "LOCI_DISABLED is set",

Limits.

# rule: H3

  $ loci health --limits
  LIMIT                   VALUE     UNIT        OF
  index_entry_lines       200       lines       entry lines of an index in a prompt
  index_entry_bytes       25000     bytes       entry lines of an index in a prompt
  context_bytes           32768     bytes       a context block or a rendered search
  write_bytes             65536     bytes       the content of one write
  file_bytes              1048576   bytes       a whole file given by --raw, edit or restore
  index_file_bytes        67108864  bytes       a MEMORY.md on disk
  frontmatter_bytes       65536     bytes       a note's frontmatter
  frontmatter_depth       32        levels      nesting in a note's frontmatter
  history_rows            100       rows        one answer of history
  search_hits             100       notes       one answer of search
  summary_bytes           2048      bytes       the summary in a journal line
  file_name_bytes         128       bytes       the name of a note's file
  title_stem_bytes        64        bytes       a file name made from a title
  description_characters  120       characters  a description made from the body
  $ loci health --limits -o jsonl | head -1
  {"name":"index_entry_lines","value":200,"unit":"lines","about":"entry lines of an index in a prompt"}
  $ loci health now
  loci: unexpected argument 'now' for 'loci health'
  hint: run 'loci health --help' to see its usage
  [2]
