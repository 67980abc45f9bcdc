A note that was not merged is left alone until somebody settles it.

# rule: MG18

  $ loci write plan --type project --description 'When we ship' --content 'Monday.' --scope global --quiet
  created plan.md in global
  $ cd $HOME/.loci/memory && printf -- '---\nname: Plan\ndescription: When we ship\ntype: project\n---\n\nBefore.\n\n<<<<<<< HEAD\nMonday it is.\n=======\nFriday it is.\n>>>>>>> theirs\n' > plan.md
  $ loci write plan --content 'Tuesday.'
  loci: plan.md:9: the note has conflict markers from git
  hint: 'loci check --fix' merges them or makes two notes; or remove the markers with 'loci edit'
  [4]
  $ loci write plan --raw --content "$(cat plan.md)"
  loci: plan.md:9: the note has conflict markers from git
  hint: 'loci check --fix' merges them or makes two notes; or remove the markers with 'loci edit'
  [4]
  $ loci remember 'Tuesday.' --title Plan --scope global
  loci: plan.md:9: the note has conflict markers from git
  hint: 'loci check --fix' merges them or makes two notes; or remove the markers with 'loci edit'
  [4]
  $ loci read plan
  loci: plan.md:9: the note has conflict markers from git: 'loci check --fix' merges them or makes two notes; or remove the markers with 'loci edit'
  ---
  name: Plan
  description: When we ship
  type: project
  ---
  
  Before.
  
  <<<<<<< HEAD
  Monday it is.
  =======
  Friday it is.
  >>>>>>> theirs
  $ CLAUDECODE=1 loci read plan
  loci: plan.md:9: the note has conflict markers from git: 'loci check --fix' merges them or makes two notes; or remove the markers with 'loci edit'
  ---
  name: Plan
  description: When we ship
  type: project
  ---
  
  Before.
  
  [held back: merge-conflict]
  $ loci search Before --quiet
  plan.md  Plan (global, now)
    7: Before. [held back: merge-conflict]
  $ loci context --quiet | grep -c '<<<<'
  0
  [1]
  $ loci export --skill plan --to $TMP/skills
  loci: plan.md:9: the note has conflict markers from git: 'loci check --fix' merges them or makes two notes; or remove the markers with 'loci edit'
  [4]
  $ loci rename plan plans && loci rename plans plan
  renamed plan.md to plans.md in global
  renamed plans.md to plan.md in global

An editor shows both; what is saved settles it when the markers are gone.

  $ EDITOR=true loci edit plan
  unchanged plan.md in global
  $ EDITOR="sed -i s/Before/Behind/" loci edit plan 2>&1 | sed 's/[0-9]*-0-plan/PID-0-plan/'
  loci: plan.md:9: the note has conflict markers from git
  hint: your text is kept in '$TMP/home/.loci/state/edit/PID-0-plan.md'; compare it with 'loci read plan.md'
  $ EDITOR="sed -i '/^<<<<<<</d; /^=======/,/^>>>>>>>/d'" loci edit plan && tail -n 1 plan.md
  updated plan.md in global
  Monday it is.
  $ loci undo --quiet && grep -c '^<<<<<<<' plan.md
  undid operation 8: edit plan.md by user, just now
  1

check --fix makes two notes of it, of which each leads to the other.

  $ loci check --fix --scope global
  loci: no index needed fixing
  loci: merged conflicts that git left: 3 files changed
  loci: 2 notes checked: 2 errors, 0 warnings
  $TMP/home/.loci/memory/plan-92dc4781.md:11: error: the other version is 'plan.md': 'loci resolve plan-92dc4781' settles it [unmerged]
  $TMP/home/.loci/memory/plan.md:11: error: the other version is 'plan-92dc4781.md': 'loci resolve plan' settles it [unmerged]
  [1]
  $ loci write plan --content 'Tuesday.'
  loci: plan.md:11: the other version of this note is 'plan-92dc4781.md', and they were not merged
  hint: 'loci resolve plan' settles it
  [4]
  $ loci read plan --json | grep unsettled
  loci: plan.md:11: the other version of this note is 'plan-92dc4781.md', and they were not merged: 'loci resolve plan' settles it
    "unsettled": "plan.md:11: the other version of this note is 'plan-92dc4781.md', and they were not merged: 'loci resolve plan' settles it"
  $ loci write plan --description 'When to ship' && tail -n 1 plan.md
  updated plan.md in global
  Unmerged: this is version 38910a90 of this note; the other version is [[plan-92dc4781]]. `loci resolve` settles it.
  $ loci resolve plan | head -n 3
  loci: 'plan.md' has two versions: --keep 38910a90, --keep 92dc4781, --both or --edit
  --- version 38910a90
  +++ version 92dc4781
  @@ -1,9 +1,9 @@
  $ loci resolve plan --both && ls
  settled plan.md in global
  MEMORY.md
  plan-92dc4781.md
  plan.md
