# rule: C2

  $ loci --help
  loci keeps what AI agents learn, as plain Markdown files.
  
  Usage: loci [flags] <command> [arguments]
         loci                       the state of this workspace
         loci <command> --help      a command in detail, with an example
  
  Notes:
    write        Write a note: make it, or replace its body and the fields given
    remember     Remember one fact under a title
    read         Print a note as it stands
    list         List notes, newest first
    render       Turn Markdown into HTML that is safe to show
    edit         Open a note in your editor
    delete       Delete a note; undo brings it back
    rename       Give a note another file name
    move         Move a note to another scope
    copy         Copy a note to another scope
    memory       Show which files there are, or print the index or a note
    memory edit  Open the index, or a note, in your editor
    accept       Confirm what agents noted of your preferences
    search       Find notes by their words
    links        Show the links of a note: in, out and broken
    graph        Show all notes and the links between them
  
  Scratchpad and daily log:
    scratch list   Show the open items of the scratchpad
    scratch add    Put an item on the scratchpad
    scratch done   Tick an item off
    scratch clear  Empty the scratchpad; undo brings it back
    daily          Print the log of a day
    daily add      Add to today's log
  
  Sessions of agents:
    context       Print what a session starts with
    recall        Show which notes a prompt or command would be told of, and why
    target read   Print long-term memory, the scratchpad, a day's log or a note
    target write  Add to long-term memory, the scratchpad, today's log or a note
    target edit   Replace a text that stands there exactly once
    flush         Put the summary of a compaction into today's log
    reserve       Print how many tokens to keep free at compaction
    hook          Answer a tool's hook; the event comes on standard input
    tools         List the tools that can be connected, and which are
    setup         Connect a tool: MCP server, hooks, permissions
    unsetup       Take away what setup wrote, and nothing else
    mcp           Serve memory to an agent over standard input and output
    memories      Run a command of Anthropic's memory tool
    serve         Serve memory over HTTP, with a page for the browser
  
  Memory in other tools:
    agents list  List the agents that have memory, and where
    agents show  Show what one agent remembers
    apply        Compile agents' memory into other tools' files
    status       Show how compiled files stand; exit 1 unless all are in step
    import       Bring in what agents wrote in other tools, or what a tool remembers
    imports      List what other tools remember on this machine
    export       Write a note as a skill that coding tools follow
  
  What waits for you:
    inbox           Show which writes wait for you, and what is held back
    inbox list      Show the same as 'loci inbox'
    inbox show      Show what a write that waits would change
    inbox accept    Accept a write that waits
    inbox edit      Open the text that waits in your editor
    inbox write     Give a write that waits another text
    inbox reject    Drop a write that waits; undo brings it back
    review          Go through what agents noted of you, and what is due
    review accept   Confirm what was noted in a note
    review reject   Take out of a note what nobody confirmed
    review keep     Keep a note that is due
    review archive  Put a note into the archive; undo brings it back
  
  The past:
    history       Show what was done, newest first
    history show  Show what an operation changed
    calendar      Show the days of a month: changes and daily logs
    log           Show the revisions of a note
    diff          Show what changed in a note
    restore       Bring an earlier text of a note back
    undo          Take the newest operation back
    purge         Erase a note and all its texts for good
    gc            Erase old texts that are past the retention
  
  Workspaces and repositories:
    init             Make a shared memory in this workspace
    projects list    List the projects of this home and where they are
    projects relink  Let this workspace continue a known project
    projects detach  Give this workspace a project of its own again
    projects rescue  Find memory whose workspace is gone, and bring it here
    trust            Let agents use the notes that this repository ships
    untrust          Keep this repository's notes from agents again
  
  More than one machine:
    remote add     Add a remote to sync notes with
    remote list    List the remotes of this home
    remote set     Change how a remote is synced with
    remote init    Begin an empty remote
    remote match   Say which project of a remote this workspace is
    remote remove  Forget a remote; notes stay, here and there
    sync           Bring this home and its remotes together
  
  Upkeep:
    check               Find what is wrong with memory; exit 1 when there are errors
    health              Show the state of memory and what is wrong with it
    reindex             Bring the indexes in step with the notes
    verify              Look up what notes cite; exit 1 when something is stale or missing
    allow               Let a note keep what a rule of the scanner finds in it now
    ephemeral           Run a command with a throw-away home
    version             Print the version
    man                 Show a page of the manual
    completions         Print what a shell loads to complete loci's commands
    config list         Show every setting and where it comes from
    config get          Show one setting
    config set          Change a setting in config.toml
    config unset        Take a setting out of config.toml
    config edit         Open config.toml in your editor
    backup              Write all of the home to one archive, or restore one
    resolve             Settle a note whose two versions could not be merged
    merge               Merge an edit of an older version with the note as it is; writes nothing
    merge-file          Merge two edits of a note; git calls it
    consolidate         Propose how to tidy memory, and do it when told to
    consolidate status  Show whether tidying is due, and what was proposed before
    dream               The same as 'loci consolidate'
  
  Other names:
    ls is list, rm is delete, show is read, find is search, mv is rename, cp is
    copy, new is write; mv with --to is move
  
  Flags of every command:
    --workspace PATH           the workspace; found from the working directory when absent
    --home PATH                where memory lives; LOCI_HOME or ~/.loci when absent
    --agent ID                 work as this agent, with its notes
    --json                     answer in JSON
    --output human|json|jsonl  how to answer; -o for short
    --ephemeral                work in a throw-away home; --ephemeral-memory, too
    --quiet                    no notes beside the answer
    --no-color                 no colours
    --no-pager                 print long answers at once; LOCI_PAGER names another pager
    --help                     show help; -h for short
    --version                  print the version
  
  Exit status: 0 done, 1 nothing found or nothing to do, 2 wrong input, 3 not found,
  4 conflict, 5 denied, 6 locked, 7 corrupt, 8 input/output, 70 a fault of loci.
  The manual: 'loci man', 'loci man search'.
  $ loci -h | cmp - <(loci help) && loci help | cmp - <(loci --help)
  $ loci undo --help
  Take the newest operation back
  
  Usage: loci undo [<OPERATION>] [--list] [--any] [--hash HASH] [--everywhere]
                   [--force] [--dry-run]
  
    <OPERATION>   which one; the newest when absent
    --list        show what can be undone
    --any         also what an agent did
    --hash HASH   of what the operation left; so agents undo what agents did
    --everywhere  also global notes that were changed from another workspace
    --force       even when a note changed since; its text stays in history
    --dry-run     show what would change, change nothing
  
  Example:
    loci undo
  
  Every command takes --json, --home, --workspace and the other flags of 'loci --help'.
  $ loci help undo | cmp - <(loci -h undo)
  $ loci config --help
  Show every setting and where it comes from
  
  Usage: loci config list
  
  Example:
    loci config list
  
  Show one setting
  
  Usage: loci config get <KEY>
  
    <KEY>  the setting's name
  
  Example:
    loci config get retention_days
  
  Change a setting in config.toml
  
  Usage: loci config set <KEY> <VALUE> [--dry-run]
  
    <KEY>      the setting's name
    <VALUE>    what it is to be
    --dry-run  show what would change, change nothing
  
  Example:
    loci config set retention_days 90
  
  Take a setting out of config.toml
  
  Usage: loci config unset <KEY> [--dry-run]
  
    <KEY>      the setting's name
    --dry-run  show what would change, change nothing
  
  Example:
    loci config unset retention_days
  
  Open config.toml in your editor
  
  Usage: loci config edit [--dry-run]
  
    --dry-run  show what would change, change nothing
  
  Example:
    EDITOR=vim loci config edit
  
  Every command takes --json, --home, --workspace and the other flags of 'loci --help'.

Every command has a summary, its flags and an example, and help exits 0.

  $ for c in init write remember read list edit delete rename move copy scratch daily history log diff restore undo purge gc health reindex ephemeral config version; do loci $c --help > help || echo $c; grep -q '^Usage: loci '$c help || echo $c usage; grep -q '^Example:' help || echo $c example; done
  $ loci --help | awk 'length > 100'
  $ loci nonsense --help
  loci: unknown command 'nonsense'
  hint: run 'loci --help' for the commands there are
  [2]
