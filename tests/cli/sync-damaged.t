One remote whose settings are damaged stands in nobody's way.

# rule: RM50

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE=2026-11-01T00:00:00Z GIT_COMMITTER_DATE=2026-11-01T00:00:00Z
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ git init -q --bare $TMP/bad.git && git init -q --bare $TMP/good.git
  $ loci remote add bad $TMP/bad.git --mine --quiet && loci remote init bad
  added bad: $TMP/bad.git
  bad is ready: 'loci sync bad' sends your notes
  $ loci remote add good $TMP/good.git --mine --quiet && loci remote init good
  added good: $TMP/good.git
  good is ready: 'loci sync good' sends your notes
  $ loci write deploys --type project --scope global --description 'How we deploy' --content 'By hand.' --quiet
  created deploys.md in global
  $ echo x > $TMP/home/.loci/state/remotes/bad/remote.json

The list shows the others.

  $ loci remote list | tr -s " "
  loci: the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged; mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost
  NAME URL WHOSE SCOPES SYNCED WAITS
  good $TMP/good.git mine global agents projects never not known
  $ loci remote list --json
  loci: the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged; mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost
  {
    "remotes": [
      {
        "name": "good",
        "url": "$TMP/good.git",
        "branch": "loci",
        "mine": true,
        "scopes": [
          "global",
          "agents",
          "projects"
        ],
        "only": []
      },
      {
        "name": "bad",
        "error": "the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged",
        "hint": "mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost"
      }
    ]
  }
  [8]

A sync of all does the others, a sync of another one does not mind.

  $ loci sync
  loci: the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged; mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost
  good: 1 sent
    sent: global/deploys.md
  [8]
  $ loci sync --json
  loci: the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged; mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost
  {
    "dry_run": false,
    "remotes": [
      {
        "name": "good",
        "here": [],
        "there": [],
        "operation": 0,
        "remarks": []
      },
      {
        "name": "bad",
        "error": "the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged",
        "hint": "mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost"
      }
    ]
  }
  [8]
  $ loci sync good
  good: nothing new
  $ loci sync bad
  loci: the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged
  hint: mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost
  [7]
  $ timeout 20 loci sync --watch bad
  loci: the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged
  hint: mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost
  [7]
  $ (loci sync --watch --every 100ms & pid=$!; sleep 3; kill $pid; wait $pid) 2>&1
  loci: bad: the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged; mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost; trying again in 2s

It is a problem with a way out.

  $ loci health | grep -A2 remote
    the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged
      fix: mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost

What is known of it is in the way of its name, and goes.

  $ loci remote add bad $TMP/bad.git
  loci: a remote 'bad' already exists
  hint: choose another name, or run 'loci remote remove' first
  [4]
  $ loci remote set bad --live yes
  loci: the remote 'bad' cannot be used: 'state/remotes/bad/remote.json' is damaged
  hint: mend that file, or start over with 'loci remote remove bad' and 'loci remote add bad URL'; no note is lost
  [7]
  $ loci remote remove bad --dry-run
  would remove bad: notes stay as they are, here and there
  $ loci remote remove bad
  removed bad: notes stay as they are, here and there
  $ loci remote list | tr -s " "
  NAME URL WHOSE SCOPES SYNCED WAITS
  good $TMP/good.git mine global agents projects now 0
  $ loci remote remove bad
  loci: there is no remote 'bad'
  hint: use one of: good
  [3]
  $ loci sync
  good: nothing new

Where it is the only one, all of that says so.

  $ echo '{"version": 1, "url": 3}' > $TMP/home/.loci/state/remotes/good/remote.json
  $ loci sync
  loci: the remote 'good' cannot be used: 'state/remotes/good/remote.json' is damaged
  hint: mend that file, or start over with 'loci remote remove good' and 'loci remote add good URL'; no note is lost
  [7]
  $ loci remote list | tr -s " "
  loci: the remote 'good' cannot be used: 'state/remotes/good/remote.json' is damaged; mend that file, or start over with 'loci remote remove good' and 'loci remote add good URL'; no note is lost
  $ timeout 20 loci sync --watch
  loci: the remote 'good' cannot be used: 'state/remotes/good/remote.json' is damaged
  hint: mend that file, or start over with 'loci remote remove good' and 'loci remote add good URL'; no note is lost
  [7]
  $ loci remote remove none
  loci: there is no remote 'none'
  hint: 'loci remote add NAME URL' adds one
  [3]

A later version's is not damaged, and not this version's to remove.

  $ echo '{"version": 2}' > $TMP/home/.loci/state/remotes/good/remote.json
  $ loci sync
  loci: 'state/remotes/good/remote.json' was written by a later version of loci
  hint: update loci before you write here; reading still works
  [5]
  $ loci remote remove good
  loci: 'state/remotes/good/remote.json' was written by a later version of loci
  hint: update loci before you write here; reading still works
  [5]
