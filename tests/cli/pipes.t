Pipes, colours and standard input.

# rule: C9, C12

  $ loci write big --type user --description d --content "$(head -c 60000 /dev/zero | tr '\0' x)"
  created big.md in global
  $ set -o pipefail
  $ loci read big | head -1
  ---
  $ for i in 1 2 3 4 5 6 7 8 9; do loci copy big --to agent:a$i > /dev/null; done
  $ loci list --json | true
  $ loci --help | head -1
  loci keeps what AI agents learn as plain Markdown files.
  $ loci read big > /dev/full
  loci: cannot write to 'standard output': No space left on device
  hint: free some space on that disk and try again; nothing was lost
  [8]

No escape sequences in a pipe, nor at a terminal that does not want them.

  $ loci write big --content small
  updated big.md in global
  $ loci diff big | grep -c $'\e'
  0
  [1]
  $ TERM=xterm LOCI_PAGER=cat script -qec 'loci diff big' /dev/null < /dev/null | grep -c $'\e\[32m'
  2
  $ TERM=xterm LOCI_PAGER=cat NO_COLOR=1 script -qec 'loci diff big' /dev/null < /dev/null | grep -c $'\e'
  0
  [1]
  $ TERM=xterm LOCI_PAGER=cat script -qec 'loci diff big --no-color' /dev/null < /dev/null | grep -c $'\e'
  0
  [1]

Standard input is read when there is no --content, or when it is -, and never otherwise.

  $ echo piped | loci write a --type user --description d
  created a.md in global
  $ loci read a | tail -1
  piped
  $ echo piped | loci write b --type user --description d --content -
  created b.md in global
  $ (loci write c --type user --description d --content given; cat) <<< 'still here'
  created c.md in global
  still here
  $ (loci remember 'A fact.' --title F; cat) <<< 'still here'
  created f.md in private
  still here
  $ (loci list > /dev/null; loci scratch add x > /dev/null; loci read a > /dev/null; cat) <<< 'still here'
  still here
  $ loci write d --type user --description d --content @- < /dev/null
  loci: cannot open '-': No such file or directory
  hint: if the text itself begins with @, pipe it in
  [3]
  $ script -qec 'loci write e --type user --description d' /dev/null | tr -d '\r'
  loci: there is no content
  hint: give --content TEXT, --content @FILE, or pipe the text in
  [2]
  $ loci read e 2>/dev/null
  [3]

At a terminal purge and undo of an agent's operation ask.

# rule: U11, U13

  $ loci --agent bob write q --type user --description d --content x
  created q.md in global
  $ echo n | script -qec 'loci undo' /dev/null | tr -d '\r' > out; grep -c 'Continue? \[y/N\]' out; tail -1 out
  1
  operation 33 (write q.md) was made by agent:bob. Continue? [y/N] loci: nothing was changed
  $ loci read q | tail -1
  x

Limits.

# rule: L1, L2

  $ head -c 65536 /dev/zero | tr '\0' x | loci write limit --type user --description d
  created limit.md in global
  $ head -c 65537 /dev/zero | tr '\0' x | loci write limit2 --type user --description d
  loci: the content has 65537 bytes; the limit is 65536
  hint: split it into several notes, or store a whole file with --raw
  [2]
  $ head -c 65537 /dev/zero | tr '\0' x > long && loci write limit2 --type user --description d --content @long
  loci: the content has 65537 bytes; the limit is 65536
  hint: split it into several notes, or store a whole file with --raw
  [2]
  $ loci remember --title Long < long
  loci: the content has 65537 bytes; the limit is 65536
  hint: split it into several notes, or store a whole file with --raw
  [2]
  $ loci daily add < long
  loci: the text has 65537 bytes; the limit is 65536
  [2]
  $ { printf -- '---\nname: L\ntype: user\n---\n'; head -c 1048576 /dev/zero | tr '\0' x; } > larger
  $ head -c 1048576 larger | loci write whole --raw
  created whole.md in global
  $ loci write whole2 --raw < larger
  loci: standard input has more than 1048576 bytes
  hint: split it into several notes
  [2]
  $ loci write whole2 --raw --content @larger
  loci: 'larger' has more than 1048576 bytes
  hint: split it into several notes
  [2]
  $ ls $HOME/.loci/memory | grep -c 2
  0
  [1]
