A workspace keeps its memory when it moves: one case for each row of the table in docs/format.md, with real repositories.

  $ export GIT_CONFIG_GLOBAL=$TMP/gitconfig GIT_CONFIG_NOSYSTEM=1
  $ git config --global user.name N && git config --global user.email n@example.com
  $ git config --global init.defaultBranch main && git config --global protocol.file.allow always
  $ git config --global advice.detachedHead false
  $ begin() { git init -q "$1" && (cd "$1" && echo "$1" > file && git add file && git commit -qm begin); }
  $ begin upstream && git clone -q --bare upstream app.git && git clone -q app.git app
  $ cd app && loci remember 'The cache is warmed at six.' --title Cache
  created cache.md in private

Renamed on the same disk, with an origin or without: the very directory is known.

# rule: M1, M4

  $ cd $TMP/work && mv app renamed && cd renamed
  $ loci list
  loci: this workspace continues 'app-*', known as '$TMP/work/app' (the folder was moved); 'loci projects detach' takes that back (glob)
  FILE      TYPE     SCOPE    AGE  DESCRIPTION
  cache.md  project  private  now  The cache is warmed at six.

That was said once.

  $ loci list
  FILE      TYPE     SCOPE    AGE  DESCRIPTION
  cache.md  project  private  now  The cache is warmed at six.
  $ cd $TMP/work && begin lone && cd lone && loci remember 'Lone fact.' --title Lone
  created lone.md in private
  $ cd $TMP/work && mkdir deeper && mv lone deeper/alone && loci --workspace deeper/alone read lone 2>&1 | sed '2,7d'
  loci: this workspace continues 'lone-*', known as '$TMP/work/lone' (the folder was moved); 'loci projects detach' takes that back (glob)
  Lone fact.

A dry run says it and writes nothing, and a quiet command says nothing.

  $ mv deeper/alone deeper/again
  $ find $HOME -type f | sort | xargs sha256sum > $TMP/before
  $ loci --workspace deeper/again delete lone --dry-run 2>&1 | head -2
  loci: this workspace continues 'lone-*', known as '$TMP/work/deeper/alone' (the folder was moved); 'loci projects detach' takes that back (glob)
  would delete lone.md from private
  $ find $HOME -type f | sort | xargs sha256sum | diff $TMP/before -
  $ loci --quiet --workspace deeper/again read lone | tail -1
  Lone fact.

Moved to another disk: the numbers are others, the origin is the same.

  $ disk=$(mktemp -d /dev/shm/loci-t-XXXXXX 2>/dev/null || mktemp -d) && trap 'rm -rf $disk' EXIT
  $ cp -a renamed $disk/app && rm -rf renamed
  $ test ! -d /dev/shm || test $(stat -c %d $disk/app) != $(stat -c %d $TMP/work)
  $ loci --workspace $disk/app list 2>&1 | sed "s,$disk,DISK,"
  loci: this workspace continues 'app-*', known as '$TMP/work/renamed' (same origin); 'loci projects detach' takes that back (glob)
  FILE      TYPE     SCOPE    AGE  DESCRIPTION
  cache.md  project  private  now  The cache is warmed at six.

Without an origin it is not guessed. `loci projects` looks for the first commit.

# rule: M3

  $ cp -a deeper/again $disk/lone && loci --workspace $disk/lone list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci --workspace $disk/lone projects 2>&1 | grep -c 'same first commit'
  0
  [1]
  $ rm -rf deeper/again
  $ loci --workspace $disk/lone list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci --workspace $disk/lone projects 2>&1 | sed "s,$disk,DISK," | grep lone
  loci: this workspace continues 'lone-*', known as '$TMP/work/deeper/again' (same first commit, and that folder is gone); 'loci projects detach' takes that back (glob)
  * lone-*  1      DISK/lone  * (glob)
  $ loci --workspace $disk/lone read lone | tail -1
  Lone fact.

An old log no longer goes back so far. Then git is asked, and by no other command.

  $ begin aged && git -C aged commit -q --allow-empty -m next && rm -r aged/.git/logs && git -C aged gc -q
  $ mkdir $TMP/probe && printf "#!/bin/sh\ntouch $TMP/git-was-asked\n" > $TMP/probe/git && chmod +x $TMP/probe/git
  $ cd aged && real=$PATH && PATH=$TMP/probe:$PATH
  $ loci remember 'Aged fact.' --title Aged
  created aged.md in private
  $ for c in '' list 'read aged' 'write aged --content x' health history 'log aged' check 'links aged' undo trust \
  >   'projects relink none' 'projects rescue none'; do loci $c >/dev/null 2>&1; done; ls $TMP/git-was-asked 2>&1
  ls: cannot access '$TMP/git-was-asked': No such file or directory
  [2]
  $ loci projects >/dev/null; ls $TMP/git-was-asked
  $TMP/git-was-asked
  $ PATH=$real; cd $TMP/work; rm $TMP/git-was-asked
  $ loci --workspace aged projects >/dev/null; grep -h root_commit $HOME/.loci/projects/aged-*/project.json | grep -c $(git -C aged rev-list --max-parents=0 HEAD)
  1
  $ cp -a aged $disk/aged && rm -rf aged && loci --workspace $disk/aged list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci --workspace $disk/aged projects 2>&1 | grep -c 'same first commit'
  1
  $ loci --workspace $disk/aged read aged | tail -1
  Aged fact.

Cloned again, in full and shallow.

  $ git clone -q app.git second && loci --workspace second list 2>&1 | sed "s,$disk,DISK," | head -1
  loci: this workspace continues 'app-*', known as 'DISK/app' (same origin); 'loci projects detach' takes that back (glob)
  $ git clone -q --depth 1 file://$TMP/work/app.git shallow && test -e shallow/.git/shallow
  $ loci --workspace shallow list 2>&1 | sed -n '1p;$p'
  loci: this workspace continues 'app-*', known as '$TMP/work/second' (same origin); 'loci projects detach' takes that back (glob)
  cache.md  project  private  now  The cache is warmed at six.

A worktree, of a clone and of a repository without an origin.

  $ git -C second worktree add -q ../tree && loci --workspace tree list 2>&1 | sed -n '1p;$p'
  loci: this workspace continues 'app-*', known as '$TMP/work/shallow' (same origin); 'loci projects detach' takes that back (glob)
  cache.md  project  private  now  The cache is warmed at six.
  $ begin solo && loci --workspace solo remember 'Solo fact.' --title Solo
  created solo.md in private
  $ git -C solo worktree add -q ../solo-tree && loci --workspace solo-tree list 2>&1 | sed -n '1p;$p'
  loci: this workspace continues 'solo-*', known as '$TMP/work/solo' (a worktree of it); 'loci projects detach' takes that back (glob)
  solo.md  project  private  now  Solo fact.

A fork has another origin: nothing is shared.

  $ git clone -q --bare app.git fork.git && git clone -q fork.git fork
  $ loci --workspace fork list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one

A copy as a template, its origin removed, is a workspace of its own while the old one is there.

  $ cp -r solo template && loci --workspace template projects 2>&1 | grep -c continues
  0
  [1]
  $ cp -r second plain && git -C plain remote remove origin && loci --workspace plain list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one

A submodule is a repository of its own, the same as its other clones.

  $ begin lib-src && git clone -q --bare lib-src lib.git && git clone -q lib.git lib
  $ loci --workspace lib remember 'Lib fact.' --title Lib
  created lib.md in private
  $ git -C second submodule add -q $TMP/work/lib.git lib && cd second/lib && loci list 2>&1 | sed -n '1p;$p'; cd $TMP/work
  loci: this workspace continues 'lib-*', known as '$TMP/work/lib' (same origin); 'loci projects detach' takes that back (glob)
  lib.md  project  private  now  Lib fact.

The remote is renamed, or gets another URL: the path is known, and so are new clones from there.

  $ git -C second remote rename origin upstream 2>/dev/null && loci --workspace second list | tail -1
  cache.md  project  private  now  The cache is warmed at six.
  $ mv app.git better-name.git && git -C shallow remote set-url origin $TMP/work/better-name.git
  $ loci --workspace shallow remember 'Renamed upstream.' --title Renamed
  created renamed.md in private
  $ git clone -q better-name.git third && loci --workspace third list 2>&1 | head -1
  loci: this workspace continues 'app-*', known as '$TMP/work/shallow' (same origin); 'loci projects detach' takes that back (glob)

The home moves: nothing in it knows its own path.

# rule: M8

  $ grep -rlF $HOME $HOME/.loci
  [1]
  $ mv $HOME/.loci $TMP/elsewhere && LOCI_HOME=$TMP/elsewhere loci --workspace shallow list
  FILE        TYPE     SCOPE    AGE  DESCRIPTION
  cache.md    project  private  now  The cache is warmed at six.
  renamed.md  project  private  now  Renamed upstream.
  $ LOCI_HOME=$TMP/elsewhere loci --workspace shallow undo
  undid operation *: remember renamed.md by user, just now (glob)

What was recorded at a path stays with its directory. Moved, the workspace knows the history of its shared notes, also of those that were deleted.

# rule: M14

  $ cd $TMP/work && begin house && cd house && loci init >/dev/null && loci write plan --scope shared --type project --description 'The PLANWORD' --content one >/dev/null
  loci: git merges notes with loci in this clone; 'loci unsetup git' undoes that
  $ loci write plan --content two >/dev/null && loci write gone --scope shared --type project --description 'The GONEWORD' --content g >/dev/null && loci --quiet delete gone
  deleted gone.md from shared
  $ cd .. && mv house home && cd home && loci --quiet log plan | wc -l
  3
  $ loci restore plan && tail -1 .loci/memory/plan.md
  restored revision 1 of plan.md in shared
  one
  $ loci restore gone && loci undo
  restored revision 5 of gone.md in shared
  undid operation *: restore gone.md by user, just now (glob)
  $ loci --quiet purge plan --yes >/dev/null && loci --quiet purge gone --yes >/dev/null && grep -rlE 'PLANWORD|GONEWORD' $HOME/.loci .loci
  [1]

Another repository at that path gets nothing of it.

# rule: J19

  $ cd $TMP/work && begin source && git clone -q source former && cd former && loci --quiet init >/dev/null && loci --quiet trust >/dev/null
  $ loci write plan --scope shared --type project --description 'Theirs' --content one >/dev/null && loci --quiet delete plan >/dev/null
  $ cd .. && rm -rf former && begin former && cd former && mkdir -p .loci/memory
  $ loci --quiet undo
  loci: '$TMP/work/former' is not the directory that operation * changed (glob)
  hint: nothing was restored; 'loci diff NOTE REVISION' shows a text, 'loci write' stores it here
  [4]
  $ loci --quiet restore plan --scope shared
  loci: '$TMP/work/former' is not the directory that operation * changed (glob)
  hint: nothing was restored; 'loci diff NOTE REVISION' shows a text, 'loci write' stores it here
  [4]
  $ ls .loci/memory

The same origin cloned again is the same to it.

  $ cd .. && rm -rf former && git clone -q source former && cd former && mkdir -p .loci/memory && loci --quiet undo && ls .loci/memory
  undid operation *: delete plan.md by user, just now (glob)
  MEMORY.md
  plan.md

A damaged file of a project is said, and begins no other.

# rule: M12

  $ cd $TMP/work && begin torn && cd torn && loci --quiet remember 'Torn.' --title Torn && echo '{' > $HOME/.loci/projects/torn-*/project.json
  created torn.md in private
  $ loci list 2>&1 | sed 's/-[0-9a-f]*\//-X\//'
  loci: warning: '$TMP/home/.loci/projects/torn-X/project.json': not valid JSON near byte 3; it may belong to this workspace, so no new project is started for it; fix that file, or move it away: its paths, origin and trust are then recorded again
  FILE     TYPE     SCOPE    AGE  DESCRIPTION
  torn.md  project  private  now  Torn.
  $ loci --quiet remember 'More.' --title More
  loci: warning: '$TMP/home/.loci/projects/torn-*/project.json': not valid JSON near byte 3; it may belong to this workspace, so no new project is started for it; fix that file, or move it away: its paths, origin and trust are then recorded again (glob)
  loci: '$TMP/home/.loci/projects/torn-*/project.json': not valid JSON near byte 3; it may belong to this workspace, so no new project is started for it (glob)
  hint: fix that file, or move it away: its paths, origin and trust are then recorded again
  [7]
  $ loci --quiet health | grep 'project.json'
  loci: warning: '$TMP/home/.loci/projects/torn-*/project.json': not valid JSON near byte 3; it may belong to this workspace, so no new project is started for it; fix that file, or move it away: its paths, origin and trust are then recorded again (glob)
    '$TMP/home/.loci/projects/torn-*/project.json': not valid JSON near byte 3; it may belong to this workspace, so no new project is started for it (glob)
