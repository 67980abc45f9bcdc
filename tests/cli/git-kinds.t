What git may do with shared notes, kind by kind: one renames or deletes while the other edits, by merge, rebase and cherry-pick; criss-cross and octopus merges; a stash.

# rule: MG12, MG15

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE=2026-11-01T00:00:00Z GIT_COMMITTER_DATE=2026-11-01T00:00:00Z GIT_EDITOR=true
  $ git config --global user.name N && git config --global user.email n@example.com && git config --global init.defaultBranch main && git config --global advice.mergeConflict false
  $ note() { loci write "$1" --type project --description "$2" --content "$3" --shared --quiet >/dev/null; }
  $ commit() { git add -A && git commit -qm "$1"; }
  $ git init -q $TMP/team && cd $TMP/team && loci init --quiet && loci trust --quiet >/dev/null 2>&1; note deploys 'How we deploy' "$(printf 'Staging resets at night.\n\nProduction is by hand.\n\nAsk the team first.')"
  created $TMP/team/.loci
  $ note other 'Something else' 'Other.' && commit one
  $ git checkout -q -b renames && loci rename deploys releases --shared --quiet >/dev/null && commit renames
  $ git checkout -q -b deletes main && loci delete deploys --shared --quiet >/dev/null && commit deletes
  $ git checkout -q -b edits main && sed -i 's/by hand/by a script/' .loci/memory/deploys.md && commit edits
  $ say() { ls .loci/memory && grep -h '^Production' .loci/memory/*.md; cat .loci/memory/MEMORY.md; }

A rename and an edit: the edit is in the renamed note, whichever way and from whichever side.

  $ git checkout -q -b m1 edits && git merge -q renames 2>&1 | grep -v '^Auto'; say
  MEMORY.md
  other.md
  releases.md
  Production is by a script.
  - [Other](other.md) - Something else
  - [Deploys](releases.md) - How we deploy
  $ git checkout -q -b m2 renames && git merge -q edits 2>&1 | grep -v '^Auto'; say
  MEMORY.md
  other.md
  releases.md
  Production is by a script.
  - [Other](other.md) - Something else
  - [Deploys](releases.md) - How we deploy
  $ git checkout -q -b r1 edits && git rebase -q renames && say
  MEMORY.md
  other.md
  releases.md
  Production is by a script.
  - [Other](other.md) - Something else
  - [Deploys](releases.md) - How we deploy
  $ git checkout -q -b r2 renames && git rebase -q edits && say
  MEMORY.md
  other.md
  releases.md
  Production is by a script.
  - [Other](other.md) - Something else
  - [Deploys](releases.md) - How we deploy
  $ git checkout -q -b c1 edits && git cherry-pick renames >/dev/null && say
  MEMORY.md
  other.md
  releases.md
  Production is by a script.
  - [Other](other.md) - Something else
  - [Deploys](releases.md) - How we deploy
  $ git checkout -q -b c2 renames && git cherry-pick edits >/dev/null && say
  MEMORY.md
  other.md
  releases.md
  Production is by a script.
  - [Other](other.md) - Something else
  - [Deploys](releases.md) - How we deploy
  $ loci check --scope shared
  loci: 2 notes checked: 0 errors, 0 warnings

A deletion and an edit: git asks, and loci says what there is to decide. Nothing is lost meanwhile.

  $ git checkout -q -b m3 edits && git merge -q deletes >/dev/null 2>&1; loci check --scope shared --quiet | grep git-waits
  $TMP/team/.loci/memory/deploys.md:1: error: one side (theirs) deleted it and mine changed it: 'git add' keeps it, 'git rm' deletes it [git-waits]
  $ git add .loci && git commit -qm kept && grep -c 'a script' .loci/memory/deploys.md && loci check --fix --scope shared && commit index
  1
  loci: fixed 1 index
  loci: 2 notes checked: 0 errors, 0 warnings
  $ git checkout -q -b m4 deletes && git merge -q edits >/dev/null 2>&1; loci check --scope shared --quiet | grep git-waits
  $TMP/team/.loci/memory/deploys.md:1: error: one side (mine) deleted it and theirs changed it: 'git add' keeps it, 'git rm' deletes it [git-waits]
  $ git rm -q .loci/memory/deploys.md 2>/dev/null; git commit -qam gone && loci check --scope shared
  loci: 1 note checked: 0 errors, 0 warnings
  $ git checkout -q -b r3 edits && git rebase -q deletes >/dev/null 2>&1; loci check --scope shared --quiet | grep git-waits
  $TMP/team/.loci/memory/deploys.md:1: error: one side (theirs) deleted it and mine changed it: 'git add' keeps it, 'git rm' deletes it [git-waits]
  $ git add .loci && git rebase --continue >/dev/null 2>&1; grep -c 'a script' .loci/memory/deploys.md
  1
  $ git checkout -q . && git clean -qfd && git checkout -q -b c3 deletes && git cherry-pick edits >/dev/null 2>&1; loci status 2>&1 | grep 'git is waiting'
  loci: git is waiting for '$TMP/team/.loci/memory/deploys.md': one side (mine) deleted it and theirs changed it: 'git add' keeps it, 'git rm' deletes it
  $ git rm -q .loci/memory/deploys.md 2>/dev/null; git cherry-pick --skip && ls .loci/memory
  MEMORY.md
  other.md

Criss-cross: two branches that took each other's edits, and went on.

  $ git checkout -q -b x main && sed -i 's/at night/at four/' .loci/memory/deploys.md && note x-note 'From x' 'X.' && commit x1
  $ git checkout -q -b y main && sed -i 's/the team/Bob/' .loci/memory/deploys.md && note y-note 'From y' 'Y.' && commit y1
  $ git branch x1 x && git branch y1 y && git checkout -q x && git merge -q y1 -m 'y into x' 2>&1 | grep -v '^Auto'; git checkout -q y && git merge -q x1 -m 'x into y' 2>&1 | grep -v '^Auto'
  [1]
  $ git checkout -q x && sed -i 's/at four/at five/' .loci/memory/deploys.md && commit x2 && git checkout -q y && sed -i 's/by hand/by nobody/' .loci/memory/deploys.md && commit y2
  $ git merge -q x -m both 2>&1 | grep -v '^Auto'; tail -n 5 .loci/memory/deploys.md && cat .loci/memory/MEMORY.md && loci check --scope shared
  Staging resets at five.
  
  Production is by nobody.
  
  Ask Bob first.
  - [X Note](x-note.md) - From x
  - [Y Note](y-note.md) - From y
  - [Other](other.md) - Something else
  - [Deploys](deploys.md) - How we deploy
  loci: 4 notes checked: 0 errors, 2 warnings
  $TMP/team/.loci/memory/x-note.md:3: warning: 'From x' does not say when the note matters [description-vague]
  $TMP/team/.loci/memory/y-note.md:3: warning: 'From y' does not say when the note matters [description-vague]

Octopus: git's strategy for several branches at once asks no driver. It stops before anything is changed, and one after the other they merge.

  $ for n in one two three; do git checkout -q -b o-$n main && note o-$n "Number $n" "$n." && commit $n; done
  $ git checkout -q -b octopus main && git merge -q o-one o-two o-three -m octopus >/dev/null 2>&1; git status --short
  $ for n in one two three; do git merge -q o-$n -m $n 2>&1 | grep -v '^Auto'; done; cat .loci/memory/MEMORY.md && loci check --scope shared
  - [O One](o-one.md) - Number one
  - [O Three](o-three.md) - Number three
  - [O Two](o-two.md) - Number two
  - [Other](other.md) - Something else
  - [Deploys](deploys.md) - How we deploy
  loci: 5 notes checked: 0 errors, 0 warnings

A stash over a merge; and the journal names the commit that changed a note.

# rule: MG19

  $ git checkout -q -b stash main && echo 'Also.' >> .loci/memory/other.md && git stash -q && sed -i 's/^Other.$/Other, and more./' .loci/memory/other.md && commit more && git stash pop 2>&1 | grep -c CONFLICT
  1
  $ loci resolve other 2>&1 | head -n 1
  loci: 'other.md' has two versions: --keep 4419facd, --keep 4f08a972, --both or --edit
  $ git checkout -q HEAD -- .loci && git stash drop -q && loci write other --shared --description 'Now known' --quiet && loci history --json --quiet | grep -c '"summary": "at commit '"$(git rev-parse --short=12 HEAD)"
  updated other.md in shared
  1

A clone without loci: both sides of the index are joined. Prompts show each note once, and the next change puts it in order.

# rule: MG11

  $ git clone -q $TMP/team $TMP/eve && cd $TMP/eve && git checkout -q main && git checkout -q -b eve && sed -i 's/Something else/Else, says Eve/' .loci/memory/other.md .loci/memory/MEMORY.md && commit eve
  $ git checkout -q -b ann main && sed -i 's/Something else/Else, says Ann/' .loci/memory/MEMORY.md && commit ann && git merge -q eve -m joined 2>&1 | grep -v '^Auto'; cat .loci/memory/MEMORY.md
  - [Other](other.md) - Else, says Ann
  - [Other](other.md) - Else, says Eve
  - [Deploys](deploys.md) - How we deploy
  $ loci trust --quiet >/dev/null 2>&1; loci context --quiet | grep -c 'other.md'
  1
  $ note new 'Something new' 'New.' && cat .loci/memory/MEMORY.md
  - [New](new.md) - Something new
  - [Other](other.md) - Else, says Ann
  - [Deploys](deploys.md) - How we deploy

Whose side is whose is known of a pair that check --fix made while git had the three versions, also once the merge is done.

# rule: MG13

  $ cd $TMP/team && git checkout -q -f main && git config merge.loci.driver 'git merge-file --marker-size=7 %A %O %B'
  $ git checkout -q -b theirs && sed -i 's/^Production.*/Production is by them./' .loci/memory/deploys.md && commit theirs && git checkout -q -b mine main && sed -i 's/^Production.*/Production is by me./' .loci/memory/deploys.md && commit mine
  $ git merge -q theirs >/dev/null 2>&1; loci check --fix --scope shared --quiet | sed 's/-[0-9a-f]\{8\}/-HEX/g'
  $TMP/team/.loci/memory/deploys-HEX.md:13: error: the other version is 'deploys.md': 'loci resolve deploys-HEX' settles it [unmerged]
  $TMP/team/.loci/memory/deploys.md:13: error: the other version is 'deploys-HEX.md': 'loci resolve deploys' settles it [unmerged]
  $ git add -A && git commit -qm 'a pair' && loci resolve deploys 2>/dev/null | head -n 2 | sed 's/version [0-9a-f]*/version HEX/' | sort
  +++ version HEX (theirs)
  --- version HEX (mine)
  $ loci resolve deploys --mine --quiet && grep -h ^Production .loci/memory/*.md
  settled deploys.md in shared
  Production is by me.
