# rule: C2

  $ loci --help
  loci keeps what AI agents learn as plain Markdown files.
  
  Usage: loci [flags] <command> [arguments]
         loci                     show the state of this workspace
         loci <command> --help    show a command's flags and an example
  
  Notes:
    write        Create a note, or replace its body and the fields given
    remember     Remember one fact under a title
    read         Show a note
    list         List notes, newest first
    render       Turn Markdown into HTML that is safe to show
    edit         Open a note in your editor
    delete       Delete a note; undo brings it back
    rename       Rename a note; links to it follow
    move         Move a note to another scope
    copy         Copy a note to another scope
    memory       List the files of memory, or print the index or a note
    memory edit  Open the index, or a note, in your editor
    accept       Confirm what agents noted about your preferences
    search       Search notes by words and by meaning
    links        Show the links of a note: in, out and broken
    graph        Show all notes and the links between them
  
  Scratchpad and daily log:
    scratch list   Show the open items of the scratchpad
    scratch add    Add an item to the scratchpad
    scratch done   Tick an item off
    scratch clear  Empty the scratchpad; undo brings it back
    daily          Print the log of a day
    daily add      Add to today's log
  
  Sessions of agents:
    context       Print the memory a session starts with
    recall        Show which notes a prompt or command would recall, and why
    target read   Print long-term memory, the scratchpad, a day's log or a note
    target write  Add to long-term memory, the scratchpad, today's log or a note
    target edit   Replace a text that occurs exactly once
    flush         Add a compaction summary to today's log
    reserve       Print how many tokens to keep free at compaction
    hook          Answer a tool's hook; reads the event from standard input
    tools         List supported tools, and which are connected
    setup         Connect a tool: MCP server, hooks, permissions
    unsetup       Remove what setup wrote, and nothing else
    mcp           Serve memory to an agent over standard input and output
    memories      Run a command of Anthropic's memory tool
    serve         Serve memory over HTTP, with a page for the browser
  
  Memory in other tools:
    agents list  List the agents that have memory, and where
    agents show  Show what one agent remembers
    apply        Compile agents' memory into other tools' files
    status       Show whether compiled files are up to date; exit 1 if not
    import       Import what agents wrote in other tools, or what a tool remembers
    imports      List what other tools remember on this machine
    export       Write a note as a skill that coding tools follow
  
  What waits for you:
    inbox           Show writes that wait for your review, and what is held back
    inbox list      The same as 'loci inbox'
    inbox show      Show what a waiting write would change
    inbox accept    Accept a waiting write
    inbox edit      Open the text of a waiting write in your editor
    inbox write     Replace the text of a waiting write
    inbox reject    Reject a waiting write; undo brings it back
    review          Review what agents noted about you, and notes that are due
    review accept   Confirm what agents noted in a note
    review reject   Remove from a note what nobody confirmed
    review keep     Keep a note that is due
    review archive  Archive a note; undo brings it back
  
  The past:
    history       Show what was done, newest first
    history show  Show what an operation changed
    calendar      Show the days of a month: changes and daily logs
    log           Show the revisions of a note
    diff          Show what changed in a note
    restore       Bring back an earlier text of a note
    undo          Undo the newest operation, or any other
    purge         Erase a note and all its texts for good
    gc            Erase old texts that are past their retention time
  
  Workspaces and repositories:
    init             Create shared memory in this workspace
    projects list    List the projects of this home and where they are
    projects relink  Link this workspace to a known project
    projects detach  Give this workspace its own project again
    projects rescue  Find memory whose workspace is gone, and bring it here
    trust            Let agents use the notes that this repository ships
    untrust          Stop agents from using this repository's notes
  
  More than one machine:
    remote add     Add a remote to sync notes with
    remote list    List the remotes of this home
    remote set     Change a remote's settings
    remote init    Set up an empty remote
    remote match   Match this workspace with a project of a remote
    remote remove  Forget a remote; notes stay, here and there
    sync           Sync this home with its remotes
  
  Upkeep:
    check               Check memory for problems; exit 1 if there are errors
    health              Show the state of memory and its problems
    reindex             Bring the indexes up to date with the notes
    verify              Check what notes cite; exit 1 if something is stale or missing
    allow               Allow what a scanner rule finds in a note
    ephemeral           Run a command with a throw-away home
    version             Print the version
    man                 Show a page of the manual
    completions         Print the completion script for a shell
    config list         Show every setting and where it comes from
    config get          Show one setting
    config set          Change a setting in config.toml
    config unset        Remove a setting from config.toml
    config edit         Open config.toml in your editor
    backup              Back up the home to one archive, or restore it
    resolve             Settle a note whose two versions could not be merged
    merge               Merge an edit of an older version into the present note; writes nothing
    merge-file          Merge two edits of a note; called by git
    consolidate         Propose how to tidy memory; --apply does it
    consolidate status  Show whether tidying is due, and earlier proposals
    dream               The same as 'loci consolidate'
  
  Aliases:
    ls (list), rm (delete), show (read), find (search), mv (rename), cp (copy),
    new (write); mv with --to (move)
  
  Global flags:
        --workspace PATH           the workspace (default: found from the working directory)
        --home PATH                where memory lives (default: LOCI_HOME or ~/.loci)
        --agent ID                 work as this agent, with its notes
        --json                     answer in JSON
    -o, --output human|json|jsonl  output format
        --ephemeral                work in a throw-away home; also --ephemeral-memory
    -q, --quiet                    print no remarks beside the answer
        --no-color                 do not use colours
        --no-pager                 do not use a pager; LOCI_PAGER names another one
    -h, --help                     show help
    -V, --version                  print the version
  
  Exit status: 0 success, 1 nothing found or nothing to do, 2 invalid input, 3 not
  found, 4 conflict, 5 denied, 6 locked, 7 corrupt, 8 input/output error, 70 a bug
  in loci.
  Manual: 'loci man', or for one command 'loci man search'.
  $ loci -h | cmp - <(loci help) && loci help | cmp - <(loci --help)
  $ loci undo --help
  Undo the newest operation, or any other
  
  Usage: loci undo [<OPERATION>] [--list] [--any] [--hash HASH] [--everywhere]
                   [--force] [--dry-run]
  
    <OPERATION>   the operation's number (default: the newest)
    --list        show what can be undone
    --any         also undo what an agent did
    --hash HASH   the hash the operation left; with it agents undo what agents did
    --everywhere  also undo changes of global notes from another workspace
    --force       even if a note has changed since; its text stays in history
    --dry-run     show what would change, but change nothing
  
  Example:
    loci undo
  
  Global flags such as --json, --home and --workspace are listed by 'loci --help'.
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
    <VALUE>    its new value
    --dry-run  show what would change, but change nothing
  
  Example:
    loci config set retention_days 90
  
  Remove a setting from config.toml
  
  Usage: loci config unset <KEY> [--dry-run]
  
    <KEY>      the setting's name
    --dry-run  show what would change, but change nothing
  
  Example:
    loci config unset retention_days
  
  Open config.toml in your editor
  
  Usage: loci config edit [--dry-run]
  
    --dry-run  show what would change, but change nothing
  
  Example:
    EDITOR=vim loci config edit
  
  Global flags such as --json, --home and --workspace are listed by 'loci --help'.

Every command has a summary, its flags and an example, and help exits 0.

  $ for c in init write remember read list edit delete rename move copy scratch daily history log diff restore undo purge gc health reindex ephemeral config version; do loci $c --help > help || echo $c; grep -q '^Usage: loci '$c help || echo $c usage; grep -q '^Example:' help || echo $c example; done
  $ loci --help | awk 'length > 100'
  $ loci nonsense --help
  loci: unknown command 'nonsense'
  hint: run 'loci --help' to see all commands
  [2]
