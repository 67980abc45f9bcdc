Modes, whatever the umask.

# rule: P6

  $ umask 0
  $ mkdir .git
  $ loci write a --type user --description d --content c
  created a.md in global
  $ loci remember 'x y.' --title B
  created b.md in private
  $ loci scratch add x > /dev/null && loci daily add x > /dev/null
  $ loci --agent bob write q --description d --content c
  created q.md in agent:bob (private)
  $ find $HOME/.loci -type d ! -perm 700 -o -type f ! -perm 600
  $ umask 027
  $ loci init --quiet
  created $TMP/work/.loci
  $ loci move b --to shared
  moved b.md from private to shared
  $ find .loci -printf '%p %m\n' | sort
  .loci 750
  .loci/.gitattributes 640
  .loci/.gitignore 640
  .loci/memory 750
  .loci/memory/MEMORY.md 640
  .loci/memory/b.md 640
  $ chmod 604 .loci/memory/b.md && loci write b --content new
  updated b.md in shared
  $ stat -c %a .loci/memory/b.md
  604
