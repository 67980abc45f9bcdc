Of two processes one consolidates, and one that was killed holds nothing.

# rule: D27, D37

  $ loci write old --type project --description 'About the old server' --content 'The server is called marvin.'
  created old.md in private
  $ printf '#!/bin/sh\nsleep 60 &\necho $! > %s/asked\nwait\n' "$TMP" > $TMP/slow; chmod +x $TMP/slow
  $ loci consolidate --force --with $TMP/slow > /dev/null 2>&1 & echo $! > $TMP/first; disown
  $ for i in $(seq 200); do test -s $TMP/asked && break; sleep 0.05; done
  $ loci consolidate --force 2>&1 | sed "s/process $(cat $TMP/first)/process FIRST/"
  loci: running since 2026-11-15T10:00:00.000Z by process FIRST (loci consolidate --force --with $TMP/slow)
  hint: wait until it has finished, or stop that process
  $ loci consolidate --status | grep running | sed "s/process $(cat $TMP/first)/process FIRST/"
    running   shut: running since 2026-11-15T10:00:00.000Z by process FIRST (loci consolidate --force --with $TMP/slow)
  $ kill -9 $(cat $TMP/first); for i in $(seq 200); do loci consolidate --status | grep -q 'not running' && break; sleep 0.05; done
  $ loci consolidate --force --json | grep '"operations"'
  loci: warning: a consolidation that began 2026-11-15T10:00:00.000Z did not finish; this one takes over
  loci: nothing to tidy
    "operations": [],
  $ loci consolidate --force --json 2>/dev/null | grep '"operations"'
    "operations": [],

The program that was asked has ended, too.

  $ for i in $(seq 200); do grep -q '^State:.[^ZX]' /proc/$(cat $TMP/asked)/status 2>/dev/null || break; sleep 0.05; done; echo $((i < 200))
  1
