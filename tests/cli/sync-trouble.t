What people do to a remote and to what is kept of it here, and what a sync makes of that.

# rule: RM11

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE=2026-11-01T00:00:00Z GIT_COMMITTER_DATE=2026-11-01T00:00:00Z
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ ann() { LOCI_HOME=$TMP/ann loci "$@"; }
  $ ben() { LOCI_HOME=$TMP/ben loci "$@"; }
  $ cat() { LOCI_HOME=$TMP/cat loci "$@"; }
  $ git init -q --bare $TMP/hub.git
  $ ann remote add hub $TMP/hub.git --quiet && ann remote init hub && ben remote add hub $TMP/hub.git --quiet
  added hub: $TMP/hub.git
  hub is ready: 'loci sync hub' sends your notes
  added hub: $TMP/hub.git

A repository moves to another host, on one machine first: its project stays what it is there, and
nobody's notes go.

  $ for one in ann ben; do git init -q $TMP/$one-app && git -C $TMP/$one-app remote add origin https://example.com/acme/app.git; done
  $ (cd $TMP/ann-app && ann write build --type project --private --description 'How it is built' --content 'By make.' --quiet) && ann sync --quiet && (cd $TMP/ben-app && ben sync --quiet)
  created build.md in private
  hub: 1 sent
    sent: projects/example.com-acme-app-7f047f67/memory/build.md
  hub: 1 received
    received: projects/example.com-acme-app-7f047f67/memory/build.md
  $ git -C $TMP/ann-app remote set-url origin https://example.org/new/app.git
  $ (cd $TMP/ann-app && ann write test --type project --private --description 'How it is tested' --content 'By hand.' --quiet); ann sync
  created test.md in private
  hub: 1 sent
    sent: projects/example.com-acme-app-7f047f67/memory/test.md
  $ ben sync && (cd $TMP/ben-app && ben list)
  hub: 1 received
    received: projects/example.com-acme-app-7f047f67/memory/test.md
  FILE      TYPE     SCOPE    AGE  DESCRIPTION
  build.md  project  private  now  How it is built
  test.md   project  private  now  How it is tested
  $ git -C $TMP/ann-app remote remove origin && (cd $TMP/ann-app && ann write test --content 'By ctest.' --quiet); ann sync; ben sync
  updated test.md in private
  hub: 1 sent
    sent: projects/example.com-acme-app-7f047f67/memory/test.md
  hub: 1 received
    received: projects/example.com-acme-app-7f047f67/memory/test.md
  $ ann sync && git -C $TMP/hub.git ls-tree -r --name-only loci projects
  hub: nothing new
  projects/example.com-acme-app-7f047f67/memory/MEMORY.md
  projects/example.com-acme-app-7f047f67/memory/build.md
  projects/example.com-acme-app-7f047f67/memory/test.md
  projects/example.com-acme-app-7f047f67/project.json

A remote that calls a project by a path of this machine does not put notes into what lies there.

# rule: RM11, RM15

  $ git clone -q -b loci $TMP/hub.git $TMP/clone && git init -q $TMP/own
  $ directory="projects/$(printf %s $TMP/own | tr / - | tail -c 60 | sed 's/^-*//')-$(printf 'origin:%s' $TMP/own | sha256sum | cut -c1-8)"
  $ mkdir -p $TMP/clone/$directory/memory && printf '{"version": 1, "origin": "%s"}\n' $TMP/own > $TMP/clone/$directory/project.json
  $ printf -- '---\nname: Planted\ndescription: Planted\ntype: project\n---\n\nPlanted.\n' > $TMP/clone/$directory/memory/planted.md
  $ git -C $TMP/clone add -A && git -C $TMP/clone commit -qm 'By hand' && git -C $TMP/clone push -q origin loci
  $ ben sync | cut -d/ -f4; (cd $TMP/own && ben list)
  hub: 1 received
  planted.md
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one

Two homes with one edit that was not sent, as after a backup: the second meets what the first one
made of a conflict, and the two versions are as they were.

# rule: RM4, MG9

  $ note() { ann write $1 --type project --scope global --description "About $1" --content "$2" --quiet; }
  $ (for i in 1 2 3 4; do note plan$i 'Begin.'; done; ann sync --quiet; ben sync --quiet) >/dev/null
  $ (for i in 1 2 3 4; do ann write plan$i --content "By train $i."; ben write plan$i --content "By ship $i."; done) >/dev/null 2>&1
  $ cp -a $TMP/ben $TMP/cat && ann sync --quiet >/dev/null && ben sync | grep -c two
  loci: 'loci resolve' settles what has two versions
  5
  $ cat sync 2>/dev/null | grep -v plan; cat sync; ann sync --quiet >/dev/null
  hub: 4 received, 4 merged
  hub: nothing new
  $ diff -r -x MEMORY.md $TMP/ann/memory $TMP/ben/memory && diff -r -x MEMORY.md $TMP/cat/memory $TMP/ben/memory && ls $TMP/cat/memory | wc -l
  9

What is kept of the remote is only a copy: whatever a power loss or a git that was killed left of it,
the next sync fetches it anew. A text that is missing in it was not deleted.

# rule: RM13

  $ note plan5 'Begin.' && ann sync --quiet && ben sync --quiet
  created plan5.md in global
  hub: 1 sent
    sent: global/plan5.md
  hub: 1 received
    received: global/plan5.md
  $ copy=$TMP/ann/state/remotes/hub/git
  $ echo 'More.' >> $TMP/ben/memory/plan5.md && ben sync --quiet && touch $copy/refs/loci/fetched.lock && ann sync
  hub: 1 sent
    sent: global/plan5.md
  loci: warning: what was kept of 'hub' is damaged and is fetched anew
  hub: 1 received
    received: global/plan5.md
  $ : > $copy/HEAD && ann sync
  loci: warning: what was kept of 'hub' is damaged and is fetched anew
  hub: nothing new
  $ rm -r $copy/refs && echo 'And more.' >> $TMP/ann/memory/plan5.md && ann sync
  loci: warning: what was kept of 'hub' is damaged and is fetched anew
  hub: 1 sent
    sent: global/plan5.md
  $ ben sync --quiet && echo 'At last.' >> $TMP/ben/memory/plan5.md && ben sync --quiet
  hub: 1 received
    received: global/plan5.md
  hub: 1 sent
    sent: global/plan5.md
  $ git --git-dir $copy fetch -q $TMP/hub.git +loci:refs/loci/fetched && blob=$(git --git-dir $copy rev-parse refs/loci/fetched:global/plan5.md)
  $ chmod u+w $copy/objects/${blob:0:2}/${blob:2} && : > $copy/objects/${blob:0:2}/${blob:2} && ann sync
  loci: warning: what was kept of 'hub' is damaged and is fetched anew
  hub: 1 received
    received: global/plan5.md

Merges that somebody made by hand: what they set back is set back on every machine. What git says
of signatures is in nobody's way.

# rule: RM4

  $ git -C $TMP/clone pull -q --ff-only && printf -- '---\nname: More\ndescription: More\ntype: project\n---\n\nMore.\n' > $TMP/clone/global/more.md
  $ git -C $TMP/clone add -A && git -C $TMP/clone commit -qm 'More'
  $ ann write plan5 --content 'Go on.' --quiet && ann sync --quiet && ben sync --quiet
  updated plan5.md in global
  hub: 1 sent
    sent: global/plan5.md
  hub: 1 received
    received: global/plan5.md
  $ git -C $TMP/clone fetch -q && git -C $TMP/clone merge -q -s ours -m 'Ours' origin/loci && git -C $TMP/clone push -q origin loci
  $ ann sync; ben sync; tail -qn 1 $TMP/clone/global/plan5.md $TMP/ann/memory/plan5.md $TMP/ben/memory/plan5.md
  hub: 2 received
    received: global/more.md
    received: global/plan5.md
  hub: 2 received
    received: global/more.md
    received: global/plan5.md
  At last.
  At last.
  At last.
  $ printf '#!/bin/sh\necho "gpg: Signature made by Ann" >&2\nexit 0\n' > $TMP/gpg && chmod +x $TMP/gpg && git config --global gpg.program $TMP/gpg && git config --global log.showSignature true
  $ echo 'Signed.' >> $TMP/clone/global/plan5.md && git -C $TMP/clone commit -qam 'Signed'
  $ git -C $TMP/clone cat-file commit HEAD | sed 's/^committer .*/&\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----/' > $TMP/signed
  $ git -C $TMP/clone reset -q --hard $(git -C $TMP/clone hash-object -t commit -w $TMP/signed) && git -C $TMP/clone push -q origin loci && git -C $TMP/clone log -1 --format= 2>&1
  gpg: Signature made by Ann
  $ ann sync; tail -n 1 $TMP/ann/memory/plan5.md
  hub: 1 received
    received: global/plan5.md
  Signed.
  $ git config --global --unset log.showSignature

A file that is too large for any note is put aside, and the rest goes on.

# rule: RM9

  $ git -C $TMP/clone pull -q --ff-only && truncate -s 70M $TMP/clone/global/large.md && echo 'And more.' >> $TMP/clone/global/plan5.md
  $ git -C $TMP/clone add -A && git -C $TMP/clone commit -qm 'Large' && git -C $TMP/clone push -q origin loci
  $ ann sync && ann sync
  hub: 1 put aside, 1 received
    put aside: global/large.md (it is not text of at most one mebibyte)
    received: global/plan5.md
  loci: put aside: global/large.md: it is not text of at most one mebibyte
  hub: nothing new
  $ git -C $TMP/clone rm -q global/large.md && git -C $TMP/clone commit -qm 'Gone' && git -C $TMP/clone push -q origin loci && ann sync && ben sync
  hub: nothing new
  hub: 1 received
    received: global/plan5.md

What would erase much for good asks, too.

# rule: RM7, RM8

  $ for i in 1 2 3 4 5; do ben purge plan$i --yes --quiet; done
  erased plan1.md from global for good
  erased plan2.md from global for good
  erased plan3.md from global for good
  erased plan4.md from global for good
  erased plan5.md from global for good
  $ ben sync
  loci: this would delete 5 of 10 notes in one scope at 'hub'
  hint: --accept deletes them there, and so on every machine
  [5]
  $ ben sync --accept --quiet
  hub: 5 deleted there, 5 purged there
    deleted there: global/plan1.md
    deleted there: global/plan2.md
    deleted there: global/plan3.md
    deleted there: global/plan4.md
    deleted there: global/plan5.md
    purged there: global/plan1.md
    purged there: global/plan2.md
    purged there: global/plan3.md
    purged there: global/plan4.md
    purged there: global/plan5.md
  $ ann sync
  loci: this would erase 5 of 10 notes in one scope here for good
  hint: somebody purged them on another machine; --accept erases them, and no undo helps
  [5]
  $ ls $TMP/ann/memory; ann sync --dry-run
  MEMORY.md
  more.md
  plan1-8043cb6d.md
  plan1.md
  plan2-6ca41af0.md
  plan2.md
  plan3-8700700b.md
  plan3.md
  plan4-ee6ddb94.md
  plan4.md
  plan5.md
  loci: this would erase 5 of 10 notes in one scope here for good
  hint: somebody purged them on another machine; --accept erases them, and no undo helps
  [5]
  $ ann sync --accept && ls $TMP/ann/memory
  hub: 5 purged here
    purged here: global/plan1.md
    purged here: global/plan2.md
    purged here: global/plan3.md
    purged here: global/plan4.md
    purged here: global/plan5.md
  MEMORY.md
  more.md
  plan1-8043cb6d.md
  plan2-6ca41af0.md
  plan3-8700700b.md
  plan4-ee6ddb94.md

A remote that takes nothing from this machine tells it what others changed nevertheless.

# rule: RM4

  $ echo 'Mine.' >> $TMP/ann/memory/more.md && printf '#!/bin/sh\necho "not from you" >&2\nexit 1\n' > $TMP/hub.git/hooks/pre-receive && chmod +x $TMP/hub.git/hooks/pre-receive && ann sync
  loci: 'hub' ($TMP/hub.git) rejected the change: remote: not from you
  hint: ask whoever keeps it for the right to push; 'loci remote set hub --read-only yes' receives and sends nothing
  [5]
  $ mv $TMP/hub.git/hooks/pre-receive $TMP/hook && ben write news --type project --scope global --description 'News' --content 'News.' --quiet && ben sync --accept --quiet && mv $TMP/hook $TMP/hub.git/hooks/pre-receive
  created news.md in global
  hub: 1 sent
    sent: global/news.md
  $ ann sync
  loci: 'hub' ($TMP/hub.git) rejected the change: remote: not from you
  hint: ask whoever keeps it for the right to push; 'loci remote set hub --read-only yes' receives and sends nothing
  [5]
  $ tail -n 1 $TMP/ann/memory/news.md && rm $TMP/hub.git/hooks/pre-receive && ann sync
  News.
  hub: 1 sent
    sent: global/more.md
