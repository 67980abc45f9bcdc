One `--accept` answers what was asked, and nothing that nobody saw.

# rule: RM7, RM71

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ git init -q --bare $TMP/hub.git
  $ ann() { LOCI_HOME=$TMP/ann loci "$@"; }
  $ ben() { LOCI_HOME=$TMP/ben loci "$@"; }
  $ ann remote add hub $TMP/hub.git --mine --quiet && ann remote init hub --quiet && ben remote add hub $TMP/hub.git --mine --quiet
  added hub: $TMP/hub.git
  hub is ready: 'loci sync hub' sends your notes
  added hub: $TMP/hub.git
  $ for i in 1 2 3 4 5; do ann write note$i --type project --scope global --description "Note $i" --content "Text $i." --quiet; done; ann sync --quiet
  created note1.md in global
  created note2.md in global
  created note3.md in global
  created note4.md in global
  created note5.md in global
  hub: 5 sent
    sent: global/note1.md
    sent: global/note2.md
    sent: global/note3.md
    sent: global/note4.md
    sent: global/note5.md
  $ cp -r $TMP/hub.git $TMP/backup.git
  $ ann write later --type project --scope global --description 'Later' --content 'Later.' --quiet; ann sync --quiet; ben sync --quiet
  created later.md in global
  hub: 1 sent
    sent: global/later.md
  hub: 6 received
    received: global/later.md
    received: global/note1.md
    received: global/note2.md
    received: global/note3.md
    received: global/note4.md
    received: global/note5.md

A backup is restored, and then Ann purges most of it. Ben agrees to the first, and is asked about the second.

  $ rm -r $TMP/hub.git && mv $TMP/backup.git $TMP/hub.git && ann sync --accept --quiet
  hub: 1 sent
    sent: global/later.md
  $ for i in 1 2 3 4 5; do ann purge note$i --yes --quiet; done; ann sync --accept --quiet
  erased note1.md from global for good
  erased note2.md from global for good
  erased note3.md from global for good
  erased note4.md from global for good
  erased note5.md from global for good
  hub: 5 deleted there, 5 purged there
    deleted there: global/note1.md
    deleted there: global/note2.md
    deleted there: global/note3.md
    deleted there: global/note4.md
    deleted there: global/note5.md
    purged there: global/note1.md
    purged there: global/note2.md
    purged there: global/note3.md
    purged there: global/note4.md
    purged there: global/note5.md
  $ git -C $TMP/hub.git log --format=%h loci | wc -l
  4
  $ ben sync
  loci: 'hub' is older than at the last sync: a backup was restored, or its history rewritten
  hint: --accept compares all notes again and sends what is missing there
  [5]
  $ ben sync --accept
  loci: this would erase 5 of 6 notes in one scope here for good
  hint: this was not asked before: somebody purged them on another machine; --accept erases them, and no undo helps
  [5]
  $ ls $TMP/ben/memory
  MEMORY.md
  later.md
  note1.md
  note2.md
  note3.md
  note4.md
  note5.md
  $ ben sync --accept
  hub: 5 purged here
    purged here: global/note1.md
    purged here: global/note2.md
    purged here: global/note3.md
    purged here: global/note4.md
    purged here: global/note5.md
  $ ls $TMP/ben/memory
  MEMORY.md
  later.md

Where several remotes wait for a decision, each is answered by its name. What to do stands beside each fault, also in JSON.

# rule: RM72

  $ git init -q --bare $TMP/two.git && ben remote add two $TMP/two.git --mine --quiet && ben remote init two --quiet
  added two: $TMP/two.git
  two is ready: 'loci sync two' sends your notes
  $ for i in 1 2 3 4 5; do ben write more$i --type project --scope global --description "More $i" --content "More $i." --quiet; done; ben sync --quiet
  created more1.md in global
  created more2.md in global
  created more3.md in global
  created more4.md in global
  created more5.md in global
  hub: 5 sent
    sent: global/more1.md
    sent: global/more2.md
    sent: global/more3.md
    sent: global/more4.md
    sent: global/more5.md
  two: 6 sent
    sent: global/later.md
    sent: global/more1.md
    sent: global/more2.md
    sent: global/more3.md
    sent: global/more4.md
    sent: global/more5.md
  $ rm $TMP/ben/memory/more?.md
  $ ben sync
  loci: hub: this would delete 5 of 6 notes in one scope at 'hub'; --accept deletes them there, and so on every machine: 'loci sync hub --accept'
  loci: two: this would delete 5 of 6 notes in one scope at 'two'; --accept deletes them there, and so on every machine: 'loci sync two --accept'
  [8]
  $ ben sync --json --quiet | grep -A 3 '"name"'
        "name": "hub",
        "error": "this would delete 5 of 6 notes in one scope at 'hub'",
        "hint": "--accept deletes them there, and so on every machine: 'loci sync hub --accept'"
      },
  --
        "name": "two",
        "error": "this would delete 5 of 6 notes in one scope at 'two'",
        "hint": "--accept deletes them there, and so on every machine: 'loci sync two --accept'"
      }
  $ ben sync --accept
  loci: several remotes wait for a decision: hub, two
  hint: answer each by its name: 'loci sync hub --accept'
  [2]
  $ ben sync two --accept --quiet
  two: 5 deleted there
    deleted there: global/more1.md
    deleted there: global/more2.md
    deleted there: global/more3.md
    deleted there: global/more4.md
    deleted there: global/more5.md
  $ ben sync --accept
  hub: 5 deleted there
    deleted there: global/more1.md
    deleted there: global/more2.md
    deleted there: global/more3.md
    deleted there: global/more4.md
    deleted there: global/more5.md
  two: nothing new

Without a question from before, and with several remotes, it is a question first.

  $ for i in 1 2 3 4 5; do ben write last$i --type project --scope global --description "Last $i" --content "Last $i." --quiet; done; ben sync --quiet
  created last1.md in global
  created last2.md in global
  created last3.md in global
  created last4.md in global
  created last5.md in global
  hub: 5 sent
    sent: global/last1.md
    sent: global/last2.md
    sent: global/last3.md
    sent: global/last4.md
    sent: global/last5.md
  two: 5 sent
    sent: global/last1.md
    sent: global/last2.md
    sent: global/last3.md
    sent: global/last4.md
    sent: global/last5.md
  $ rm $TMP/ben/memory/last?.md
  $ ben sync --accept 2>&1 | grep -c 'this would delete'
  2

A yes is one to the notes that were meant: to as many others it is none, to fewer of them it is.

  $ ben sync hub --accept --quiet; ben sync two --accept --quiet
  hub: 5 deleted there
    deleted there: global/last1.md
    deleted there: global/last2.md
    deleted there: global/last3.md
    deleted there: global/last4.md
    deleted there: global/last5.md
  two: 5 deleted there
    deleted there: global/last1.md
    deleted there: global/last2.md
    deleted there: global/last3.md
    deleted there: global/last4.md
    deleted there: global/last5.md
  $ for i in 1 2 3 4 5 6; do ben write which$i --type project --scope global --description "Which $i" --content "Which $i." --quiet; done; ben sync hub --quiet
  created which1.md in global
  created which2.md in global
  created which3.md in global
  created which4.md in global
  created which5.md in global
  created which6.md in global
  hub: 6 sent
    sent: global/which1.md
    sent: global/which2.md
    sent: global/which3.md
    sent: global/which4.md
    sent: global/which5.md
    sent: global/which6.md
  $ mkdir $TMP/away; mv $TMP/ben/memory/which[1-5].md $TMP/away; ben sync hub
  loci: this would delete 5 of 7 notes in one scope at 'hub'
  hint: --accept deletes them there, and so on every machine
  [5]
  $ mv $TMP/away/which1.md $TMP/ben/memory; mv $TMP/ben/memory/which6.md $TMP/away; ben sync hub --accept
  loci: this would delete 5 of 7 notes in one scope at 'hub'
  hint: these are not the notes that were asked about: --accept deletes them there, and so on every machine
  [5]
  $ mv $TMP/away/which2.md $TMP/ben/memory; ben sync hub --accept
  hub: 4 deleted there
    deleted there: global/which3.md
    deleted there: global/which4.md
    deleted there: global/which5.md
    deleted there: global/which6.md
