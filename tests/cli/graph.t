All notes and the links between them.

# rule: Z26

  $ mkdir -p $TMP/work/app && cd $TMP/work/app
  $ loci write a --type user --description 'One' --content 'See [[b]] and [[b|again]] and [[none]].'
  created a.md in global
  $ loci write b --type user --description 'Two' --content 'See [[a]] and [[c]].'
  created b.md in global
  $ loci write c --type project --description 'Three' --content 'Alone.'
  created c.md in private
  $ loci graph
  loci: 3 notes, 2 links between them, 1 broken
  c.md - b.md
  a.md - b.md
  $ loci graph --json -o jsonl
  loci: 3 notes, 2 links between them, 1 broken
  {"notes":[{"filename":"c.md","place":"private","scope":"workspace","name":"C"},{"filename":"a.md","place":"global","scope":"global","name":"A"},{"filename":"b.md","place":"global","scope":"global","name":"B"}],"links":[[0,2],[1,2]],"broken":1}
