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
