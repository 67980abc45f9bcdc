A dry run says what a sync would do, also where others purged notes.

# rule: RM5, RM8

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ git init -q --bare $TMP/hub.git
  $ ann() { LOCI_HOME=$TMP/ann loci "$@"; }
  $ ben() { LOCI_HOME=$TMP/ben loci "$@"; }
  $ eve() { LOCI_HOME=$TMP/eve loci "$@"; }
  $ note() { "$1" write "$2" --type project --scope global --description "About $2" --content "$3" --quiet; }
  $ ann remote add hub $TMP/hub.git --mine --quiet && ann remote init hub --quiet && ben remote add hub $TMP/hub.git --mine --quiet && eve remote add hub $TMP/hub.git --mine --quiet
  added hub: $TMP/hub.git
  hub is ready: 'loci sync hub' sends your notes
  added hub: $TMP/hub.git
  added hub: $TMP/hub.git
  $ for i in 1 2 3 4; do note ann plan$i "Plan $i."; done; ann sync --quiet; ben sync --quiet
  created plan1.md in global
  created plan2.md in global
  created plan3.md in global
  created plan4.md in global
  hub: 4 sent
    sent: global/plan1.md
    sent: global/plan2.md
    sent: global/plan3.md
    sent: global/plan4.md
  hub: 4 received
    received: global/plan1.md
    received: global/plan2.md
    received: global/plan3.md
    received: global/plan4.md
  $ ann purge plan1 --yes --quiet; note ann plan2 'Plan 2, once more.'; note ann plan5 'Plan 5.'; ann delete plan3 --quiet; ann sync --quiet
  erased plan1.md from global for good
  updated plan2.md in global
  created plan5.md in global
  deleted plan3.md from global
  hub: 2 sent, 2 deleted there, 1 purged there
    sent: global/plan2.md
    sent: global/plan5.md
    deleted there: global/plan1.md
    deleted there: global/plan3.md
    purged there: global/plan1.md

A fresh machine sees what it would receive, and no purges of texts that it never had.

  $ eve sync --dry-run
  would sync hub: 3 received
    received: global/plan2.md
    received: global/plan4.md
    received: global/plan5.md

Another one sees what would go, what would come, and what of its own would be sent.

  $ note ben mine 'By Ben.'
  created mine.md in global
  $ ben sync --dry-run
  would sync hub: 1 purged here, 2 received, 1 deleted here, 1 sent
    purged here: global/plan1.md
    received: global/plan2.md
    deleted here: global/plan3.md
    received: global/plan5.md
    sent: global/mine.md
  $ ls $TMP/ben/memory; ben sync
  MEMORY.md
  mine.md
  plan1.md
  plan2.md
  plan3.md
  plan4.md
  hub: 1 purged here, 2 received, 1 deleted here, 1 sent
    purged here: global/plan1.md
    received: global/plan2.md
    deleted here: global/plan3.md
    received: global/plan5.md
    sent: global/mine.md

A note that was purged and written anew comes as a new one.

  $ ann purge plan2 --yes --quiet; ann sync --quiet; note ann plan2 'Another plan.'; ann sync --quiet
  erased plan2.md from global for good
  hub: 1 received, 1 deleted there, 1 purged there
    received: global/mine.md
    deleted there: global/plan2.md
    purged there: global/plan2.md
  created plan2.md in global
  hub: 1 sent
    sent: global/plan2.md
  $ ben sync --dry-run; ben sync
  would sync hub: 1 purged here, 1 received
    purged here: global/plan2.md
    received: global/plan2.md
  hub: 1 purged here, 1 received
    purged here: global/plan2.md
    received: global/plan2.md

What both have already is not sent.

  $ note eve plan5 'Plan 5.'; eve sync --dry-run; eve sync
  created plan5.md in global
  would sync hub: 3 received
    received: global/mine.md
    received: global/plan2.md
    received: global/plan4.md
  hub: 3 received
    received: global/mine.md
    received: global/plan2.md
    received: global/plan4.md
