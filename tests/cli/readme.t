Every command of the README's tour works as it stands there, in this order.

  $ mkdir .git
  $ sed -n '/^## A two-minute tour/,/^## Install/p' $TESTDIR/../../README.md > tour
  $ awk 'more || /^\$ /{sub(/^\$ /, ""); print; more = /\\$/}' tour > commands
  $ grep -c '^loci ' commands
  16
  $ bash -e commands > answers 2>&1; echo $?
  0
  $ grep -A8 '^--- ' answers | tail -2
  +Two lines at most.
  undid operation 5: write review-style.md by user, just now
