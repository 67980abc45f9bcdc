Search finds what says the same in other words, among sixty notes.

# rule: F7, F8

  $ cd $TMP && mkdir app && cd app && git init -q .
  $ while IFS='|' read -r name text; do loci write "$name" --type project --description "$name" --content "$text" || break; done < $TESTDIR/../fixtures/meaning/notes.txt | wc -l
  60
  $ loci search message broker --limit 3
  commits.md  Commits (private, now)
    7: Commit messages are in the imperative, at most 72 characters
  
  sms.md  Sms (private, now)
    7: Text messages go through Twilio, only in the US
  
  events.md  Events (private, now, by meaning)
    7: Services publish domain events to Kafka; consumers read the topics in groups of three
  
    notes with each word: message 2, broker 0
  $ loci search kubernetes --limit 3
  cluster.md  Cluster (private, now, by meaning)
    7: Production runs on EKS with three node groups; every pod has limits
  $ loci search revert a bad release --limit 3
  going-back.md  Going Back (private, now, by meaning)
    7: When a deploy goes wrong, run make rollback: the previous version is up again within a minute
  
    notes with each word: revert 0, bad 0, release 0
  $ loci search database schema changes --limit 3
  alembic.md  Alembic (private, now, by meaning)
    7: Alembic migrations alter tables; write one for every new column and run it before the app starts
  
  graphql.md  Graphql (private, now, by meaning)
    7: There is no GraphQL, and there will be none
  
  fixtures.md  Fixtures (private, now, by meaning)
    7: Factories make the data for tests, no dumps
  
    notes with each word: database 0, schema 0, changes 0

What shares no word is marked, also for programs; why it is there can be asked.

  $ loci search kubernetes --json | grep -c '"by_meaning": true'
  1
  $ loci search kubernetes --explain
  cluster.md  Cluster (private, now, by meaning)
    7: Production runs on EKS with three node groups; every pod has limits
        1.05 = words 0.00, times recency 1.05, importance 1.00, plus meaning 1.05

Exact words, numbers and what nothing comes near are not guessed at.

  $ loci search '"kubernetes"'
  loci: nothing found
  [1]
  $ loci search 4711
  loci: nothing found
  [1]
  $ loci search quantum chromodynamics lattice
  loci: nothing found
  [1]

Meaning can be switched off.

  $ LOCI_MEANING=false loci search kubernetes
  loci: nothing found
  [1]
  $ printf '[search]\nmeaning = false\n' > $HOME/.loci/config.toml && loci search kubernetes
  loci: nothing found
  [1]
  $ loci search kubernetes rollback
  going-back.md  Going Back (private, now)
    7: When a deploy goes wrong, run make rollback: the previous version is up again within a minute
  
    notes with each word: kubernetes 0, rollback 1
  $ printf '[search]\nmeaning = true\n' > $HOME/.loci/config.toml && loci search kubernetes
  cluster.md  Cluster (private, now, by meaning)
    7: Production runs on EKS with three node groups; every pod has limits

A table of one's own, and one that is missing, cut off or of another version: that is said once, and words are found.

  $ cp $TESTDIR/../../model/static-256.table $TMP/own.table
  $ printf '[search]\ntable = "%s/own.table"\n' $TMP > $HOME/.loci/config.toml && loci search kubernetes
  cluster.md  Cluster (private, now, by meaning)
    7: Production runs on EKS with three node groups; every pod has limits
  $ head -c 100000 $TMP/own.table > $TMP/cut && mv $TMP/cut $TMP/own.table && loci search rollback
  loci: warning: the table of words '$TMP/own.table' (search.table) cannot be used: is cut off; search uses words only
  going-back.md  Going Back (private, now)
    7: When a deploy goes wrong, run make rollback: the previous version is up again within a minute
  $ printf 'LOCIVEC9' | dd of=$TMP/own.table conv=notrunc status=none && loci search rollback
  loci: warning: the table of words '$TMP/own.table' (search.table) cannot be used: is of another version; search uses words only
  going-back.md  Going Back (private, now)
    7: When a deploy goes wrong, run make rollback: the previous version is up again within a minute
  $ rm $TMP/own.table && loci search rollback
  loci: warning: the table of words '$TMP/own.table' (search.table) cannot be used: cannot read '$TMP/own.table': No such file or directory; search uses words only
  going-back.md  Going Back (private, now)
    7: When a deploy goes wrong, run make rollback: the previous version is up again within a minute
  $ printf '[search]\ntable = "own.table"\n' > $HOME/.loci/config.toml && loci search rollback
  loci: warning: the table of words 'own.table' (search.table) cannot be used: is not the full path of a file; search uses words only
  going-back.md  Going Back (private, now)
    7: When a deploy goes wrong, run make rollback: the previous version is up again within a minute
  $ printf '[search]\ntable = 7\n' > $HOME/.loci/config.toml && loci search rollback
  loci: $TMP/home/.loci/config.toml:2: 'search.table' must be a path
  [2]
