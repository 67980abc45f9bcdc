What loci keeps of a git remote between two syncs, and what a purge makes of it. Texts are looked for in
every object that is there, whether or not anything leads to it.

# rule: RM8, RM67

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ for one in ann ben eve; do eval "$one() { LOCI_HOME=$TMP/$one loci \"\$@\"; }"; done
  $ copy() { echo $TMP/$1/state/remotes/hub/git; }
  $ has() { git --git-dir $(copy $1) cat-file --batch-all-objects --batch >$TMP/objects && if grep -aq "$2" $TMP/objects; then echo "$1 has $2"; else echo "$1 has no $2"; fi; }
  $ git init -q --bare $TMP/hub.git
  $ ann remote add hub $TMP/hub.git --mine --quiet && ann remote init hub --quiet
  added hub: $TMP/hub.git
  hub is ready: 'loci sync hub' sends your notes
  $ note() { $1 write $2 --type project --scope global --description "About $2" --content "$3" --quiet; }

A machine that has notes gets the history with its first sync, and keeps none of it.

  $ (note ann deploys 'FIRSTTEXT'; ann sync; ann write deploys --content 'SECONDTEXT'; ann sync; note ben own 'Of Ben.') >/dev/null 2>&1
  $ ben remote add hub $TMP/hub.git --mine --quiet && ben sync --quiet && ben sync
  added hub: $TMP/hub.git
  hub: 1 received, 1 sent
    received: global/deploys.md
    sent: global/own.md
  hub: nothing new
  $ has ben SECONDTEXT; has ben FIRSTTEXT; has ann FIRSTTEXT
  ben has SECONDTEXT
  ben has no FIRSTTEXT
  ann has FIRSTTEXT

A text that came in between and was replaced before this machine heard of it is in no journal here. Its
purge takes it out of the copy.

  $ (ann write deploys --content 'THIRDTEXT'; ann sync; ann write deploys --content 'Last.'; ann sync; ben sync) >/dev/null 2>&1; has ben THIRDTEXT; grep -al THIRDTEXT $TMP/ben/state/objects/*
  ben has THIRDTEXT
  [1]
  $ ann purge deploys --rev 5 --yes 2>/dev/null; ann sync --quiet; ben sync
  erased revision 5 of deploys.md from global for good
  hub: 1 purged there
    purged there: global/deploys.md
  hub: nothing new
  $ ann sync && has ann THIRDTEXT; has ann Last; has ben THIRDTEXT; has ben Last
  hub: nothing new
  ann has no THIRDTEXT
  ann has Last
  ben has no THIRDTEXT
  ben has Last

So it does with one that was put aside, which is what most purges are about.

  $ git clone -q -b loci $TMP/hub.git $TMP/clone && printf -- '---\nname: Keys\ndescription: A key\ntype: project\n---\n\nThe token is ghp_%s.\n' 16C7e42F292c6912E7710c838347Ae178B4a > $TMP/clone/global/keys.md
  $ git -C $TMP/clone add -A && git -C $TMP/clone commit -qm 'By hand' && git -C $TMP/clone push -q && ben sync --quiet; has ben ghp_
  hub: 1 put aside
    put aside: global/keys.md (keys.md:7: a GitHub token (github-token))
  ben has ghp_
  $ git -C $TMP/clone rm -q --cached global/keys.md && printf '%s global/keys.md\n' $(sha256sum < $TMP/clone/global/keys.md | cut -d' ' -f1) >> $TMP/clone/.loci-remote/purged
  $ git -C $TMP/clone commit -qam 'Purged' && git -C $TMP/clone push -q && ben sync --quiet; has ben ghp_
  hub: nothing new
  ben has no ghp_

Nor does it come back when others went on after a purge that was made here: not from a server that gives
a part of the history, and not from one that gives all or nothing.

  $ (note ann secret 'FOURTHTEXT'; ann sync; ben sync; ben purge secret --yes; ben sync; note ann more 'More.'; ann sync) >/dev/null 2>&1
  $ ben sync && ben sync && has ben FOURTHTEXT; has ben More; test -e $(copy ben)/shallow; has ann FOURTHTEXT
  hub: 1 received
    received: global/more.md
  hub: nothing new
  ben has no FOURTHTEXT
  ben has More
  ann has no FOURTHTEXT
  $ git config --global protocol.version 0
  $ (note ann secret2 'FIFTHTEXT'; ann sync; ben sync; ben purge secret2 --yes; ben sync; note ann later 'Later.'; ann sync) >/dev/null 2>&1
  $ ben sync; test -e $(copy ben)
  hub: 1 received
    received: global/later.md
  [1]
  $ ben sync; has ben FIFTHTEXT; has ben Later; ann sync; has ann FIFTHTEXT
  hub: nothing new
  ben has no FIFTHTEXT
  ben has Later
  hub: nothing new
  ann has no FIFTHTEXT
  $ git config --global --unset protocol.version

What a sync that was killed, or an earlier version, left of the history goes at the next sync.

  $ git --git-dir $(copy ben) fetch -q --unshallow $TMP/hub.git +loci:refs/loci/fetched && rm $(copy ben)/loci-recent; has ben FIFTHTEXT
  ben has FIFTHTEXT
  $ ben sync; has ben FIFTHTEXT; has ben Later
  hub: nothing new
  ben has no FIFTHTEXT
  ben has Later

A branch that was set back is no reason to keep what it had.

  $ git -C $TMP/clone pull -q && (note ann gone 'SIXTHTEXT'; ann sync) >/dev/null 2>&1; ben sync --quiet && has ben SIXTHTEXT
  hub: 1 received
    received: global/gone.md
  ben has SIXTHTEXT
  $ git -C $TMP/clone push -q --force && (ben delete gone && ben purge gone --yes) >/dev/null 2>&1; ben sync
  loci: 'hub' is older than at the last sync: a backup was restored, or its history rewritten
  hint: --accept compares all notes again and sends what is missing there
  [5]
  $ test -e $(copy ben) || ben sync --accept --quiet >/dev/null 2>&1; ben sync; has ben SIXTHTEXT
  hub: nothing new
  ben has no SIXTHTEXT

Where no purges are sent, the branch has the note for as long as others leave it there, and so does the copy.

  $ eve remote add hub $TMP/hub.git --read-only --quiet && eve sync --quiet && has eve Later
  added hub: $TMP/hub.git
  hub: 4 received
    received: global/deploys.md
    received: global/later.md
    received: global/more.md
    received: global/own.md
  eve has Later
  $ eve purge later --yes
  loci: out of reach: the remote 'hub', which gets no purges from here, its clones, and the copy of its branch that is kept here: purge it on a machine that sends them, too
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
  erased later.md from global for good
  $ eve sync; has eve Later; (ann sync --accept; ann purge later --yes; ann sync --accept) >/dev/null 2>&1; eve sync; has eve Later
  loci: 2 changes stay here: 'hub' is read-only
  hub: nothing new
  eve has Later
  loci: 1 change stays here: 'hub' is read-only
  hub: nothing new
  eve has no Later
