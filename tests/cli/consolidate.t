Tidying memory: a proposal is shown, applied as one operation, and taken back by one undo.

# rule: D27, D29, D30

  $ export LOCI_NOW=2026-11-15T10:00:00Z
  $ loci consolidate
  loci: no new proposal: 0 of 3 sessions since; --force makes one
  [1]
  $ loci write ports --type project --description 'Where the gateway listens' --content 'The gateway listens on port 8080 of atlas. It was moved there in spring.'
  created ports.md in private
  $ loci write gateway-port --type project --description 'The port of the gateway' --content 'On atlas, the gateway listens on port 8080.'
  created gateway-port.md in private
  $ loci write ledger-port --type project --description 'The port of the ledger' --content 'The ledger listens on port 8081 of atlas, see [[gateway-port]].'
  created ledger-port.md in private
  $ loci consolidate --force --why
  loci: 'loci consolidate --apply' applies it, '--apply 1 3' only a part
  proposal 1: 1 operation
  
  [1] merge into ports.md
  why: 'gateway-port.md' says what 'ports.md' says: 62 % of their words, and no number, name, unit or negation differs
  private/gateway-port.md moves to archive:workspace/gateway-port.md
  --- private/gateway-port.md
  +++ archive:workspace/gateway-port.md (as it is)
  @@ -1,7 +0,0 @@
  ----
  -name: Gateway Port
  -description: The port of the gateway
  -type: project
  ----
  -
  -On atlas, the gateway listens on port 8080.
  $ loci consolidate --apply
  loci: updated 1 note with a link
  applied 1 operation of proposal 1 as operation 7; 'loci undo 7' takes it back
  $ loci list
  FILE            TYPE     SCOPE    AGE  DESCRIPTION
  ledger-port.md  project  private  now  The port of the ledger
  ports.md        project  private  now  Where the gateway listens
  $ loci read ledger-port | tail -1
  The ledger listens on port 8081 of atlas, see [[ports]].
  $ loci consolidate --status
  not due; auto = propose
    time      shut: last run just now; at least 24 h are required
    sessions  shut: 0 of 3 sessions since
    running   open: not running
  
  PROPOSAL  AGE       BY    OPERATIONS  STATE    APPLIED AS
  1         just now  loci  1           applied  7
  $ loci undo
  undid operation 7: consolidate gateway-port.md, ledger-port.md by user, just now
  $ loci list
  FILE             TYPE     SCOPE    AGE  DESCRIPTION
  gateway-port.md  project  private  now  The port of the gateway
  ledger-port.md   project  private  now  The port of the ledger
  ports.md         project  private  now  Where the gateway listens
  $ loci consolidate --apply --dry-run
  loci: updated 1 note with a link
  would apply 1 operation of proposal 1
  --- /dev/null
  +++ archive:workspace/gateway-port.md
  @@ -0,0 +1,7 @@
  +---
  +name: Gateway Port
  +description: The port of the gateway
  +type: project
  +---
  +
  +On atlas, the gateway listens on port 8080.
  --- private/gateway-port.md
  +++ /dev/null
  @@ -1,7 +0,0 @@
  ----
  -name: Gateway Port
  -description: The port of the gateway
  -type: project
  ----
  -
  -On atlas, the gateway listens on port 8080.
  --- private/ledger-port.md
  +++ private/ledger-port.md
  @@ -4,4 +4,4 @@
   type: project
   ---
   
  -The ledger listens on port 8081 of atlas, see [[gateway-port]].
  +The ledger listens on port 8081 of atlas, see [[ports]].
  --- private/MEMORY.md
  +++ private/MEMORY.md
  @@ -1,3 +1,2 @@
   - [Ledger Port](ledger-port.md) - The port of the ledger
  -- [Gateway Port](gateway-port.md) - The port of the gateway
   - [Ports](ports.md) - Where the gateway listens
  $ loci dream --apply 1
  loci: updated 1 note with a link
  applied 1 operation of proposal 1 as operation 11; 'loci undo 11' takes it back
  $ loci consolidate --apply
  loci: there is no open proposal
  hint: run 'loci consolidate' to make one
  [3]
  $ loci consolidate 1
  loci: operations can only be named with --apply
  hint: for example: loci consolidate --apply 1 3
  [2]

What was put aside is there for whoever asks for it.

# rule: D34

  $ loci list --scope archive
  FILE             TYPE     SCOPE              AGE  DESCRIPTION
  gateway-port.md  project  archive:workspace  now  The port of the gateway
  $ loci read gateway-port --scope archive | tail -1
  On atlas, the gateway listens on port 8080.
  $ loci search atlas --json | grep -c gateway-port
  0
  [1]
  $ loci write x --type project --scope archive --description 'Nothing goes there' --content text
  loci: new notes cannot be put into the archive
  hint: 'loci review archive NOTE' archives a note; 'loci move NOTE --scope archive --to private' brings one back
  [2]
  $ loci move gateway-port --scope archive --to private
  moved gateway-port.md from archive:workspace to private
  $ loci list --scope archive
  loci: no matching notes

A note that changed since is left out, and says so. A run is not due again so soon.

# rule: D27, D30

  $ loci consolidate --force >/dev/null
  loci: 'loci consolidate --apply' applies it, '--apply 1 3' only a part
  $ echo 'and more' >> $HOME/.loci/projects/*/memory/gateway-port.md
  $ loci consolidate --apply
  loci: [1] left out: 'gateway-port.md' changed since the proposal was made
  nothing to apply in proposal 2
  $ loci consolidate
  loci: no new proposal: last run just now; at least 24 h are required; 0 of 3 sessions since; --force makes one
  [1]
  $ loci consolidate --proposal 99
  loci: there is no proposal '99' here
  hint: 'loci consolidate --status' lists them
  [3]
  $ loci health --json | grep -A3 '"consolidation"'
    "consolidation": {
      "due": false,
      "gates": [
        {

A command may propose; an agent may not apply.

# rule: D36, D37

  $ printf '#!/bin/sh\ncat > /dev/null\necho "[{\\"op\\": \\"archive\\", \\"note\\": \\"private/ledger-port.md\\", \\"why\\": \\"nobody asks\\"}, {\\"op\\": \\"archive\\", \\"note\\": \\"global/none.md\\"}]"\n' > $TMP/model; chmod +x $TMP/model
  $ loci consolidate --force --with $TMP/model --why
  loci: not accepted: operation 2: 'global/none.md' was not shown
  loci: 'loci consolidate --apply' applies it, '--apply 1 3' only a part
  proposal 3: 1 operation
  
  [1] rewrite
  why: nobody asks
  private/ledger-port.md moves to archive:workspace/ledger-port.md
  --- private/ledger-port.md
  +++ archive:workspace/ledger-port.md (as it is)
  @@ -1,7 +0,0 @@
  ----
  -name: Ledger Port
  -description: The port of the ledger
  -type: project
  ----
  -
  -The ledger listens on port 8081 of atlas, see [[ports]].
  $ LOCI_AGENT=helper loci consolidate --apply
  loci: only a person can apply a consolidation; this is an agent's session: LOCI_AGENT is set
  hint: ask a person to run it in their own terminal
  [5]
  $ LOCI_AGENT=helper loci consolidate --force --with $TMP/model
  loci: there is no command '$TMP/model' in [consolidate.commands]
  hint: a person can define it in config.toml
  [5]
  $ printf '[consolidate.commands]\nmine = "%s"\n' "$TMP/model" > $HOME/.loci/config.toml
  $ LOCI_AGENT=helper loci consolidate --force --with mine --json | grep '"engine"'
  loci: not accepted: operation 2: 'global/none.md' was not shown
  loci: 'loci consolidate --apply' applies it, '--apply 1 3' only a part
    "engine": "mine",
  $ loci consolidate --force --with 'false'
  loci: 'false' failed with status 1
  hint: run it by itself to see why; nothing was changed
  [8]
  $ loci consolidate --force --with 'echo no'
  loci: the answer has no list of operations
  hint: docs/consolidate.md describes what is expected; nothing was changed
  [2]
