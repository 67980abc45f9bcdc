A kind of remote that loci does not speak itself has a helper program.

# rule: RM14

  $ export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 && mkdir -p $TMP/bin && PATH=$TMP/bin:$PATH
  $ loci write deploys --type project --scope global --description 'How we deploy' --content 'By hand.' --quiet
  created deploys.md in global
  $ loci remote add team postgresql://ann:secret@db/team
  loci: this URL contains a password, and loci keeps no passwords
  hint: leave it out: for PostgreSQL it belongs into ~/.pgpass or a connection service (docs/remotes.md)
  [2]
  $ loci remote add team 'helper::../sh::x'
  loci: this URL does not name a helper program
  hint: such as postgresql://host/database, or helper::KIND::ADDRESS for 'loci-remote-KIND'
  [2]
  $ loci remote add team helper::fake::somewhere --quiet && loci sync
  added team: helper::fake::somewhere
  loci: the program 'loci-remote-fake', which such a remote needs, was not found
  hint: install it beside loci or in the PATH; docs/remote-helpers.md says what it is
  [3]

That for PostgreSQL is a package of its own, which the message names.

  $ mkdir $TMP/alone && cp "$(command -v loci)" $TMP/alone/ && loci remote add elsewhere postgresql://db/team --quiet && PATH=/usr/bin:/bin $TMP/alone/loci sync elsewhere
  added elsewhere: postgresql://db/team
  loci: the program 'loci-remote-postgresql', which such a remote needs, was not found
  hint: the Debian package 'loci-remote-postgresql' has it, and so has 'make install'; tarball, wheel and npm package do not (docs/install.md)
  [3]
  $ loci remote remove elsewhere --quiet
  removed elsewhere: notes stay as they are, here and there

It is given no arguments, and where the remote is over the pipe.

  $ helper() { printf '#!/bin/sh\n%s\n' "$1" > $TMP/bin/loci-remote-fake && chmod +x $TMP/bin/loci-remote-fake; }
  $ helper 'echo "$#" > $TMP/arguments; read -r line; echo "$line" > $TMP/hello; echo "{\"protocol\":1}"; read -r line; echo "{\"answer\":\"everything\",\"cursor\":\"1\"}"; read -r line; echo "$line" > $TMP/sent; echo "{\"answer\":\"accepted\"}"'
  $ loci sync
  team: 1 sent
    sent: global/deploys.md
  $ cat $TMP/arguments; sed 's/"loci":"[^"]*"/"loci":"VERSION"/' $TMP/hello
  0
  {"do":"hello","protocol":1,"loci":"VERSION","remote":"team","address":"somewhere","scope":"loci","patience":600000}
  $ sed 's/[0-9a-f]\{64\}/HASH/g; s/[0-9a-f]\{32\}/ID/g' $TMP/sent
  {"do":"send","id":"ID","heard":"1","replica":"ID","carries_confirmed":false,"changes":[["global/deploys.md",null,"HASH",[]]],"texts":[["HASH",*]]} (glob)

Nothing that it says is believed, and it is not waited for longer than was said.

# rule: RM15

  $ helper 'read -r line; echo "no such database" >&2; exit 1' && loci sync
  loci: the helper 'loci-remote-fake' failed: no such database
  hint: loci works without it; the next sync tries again
  [8]
  $ helper 'read -r line; echo nonsense; cat > /dev/null' && loci sync
  loci: the other side broke the protocol: a line is not a JSON object
  hint: docs/remote-helpers.md describes it
  [7]
  $ helper 'echo "{\"protocol\":9}"; cat > /dev/null' && loci sync
  loci: the helper does not speak version 1 of the protocol
  hint: install the helper that came with this loci
  [5]
  $ helper 'read -r line; echo "{\"protocol\":1}"; echo "{\"error\":{\"kind\":\"denied\",\"message\":\"not for you\",\"hint\":\"ask the owner\"}}"; cat > /dev/null' && loci sync
  loci: not for you
  hint: ask the owner
  [5]
  $ helper 'exec sleep 60' && loci sync --timeout 1
  loci: the helper 'loci-remote-fake' took too long and was stopped
  hint: loci works without it; --timeout gives it more time
  [8]
  $ SENT=$(grep -o '[0-9a-f]\{64\}' $TMP/sent | head -n 1)
  $ helper 'read -r line; echo "{\"protocol\":1}"; echo "{\"answer\":\"changes\",\"cursor\":\"2\"}"; cat > /dev/null' && loci sync
  loci: 'team' is older than at the last sync: a backup was restored, or its history rewritten
  hint: --accept compares all notes again and sends what is missing there
  [5]
  $ helper 'read -r line; echo "{\"protocol\":1}"; echo "{\"answer\":\"changes\",\"cursor\":\"2\",\"notes\":[[\"../../x.md\",null],[7],[\"global/deploys.md\",\"'$SENT'\"]]}"; cat > /dev/null' && loci sync
  loci: skipped: a note that cannot be read
  team: nothing new
  $ loci read deploys | tail -n 1
  By hand.
