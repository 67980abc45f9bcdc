Machines that are there for one job: read-only remotes, and homes that are thrown away.

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ git init -q --bare $TMP/hub.git
  $ laptop() { LOCI_HOME=$TMP/laptop loci "$@"; }
  $ reader() { LOCI_HOME=$TMP/reader loci "$@"; }
  $ note() { "$1" write "$2" --type project --scope global --description "About $2" --content "$3" --quiet "${@:4}"; }
  $ laptop remote add team $TMP/hub.git --quiet && laptop remote init team --quiet
  added team: $TMP/hub.git
  team is ready: 'loci sync team' sends your notes
  $ note laptop builds 'Built by make.'; note laptop tests 'Tested by ctest.'; laptop sync --quiet
  created builds.md in global
  created tests.md in global
  team: 2 sent
    sent: global/builds.md
    sent: global/tests.md

A read-only remote gives, and gets nothing. What changes here is kept here, and that is said.

# rule: RM44

  $ reader remote add team $TMP/hub.git --read-only --quiet && reader sync
  added team: $TMP/hub.git
  team: 2 received
    received: global/builds.md
    received: global/tests.md
  $ note reader own 'Mine alone.'; note reader builds 'Built by ninja.'; reader delete tests --quiet
  created own.md in global
  updated builds.md in global
  deleted tests.md from global
  $ reader sync
  loci: 3 changes stay here: 'team' is read-only
  team: nothing new
  $ reader sync --json
  loci: 3 changes stay here: 'team' is read-only
  {
    "dry_run": false,
    "remotes": [
      {
        "name": "team",
        "here": [],
        "there": [],
        "operation": 0,
        "remarks": [
          "3 changes stay here: 'team' is read-only"
        ],
        "stays": [
          "global/builds.md",
          "global/own.md",
          "global/tests.md"
        ]
      }
    ]
  }
  $ reader sync --dry-run
  loci: 3 changes stay here: 'team' is read-only
  team: nothing new
  $ git -C $TMP/hub.git log --oneline loci | wc -l
  2
  $ note laptop builds 'Built by make, in one go.'; note laptop fresh 'New.'; laptop sync --quiet
  updated builds.md in global
  created fresh.md in global
  team: 2 sent
    sent: global/builds.md
    sent: global/fresh.md
  $ reader sync --quiet; tail -n 1 $TMP/reader/memory/builds*.md
  team: 1 left in two versions, 1 received
    left in two versions: global/builds.md
    received: global/fresh.md
  ==> $TMP/reader/memory/builds-c83ad83a.md <==
  Unmerged: this is version c83ad83a of [[builds]]. `loci resolve` settles it.
  
  ==> $TMP/reader/memory/builds.md <==
  Unmerged: this is version 584d4a2a of this note; the other version is [[builds-c83ad83a]]. `loci resolve` settles it.
  $ reader purge own --yes --quiet; reader sync
  erased own.md from global for good
  loci: 4 changes stay here: 'team' is read-only
  team: nothing new
  $ git -C $TMP/hub.git log --oneline loci | wc -l
  3
  $ reader remote list | tr -s " "
  NAME URL WHOSE SCOPES SYNCED WAITS
  team $TMP/hub.git others' read-only global agents projects now 0

It can be made an ordinary one later; then what waited goes.

  $ reader remote set team --read-only no && reader sync
  team: others'
  loci: the history of 'team' still has purged texts: rewrite it, or start a new repository (docs/remotes.md)
  team: 2 sent, 1 deleted there, 1 purged there
    sent: global/builds-c83ad83a.md
    sent: global/builds.md
    deleted there: global/tests.md
    purged there: global/own.md
  $ LOCI_AGENT=helper reader remote set team --read-only yes
  loci: only a person can change a remote; this is an agent's session: LOCI_AGENT is set
  hint: ask a person to run it in their own terminal
  [5]

A job in CI, and a sandbox in the cloud: as in docs/remotes.md. The home is thrown away at the end,
and only notes with a tag are sent.

# rule: RM45

  $ cat > $TMP/job.sh <<'EOF'
  > loci remote add team $TMP/hub.git --send-tagged keep --quiet
  > loci sync --once --timeout 5s || true
  > loci write scratch --type project --scope global --description 'Of this run' --content 'Nobody needs it.' --quiet
  > loci write flaky --type project --scope global --description 'A flaky test' --content 'Run it twice.' --tag keep --quiet
  > loci delete fresh --quiet
  > loci sync --once --timeout 30s || true
  > EOF
  $ loci ephemeral -- sh $TMP/job.sh
  added team: $TMP/hub.git
  team: 3 received
    received: global/builds-c83ad83a.md
    received: global/builds.md
    received: global/fresh.md
  created scratch.md in global
  created flaky.md in global
  deleted fresh.md from global
  loci: 2 changes stay here: only notes with the tag 'keep' go to 'team'
  team: 1 sent
    sent: global/flaky.md
  $ laptop sync
  team: 3 received, 1 deleted here
    received: global/builds-c83ad83a.md
    received: global/builds.md
    received: global/flaky.md
    deleted here: global/tests.md

Without a network the job goes on.

  $ mv $TMP/hub.git $TMP/away.git; loci ephemeral -- sh $TMP/job.sh; echo $?; mv $TMP/away.git $TMP/hub.git
  added team: $TMP/hub.git
  loci: 'team' ($TMP/hub.git) cannot be reached: '$TMP/hub.git' does not appear to be a git repository
  hint: loci works without it; 'git ls-remote' with the same URL shows more
  created scratch.md in global
  created flaky.md in global
  loci: there is no note 'fresh.md'
  hint: run 'loci list' to see all notes
  loci: 'team' ($TMP/hub.git) cannot be reached: '$TMP/hub.git' does not appear to be a git repository
  hint: loci works without it; 'git ls-remote' with the same URL shows more
  0

A hook at the start of a session: it says nothing, and never fails.

  $ laptop sync --once --timeout 5s > /dev/null 2>&1 || true
  $ printf '#!/bin/sh\nsleep 20\n' > $TMP/slow && chmod +x $TMP/slow && git config --global core.sshCommand $TMP/slow
  $ laptop remote add slow git@example.com:me/memory.git --quiet
  added slow: git@example.com:me/memory.git
  $ SECONDS=0; laptop sync slow --once --timeout 500ms || echo went on; [ $SECONDS -lt 15 ] || echo "after $SECONDS seconds"
  loci: git was stopped: it took too long
  hint: loci works without it; --timeout gives it more time
  went on
