Two people share notes in a repository. Git merges them with loci, in their own clones.

# rule: MG10, MG11

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE=2026-11-01T00:00:00Z GIT_COMMITTER_DATE=2026-11-01T00:00:00Z
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main
  $ git config --global advice.detachedHead false && git config --global pull.rebase false && git config --global merge.renames true
  $ note() { loci write "$1" --type project --description "$2" --content "$3" --shared --quiet; }
  $ commit() { git add -A && git commit -qm "$1"; }
  $ git init -q --bare $TMP/team.git && git clone -q $TMP/team.git $TMP/ann 2>/dev/null && cd $TMP/ann
  $ loci init
  loci: git merges notes with loci in this clone; 'loci unsetup git' undoes that
  created $TMP/ann/.loci
  $ cat .loci/.gitattributes
  MEMORY.md merge=union
  $ loci setup git
  git: merges notes with loci already in $TMP/ann/.git
  $ note deploys 'How we deploy' "$(printf 'Staging resets at night.\n\nProduction is by hand.\n\nAsk the team first.')"
  created deploys.md in shared
  $ commit one && git push -q origin main
  $ git clone -q $TMP/team.git $TMP/bob && cd $TMP/bob
  $ loci setup git --dry-run
  loci: this workspace continues 'ann-*', known as '$TMP/ann' (same origin); 'loci projects detach' takes that back (glob)
  git: would merge notes with loci in $TMP/bob/.git
  git: would change $TMP/bob/.git/config
  git: would change $TMP/bob/.git/info/attributes
  git: would change $TMP/bob/.git/info/exclude
  $ loci setup git
  loci: this workspace continues 'ann-*', known as '$TMP/ann' (same origin); 'loci projects detach' takes that back (glob)
  git: merges notes with loci in $TMP/bob/.git
  git: changed $TMP/bob/.git/config
  git: changed $TMP/bob/.git/info/attributes
  git: changed $TMP/bob/.git/info/exclude
  $ loci trust --quiet
  already trusted: $TMP/bob (file:$TMP/team), 1 note shipped

Both add a note: the index has both, and nothing is in conflict.

# rule: MG12

  $ cd $TMP/ann && note ann-note 'From Ann' 'By Ann.' && commit ann && git push -q origin main
  created ann-note.md in shared
  $ cd $TMP/bob && note bob-note 'From Bob' 'By Bob.' && commit bob && git pull -q --no-edit
  created bob-note.md in shared
  Auto-merging .loci/memory/MEMORY.md
  $ cat .loci/memory/MEMORY.md
  - [Ann Note](ann-note.md) - From Ann
  - [Bob Note](bob-note.md) - From Bob
  - [Deploys](deploys.md) - How we deploy
  $ loci check --scope shared && git push -q origin main
  loci: 3 notes checked: 0 errors, 0 warnings

Both edit one note in different places, and its fields.

  $ cd $TMP/ann && git pull -q && sed -i 's/^Staging resets at night.$/Staging resets at four./' .loci/memory/deploys.md && commit 'ann edits' && git push -q origin main
  $ cd $TMP/bob && loci edit deploys --help >/dev/null; sed -i 's/^Ask the team first.$/Ask Bob first./; s/^type: project$/type: project\ntags: [deploy]/' .loci/memory/deploys.md && commit 'bob edits'
  $ git pull -q --no-edit && cat .loci/memory/deploys.md && git push -q origin main
  Auto-merging .loci/memory/deploys.md
  ---
  name: Deploys
  description: How we deploy
  type: project
  tags: [deploy]
  ---
  
  Staging resets at four.
  
  Production is by hand.
  
  Ask Bob first.

The same by rebase and by cherry-pick.

  $ cd $TMP/ann && git pull -q && sed -i 's/four/five/' .loci/memory/deploys.md && note ann-two 'Two of Ann' 'x' && commit 'ann again' && git push -q origin main
  created ann-two.md in shared
  $ cd $TMP/bob && sed -i 's/Ask Bob first/Ask Bob or Ann/' .loci/memory/deploys.md && note bob-two 'Two of Bob' 'y' && commit 'bob again'
  created bob-two.md in shared
  $ git pull -q --rebase && tail -n 5 .loci/memory/deploys.md && cat .loci/memory/MEMORY.md && git push -q origin main
  Staging resets at five.
  
  Production is by hand.
  
  Ask Bob or Ann.
  - [Ann Two](ann-two.md) - Two of Ann
  - [Bob Two](bob-two.md) - Two of Bob
  - [Ann Note](ann-note.md) - From Ann
  - [Bob Note](bob-note.md) - From Bob
  - [Deploys](deploys.md) - How we deploy
  $ git checkout -q -b side HEAD~2 && sed -i 's/by hand/by a script/' .loci/memory/deploys.md && note side 'On the side' 'z' && commit side && git checkout -q main
  created side.md in shared
  $ git cherry-pick side >/dev/null && tail -n 5 .loci/memory/deploys.md && head -n 2 .loci/memory/MEMORY.md && git push -q origin main
  Staging resets at five.
  
  Production is by a script.
  
  Ask Bob or Ann.
  - [Ann Two](ann-two.md) - Two of Ann
  - [Bob Two](bob-two.md) - Two of Bob

Revert and stash go the same way.

  $ git revert --no-edit HEAD >/dev/null && grep 'a script' .loci/memory/deploys.md
  [1]
  $ sed -i 's/by hand/with care/' .loci/memory/deploys.md && git stash -q && sed -i 's/five/six/' .loci/memory/deploys.md && commit six && git stash pop -q && tail -n 5 .loci/memory/deploys.md
  Auto-merging .loci/memory/deploys.md
  Staging resets at six.
  
  Production is with care.
  
  Ask Bob or Ann.
  $ commit care && git push -q origin main

Both edit the same place: git stops, the note has both versions and no marker, and check names them.

# rule: MG8, MG13, MG14

  $ cd $TMP/ann && git pull -q && sed -i 's/^Staging resets.*/Staging resets at noon./' .loci/memory/deploys.md && commit noon && git push -q origin main
  $ cd $TMP/bob && sed -i 's/^Staging resets.*/Staging is never reset./' .loci/memory/deploys.md && commit never
  $ git pull -q --no-edit
  loci: .loci/memory/deploys.md: both versions are kept (body): 'loci resolve deploys' settles it, then 'git add'
  Auto-merging .loci/memory/deploys.md
  CONFLICT (content): Merge conflict in .loci/memory/deploys.md
  Automatic merge failed; fix conflicts and then commit the result.
  [1]
  $ cat .loci/memory/deploys.md
  ---
  name: Deploys
  description: How we deploy
  type: project
  tags: [deploy]
  ---
  
  Staging is never reset.
  
  Production is with care.
  
  Ask Bob or Ann.
  
  # Unmerged: version 881340e8 of this note
  
  Two edits of this note could not be merged. Above stands version 49cf5670, below version 881340e8. `loci resolve` settles it.
  
  ```yaml
  ---
  name: Deploys
  description: How we deploy
  type: project
  tags: [deploy]
  ---
  
  ```
  
  Staging resets at noon.
  
  Production is with care.
  
  Ask Bob or Ann.
  $ loci check --scope shared
  loci: 5 notes checked: 1 error, 0 warnings
  $TMP/bob/.loci/memory/deploys.md:14: error: two versions, 49cf5670 and 881340e8: 'loci resolve deploys' settles it [unmerged]
  [1]
  $ loci resolve
  loci: 'loci resolve NOTE' shows one, --keep HEX settles it
  FILE        SCOPE   VERSIONS
  deploys.md  shared  49cf5670 881340e8
  $ loci resolve deploys
  loci: 'deploys.md' has two versions: --keep 49cf5670, --keep 881340e8, --both or --edit
  --- version 49cf5670 (mine)
  +++ version 881340e8 (theirs)
  @@ -5,7 +5,7 @@
   tags: [deploy]
   ---
   
  -Staging is never reset.
  +Staging resets at noon.
   
   Production is with care.
   
  [1]
  $ loci resolve deploys --mine --dry-run
  would update deploys.md in shared
  --- shared/deploys.md
  +++ shared/deploys.md
  @@ -10,23 +10,3 @@
   Production is with care.
   
   Ask Bob or Ann.
  -
  -# Unmerged: version 881340e8 of this note
  -
  -Two edits of this note could not be merged. Above stands version 49cf5670, below version 881340e8. `loci resolve` settles it.
  -
  -```yaml
  ----
  -name: Deploys
  -description: How we deploy
  -type: project
  -tags: [deploy]
  ----
  -
  -```
  -
  -Staging resets at noon.
  -
  -Production is with care.
  -
  -Ask Bob or Ann.
  $ loci resolve deploys --theirs && grep '^Staging' .loci/memory/deploys.md
  loci: if git is waiting for it: 'git add' the note and continue
  settled deploys.md in shared
  Staging resets at noon.
  $ loci undo && loci resolve deploys --both && ls .loci/memory
  undid operation 14: resolve deploys.md by user, just now
  loci: if git is waiting for it: 'git add' the note and continue
  settled deploys.md in shared
  MEMORY.md
  ann-note.md
  ann-two.md
  bob-note.md
  bob-two.md
  deploys-881340e8.md
  deploys.md
  $ loci undo --quiet && loci resolve deploys --keep 0000
  undid operation 18: resolve deploys.md, deploys-881340e8.md by user, just now
  loci: there is no version '0000' of 'deploys.md'
  hint: the versions are 49cf5670 and 881340e8
  [2]
  $ EDITOR="sed -i '/^# Unmerged/,\$d'" loci resolve deploys --edit && cat .loci/memory/deploys.md
  loci: if git is waiting for it: 'git add' the note and continue
  settled deploys.md in shared
  ---
  name: Deploys
  description: How we deploy
  type: project
  tags: [deploy]
  ---
  
  Staging is never reset.
  
  Production is with care.
  
  Ask Bob or Ann.
  
  $ git add -A && git commit -qm settled && loci check --scope shared && git push -q origin main
  loci: 5 notes checked: 0 errors, 0 warnings
  $ loci resolve deploys
  loci: 'deploys.md' has only one version
  hint: 'loci check' lists the notes that have two
  [2]

By rebase mine is still mine, and by cherry-pick it is what is checked out.

  $ cd $TMP/ann && git pull -q && sed -i 's/^Staging.*/Staging: ann./' .loci/memory/deploys.md && commit a && git push -q origin main
  $ cd $TMP/bob && sed -i 's/^Staging.*/Staging: bob./' .loci/memory/deploys.md && commit b && git pull -q --rebase 2>&1 | grep -v hint
  loci: .loci/memory/deploys.md: both versions are kept (body): 'loci resolve deploys' settles it, then 'git add'
  Auto-merging .loci/memory/deploys.md
  CONFLICT (content): Merge conflict in .loci/memory/deploys.md
  error: could not apply *... b (glob)
  Could not apply *... b (glob)
  $ loci resolve deploys --mine && git add -A && GIT_EDITOR=true git rebase --continue >/dev/null && grep ^Staging .loci/memory/deploys.md
  loci: if git is waiting for it: 'git add' the note and continue
  settled deploys.md in shared
  Staging: bob.
  $ git checkout -q -b pick HEAD~1 && sed -i 's/^Staging.*/Staging: pick./' .loci/memory/deploys.md && commit p && git checkout -q main && git cherry-pick pick >/dev/null 2>&1
  [1]
  $ loci resolve deploys --mine && git add -A && git -c core.editor=true cherry-pick --skip && grep ^Staging .loci/memory/deploys.md && git push -q origin main
  loci: if git is waiting for it: 'git add' the note and continue
  settled deploys.md in shared
  Staging: bob.

One renames the note while the other edits it; and one deletes what the other edits, which stays git's question.

# rule: MG15

  $ cd $TMP/ann && git pull -q && loci rename deploys releases --shared && commit renamed && git push -q origin main
  renamed deploys.md to releases.md in shared
  $ cd $TMP/bob && sed -i 's/^Production.*/Production is on Mondays./' .loci/memory/deploys.md && commit mondays && git pull -q --no-edit && ls .loci/memory && grep Mondays .loci/memory/releases.md
  MEMORY.md
  ann-note.md
  ann-two.md
  bob-note.md
  bob-two.md
  releases.md
  Production is on Mondays.
  $ loci check --scope shared; git push -q origin main
  loci: 5 notes checked: 0 errors, 0 warnings
  $ cd $TMP/ann && git pull -q && loci delete ann-note --shared && commit gone && git push -q origin main
  loci: 'loci undo 33' brings it back
  deleted ann-note.md from shared
  $ cd $TMP/bob && sed -i 's/By Ann/By Ann, and Bob/' .loci/memory/ann-note.md && commit kept && git pull -q --no-edit
  CONFLICT (modify/delete): .loci/memory/ann-note.md deleted in * and modified in HEAD.  Version HEAD of .loci/memory/ann-note.md left in tree. (glob)
  Automatic merge failed; fix conflicts and then commit the result.
  [1]
  $ loci check --scope shared
  loci: 5 notes checked: 2 errors, 0 warnings
  $TMP/bob/.loci/memory/ann-note.md:1: error: one side (theirs) deleted it and mine changed it: 'git add' keeps it, 'git rm' deletes it [git-waits]
  $TMP/bob/.loci/memory/ann-note.md:1: error: not in the index: prompts make up a line, 'loci reindex' adds it [index-missing]
  [1]
  $ loci status 2>&1 | grep 'git is waiting'
  loci: git is waiting for '$TMP/bob/.loci/memory/ann-note.md': one side (theirs) deleted it and mine changed it: 'git add' keeps it, 'git rm' deletes it
  $ git add -A && git commit -qm kept && loci check --fix --scope shared && commit index && git push -q origin main
  loci: fixed 1 index
  loci: 5 notes checked: 0 errors, 0 warnings

A clone without loci in between: the index is joined, and put in order by the next check.

# rule: MG11, MG16

  $ git clone -q $TMP/team.git $TMP/eve && cd $TMP/eve && git config merge.loci.driver
  [1]
  $ cd $TMP/ann && git pull -q && note from-ann 'Ann once more' 'a' && sed -i 's/^Staging.*/Staging: ann says so./' .loci/memory/releases.md && commit a && git push -q origin main
  created from-ann.md in shared
  $ cd $TMP/eve && cp .loci/memory/bob-note.md .loci/memory/from-eve.md && echo '- [From Eve](from-eve.md) - by hand' >> .loci/memory/MEMORY.md && sed -i 's/^Staging.*/Staging: eve says no./' .loci/memory/releases.md && commit e
  $ git pull -q --no-edit
  Auto-merging .loci/memory/MEMORY.md
  Auto-merging .loci/memory/releases.md
  CONFLICT (content): Merge conflict in .loci/memory/releases.md
  Automatic merge failed; fix conflicts and then commit the result.
  [1]
  $ git add -A && git commit -qm 'with markers' && git push -q origin main
  $ cd $TMP/bob && git pull -q && loci check --scope shared
  loci: 7 notes checked: 1 error, 1 warning
  $TMP/bob/.loci/memory/from-eve.md:1: warning: 'bob-note.md' says the same: 'loci consolidate --force' shows how to merge them [near-duplicate]
  $TMP/bob/.loci/memory/releases.md:8: error: the markers of a merge conflict (merge-conflict) [merge-conflict]
  [1]
  $ loci write releases --shared --description 'Something else'
  loci: releases.md:8: the note has conflict markers from git
  hint: 'loci check --fix' merges them or makes two notes; or remove the markers with 'loci edit'
  [4]
  $ loci search 'says' --scope shared --quiet
  [1]
  $ loci check --fix --scope shared
  loci: no index needed fixing
  loci: merged conflicts that git left: 3 files changed
  loci: 8 notes checked: 2 errors, 1 warning
  $TMP/bob/.loci/memory/from-eve.md:1: warning: 'bob-note.md' says the same: 'loci consolidate --force' shows how to merge them [near-duplicate]
  $TMP/bob/.loci/memory/releases-99694095.md:15: error: the other version is 'releases.md': 'loci resolve releases-99694095' settles it [unmerged]
  $TMP/bob/.loci/memory/releases.md:15: error: the other version is 'releases-99694095.md': 'loci resolve releases' settles it [unmerged]
  [1]
  $ ls .loci/memory | grep releases && loci resolve releases | head -n 4
  releases-99694095.md
  releases.md
  loci: 'releases.md' has two versions: --keep 1e50dbc8, --keep 99694095, --both or --edit
  --- version 1e50dbc8
  +++ version 99694095
  @@ -5,7 +5,7 @@
   tags: [deploy]
  $ loci undo $(loci history --json --quiet | grep -B9 '"merge"' | grep -m1 '"id"' | tr -dc 0-9) --quiet >/dev/null; git checkout -q . && git clean -qf .loci

While git still has the three versions, check --fix merges with them, where that can be done.

  $ git checkout -q -b ours HEAD && loci check --fix --scope shared --quiet >/dev/null; git checkout -q . && git clean -qf .loci && git config merge.loci.driver 'git merge-file --marker-size=7 %A %O %B'
  $ printf -- '---\nname: Two\ntype: project\ndescription: Two things\ntags: [a]\n---\n\nText.\n' > .loci/memory/two.md && loci reindex --scope shared --quiet && commit two
  shared: added 1, removed 0, merged 0
  $ git checkout -q -b theirs && sed -i 's/\[a\]/[a, b]/' .loci/memory/two.md && commit b && git checkout -q ours && sed -i 's/\[a\]/[a, c]/' .loci/memory/two.md && commit c
  $ git merge -q theirs >/dev/null 2>&1; grep -c '<<<<<<<' .loci/memory/two.md
  1
  $ loci check --fix --scope shared --quiet | grep two.md; grep tags .loci/memory/two.md
  tags: [a, b, c]

Taken away, git merges as it did.

  $ loci unsetup git && cat .git/info/attributes
  git: merges notes with loci no longer in $TMP/bob/.git
  git: changed $TMP/bob/.git/config
  git: changed $TMP/bob/.git/info/attributes
  git: changed $TMP/bob/.git/info/exclude
  cat: .git/info/attributes: No such file or directory
  [1]

git add during a write takes no temporary file.

# rule: MG17

  $ cd $TMP/ann && touch .loci/memory/.loci-1-2-3-4-5.tmp && mkdir -p xcaf/agents/dev/memory && touch xcaf/agents/dev/memory/.loci-1-2-3-4-5.tmp && git add -A && git status --short
