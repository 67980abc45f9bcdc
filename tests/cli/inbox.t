Writes that a person looks at first.

  $ printf '[review]\nprivate = "agents"\n' > $TMP/settings && mkdir -p $HOME/.loci && cp $TMP/settings $HOME/.loci/config.toml
  $ git init -q app && cd app
  $ agent() { loci --agent helper "$@"; }
  $ first() { loci --quiet inbox --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["entries"][0]["id"])'; }
  $ loci inbox
  loci: the inbox is empty

# rule: D10, D16

  $ agent remember 'The door opens at nine.' --title Door | sed "s/as [a-z0-9]*:/as ID:/"
  loci: nothing is changed until a person accepts it: agents' writes to private notes wait for a person's review
  stored for review as ID: door.md in private
  $ agent inbox
  loci: only a person can read it: 'loci inbox'
  1 write waits for review
  $ agent inbox show xxxx
  loci: only a person can read what waits in the inbox; this is an agent's session: --agent is given
  hint: ask a person to run it in their own terminal
  [5]
  $ loci inbox | sed 's/^[a-z][a-z0-9]*  now/ID    now/'
  loci: 'loci inbox show ID' shows one; 'accept', 'edit' and 'reject' decide
  ID    AGE  BY            WHAT                       WHY
  ID    now  agent:helper  create door.md in private  agents' writes to private notes wait for a person's review
  $ loci inbox show $(first) | sed '1s/^[a-z0-9]*/ID/'
  ID  create door.md in private
  by agent:helper, just now
  waits because agents' writes to private notes wait for a person's review
  
  --- /dev/null
  +++ private/door.md
  @@ -0,0 +1,7 @@
  +---
  +name: Door
  +description: The door opens at nine.
  +type: project
  +---
  +
  +The door opens at nine.
  $ loci list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci search door
  loci: nothing found
  [1]

# rule: D11, D13

  $ loci inbox accept $(first) 2>/dev/null
  created door.md in private
  $ loci list
  FILE     TYPE     SCOPE    AGE  DESCRIPTION
  door.md  project  private  now  The door opens at nine.
  $ loci log door | sed 's/  [0-9a-f]\{12\}$/  HASH/'
  REV  AGE  KIND    BY                              FILE     HASH
  3    now  accept  agent:helper, accepted by user  door.md  HASH
  $ loci undo | sed 's/, [a-z0-9]*.md by/, ID.md by/'
  undid operation 3: accept door.md, ID.md by user, just now
  $ loci list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci inbox reject $(first) 2>/dev/null
  rejected the write to door.md in private
  $ loci inbox
  loci: the inbox is empty
  $ loci undo | sed 's/reject [a-z0-9]*.md/reject ID.md/'
  undid operation 7: reject ID.md by user, just now
  $ loci inbox --json | grep -c '"id"'
  loci: 'loci inbox show ID' shows one; 'accept', 'edit' and 'reject' decide
  1

# rule: D15

  $ EDITOR="sed -i s/nine/ten/" loci inbox edit $(first)
  loci: it still waits: 'loci inbox accept' accepts it
  changed the waiting text of door.md
  $ loci inbox write $(first) --content 'no frontmatter'
  loci: door.md:1: no frontmatter
  door.md:1: 'name' is missing
  door.md:1: 'type' is missing
  hint: nothing was written
  [2]
  $ loci inbox accept $(first) 2>/dev/null && loci read door | tail -1
  created door.md in private
  The door opens at ten.

# rule: D12

  $ agent write door --content 'By the agent.' > /dev/null
  loci: nothing is changed until a person accepts it: agents' writes to private notes wait for a person's review
  $ loci write door --content 'By a person.'
  updated door.md in private
  $ loci inbox accept $(first) 2>&1 | sed "s/$(first)/ID/g"
  loci: 'door.md' was changed in the same lines since 'ID' was written
  hint: 'loci inbox show ID' shows both; 'loci inbox accept ID --force' replaces the present text, which stays in history
  $ loci inbox show $(first) 2>&1 | tail -4
   ---
   
  -By a person.
  +By the agent.
  $ loci inbox accept $(first) --force 2>/dev/null && loci read door | tail -1
  updated door.md in private
  By the agent.

# rule: D18

  $ agent write door --content 'Sesame in the inbox.' > /dev/null; agent write cellar --type project --description 'Sesame too' --content 'Sesame below.' > /dev/null
  loci: nothing is changed until a person accepts it: agents' writes to private notes wait for a person's review
  loci: nothing is changed until a person accepts it: agents' writes to private notes wait for a person's review
  $ loci purge door --yes 2>/dev/null
  erased door.md from private for good
  $ loci purge cellar --yes 2>/dev/null
  erased cellar.md from private for good
  $ loci inbox
  loci: the inbox is empty
  $ grep -rl Sesame $HOME/.loci
  [1]

# rule: D9

A policy is the file's alone.

  $ LOCI_REVIEW_PRIVATE=off agent remember x --title y | sed "s/as [a-z0-9]*:/as ID:/"
  loci: nothing is changed until a person accepts it: agents' writes to private notes wait for a person's review
  stored for review as ID: y.md in private
  $ loci config list | grep review
  review.global               off      default      whose writes to global notes wait in the inbox
  review.private              agents   config.toml  whose writes to private notes of a workspace wait in the inbox
  review.shared               off      default      whose writes to notes in a repository wait in the inbox
  review.agent                off      default      whose writes to notes of agents wait in the inbox

# rule: K15

What was put into a file by other means is shown by its line, and leaves the list by an edit or when it is allowed.

  $ rm $HOME/.loci/config.toml && loci inbox reject $(first) 2>/dev/null
  rejected the write to y.md in private
  $ T=ghp_$(printf 'k%.0s' 1 2 3 4 5 6 7 8 9)Zq7Rt9Xw2Lm4Np6Vb8Hd1Jf3Gs5C
  $ loci remember 'Push on Mondays.' --title Push --type user && printf 'With %s.\n' $T >> $HOME/.loci/memory/push.md
  created push.md in global
  $ loci inbox
  loci: lines that are held back do not reach prompts; the files are unchanged
  loci: remove the line with 'loci edit NOTE', or allow it with 'loci allow NOTE RULE'
  HELD BACK  WHERE   LINE  RULE          ABOUT
  push.md    global  8     github-token  a GitHub token
  $ loci inbox --json 2>/dev/null | grep -c $T
  0
  [1]
  $ agent inbox
  loci: the inbox is empty
  $ loci allow push github-token
  allowed github-token in push.md of global
  $ loci inbox
  loci: the inbox is empty
  $ loci allow push github-token --remove
  no longer allowed: github-token in push.md of global
  $ EDITOR="sed -i /ghp_/d" loci edit push && loci inbox
  updated push.md in global
  loci: the inbox is empty
