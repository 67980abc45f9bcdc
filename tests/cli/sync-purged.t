What a purge on one machine takes on the others, and what it leaves.

# rule: RM90

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1
  $ git config --global user.name N && git config --global user.email n@example.com
  $ git init -q --bare $TMP/hub.git
  $ ann() { LOCI_HOME=$TMP/ann loci "$@"; }
  $ ben() { LOCI_HOME=$TMP/ben loci "$@"; }
  $ write() { ann write "$1" --type user --description 'A note' --content "$2" --quiet; }
  $ (ann remote add hub $TMP/hub.git --mine; ann remote init hub; ben remote add hub $TMP/hub.git --mine) >/dev/null 2>&1

A secret is purged, and the note written again without it. The other machine erases the secret, takes
the new note, and has nothing of its own to purge.

  $ (write keys 'The secret word.'; ann sync; ben sync) >/dev/null
  $ (ann purge keys --yes; write keys 'Ask Carl for them.'; ann sync) >/dev/null 2>&1
  $ ben sync
  hub: 1 purged here, 1 received
    purged here: global/keys.md
    received: global/keys.md
  $ ben sync; ann sync; ben sync --repair; ann sync
  hub: nothing new
  hub: nothing new
  hub: nothing new
  hub: nothing new
  $ tail -n1 $TMP/ann/memory/keys.md $TMP/ben/memory/keys.md | grep -v '^$'
  ==> $TMP/ann/memory/keys.md <==
  Ask Carl for them.
  ==> $TMP/ben/memory/keys.md <==
  Ask Carl for them.
  $ grep -rl 'secret word' $TMP/ann $TMP/ben
  [1]

A purge of one revision leaves the others, also on a machine that still had that one.

  $ (write plan One.; ann sync; ben sync; write plan 'Two, a slip.'; ann sync; ben sync; write plan Three.) >/dev/null
  $ REV=$(ann log plan --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["revisions"][1]["revision"])')
  $ (ann purge plan --rev $REV --yes; ann sync) >/dev/null 2>&1
  $ ben sync
  hub: 1 purged here, 1 received
    purged here: global/plan.md
    received: global/plan.md
  $ ben sync; ann sync
  hub: nothing new
  hub: nothing new
  $ grep -rl 'a slip' $TMP/ann $TMP/ben
  [1]
  $ FIRST=$(ben log plan --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["revisions"][-1]["revision"])')
  $ ben restore plan --rev $FIRST >/dev/null && tail -n1 $TMP/ben/memory/plan.md
  One.

A note that is gone for everybody takes all that was written of it here along.

  $ (write gone 'The secret word.'; ann sync; ben sync) >/dev/null
  $ (ann purge gone --yes; ann sync; ben sync) >/dev/null 2>&1; ls $TMP/ben/memory
  MEMORY.md
  keys.md
  plan.md
  $ ben sync; ann sync
  hub: nothing new
  hub: nothing new

What was written by hand and saved over by hand is known all the same: it was recorded when it was sent.

# rule: RM96

  $ for text in One Two Three; do printf -- '---\nname: S\ndescription: A note\ntype: project\n---\n\nWhispered %s.\n' $text > $TMP/ann/memory/slip.md; ann sync >/dev/null; done; ann log slip | tail -n +2 | wc -l
  3
  $ (ann purge slip --yes; ann sync; ben sync) >/dev/null 2>&1; git -C $TMP/hub.git show loci:.loci-remote/purged | grep -c slip.md
  3
  $ grep -rl Whispered $TMP/ann $TMP/ben
  [1]
