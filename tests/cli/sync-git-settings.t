A git remote works whatever its hashes are and whatever the user's git settings say.

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ for one in ann ben; do eval "$one() { LOCI_HOME=$TMP/$one loci \"\$@\"; }"; done
  $ note() { $1 write $2 --type project --scope global --description "About $2" --content "$3" --quiet; }

# rule: RM85

  $ git init -q --bare --object-format=sha256 $TMP/long.git
  $ ann remote add long $TMP/long.git --quiet && ann remote init long && note ann deploys 'By hand.' && ann sync
  added long: $TMP/long.git
  long is ready: 'loci sync long' sends your notes
  created deploys.md in global
  long: 1 sent
    sent: global/deploys.md
  $ ben remote add long $TMP/long.git --quiet && note ben own 'Of Ben.' && ben sync
  added long: $TMP/long.git
  created own.md in global
  long: 1 received, 1 sent
    received: global/deploys.md
    sent: global/own.md
  $ ben sync && ann sync && ann write deploys --content 'By machine.' --quiet && ann sync && ben sync && ben sync
  long: nothing new
  long: 1 received
    received: global/own.md
  updated deploys.md in global
  long: 1 sent
    sent: global/deploys.md
  long: 1 received
    received: global/deploys.md
  long: nothing new
  $ ann remote remove long && ben remote remove long
  removed long: notes stay as they are, here and there
  removed long: notes stay as they are, here and there
  $ git init -q --bare --object-format=sha1 $TMP/hub.git
  $ ann remote add hub $TMP/hub.git --quiet && GIT_DEFAULT_HASH=sha256 ann remote init hub && GIT_DEFAULT_HASH=sha256 ann sync --quiet
  added hub: $TMP/hub.git
  hub is ready: 'loci sync hub' sends your notes
  hub: 2 sent
    sent: global/deploys.md
    sent: global/own.md
  $ ben remote add hub $TMP/hub.git --quiet && GIT_DEFAULT_HASH=sha256 ben sync
  added hub: $TMP/hub.git
  hub: nothing new

Settings for people who read logs do not change what a sync reads.

# rule: RM86

  $ git config --global diff.orderFile $TMP/not-there && git config --global log.showRoot false && git config --global diff.ignoreSubmodules all
  $ git config --global color.ui always && git config --global log.diffMerges off && git config --global i18n.logOutputEncoding UTF-16 && git config --global diff.renames copies
  $ mkdir $TMP/hooks && printf '#!/bin/sh\ncase $PWD$GIT_DIR in */state/remotes/*) exit 1;; esac\n' > $TMP/hooks/reference-transaction && chmod +x $TMP/hooks/reference-transaction && git config --global core.hooksPath $TMP/hooks
  $ note ann more 'More.' && GIT_ICASE_PATHSPECS=1 ann sync && GIT_ICASE_PATHSPECS=1 ben sync
  created more.md in global
  hub: 1 sent
    sent: global/more.md
  hub: 1 received
    received: global/more.md
  $ LOCI_HOME=$TMP/new loci remote add hub $TMP/hub.git --quiet && LOCI_HOME=$TMP/new loci write extra --type project --scope global --description 'Extra' --content 'x' --quiet && LOCI_HOME=$TMP/new loci sync --dry-run
  added hub: $TMP/hub.git
  created extra.md in global
  would sync hub: 3 received, 1 sent
    received: global/deploys.md
    received: global/more.md
    received: global/own.md
    sent: global/extra.md

A pre-push hook is the user's own word, and is heard. What others did comes nevertheless.

  $ printf '#!/bin/sh\necho "Not on a Friday." >&2\nexit 1\n' > $TMP/hooks/pre-push && chmod +x $TMP/hooks/pre-push && rm $TMP/hooks/reference-transaction
  $ ann write more --content 'On Monday.' --quiet; ann sync
  updated more.md in global
  loci: a pre-push hook of git here refuses the change for 'hub': Not on a Friday.
  hint: it is where git's setting 'core.hooksPath' says, or comes with its template; 'loci remote set hub --read-only yes' receives and sends nothing
  [5]
  $ printf '#!/bin/sh\nexit 1\n' > $TMP/hooks/pre-push; ann sync
  loci: a pre-push hook of git here refuses the change for 'hub': it does not say why
  hint: it is where git's setting 'core.hooksPath' says, or comes with its template; 'loci remote set hub --read-only yes' receives and sends nothing
  [5]
  $ rm $TMP/hooks/pre-push; ann sync
  hub: 1 sent
    sent: global/more.md

A server whose disk is full is in trouble, and refuses nothing. What others did comes nevertheless.

# rule: RM87

  $ printf '#!/bin/bash\nfor last; do :; done\nif [ -e $TMP/full ]; then case "$last" in *receive-pack*) trap "" XFSZ; ulimit -f 0;; esac; fi\nexec sh -c "$last"\n' | sed "s|\$TMP|$TMP|" > $TMP/ssh && chmod +x $TMP/ssh && export GIT_SSH_COMMAND=$TMP/ssh
  $ ben remote set hub --url ssh://host$TMP/hub.git --quiet && ben sync
  hub: others'
    at: ssh://host$TMP/hub.git
  hub: 1 received
    received: global/more.md
  $ note ann news 'News.' && ann sync --quiet && note ben mine 'Mine.' && touch $TMP/full
  created news.md in global
  hub: 1 sent
    sent: global/news.md
  created mine.md in global
  $ ben sync; ls $TMP/ben/memory/news.md
  loci: 'hub' (ssh://host$TMP/hub.git) has a fault of its own and could not keep the change: failed to write to *: File too large (glob)
  hint: tell whoever keeps it; the next sync sends it again
  $TMP/ben/memory/news.md
  $ rm $TMP/full; ben sync; ben sync
  hub: 1 sent
    sent: global/mine.md
  hub: nothing new

What a branch has for loci itself is read up to a size.

# rule: RM88

  $ git config --global --remove-section diff; git config --global --remove-section log
  $ git clone -q -b loci $TMP/hub.git $TMP/clone && cp $TMP/clone/.loci-remote/marker.json $TMP/marker && cp $TMP/clone/global/MEMORY.md $TMP/index
  $ push() { git -C $TMP/clone add -A && git -C $TMP/clone commit -qm x && git -C $TMP/clone push -q; }
  $ head -c 70000 /dev/zero | tr '\0' ' ' >> $TMP/clone/.loci-remote/marker.json; push; ann sync
  loci: '.loci-remote/marker.json' on the branch 'loci' of '$TMP/hub.git' is too large: * bytes (glob)
  hint: loci reads 65536 of it at most; see who wrote it there
  [7]
  $ cp $TMP/marker $TMP/clone/.loci-remote/marker.json; truncate -s 68000000 $TMP/clone/.loci-remote/purged; push; ann sync
  loci: '.loci-remote/purged' on the branch 'loci' of '$TMP/hub.git' is too large: 68000000 bytes
  hint: loci reads 67108864 of it at most; see who wrote it there
  [7]
  $ rm $TMP/clone/.loci-remote/purged; truncate -s 68000000 $TMP/clone/global/MEMORY.md; push; note ann last 'Last.'; ann sync | tail -n 1
  created last.md in global
    sent: global/last.md
  $ git -C $TMP/clone pull -q; grep -c '(last.md)' $TMP/clone/global/MEMORY.md
  1

A name that could pass for another one is put aside.

# rule: RM89

  $ printf -- '---\nname: A\ndescription: A note\ntype: project\n---\n\nx\n' > $TMP/clone/global/$(printf '\342\200\256gnp').md; push; ben sync
  loci: put aside: global/\u202egnp.md: its name has characters that nobody sees, or that change the direction of text; rename it where it was written
  hub: 1 received
    received: global/last.md
  $ ls $TMP/ben/memory | grep -c gnp
  0
  [1]
