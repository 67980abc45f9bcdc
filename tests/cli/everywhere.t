Looking over all projects, and words that look like flags.

# rule: F20

  $ mkdir -p $TMP/work/one/.git $TMP/work/two/.git
  $ cd $TMP/work/one && loci remember 'The harbour opens at six.' --title Harbour --type project
  created harbour.md in private
  $ cd $TMP/work/two && loci remember 'The harbour closes at nine.' --title 'Harbour two' --type project
  created harbour-two.md in private
  $ loci search harbour | grep -c Harbour
  1
  $ loci search harbour --everywhere | grep Harbour | sed 's/one-[0-9a-f]*/one/; s/two-[0-9a-f]*/two/'
  one/harbour.md  Harbour (private, now)
  two/harbour-two.md  Harbour two (private, now)
  $ loci list --everywhere | sed 's/one-[0-9a-f]*/one/; s/two-[0-9a-f]*/two/; s/  */ /g'
  FILE TYPE SCOPE AGE DESCRIPTION
  one/harbour.md project private now The harbour opens at six.
  two/harbour-two.md project private now The harbour closes at nine.
  $ loci search harbour --everywhere --json | python3 -c 'import json, sys; print(sorted(h["project"].split("-")[0] for h in json.load(sys.stdin)["hits"]))'
  ['one', 'two']
  $ CLAUDECODE=1 loci search harbour --everywhere
  loci: agents see only the notes of their own project
  hint: the user can allow it: everywhere = true under [search] in config.toml
  [5]
  $ printf '[search]\neverywhere = true\n' > $HOME/.loci/config.toml
  $ CLAUDECODE=1 loci search harbour --everywhere | grep -c Harbour
  2

# rule: F21

  $ loci remember 'Run it with -race and --shuffle.' --title 'Race detector' --type project
  created race-detector.md in private
  $ loci search -race | head -1
  race-detector.md  Race detector (private, now)
  $ loci search --shuffle | head -1
  race-detector.md  Race detector (private, now)
  $ loci search -- --shuffle | head -1
  race-detector.md  Race detector (private, now)
  $ loci search tests --shuffle
  loci: unknown flag '--shuffle'
  hint: run 'loci search --help' to see its flags
  [2]
  $ loci search --explian
  loci: unknown flag '--explian'
  hint: did you mean '--explain'?
  [2]
