What travels is chosen, and can be chosen anew later. Nothing is deleted by that, and nothing forgotten.

# rule: RM2, RM75

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ git init -q --bare $TMP/hub.git
  $ ann() { LOCI_HOME=$TMP/ann loci "$@"; }
  $ ben() { LOCI_HOME=$TMP/ben loci "$@"; }
  $ for name in app shop web; do git init -q $TMP/$name && git -C $TMP/$name remote add origin https://example.com/acme/$name.git; (cd $TMP/$name && ann write in-$name --type project --private --description "In $name" --content "$(printf 'First.\n\nSecond.\n\nThird.')" --quiet); done
  created in-app.md in private
  created in-shop.md in private
  created in-web.md in private
  $ ann write deploys --type project --scope global --description 'How we deploy' --content 'By hand.' --quiet
  created deploys.md in global

Several projects, by slug or by path.

  $ ann remote add hub $TMP/hub.git --mine --scope global --project app --project $TMP/shop --quiet && ann remote init hub --quiet && ann sync
  added hub: $TMP/hub.git
  hub is ready: 'loci sync hub' sends your notes
  hub: 3 sent
    sent: global/deploys.md
    sent: projects/example.com-acme-app-7f047f67/memory/in-app.md
    sent: projects/example.com-acme-shop-2c5777ac/memory/in-shop.md
  $ ben remote add hub $TMP/hub.git --mine --quiet && ben sync --quiet | tail -n +2
  added hub: $TMP/hub.git
    received: global/deploys.md
    received: projects/example.com-acme-app-7f047f67/memory/in-app.md
    received: projects/example.com-acme-shop-2c5777ac/memory/in-shop.md
  $ ann remote add other $TMP/hub.git --project nowhere
  loci: there is no project 'nowhere'
  hint: give its slug, as 'loci projects list' shows it, or the whole path of its folder
  [3]
  $ ann remote add other $TMP/hub.git --scope projects --project app
  loci: all projects and single ones cannot be chosen together
  hint: leave out --scope projects, or the others
  [2]

Less: nothing is deleted, here or there, and what others do to it is not heard.

  $ ann remote set hub --scope global --project shop
  loci: notes that do not travel any more stay, here and there; chosen again, they go on from what was agreed on
  hub: mine
    scopes: global example.com-acme-shop-2c5777ac
  $ ann sync --dry-run; ann sync
  hub: nothing new
  hub: nothing new
  $ (cd $TMP/ann/projects/app-*/memory && ls); git -C $TMP/hub.git ls-tree -r --name-only loci | grep -c in-app
  MEMORY.md
  in-app.md
  1
  $ sed -i 's/^First.$/First, by Ben./' $TMP/ben/projects/app-*/memory/in-app.md; (cd $TMP/app && ben write second --type project --private --description 'Second' --content 'New.' --quiet); ben sync --quiet
  created second.md in private
  hub: 2 sent
    sent: projects/example.com-acme-app-7f047f67/memory/in-app.md
    sent: projects/example.com-acme-app-7f047f67/memory/second.md
  $ ann sync
  hub: nothing new
  $ sed -i 's/^Third.$/Third, by Ann./' $TMP/ann/projects/app-*/memory/in-app.md; ann sync
  hub: nothing new

More: what was agreed on is the base of what both did meanwhile.

  $ ann remote set hub --scope global --scope projects --json --quiet | grep -A 5 scopes
    "scopes": [
      "global",
      "projects"
    ],
    "only": []
  }
  $ ann sync
  hub: 1 merged, 1 received, 2 sent
    merged: projects/example.com-acme-app-7f047f67/memory/in-app.md
    received: projects/example.com-acme-app-7f047f67/memory/second.md
    sent: projects/example.com-acme-app-7f047f67/memory/in-app.md
    sent: projects/example.com-acme-web-1d5e7787/memory/in-web.md
  $ tail -n 5 $TMP/ann/projects/app-*/memory/in-app.md
  First, by Ben.
  
  Second.
  
  Third, by Ann.
  $ ben sync
  hub: 2 received
    received: projects/example.com-acme-app-7f047f67/memory/in-app.md
    received: projects/example.com-acme-web-1d5e7787/memory/in-web.md

Of all private notes none, and the global ones: also a purge that was made meanwhile is told later.

  $ ann remote set hub --scope agents; (cd $TMP/web && ann purge in-web --yes --quiet); ann sync; ann remote set hub --scope projects --quiet; ann sync; ben sync
  loci: notes that do not travel any more stay, here and there; chosen again, they go on from what was agreed on
  loci: the next sync compares all notes with those that are there
  hub: mine
    scopes: agents
  erased in-web.md from private for good
  hub: nothing new
  hub: mine
    scopes: projects
  loci: the history of 'hub' still has purged texts: rewrite it, or start a new repository (docs/remotes.md)
  hub: 1 deleted there, 1 purged there
    deleted there: projects/example.com-acme-web-1d5e7787/memory/in-web.md
    purged there: projects/example.com-acme-web-1d5e7787/memory/in-web.md
  hub: 1 purged here
    purged here: projects/example.com-acme-web-1d5e7787/memory/in-web.md
  $ ann remote set hub --scope global --scope projects --quiet; ann sync
  hub: mine
    scopes: global projects
  hub: nothing new

Another way to the same store; another store is asked about.

# rule: RM76

  $ mv $TMP/hub.git $TMP/moved.git; ann remote set hub --url $TMP/moved.git --mine no
  loci: the next sync stops and asks if that is another store
  hub: others'
    at: $TMP/moved.git
  $ ann sync
  hub: nothing new
  $ git init -q --bare $TMP/foreign.git; LOCI_HOME=$TMP/eve loci remote add hub $TMP/foreign.git --quiet; LOCI_HOME=$TMP/eve loci remote init hub --quiet
  added hub: $TMP/foreign.git
  hub is ready: 'loci sync hub' sends your notes
  $ ann remote set hub --url $TMP/foreign.git --scope global --quiet; ann sync
  hub: others'
    at: $TMP/foreign.git
    scopes: global
  loci: 'hub' is not the store that this home was synced with
  hint: if that is intended, --accept compares all notes again and keeps both versions of those that differ
  [5]
  $ ann remote set hub --url $TMP/moved.git --scope global --scope projects --quiet; ann sync
  hub: others'
    at: $TMP/moved.git
    scopes: global projects
  hub: nothing new
  $ ann remote set hub --url 'ext::sh -c x'
  loci: 'ext::sh -c x' names a helper program of git
  hint: give an https, ssh, git or file URL, or a path
  [2]
  $ LOCI_AGENT=helper ann remote set hub --scope global
  loci: only a person can change a remote; this is an agent's session: LOCI_AGENT is set
  hint: ask a person to run it in their own terminal
  [5]
