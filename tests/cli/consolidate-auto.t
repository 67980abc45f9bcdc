The end of a session proposes, or does, what the configuration says.

# rule: D36

  $ settings() { mkdir -p $HOME/.loci && printf '[consolidate]\nsessions = 1\nauto = "%s"\n' $1 > $HOME/.loci/config.toml; }
  $ over() { printf '{"session_id":"%s","cwd":"%s","hook_event_name":"SessionEnd"}' $1 "$PWD" | loci hook claude session-end; }
  $ git init -q app && cd app
  $ printf -- '---\nname: Past\ndescription: About the sale\ntype: project\nmetadata:\n  expires: 2026-11-01\n---\n\nThe sale ends on Friday.\n' | loci write past --raw
  created past.md in private

Off, nothing happens.

  $ settings off; over one; loci consolidate --status
  due; auto = off
    time      open: never run
    sessions  open: 1 of 1 sessions since
    running   open: not running

By default it is proposed, and no note is touched.

  $ settings propose; over two; loci consolidate --status | tail -2
  PROPOSAL  AGE       BY    OPERATIONS  STATE  APPLIED AS
  1         just now  loci  1           open
  $ loci list --json | grep -c past.md
  1

The same session is counted once, and a day must have passed.

  $ over two; over three; loci consolidate --status | grep -c just
  2

With "apply" it is done, and one undo takes it back.

  $ settings apply; export LOCI_NOW=2026-11-17T10:00:00Z; over four; loci list
  loci: no notes yet: 'loci remember TEXT --title TITLE' makes one
  $ loci consolidate --status | tail -2
  2         just now  loci  1           applied   3
  1         2d ago    loci  1           replaced
  $ loci undo
  undid operation 3: consolidate past.md by loci, just now
  $ loci list
  FILE     TYPE     SCOPE    AGE  DESCRIPTION
  past.md  project  private  now  [expired on 2026-11-01] About the sale
