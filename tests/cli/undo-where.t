Undo takes back what was done here, and shows it.

# rule: U19

  $ mkdir $TMP/work/one $TMP/work/two && cd $TMP/work/one && git init -q . && git -C ../two init -q .
  $ loci remember 'Short answers.' --title Style --type user
  created style.md in global
  $ cd ../two && loci undo
  loci: nothing to undo here; operation * was done in another workspace: 'loci undo --everywhere' takes it back (glob)
  [1]
  $ loci undo --list
  loci: nothing to undo
  $ loci undo --list --everywhere | sed 1d | wc -l
  1
  $ loci remember 'Two spaces.' --title Indent
  created indent.md in private
  $ loci undo
  undid operation *: remember indent.md by user, just now (glob)
  $ loci undo --everywhere
  undid operation *: remember style.md by user, just now (glob)

At a terminal it is shown first.

  $ loci remember 'Four spaces.' --title Indent >/dev/null
  $ script -qec 'loci undo --no-color' /dev/null < /dev/null | tr -d '\r'
  would undo operation 9: remember indent.md by user, just now
  --- private/indent.md
  +++ /dev/null
  @@ -1,7 +0,0 @@
  ----
  -name: Indent
  -description: Four spaces.
  -type: project
  ----
  -
  -Four spaces.
  --- private/MEMORY.md
  +++ /dev/null
  @@ -1 +0,0 @@
  -- [Indent](indent.md) - Four spaces.
  undid operation 9: remember indent.md by user, just now
  $ loci remember 'By a robot.' --title Robot --agent bob >/dev/null
  $ echo y | script -qec 'loci undo --no-color' /dev/null | tr -d '\r' | grep -oE '^would undo .*|^.By a robot.$|operation .* Continue|undid .*'
  would undo operation 13: remember robot.md by agent:bob, just now
  -By a robot.
  operation 13 (remember robot.md) was made by agent:bob. Continue
  undid operation 13: remember robot.md by agent:bob, just now

What restore brought back is named.

# rule: U3

  $ loci remember 'Two spaces.' --title Indent >/dev/null && loci write indent --content 'Tabs.' >/dev/null
  $ loci log indent | sed -n '3p' | cut -d' ' -f1 > rev && loci restore indent | sed "s/revision $(cat rev)/revision REV/"
  restored revision REV of indent.md in private

Settings of tools are no notes: the command that takes them back is named.

# rule: U20

  $ mkdir -p $HOME/.claude && loci setup claude >/dev/null
  $ loci undo
  loci: the last operation here is 'setup claude'; 'loci unsetup claude' takes it back
  hint: 'loci undo *' takes back the newest change of memory: restore indent.md (glob)
  [4]
  $ loci unsetup claude >/dev/null 2>&1; loci undo 2>&1 | head -1
  loci: the last operation here is 'unsetup claude'; 'loci setup claude' takes it back
  $ loci setup claude --scope project >/dev/null 2>&1; loci undo 2>&1 | head -1
  loci: the last operation here is 'setup claude --scope project'; 'loci unsetup claude --scope project' takes it back
  $ loci remember 'Later.' --title Later >/dev/null && loci undo
  undid operation 23: remember later.md by user, just now
  $ cd ../one && loci setup claude >/dev/null 2>&1; loci undo
  loci: the last operation here is 'setup claude'; 'loci unsetup claude' takes it back
  hint: no change of memory to undo
  [4]

Files that were compiled follow with apply.

  $ cd ../two && loci write house --scope agent:bot --description 'House rules' --content 'Be kind.'
  created house.md in agent:bot (private)
  $ loci apply --provider claude && loci undo
  claude: wrote .claude/agent-memory/bot/house.md
  claude: wrote .claude/agent-memory/bot/MEMORY.md
  loci: the last operation here is 'apply', which changed only tools' files
  hint: 'loci undo 27' takes back the newest change of memory: write house.md; run 'loci apply' after it
  [4]
  $ loci undo $(loci undo --list | sed -n 2p | cut -d' ' -f1)
  loci: tools' files were compiled since; 'loci apply' updates them
  undid operation 27: write house.md by user, just now
