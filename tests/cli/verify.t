Whether what notes cite is still there.

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE=2026-11-01T00:00:00Z GIT_COMMITTER_DATE=2026-11-01T00:00:00Z
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ git init -q app && cd app && mkdir -p src/store docs && seq 50 > src/store/commit.cc && seq 30 > src/store/parse.cc
  $ echo 'int flush_all();' > src/flush.cc && echo '# Guide' > docs/guide.md && git add -A && git commit -qm one
  $ echo 'int x;' > src/flush.cc && git commit -qam more
  $ git mv src/store/parse.cc src/store/reader.cc && git rm -q docs/guide.md && git commit -qm two
  $ note() { printf -- '---\nname: %s\ndescription: About %s\ntype: project\n---\n\n%s\n' "$1" "$1" "$2" | loci write $1 --scope private --raw --content - >/dev/null; }
  $ note sound 'The order is in `src/store/commit.cc:12`, see `src/store/`.'
  $ note lines 'The lock is at `src/store/commit.cc:120`.'
  $ note moved 'Records are read in `src/store/parse.cc`, explained in [the guide](docs/guide.md). Call `flush_all()` in `src/flush.cc` last.'
  $ note words 'Use tabs and/or spaces; `*_test.go`, `path/to/file.py` and `src/<module>/x.cc` are patterns; `text/plain` is sent.'

  $ shown() { sed "s#$HOME/.loci/projects/[^/]*/memory#PRIVATE#; s#verified/[0-9a-f]*#verified/…#"; }
  $ verify() { loci verify "$@" > $TMP/out 2>&1; local status=$?; shown < $TMP/out; return $status; }

A repository that is not trusted is not asked for its history: the files alone decide, and what they do not tell is no finding.

# rule: D2, D3, D4, D8

  $ verify
  loci: 4 citations in 4 notes: 1 stale, 0 missing; git was not asked
  PRIVATE/lines.md:7: path 'src/store/commit.cc:120' is stale ('src/store/commit.cc' has 50 lines)
  [1]
  $ verify --changed
  loci: git is only asked about trusted repositories
  hint: 'loci trust' trusts this one; without --changed all notes are verified
  [5]

A history knows what became of a file, and of a name.

  $ loci trust
  trusted: $TMP/work/app (no origin), 0 notes shipped
  $ verify
  loci: 7 citations in 4 notes: 3 stale, 1 missing
  PRIVATE/lines.md:7: path 'src/store/commit.cc:120' is stale ('src/store/commit.cc' has 50 lines)
  PRIVATE/moved.md:7: path 'src/store/parse.cc' is stale (renamed to 'src/store/reader.cc' in b6935a5)
  PRIVATE/moved.md:7: path 'docs/guide.md' is missing (deleted in b6935a5)
  PRIVATE/moved.md:7: symbol 'flush_all()' is stale (not in 'src/flush.cc' since 102b7f96a)
  [1]
  $ verify sound
  loci: 2 citations in 1 note: 0 stale, 0 missing
  $ verify nothing
  loci: there is no note 'nothing.md'
  hint: run 'loci list' to see all notes
  [3]
  $ loci verify moved --json 2>/dev/null | shown
  {
    "notes": [
      {
        "filename": "moved.md",
        "place": "private",
        "path": "PRIVATE/moved.md",
        "result": "missing",
        "verified": "2026-11-15T10:00:00.000Z",
        "citations": [
          {
            "kind": "path",
            "text": "src/store/parse.cc",
            "line": 7,
            "result": "stale",
            "reason": "renamed to 'src/store/reader.cc' in b6935a5"
          },
          {
            "kind": "path",
            "text": "docs/guide.md",
            "line": 7,
            "result": "missing",
            "reason": "deleted in b6935a5"
          },
          {
            "kind": "symbol",
            "text": "flush_all()",
            "line": 7,
            "result": "stale",
            "reason": "not in 'src/flush.cc' since 102b7f96a"
          },
          {
            "kind": "path",
            "text": "src/flush.cc",
            "line": 7,
            "result": "ok"
          }
        ]
      }
    ],
    "citations": 4,
    "stale": 2,
    "missing": 1,
    "git": true,
    "elapsed_ms": 0
  }
  $ loci verify -o jsonl --quiet | grep -c filename
  4

It is shown wherever the note is, and looks nothing up.

# rule: D7

  $ loci list
  FILE      TYPE     SCOPE    AGE  DESCRIPTION
  lines.md  project  private  now  [cites stale] About lines
  moved.md  project  private  now  [cites missing] About moved
  sound.md  project  private  now  About sound
  words.md  project  private  now  About words
  $ loci read moved > /dev/null
  loci: line 7: path 'src/store/parse.cc' is stale (renamed to 'src/store/reader.cc' in b6935a5)
  loci: line 7: path 'docs/guide.md' is missing (deleted in b6935a5)
  loci: line 7: symbol 'flush_all()' is stale (not in 'src/flush.cc' since 102b7f96a)
  $ loci health | grep cites
    'lines.md' in private cites something stale
    'moved.md' in private cites something missing
  $ loci search records --json | grep citations
        "citations": "missing"
  $ loci search records | head -1
  moved.md  moved (private, now, cites missing)
  $ loci --agent x context | grep cites
  - [moved](moved.md) - About moved [cites missing]
  - [lines](lines.md) - About lines [cites stale]
  $ loci --agent x context > one; loci --agent x context | cmp - one && rm one

A note that was changed since has no mark.

  $ note moved 'A record is read in `src/store/reader.cc`.'
  $ loci list | grep moved
  moved.md  project  private  now  About moved

What the last commit has and the workspace has not is missing too, and where git does not answer that is said.

# rule: D3, D4

  $ note removed 'The order is in `src/store/reader.cc`.'
  $ rm src/store/reader.cc && verify removed; git checkout -q src/store/reader.cc; verify removed
  loci: 1 citation in 1 note: 0 stale, 1 missing
  PRIVATE/removed.md:7: path 'src/store/reader.cc' is missing (in the last commit, but not in the workspace)
  loci: 1 citation in 1 note: 0 stale, 0 missing
  $ mkdir $TMP/nogit && printf '#!/bin/sh\nexit 1\n' > $TMP/nogit/git && chmod +x $TMP/nogit/git
  $ (PATH=$TMP/nogit:$PATH; verify moved; note moved 'Records are read in `src/store/parse.cc`.'; verify moved; loci verify moved --json --quiet | grep git)
  loci: 1 citation in 1 note: 0 stale, 0 missing
  loci: 0 citations in 1 note: 0 stale, 0 missing; git did not answer everything, so some may be missing
    "git": true,
    "git_incomplete": true,
  $ loci delete removed --scope private >/dev/null; verify moved
  loci: 'loci undo 15' brings it back
  loci: 1 citation in 1 note: 1 stale, 0 missing
  PRIVATE/moved.md:7: path 'src/store/parse.cc' is stale (renamed to 'src/store/reader.cc' in b6935a5)
  [1]
  $ note moved 'A record is read in `src/store/reader.cc`.'

`check` warns, and in a build that is an error.

# rule: X3

  $ note moved 'Records are read in `src/store/parse.cc`.'
  $ loci check --quiet | shown
  PRIVATE/lines.md:7: warning: path 'src/store/commit.cc:120': 'src/store/commit.cc' has 50 lines [citation-stale]
  PRIVATE/moved.md:7: warning: path 'src/store/parse.cc': renamed to 'src/store/reader.cc' in b6935a5 [citation-stale]
  $ loci check --quiet --strict >/dev/null
  [1]

In a hook only what a commit touches is looked up.

  $ verify --changed
  loci: 0 citations in 0 notes: 0 stale, 0 missing
  $ seq 5 > src/store/commit.cc
  $ verify --changed
  loci: 3 citations in 2 notes: 2 stale, 0 missing
  PRIVATE/lines.md:7: path 'src/store/commit.cc:120' is stale ('src/store/commit.cc' has 5 lines)
  PRIVATE/sound.md:7: path 'src/store/commit.cc:12' is stale ('src/store/commit.cc' has 5 lines)
  [1]
  $ git commit -qam shorter; verify --changed; verify --since HEAD~1; verify --since main
  loci: 0 citations in 0 notes: 0 stale, 0 missing
  loci: 3 citations in 2 notes: 2 stale, 0 missing
  PRIVATE/lines.md:7: path 'src/store/commit.cc:120' is stale ('src/store/commit.cc' has 5 lines)
  PRIVATE/sound.md:7: path 'src/store/commit.cc:12' is stale ('src/store/commit.cc' has 5 lines)
  loci: 0 citations in 0 notes: 0 stale, 0 missing
  $ verify --since nowhere
  loci: there is no commit 'nowhere'
  hint: name a commit, a branch, a tag or HEAD~1
  [3]

What is kept of it is a cache.

# rule: D6

  $ for f in $HOME/.loci/state/verified/*; do echo broken > $f; done; loci list | grep -c 'cites'
  0
  [1]
  $ loci verify --quiet > /dev/null; loci list | grep -c 'cites'
  3
  $ for f in $HOME/.loci/state/verified/*; do echo 'loci verified 9 later' > $f; done
  $ verify words; cat $HOME/.loci/state/verified/* | sort -u
  loci: warning: not kept: '$TMP/home/.loci/state/verified/…' was written by a later version of loci
  loci: 0 citations in 1 note: 0 stale, 0 missing
  loci verified 9 later

A declared citation is one, whatever it looks like; global notes may speak of any workspace.

# rule: D1, D5

  $ rm -r $HOME/.loci/state/verified
  $ printf -- '---\nname: d\ndescription: About d\ntype: project\nmetadata:\n  cites: [tools/gone, src/flush.cc, "not a path"]\n---\n\ntext\n' | loci write d --scope private --raw --content - >/dev/null
  $ verify d
  loci: 2 citations in 1 note: 0 stale, 1 missing
  PRIVATE/d.md:6: path 'tools/gone' is missing (there is no such file)
  [1]
  $ loci write any --scope global --type user --description 'About any' --content 'See `src/store/parse.cc` and [[d]] and [[nowhere]].'
  created any.md in global
  $ verify any
  loci: 1 citation in 1 note: 0 stale, 0 missing

Nothing is read through a link.

  $ ln -s /etc src/outside && note link 'Users are in `src/outside/passwd:99999` and `src/outside/nothing.cc:1`.'
  $ verify link
  loci: 0 citations in 1 note: 0 stale, 0 missing

What was gone is not asked for again while HEAD stays, and is noticed when it is back. An earlier version's file is made anew.

# rule: D6

  $ git init -q $TMP/kept && cd $TMP/kept && git config user.name N && git config user.email n@example.com
  $ mkdir src && echo 'int settle_all_accounts();' > src/flush.cc && echo 'int main();' > src/main.cc && git add -A && git commit -qm one
  $ for i in 1 2 3 4 5 6 7; do echo $i >> src/main.cc; git commit -qam $i; done
  $ git rm -q src/flush.cc && git commit -qm gone
  $ loci trust --quiet >/dev/null
  $ loci write n --type project --description 'About it' --scope private --quiet --content 'All is in `src/flush.cc`. Call `settle_all_accounts` first.' >/dev/null
  $ loci verify --scope private 2>/dev/null | sed 's/.*n.md/n.md/; s/[0-9a-f]\{7,9\}/HASH/'
  n.md:7: path 'src/flush.cc' is missing (deleted in HASH)

A name by itself is no finding, since it may be anybody's; who asks sees it.

# rule: D3

  $ loci verify --scope private --names 2>&1 | sed 's/.*n.md/n.md/; s/[0-9a-f]\{7,9\}/HASH/'
  loci: 1 citation in 1 note: 0 stale, 1 missing, 1 perhaps
  n.md:7: path 'src/flush.cc' is missing (deleted in HASH)
  n.md:7: symbol 'settle_all_accounts' may be stale (in the sources of HASH, but no longer in any)
  $ loci verify --scope private --names --json --quiet | grep -A6 '"perhaps": \[' | sed 's/of [0-9a-f]\{9\}/of HASH/'
        "perhaps": [
          {
            "kind": "symbol",
            "text": "settle_all_accounts",
            "line": 7,
            "reason": "in the sources of HASH, but no longer in any"
          }
  $ loci list --scope private
  FILE  TYPE     SCOPE    AGE  DESCRIPTION
  n.md  project  private  now  [cites missing] About it

# rule: D6

  $ loci verify --scope private --json --quiet | grep verified > first; sleep 0.1; loci verify --scope private --json --quiet | grep verified | cmp - first && echo same
  same
  $ echo 'int settle_all_accounts();' > src/flush.cc
  $ loci verify --scope private
  loci: 2 citations in 1 note: 0 stale, 0 missing
  $ sed -i 's/^loci verified 2/loci verified 1/' $HOME/.loci/state/verified/*; loci verify --scope private --quiet >/dev/null; grep -l '^loci verified 2' $HOME/.loci/state/verified/* | wc -l
  1

With `--changed` fewer commits are looked at: what all of them showed to be gone, and is not back, stays so.

# rule: D4

  $ git init -q $TMP/long && cd $TMP/long && git config user.name N && git config user.email n@example.com
  $ mkdir src && echo 'int a;' > src/old.cc && echo 'int b;' > src/b.cc && git add -A && git commit -qm one && git rm -q src/old.cc && git commit -qm gone
  $ (printf 'commit refs/heads/main\ncommitter N <n@example.com> 1793491200 +0000\ndata 1\nx\nfrom refs/heads/main^0\n'; for i in $(seq 1001); do printf 'commit refs/heads/main\ncommitter N <n@example.com> 1793491200 +0000\ndata 1\nx\n'; done) | git fast-import --quiet
  $ loci trust --quiet >/dev/null
  $ loci write n --type project --description 'About it' --scope private --quiet --content 'All is in `src/old.cc`, beside `src/b.cc`.' >/dev/null
  $ loci verify --scope private 2>&1 | sed 's/.*n.md/n.md/; s/[0-9a-f]\{7,9\}/HASH/'
  loci: 2 citations in 1 note: 0 stale, 1 missing
  n.md:7: path 'src/old.cc' is missing (deleted in HASH)
  $ echo 'int changed;' > src/b.cc; loci verify --changed --scope private 2>&1 | sed 's/.*n.md/n.md/; s/[0-9a-f]\{7,9\}/HASH/'
  loci: 2 citations in 1 note: 0 stale, 1 missing
  n.md:7: path 'src/old.cc' is missing (deleted in HASH)
  $ loci verify --changed --scope private --quiet >/dev/null; loci list --scope private
  FILE  TYPE     SCOPE    AGE  DESCRIPTION
  n.md  project  private  now  [cites missing] About it
  $ echo 'int a;' > src/old.cc; loci verify --changed --scope private
  loci: 2 citations in 1 note: 0 stale, 0 missing
