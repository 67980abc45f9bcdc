The hooks of docs/ci.md, as they stand there, in a repository: `loci check`.

  $ block() { awk -v kind="$1" '$0 == "```" kind {on = 1; next} /^```/ {on = 0} on' $TESTDIR/../../docs/ci.md; }
  $ git init -q $TMP/repo && cd $TMP/repo && git config user.name N && git config user.email n@example.com
  $ block sh > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
  $ loci init --quiet >/dev/null && loci remember 'Built with ninja.' --title Build --shared --quiet >/dev/null
  $ git add -A && git commit -qm good
  loci: 1 note checked: 0 errors, 0 warnings
  $ echo 'no frontmatter' > .loci/memory/bad.md && git add -A && git commit -qm bad
  loci: 2 notes checked: 4 errors, 1 warning
  $TMP/repo/.loci/memory/bad.md:1: error: no frontmatter [malformed]
  $TMP/repo/.loci/memory/bad.md:1: error: 'name' is missing [malformed]
  $TMP/repo/.loci/memory/bad.md:1: error: 'type' is missing [malformed]
  $TMP/repo/.loci/memory/bad.md:1: warning: no description, so nobody can tell when to read it [description-missing]
  $TMP/repo/.loci/memory/bad.md:1: error: not in the index: prompts make up a line, 'loci reindex' adds it [index-missing]
  [1]
  $ git log --format=%s
  good

`loci verify`: a commit that takes a file away from under a note.

  $ git init -q $TMP/other && cd $TMP/other && git config user.name N && git config user.email n@example.com
  $ block bash > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
  $ mkdir src && echo 'int flush();' > src/flush.cc && echo 'int main();' > src/main.cc && git add -A && git commit -qm first
  $ loci trust --quiet >/dev/null && loci remember 'Blocks are flushed in `src/flush.cc`.' --title Flush --quiet >/dev/null
  $ echo '// more' >> src/main.cc && git commit -qam second
  loci: 0 citations in 0 notes: 0 stale, 0 missing
  $ git rm -q src/flush.cc && git commit -qm third 2>&1 | sed 's/other-[0-9a-f]*/other-N/'; git log --format=%s -1
  loci: 1 citation in 1 note: 0 stale, 1 missing
  $TMP/home/.loci/projects/other-N/memory/flush.md:7: path 'src/flush.cc' is missing (in the last commit, but not in the workspace)
  second
  $ cd $TMP/repo

The command of its workflow.

  $ block yaml | sed -n 's/^ *- run: //p' > ci.sh && cat ci.sh
  loci check --shared --format sarif > memory.sarif
  $ bash -e ci.sh
  loci: 2 notes checked: 4 errors, 1 warning
  [1]
  $ python3 -c "import json; print(len(json.load(open('memory.sarif'))['runs'][0]['results']))"
  5
