A remote that is kept up to date by itself: `sync --watch`, `serve`, `mcp`, and changes that wait
until the remote has them.

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ git init -q --bare $TMP/hub.git
  $ laptop() { LOCI_HOME=$TMP/laptop loci "$@"; }
  $ server() { LOCI_HOME=$TMP/server loci "$@"; }
  $ note() { "$1" write "$2" --type project --scope global --description "About $2" --content "$3" --quiet; }
  $ says() { for i in $(seq 600); do grep -q -- "$2" "$1" && return 0; sleep 0.05; done; echo "never said: $2"; cat "$1"; return 1; }
  $ laptop remote add hub $TMP/hub.git --mine --quiet && laptop remote init hub --quiet && server remote add hub $TMP/hub.git --mine --quiet
  added hub: $TMP/hub.git
  hub is ready: 'loci sync hub' sends your notes
  added hub: $TMP/hub.git

Times are given as people write them.

# rule: RM46

  $ laptop sync --timeout 500
  hub: nothing new
  $ laptop sync --once --timeout 2m
  hub: nothing new
  $ laptop sync --timeout soon
  loci: --timeout: 'soon' is not a duration
  hint: such as 500ms, 5s or 2m
  [2]
  $ laptop sync --timeout 0s
  loci: --timeout: '0s' is not a duration
  hint: such as 500ms, 5s or 2m
  [2]
  $ laptop sync --every 5s
  loci: --every needs --watch
  hint: add --watch
  [2]
  $ laptop sync --watch --accept
  loci: --watch and --accept cannot be combined
  hint: run 'loci sync --accept' first
  [2]

`sync --watch` sends what changes here and takes what changes there: written by loci, or by hand.

# rule: RM40

  $ LOCI_HOME=$TMP/laptop loci sync --watch --every 300ms > $TMP/out 2> $TMP/err & echo $! > $TMP/pid
  $ note laptop one 'First.'; says $TMP/out '1 sent'
  created one.md in global
  $ server sync --quiet; note server two 'Second.'; server sync --quiet; says $TMP/out '1 received'
  hub: 1 received
    received: global/one.md
  created two.md in global
  hub: 1 sent
    sent: global/two.md
  $ tail -n 1 $TMP/laptop/memory/two.md; laptop search Second --json | grep -q two.md && echo found
  Second.
  found
  $ echo 'By hand.' >> $TMP/laptop/memory/one.md; for i in $(seq 300); do git -C $TMP/hub.git show loci:global/one.md | grep -q 'By hand' && break; sleep 0.1; done; git -C $TMP/hub.git show loci:global/one.md | tail -n 1
  By hand.

One process at a time does that for a remote. A sync by hand works all the same.

  $ laptop sync --watch 2>&1 | sed 's/pid [0-9]*/pid N/'
  loci: 'hub' is kept up to date already by pid N (loci sync --watch --every 300ms)
  hint: only one process at a time can do that
  $ laptop sync
  hub: nothing new

A remote that is away is said once, in plain words, and is tried again; so is what waits for a person.

# rule: RM41

  $ mv $TMP/hub.git $TMP/away.git; says $TMP/err 'cannot be reached'; note laptop three 'Third.'; sleep 1; mv $TMP/away.git $TMP/hub.git
  created three.md in global
  $ for i in $(seq 300); do git -C $TMP/hub.git show loci:global/three.md 2>/dev/null | grep -q Third && break; sleep 0.1; done; git -C $TMP/hub.git show loci:global/three.md | tail -n 1
  Third.
  $ cat $TMP/err
  loci: hub: 'hub' ($TMP/hub.git) cannot be reached: '$TMP/hub.git' does not appear to be a git repository; trying again in 300ms

It ends when it is told to, and what changed just now is sent first.

  $ note laptop last 'Last.'; kill -TERM $(cat $TMP/pid); wait $(cat $TMP/pid); echo $?
  created last.md in global
  0
  $ git -C $TMP/hub.git show loci:global/last.md | tail -n 1
  Last.
  $ cat $TMP/out
  hub: 1 sent
  hub: 1 received
  hub: 1 sent
  hub: 1 sent
  hub: 1 sent

For programs: one line of JSON for each sync that did something. A remote that is removed ends it.

  $ LOCI_HOME=$TMP/laptop loci sync hub --watch --every 300ms --json > $TMP/out 2>&1 & echo $! > $TMP/pid
  $ note laptop four 'Fourth.'; says $TMP/out sent; laptop remote add other $TMP/hub.git --quiet
  created four.md in global
  added other: $TMP/hub.git
  $ laptop remote remove hub --quiet; wait $(cat $TMP/pid); cat $TMP/out
  removed hub: notes stay as they are, here and there
  {"name":"hub","here":[],"there":[{"note":"global/four.md","status":"sent"}],"operation":0,"remarks":[],"at":"2026-11-15T10:00:00.000Z"}
  {"name":"hub","error":"it was removed","at":"2026-11-15T10:00:00.000Z"}
  $ laptop remote remove other --quiet; laptop remote add hub $TMP/hub.git --mine --quiet; laptop sync --quiet
  removed other: notes stay as they are, here and there
  added hub: $TMP/hub.git
  hub: nothing new

`loci mcp` does it in the background where the configuration, or the remote, says so. What comes is found at once.

# rule: RM42

  $ printf '[sync]\nevery_seconds = 1\n' > $TMP/laptop/config.toml
  $ mkfifo $TMP/in; LOCI_HOME=$TMP/laptop LOCI_SYNC_LIVE=true loci mcp < $TMP/in > $TMP/out 2> $TMP/err & echo $! > $TMP/pid
  $ exec 9> $TMP/in
  $ printf '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n' >&9; says $TMP/out serverInfo
  $ server sync --quiet > /dev/null; note server pelican 'A pelican flew by.'; server sync --quiet
  created pelican.md in global
  hub: 1 sent
    sent: global/pelican.md
  $ says $TMP/err '1 received'; printf '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_search","arguments":{"query":"pelican"}}}\n' >&9; says $TMP/out 'pelican.md'
  $ printf '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"memory_write","arguments":{"target":"note","name":"heron","type":"project","scope":"global","description":"Herons","content":"A heron stood still."}}}\n' >&9; says $TMP/out '"id":3'
  $ exec 9>&-; wait $(cat $TMP/pid); git -C $TMP/hub.git show loci:global/heron.md | tail -n 1
  A heron stood still.
  $ laptop remote set hub --live yes && laptop remote list | tr -s ' '
  hub: mine live
  NAME URL WHOSE SCOPES SYNCED WAITS
  hub $TMP/hub.git mine live global agents projects now 0
  $ laptop remote set hub --live default --quiet
  hub: mine

Who has read enough ends it.

  $ touch $TMP/ended; (LOCI_HOME=$TMP/laptop timeout 60 loci sync --watch --every 300ms; echo "ended: $?" > $TMP/ended) | head -n 1 > $TMP/first & note server enough 'Read.'; server sync --quiet > /dev/null; says $TMP/ended 'ended: 0'; cat $TMP/first
  created enough.md in global
  hub: 1 received

A change that waits: done when the remote has it, or with what became of it.

# rule: RM43

  $ laptop remote set hub --write wait
  hub: mine waits
  $ note laptop now 'At once.'; git -C $TMP/hub.git show loci:global/now.md | tail -n 1
  created now.md in global
  At once.
  $ laptop delete heron --quiet; git -C $TMP/hub.git show loci:global/heron.md 2>&1 | head -n 1
  deleted heron.md from global
  fatal: path 'global/heron.md' does not exist in 'loci'
  $ server sync --quiet > /dev/null; note server now 'Theirs.'; server sync --quiet > /dev/null; laptop write now --content 'Mine.'
  updated now.md in global
  loci: somebody else changed it at 'hub': both versions are kept, and 'loci resolve' settles it
  updated now.md in global
  [4]
  $ laptop resolve
  loci: 'loci resolve NOTE' shows one, --keep HEX settles it
  FILE    SCOPE   VERSIONS
  now.md  global  8af0e0e1 c01aa9ac
  $ server sync; diff -r -x MEMORY.md $TMP/laptop/memory $TMP/server/memory
  hub: 2 received
    received: global/now-c01aa9ac.md
    received: global/now.md
  $ mv $TMP/hub.git $TMP/away.git; laptop write off --type project --scope global --description 'Offline' --content 'No network.'
  loci: saved here, not at 'hub' yet: 'hub' ($TMP/hub.git) cannot be reached: '$TMP/hub.git' does not appear to be a git repository
  created off.md in global
  [8]
  $ laptop write off --content 'Still none.' --json --quiet | grep -A 6 remotes; echo ${PIPESTATUS[0]}
    "remotes": [
      {
        "name": "hub",
        "status": "not yet",
        "reason": "'hub' ($TMP/hub.git) cannot be reached: '$TMP/hub.git' does not appear to be a git repository"
      }
    ]
  8
  $ mv $TMP/away.git $TMP/hub.git; laptop sync
  hub: 1 sent
    sent: global/off.md
  $ laptop write in-time --type project --scope global --description 'In time' --content 'Yes.' --json | grep -A 5 remotes
    "remotes": [
      {
        "name": "hub",
        "status": "there"
      }
    ]
  $ laptop config get sync.write && LOCI_SYNC_WRITE=wait laptop config get sync.write
  later
  wait
  $ laptop remote set hub --write wait --read-only yes
  loci: --read-only and --write wait cannot be combined
  hint: leave one of them out: nothing is sent to a read-only remote
  [2]
