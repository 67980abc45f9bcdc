A file of the home that a later version wrote is not written by this one, also where the rest of the home is of this version.

# rule: J18, X11, D14

  $ export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 S=$HOME/.loci/state && mkdir -p $HOME/.claude $HOME/.cursor $TMP/kept app/.loci/agents/dev/memory && cd app && git init -q . && touch Makefile
  $ named() { sed "s,$HOME,~,; s,app-[0-9a-f]\{8\},app-ID,; s,[0-9a-f]\{32\}\|[0-9a-f]\{16\},ID,; s,\(inbox[/_]\)[a-z0-9]*,\1ID,"; }
  $ kept() { echo $TMP/kept/$(echo $1 | tr / _); }

`try COMMAND -- FILES` makes the files a later version's, runs the command, and says what it answered and whether a file is another now. Then they are as before.

  $ try() {
  >   words=; while [ "$1" != -- ]; do words="$words $1"; shift; done; shift
  >   for file in "$@"; do
  >     cp $file $(kept $file).before
  >     sed -i '1,2s/^\(loci [a-z.]* \|loci-[a-z]* \|[ {]*"version": *\)[0-9][0-9]*/\199/' $file
  >     cmp -s $file $(kept $file).before && echo "$file has no version" | named
  >     cp $file $(kept $file)
  >   done
  >   eval "$words" > $TMP/out 2>&1; echo "$?"
  >   grep -o "'[^']*' was \(written\|made\) by a later version of loci" $TMP/out | sort -u | named
  >   for file in "$@"; do cmp $file $(kept $file) 2>&1 | named; cp $(kept $file).before $file; done
  > }
  $ for i in $(seq 20); do loci write note$i --type project --description "Note $i" --content "Number $i cites \`Makefile\`." --quiet > /dev/null; done
  $ loci write prefs --type user --description 'Likes tea' --content 'Green tea.' --quiet
  created prefs.md in global

Which directories are a project, and whether it is trusted:

  $ try loci trust -- $HOME/.loci/projects/app-*/project.json
  5
  '~/.loci/projects/app-ID/project.json' was written by a later version of loci

What `setup` made elsewhere:

  $ loci setup claude > /dev/null 2>&1
  $ try loci setup cursor -- $S/setup.json
  5
  'state/setup.json' was written by a later version of loci
  $ test -e $HOME/.cursor/mcp.json
  [1]
  $ try loci unsetup claude -- $S/setup.json
  5
  'state/setup.json' was written by a later version of loci

What a person confirmed, and what they let a note keep:

  $ try loci write prefs --content Coffee. -- $S/confirmed/global
  0
  '~/.loci/state/confirmed/global' was written by a later version of loci
  $ printf -- '---\nname: t\ndescription: d\ntype: user\n---\n\nghp_%s\n' 16C7e42F292c6912E7710c838347Ae178B4a > $HOME/.loci/memory/token.md
  $ loci allow token github-token --quiet > /dev/null
  $ try loci allow token github-token --remove -- $S/allowed/*
  5
  '~/.loci/state/allowed/notes' was written by a later version of loci

What sessions saw:

  $ hook() { printf '{"session_id":"s1","cwd":"%s","prompt":"green tea"}' "$PWD" | loci hook claude $1; }
  $ hook session-start > /dev/null
  $ try hook prompt -- $S/sessions/*
  0

What checks found out:

  $ loci verify > /dev/null 2>&1; loci check > /dev/null 2>&1; touch -d '1 hour ago' Makefile; loci write note1 --content 'Cites `src/gone.c`.' --quiet > /dev/null
  $ try loci verify -- $S/verified/*
  0
  '~/.loci/state/verified/ID' was written by a later version of loci
  '~/.loci/state/verified/ID' was written by a later version of loci
  $ try loci check -- $S/checked/* $(ls $S/cited/* 2> /dev/null)
  1

What other tools' files were made of:

  $ printf -- '---\nname: Alpha\ndescription: A desc\n---\n\nalpha body\n' > .loci/agents/dev/memory/alpha.md && loci trust --quiet > /dev/null; loci apply --provider claude --quiet > /dev/null
  $ find $HOME/.loci -name 'apply*.state' | named
  ~/.loci/projects/app-ID/apply.state
  $ sed -i s/body/text/ .loci/agents/dev/memory/alpha.md
  $ try loci apply --provider claude -- $(find $HOME/.loci -name 'apply*.state')
  5
  '~/.loci/projects/app-ID/apply.state' was written by a later version of loci

What was imported:

  $ printf '{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea"]}\n' > graph.jsonl
  $ loci import --from server-memory --path graph.jsonl --quiet > /dev/null && echo '{"type":"entity","name":"Bob","entityType":"person","observations":["likes milk"]}' >> graph.jsonl
  $ try loci import --from server-memory --path graph.jsonl -- $S/imports/*
  5
  'state/imports' was written by a later version of loci

What waits for a person:

  $ printf '[review]\nprivate = "agents"\n' > $HOME/.loci/config.toml && loci --agent helper remember 'The door opens at nine.' --title Door --quiet > /dev/null
  $ ls $S/inbox | wc -l
  1
  $ try 'loci inbox accept $(ls $S/inbox | cut -d. -f1)' -- $S/inbox/*
  5
  'state/inbox/ID.md' was written by a later version of loci

What consolidation proposes:

  $ loci consolidate --force > /dev/null 2>&1; ls $S/proposals | wc -l
  2
  $ try loci consolidate --apply -- $S/proposals/*
  3

Which replica this is, where a remote is, and what was agreed on:

  $ git init -q --bare $TMP/hub.git && loci remote add hub $TMP/hub.git --mine --quiet > /dev/null && loci remote init hub --quiet > /dev/null && loci sync --quiet > /dev/null; loci write prefs --content 'Black tea.' --quiet > /dev/null
  $ try loci sync -- $S/replica.json
  5
  'state/replica.json' was written by a later version of loci
  $ try loci sync -- $S/remotes/hub/agreed.json
  5
  'agreed.json' was written by a later version of loci
  $ try loci sync -- $S/remotes/hub/remote.json
  5
  'state/remotes/hub/remote.json' was written by a later version of loci
  $ try loci remote set hub --read-only yes -- $S/remotes/hub/remote.json
  5
  'state/remotes/hub/remote.json' was written by a later version of loci
  $ loci sync --quiet > /dev/null

All of them:

  $ ls $TMP/kept | grep -v before | sed 's/.*_\.loci_//' | named | sort
  projects_app-ID_apply.state
  projects_app-ID_project.json
  state_allowed_notes
  state_checked_ID
  state_confirmed_global
  state_imports_server-memory-ID.json
  state_inbox_ID.md
  state_proposals_1.json
  state_proposals_runs.json
  state_remotes_hub_agreed.json
  state_remotes_hub_remote.json
  state_replica.json
  state_sessions_ID.seen
  state_sessions_s1
  state_setup.json
  state_verified_ID
  state_verified_ID
