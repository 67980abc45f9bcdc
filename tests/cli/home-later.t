A home that a later version of loci wrote is read and not written.

# rule: J18, F2

  $ mkdir app && cd app && git init -q .
  $ loci write prefs --type user --description 'Likes tea' --content 'Green tea, see [[other]].' && loci write other --type project --description d --content 'Of the project'
  created prefs.md in global
  created other.md in private
  $ loci search tea > /dev/null && loci scratch add 'ask' > /dev/null
  $ echo 2 > ~/.loci/state/version
  $ printf -- '---\nname: n\ntype: user\n---\n\nWritten by hand: bassoon\n' > ~/.loci/memory/hand.md
  $ cp -a ~/.loci $TMP/before

Everything that only looks, with its answer:

  $ loci search bassoon | head -1
  hand.md  n (global, now)
  $ loci search tea | head -1
  prefs.md  Prefs (global, now)
  $ for words in list 'read prefs' context 'context --query tea' 'log prefs' history 'diff prefs' 'links prefs' check health scratch projects 'projects list' agents status 'reindex --dry-run' 'gc --dry-run' 'apply --dry-run' 'trust --dry-run'; do
  >   loci $words > $TMP/out 2> $TMP/err; echo "$words: $?"; grep -i 'later version' $TMP/err || true
  > done
  list: 0
  read prefs: 0
  context: 0
  context --query tea: 0
  log prefs: 0
  history: 0
  diff prefs: 0
  links prefs: 0
  check: 1
  health: 0
  scratch: 0
  projects: 0
  projects list: 0
  agents: 0
  status: 0
  reindex --dry-run: 0
  gc --dry-run: 0
  apply --dry-run: 0
  trust --dry-run: 0
  $ for event in session-start prompt stop; do printf '{"session_id":"s1","cwd":"%s","prompt":"green tea"}' "$PWD" | loci hook claude $event > /dev/null; done
  $ diff -r $TMP/before ~/.loci

What writes says why it does not:

  $ for words in 'write prefs --content x' 'delete prefs' reindex 'gc' 'scratch add x' 'trust'; do loci $words 2>&1 | sed "s,$HOME,~,"; done
  loci: '~/.loci' was written by a later version of loci
  hint: update loci before you write here; reading still works
  loci: '~/.loci' was written by a later version of loci
  hint: update loci before you write here; reading still works
  loci: '~/.loci' was written by a later version of loci
  hint: update loci before you write here; reading still works
  loci: '~/.loci' was written by a later version of loci
  hint: update loci before you write here; reading still works
  loci: '~/.loci' was written by a later version of loci
  hint: update loci before you write here; reading still works
  loci: '~/.loci' was written by a later version of loci
  hint: update loci before you write here; reading still works
  $ diff -r $TMP/before ~/.loci
