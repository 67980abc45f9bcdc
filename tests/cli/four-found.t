Faults that strangers found.

# rule: S23

  $ mkdir repo && cd repo && git init -q .
  $ loci write bad --type project --content x
  loci: 'bad.md' is new and needs --description
  hint: for example: loci write x.md --type user --description "what it is about" --content "the fact"
  [2]
  $ loci --agent bob write key --type project --description d --content 'token ghp_abcdefghijklmnopqrstuvwxyz0123456789'
  loci: key.md:7: a GitHub token (github-token)
  hint: nothing was written: leave it out, and write where it is kept instead
  [5]
  $ loci target edit scratchpad --old a --new b
  loci: the text to replace does not occur in 'SCRATCHPAD.md'; nothing was changed
  hint: read it first and give the text exactly as it is there
  [2]
  $ find $HOME/.loci
  find: ‘$TMP/home/.loci’: No such file or directory
  [1]

# rule: N27

  $ loci write blank --type project --description 'What it is' --content ' '
  loci: the text is blank
  hint: give the text to remember; 'loci delete blank' deletes a note
  [2]
  $ loci remember '' --title Blank
  loci: nothing to remember: the text is blank
  hint: give the text to remember
  [2]
  $ loci write twice --type project --description 'What it is' --content $'---\nname: Twice\ntype: user\n---\nbody'
  loci: the content begins with frontmatter
  hint: leave it out, or store the whole file with 'loci write twice --raw'
  [2]
  $ loci write whole --content $'---\nname: Whole\ndescription: One frontmatter\ntype: project\n---\nbody'
  created whole.md in private
  $ loci read whole
  ---
  name: Whole
  description: One frontmatter
  type: project
  ---
  body (no-eol)
  $ loci write broken --type project --description 'What it is' --content $'---\nname: [Broken\ntype: user\n---\nbody'
  loci: the content begins with frontmatter
  hint: leave it out, or store the whole file with 'loci write broken --raw'
  [2]
  $ loci write bare --content $'---\nname: Bare\ntype: project\n---\n\n'
  loci: the text is blank
  hint: give the text to remember; 'loci delete bare' deletes a note
  [2]
  $ loci write rule --type project --description 'A line between' --content $'---\n\ntext\n'
  created rule.md in private
  $ loci delete whole --quiet && loci delete rule --quiet
  deleted whole.md from private
  deleted rule.md from private

# rule: N28

  $ loci write prefs --type user --description 'Saved preference' --content text --agent-name backend-dev --name 'What I like'
  created prefs.md in global
  $ loci list
  FILE      NAME         TYPE  SCOPE   AGE  AGENT        DESCRIPTION
  prefs.md  What I like  user  global  now  backend-dev  Saved preference
  $ loci list --json | grep -E '"(name|agent_name)"'
        "name": "What I like",
        "agent_name": "backend-dev",
  $ loci write prefs --agent-name ops </dev/null && grep agent_name $HOME/.loci/memory/prefs.md
  updated prefs.md in global
  agent_name: ops

# rule: R10

  $ loci remember 'The queue is drained at noon.' --title Queue --type decision
  loci: 'decision' is not a type
  hint: use user, feedback, project or reference
  [2]
  $ loci --agent bob remember 'The queue is drained at noon.' --title Queue --type decision
  loci: warning: 'decision' is not a type: stored as 'project'; the types are user, feedback, project and reference
  created queue.md in private
  $ loci read queue --agent bob | head -4
  ---
  name: Queue
  description: The queue is drained at noon.
  type: project

A workspace whose path is not UTF-8.

# rule: M15

  $ mkdir "$(printf '../w\377s')" && cd "$(printf '../w\377s')" && git init -q . && loci init --quiet
  created $TMP/work/w\xffs/.loci
  $ loci write shared-note --shared --type project --description 'In the repository' --content one
  created shared-note.md in shared
  $ loci undo
  undid operation 15: write shared-note.md by user, just now
  $ loci list --scope shared
  loci: no matching notes
  $ loci projects list | grep -c gone
  0
  [1]
  $ cd ../repo

# rule: C37

  $ loci target write --help | grep -c Usage
  1
  $ loci target write --help | grep -e '--name'
  Usage: loci target write <TARGET> [--name NAME] [--content TEXT|@FILE|-]
    --name NAME              the note's file or title; only a note needs it
  $ loci target --help | grep -c Usage
  3
  $ loci help target | cmp - <(loci target --help)

A server that a repository's settings start below its root.

# rule: Y23

  $ loci remember 'Deploys go out on Tuesday.' --title Deploys --quiet
  created deploys.md in private
  $ mkdir -p sub/deep && cd sub/deep
  $ echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
  > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_read","arguments":{"source":"list"}}}' | loci mcp --workspace . | grep -o 'deploys.md' | head -1
  deploys.md
  $ cd ../..

# rule: C38

  $ printf '{"type":"entity","name":"Half \\ud83d","entityType":"t","observations":["cut \\udc00 here"]}\n' > $TMP/sm.jsonl
  $ loci import --from server-memory --path $TMP/sm.jsonl
  imported $TMP/sm.jsonl into global: 1 created
  $ tail -1 $HOME/.loci/memory/half.md
  - cut � here

What an import brought and an undo took back comes again.

# rule: A29

  $ mkdir -p .claude/agent-memory/dev && printf -- '---\nname: alpha\ndescription: about alpha\n---\n\nbody alpha\n' > .claude/agent-memory/dev/alpha.md
  $ loci import
  claude: .claude/agent-memory/dev/alpha.md: created alpha.md in agent:dev (private)
  $ loci undo
  undid operation 23: import alpha.md by user, just now
  $ loci import
  claude: .claude/agent-memory/dev/alpha.md: created alpha.md in agent:dev (private)
  $ loci list --agent dev --scope agent:dev
  FILE      TYPE  SCOPE                AGE  DESCRIPTION
  alpha.md  -     agent:dev (private)  now  about alpha

# rule: A31

  $ mkdir -p .claude/agent-memory/brief && echo 'For a day.' > .claude/agent-memory/brief/n.md && loci import --quiet | grep -c created
  1
  $ rm -r .claude/agent-memory/brief && loci import --prune --quiet | grep pruned
  pruned n.md in agent:brief (private)
  $ ls $HOME/.loci/projects/repo-*/agents
  dev

# rule: A28

  $ loci apply --provider claude --quiet
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  $ loci apply --provider gemini --fallback context --quiet
  gemini: wrote the block in GEMINI.md
  $ STATE=$(echo $HOME/.loci/projects/repo-*/apply.state); cp $STATE $TMP/whole
  $ : > $STATE; loci status --provider claude 2>&1 | sed 's|projects/repo-[0-9a-f]*|projects/repo-#|'
  loci: warning: $TMP/home/.loci/projects/repo-#/apply.state: it is empty; the next 'loci apply' makes a new one
  2 files up to date
  $ loci apply --quiet
  3 files up to date
  $ loci status && grep -c fallback=context $STATE
  3 files up to date
  1
  $ head -c 200 $TMP/whole > $STATE; loci status 2>&1 | sed 's|projects/repo-[0-9a-f]*|projects/repo-#|'
  loci: warning: $TMP/home/.loci/projects/repo-#/apply.state:4: the file is cut off here; the next 'loci apply' makes a new one
  3 files up to date
  $ loci apply --quiet; loci status
  3 files up to date
  3 files up to date

What an emptied state no longer says is read off blocks, rule files and hooks, also by an import.

  $ : > $STATE; loci import --provider gemini --quiet 2>/dev/null; grep -c fallback=context $STATE
  1
  $ loci write late --scope agent:dev --type project --description 'What came late' --content 'Said later.' --quiet
  created late.md in agent:dev (private)
  $ loci apply --provider gemini --quiet && grep -c 'Said later' GEMINI.md
  gemini: wrote the block in GEMINI.md
  1
  $ : > $STATE; loci apply --fallback none --provider gemini --quiet 2>/dev/null; test -e GEMINI.md
  gemini: removed the block in GEMINI.md
  [1]
  $ loci apply --fallback rule --provider cursor --quiet
  cursor: wrote .cursor/rules/loci-memory-dev.mdc
  $ loci delete late --scope agent:dev --quiet
  deleted late.md from agent:dev (private)
  $ : > $STATE; loci status --provider cursor 2>/dev/null
  STATUS        PROVIDER  FILE
  changed here  cursor    .cursor/rules/loci-memory-dev.mdc
  [1]
  $ : > $STATE; loci apply --fallback none --provider cursor --quiet 2>/dev/null; test -e .cursor
  cursor: removed .cursor/rules/loci-memory-dev.mdc
  [1]
  $ loci apply --fallback hook --provider codex --quiet
  codex: connected hooks in $TMP/work/repo/.codex/hooks.json
  $ : > $STATE; loci apply --quiet 2>/dev/null; grep -c fallback=hook $STATE
  2 files up to date
  codex: connected hooks in $TMP/work/repo/.codex/hooks.json
  1
  $ : > $STATE; loci apply --fallback none --provider codex --quiet 2>/dev/null; test -e .codex
  codex: removed hooks from $TMP/work/repo/.codex/hooks.json
  [1]
  $ loci apply --provider claude --quiet
  2 files up to date

The hook gives what notes say, and goes again.

# rule: A32

  $ loci write x --scope agent:dev --type project --description 'What x is' --content 'The cache is cleared with make clean-cache.' --quiet
  created x.md in agent:dev (private)
  $ loci apply --fallback hook --provider codex
  loci: codex: dev/alpha.md, dev/x.md: a hook gives it at the start of a session, as far as its budget goes, wherever there is loci and the repository is trusted; edits do not come back [MEMORY_PARTIAL_FIDELITY]; run 'loci trust' in other clones; edit the note
  codex: connected hooks in $TMP/work/repo/.codex/hooks.json
  $ echo "{\"session_id\":\"s\",\"cwd\":\"$PWD\"}" | loci hook codex session-start | grep -o 'make clean-cache'
  make clean-cache
  $ loci apply --fallback none --provider codex
  loci: warning: codex: dev/alpha.md, dev/x.md: Codex has no place for what agents remember [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into AGENTS.md; '--native codex' uses an extension of Codex's memory
  codex: removed hooks from $TMP/work/repo/.codex/hooks.json
  $ test -e .codex/hooks.json && grep -c loci .codex/hooks.json
  [1]

# rule: Q7

  $ mkdir -p .serena/memories && printf -- '---\nname: Choice\ntype: decision\n---\n\nWe chose sqlc.\n' > .serena/memories/choice.md && printf 'Plain.\n' > .serena/memories/plain.md
  $ loci import --from serena 2>&1 | sed "s|$PWD|REPO|"
  loci: choice.md: 'decision' is not a type: stored as 'project'
  loci: these notes come from a repository that is not trusted: read them before you rely on them
  imported REPO/.serena/memories into private: 2 created
  $ grep -e type $HOME/.loci/projects/repo-*/memory/choice.md
  type: project
    original_type: decision
