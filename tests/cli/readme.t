Every command of the README's tour works as it stands there, in this order.

  $ mkdir .git
  $ sed -n '/^## A two-minute tour/,/^## Connect your agent/p' $TESTDIR/../../README.md > tour
  $ awk 'more || /^\$ /{sub(/^\$ /, ""); print; more = /\\$/}' tour > commands
  $ grep -c '^loci ' commands
  9
  $ bash -e commands > answers 2>&1; echo $?
  0
  $ grep -A8 '^--- ' answers | tail -2
  +Two lines at most.
  undid operation 5: write review-style.md by user, just now

Every command that connects an agent works, in a fresh home, and all of it goes again.

  $ (export HOME=$TMP/fresh; mkdir -p $HOME/app/.git $HOME/.claude && cd $HOME/app
  > sed -n '/^## Connect your agent/,/^## How it compares/s/^\$ loci /loci --quiet /p' $TESTDIR/../../README.md > ../connect
  > grep -c '^loci ' ../connect; bash -e ../connect > ../answers; echo $?; cut -d: -f1 ../answers | grep -E '^[a-z]+$' | uniq
  > loci --quiet unsetup --all > /dev/null && loci --quiet unsetup --all --scope project > /dev/null; ls -A . ..)
  5
  0
  claude
  codex
  gemini
  cursor
  copilot
  windsurf
  opencode
  antigravity
  claude
  cursor
  .:
  .git
  
  ..:
  .claude
  .loci
  answers
  app
  connect
