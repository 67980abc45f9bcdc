A guess: two notes that say the same in other words. It is marked, left alone by `--apply`, and done when it is named.

# rule: D38

  $ export LOCI_NOW=2026-11-15T10:00:00Z
  $ loci write styling --type project --description 'How things are styled' --content 'We use CSS modules; no Tailwind.'
  created styling.md in private
  $ loci write styles --type project --description 'What styles are made of' --content 'Styling is done with CSS modules, Tailwind is not used.'
  created styles.md in private
  $ loci consolidate --force --why
  loci: 'loci consolidate --apply' applies it, '--apply 1 3' only a part
  proposal 1: 1 operation
  
  [1] merge into styles.md (a guess: applied only when named)
  why: 'styling.md' seems to say what 'styles.md' says: 80 % of their words, and no number, name, unit or negation differs; different wording is kept
  --- private/styles.md
  +++ private/styles.md
  @@ -5,3 +5,5 @@
   ---
   
   Styling is done with CSS modules, Tailwind is not used.
  +
  +We use CSS modules; no Tailwind.
  private/styling.md moves to archive:workspace/styling.md
  --- private/styling.md
  +++ archive:workspace/styling.md (as it is)
  @@ -1,7 +0,0 @@
  ----
  -name: Styling
  -description: How things are styled
  -type: project
  ----
  -
  -We use CSS modules; no Tailwind.
  $ loci consolidate --force --json | grep -o '"likely": true'
  loci: 'loci consolidate --apply' applies it, '--apply 1 3' only a part
  "likely": true
  $ loci consolidate --apply
  loci: [1] left out: it is a guess; 'loci consolidate --proposal 2 --apply 1' does it
  nothing to apply in proposal 2
  $ loci consolidate --apply 1
  applied 1 operation of proposal 2 as operation 5; 'loci undo 5' takes it back
  $ loci list
  FILE       TYPE     SCOPE    AGE  DESCRIPTION
  styles.md  project  private  now  What styles are made of
  $ loci undo
  undid operation 5: consolidate styles.md, styling.md by user, just now
