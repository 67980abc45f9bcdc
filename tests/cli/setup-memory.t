`setup` ends with one memory, and with an agent that may use it without asking.

# rule: E22

  $ mkdir -p $HOME/.claude $HOME/.codex $HOME/.gemini app/.git && cd app
  $ memory=$HOME/.claude/projects/$(pwd | sed 's/[^A-Za-z0-9]/-/g')/memory && mkdir -p $memory
  $ printf -- '---\nname: tides\ndescription: Where the tide tables are\nmetadata:\n  type: reference\n---\n\nIn data/tides.csv.\n' > $memory/tides.md
  $ printf '{"autoMemoryEnabled": true}\n' > $HOME/.claude/settings.json
  $ printf '[features]\nmemories = true # mine\n' > $HOME/.codex/config.toml
  $ loci setup claude codex gemini --dry-run --quiet | grep -v '^[-+ @]'
  claude: would add the MCP server to $TMP/home/.claude.json
  claude: would add 5 hooks and permissions to $TMP/home/.claude/settings.json
  claude: would turn its auto memory off: loci is its memory
  codex: would add the MCP server to $TMP/home/.codex/config.toml
  codex: would add 5 hooks to $TMP/home/.codex/hooks.json
  codex: would turn its own memories off: loci is its memory
  gemini: would add the MCP server and 5 hooks to $TMP/home/.gemini/settings.json
  gemini: would add permissions to $TMP/home/.gemini/policies/loci.toml
  gemini: its own memory files cannot be turned off: it is asked to save with loci
  $ loci setup claude codex gemini
  loci: backup of $TMP/home/.claude/settings.json: $TMP/home/.loci/state/setup/settings.json.*.20261115T100000.000Z (glob)
  loci: claude has 1 note of its own: 'loci import --from claude' imports it
  loci: backup of $TMP/home/.codex/config.toml: $TMP/home/.loci/state/setup/config.toml.*.20261115T100000.000Z (glob)
  loci: review the new hooks once with /hooks in Codex
  claude: added the MCP server to $TMP/home/.claude.json
  claude: added 5 hooks and permissions to $TMP/home/.claude/settings.json
  claude: turned its auto memory off: loci is its memory
  codex: added the MCP server to $TMP/home/.codex/config.toml
  codex: added 5 hooks to $TMP/home/.codex/hooks.json
  codex: turned its own memories off: loci is its memory
  gemini: added the MCP server and 5 hooks to $TMP/home/.gemini/settings.json
  gemini: added permissions to $TMP/home/.gemini/policies/loci.toml
  gemini: its own memory files cannot be turned off: it is asked to save with loci
  $ grep -o '"autoMemoryEnabled": [a-z]*' $HOME/.claude/settings.json; head -2 $HOME/.codex/config.toml
  "autoMemoryEnabled": false
  [features]
  memories = false # mine
  $ loci setup claude --import
  claude: the MCP server is already in $TMP/home/.claude.json
  claude: 5 hooks and permissions are already in $TMP/home/.claude/settings.json
  claude: loci is its memory, with its auto memory off
  claude: imported 1 note of its own
  $ loci setup claude --quiet
  claude: the MCP server is already in $TMP/home/.claude.json
  claude: 5 hooks and permissions are already in $TMP/home/.claude/settings.json
  claude: loci is its memory, with its auto memory off
  $ loci read tides
  ---
  name: tides
  description: Where the tide tables are
  metadata:
    type: reference
  ---
  
  In data/tides.csv.

What you had is put back.

  $ loci unsetup claude codex gemini --quiet
  claude: removed the MCP server from $TMP/home/.claude.json
  claude: removed $TMP/home/.claude.json, which held nothing else
  claude: removed 5 hooks, permissions and the setting for its own memory from $TMP/home/.claude/settings.json
  codex: removed the MCP server and the setting for its own memory from $TMP/home/.codex/config.toml
  codex: removed 5 hooks from $TMP/home/.codex/hooks.json
  codex: removed $TMP/home/.codex/hooks.json, which held nothing else
  gemini: removed the MCP server and 5 hooks from $TMP/home/.gemini/settings.json
  gemini: removed $TMP/home/.gemini/settings.json, which held nothing else
  gemini: removed permissions from $TMP/home/.gemini/policies/loci.toml
  gemini: removed $TMP/home/.gemini/policies/loci.toml, which held nothing else
  $ cat $HOME/.claude/settings.json $HOME/.codex/config.toml
  {"autoMemoryEnabled": true}
  [features]
  memories = true # mine

With `--native` Claude Code keeps its memory of this workspace, in loci. Its block then leaves out what Claude Code says itself.

  $ loci remember 'Answers are to be short.' --title Style --type user
  created style.md in global
  $ start='{"session_id":"s1","cwd":"'$PWD'","hook_event_name":"SessionStart","source":"startup"}'
  $ echo "$start" | loci hook claude session-start | grep -c 'tide tables'
  1
  $ loci setup claude --native --quiet | sed 's/app-[0-9a-f]*/app-ID/'
  claude: added the MCP server to $TMP/home/.claude.json
  claude: added 5 hooks and permissions to $TMP/home/.claude/settings.json
  claude: its auto memory is kept in loci: $TMP/home/.loci/projects/app-ID/memory
  $ sed 's/app-[0-9a-f]*/app-ID/' .claude/settings.local.json
  {
    "autoMemoryEnabled": true,
    "autoMemoryDirectory": "$TMP/home/.loci/projects/app-ID/memory"
  }
  $ echo "$start" | loci hook claude session-start | grep -c 'tide tables'
  0
  [1]
  $ echo "$start" | loci hook claude session-start | grep -c 'short'
  1
  $ loci setup claude --quiet; ls -A
  claude: removed the setting for its own memory from $TMP/work/app/.claude/settings.local.json
  claude: removed $TMP/work/app/.claude/settings.local.json, which held nothing else
  claude: the MCP server is already in $TMP/home/.claude.json
  claude: 5 hooks and permissions are already in $TMP/home/.claude/settings.json
  claude: loci is its memory, with its auto memory off
  .git
  $ loci setup codex --native
  loci: --native needs a tool whose own memory can be kept in loci
  hint: such as claude
  [2]

# rule: E20

  $ loci setup claude codex gemini --quiet > /dev/null
  $ python3 -c "
  > import json, os
  > print(*json.load(open(os.environ['HOME'] + '/.claude/settings.json'))['permissions']['allow'])"
  mcp__loci__memory_search mcp__loci__memory_read mcp__loci__memory_context mcp__loci__memory_history mcp__loci__remember mcp__loci__memory_undo
  $ grep approval_mode $HOME/.codex/config.toml
  tools.memory_search.approval_mode = "approve"
  tools.memory_read.approval_mode = "approve"
  tools.memory_context.approval_mode = "approve"
  tools.memory_history.approval_mode = "approve"
  tools.remember.approval_mode = "approve"
  tools.memory_undo.approval_mode = "approve"
  $ cat $HOME/.gemini/policies/loci.toml
  [[rule]]
  mcpName = "loci"
  toolName = ["memory_search", "memory_read", "memory_context", "memory_history", "remember", "memory_undo"]
  decision = "allow"
  priority = 100
  $ loci setup claude codex gemini --allow read --quiet | grep -v memory
  claude: removed permissions from $TMP/home/.claude/settings.json
  claude: the MCP server is already in $TMP/home/.claude.json
  claude: 5 hooks and permissions are already in $TMP/home/.claude/settings.json
  codex: updated the MCP server in $TMP/home/.codex/config.toml
  codex: 5 hooks are already in $TMP/home/.codex/hooks.json
  gemini: the MCP server and 5 hooks are already in $TMP/home/.gemini/settings.json
  gemini: updated permissions in $TMP/home/.gemini/policies/loci.toml
  $ cat $HOME/.gemini/policies/loci.toml; grep -c approval_mode $HOME/.codex/config.toml
  [[rule]]
  mcpName = "loci"
  toolName = ["memory_search", "memory_read", "memory_context", "memory_history"]
  decision = "allow"
  priority = 100
  4
  $ loci setup claude codex gemini --allow none --quiet | grep -v memory
  claude: removed permissions from $TMP/home/.claude/settings.json
  claude: the MCP server is already in $TMP/home/.claude.json
  claude: 5 hooks are already in $TMP/home/.claude/settings.json
  codex: updated the MCP server in $TMP/home/.codex/config.toml
  codex: 5 hooks are already in $TMP/home/.codex/hooks.json
  gemini: removed permissions from $TMP/home/.gemini/policies/loci.toml
  gemini: removed $TMP/home/.gemini/policies/loci.toml, which held nothing else
  gemini: the MCP server and 5 hooks are already in $TMP/home/.gemini/settings.json
  $ grep -l 'permissions\|approval_mode' -r $HOME/.claude $HOME/.codex $HOME/.gemini
  [1]
  $ loci setup claude --allow some
  loci: '--allow' takes none, read, write or all, not 'some'
  hint: did you mean 'none'?
  [2]
  $ loci unsetup --all --quiet | wc -l
  8

A repository's hook says nothing where there is no loci, and nothing where your own settings have the hook.

# rule: E21

  $ loci setup claude --scope project --quiet
  claude: added the MCP server to $TMP/work/app/.mcp.json
  claude: added 5 hooks and permissions to $TMP/work/app/.claude/settings.json
  claude: turned its auto memory off: loci is its memory
  $ grep -o '"command": "if.*' .claude/settings.json
  "command": "if command -v loci >/dev/null 2>&1; then loci hook claude session-start --project; fi",
  "command": "if command -v loci >/dev/null 2>&1; then loci hook claude prompt --project; fi",
  "command": "if command -v loci >/dev/null 2>&1; then loci hook claude tool --project; fi",
  "command": "if command -v loci >/dev/null 2>&1; then loci hook claude post-compact --project; fi",
  "command": "if command -v loci >/dev/null 2>&1; then loci hook claude session-end --project; fi",
  $ hook=$(python3 -c "
  > import json
  > print(json.load(open('.claude/settings.json'))['hooks']['SessionStart'][0]['hooks'][0]['command'])")
  $ echo "$start" | PATH=/usr/bin:/bin sh -c "$hook"
  $ echo "$start" | sh -c "$hook" | grep -c 'Persistent Memory'
  1
  $ loci setup claude --quiet > /dev/null; echo "$start" | sh -c "$hook"
  $ echo "$start" | loci hook claude session-start | grep -c 'Persistent Memory'
  1
  $ loci unsetup claude --quiet > /dev/null; loci unsetup claude --scope project --quiet > /dev/null
  $ loci setup gemini --scope project
  loci: gemini accepts no permissions from a repository: 'loci setup gemini' grants them
  gemini: added the MCP server and 5 hooks to $TMP/work/app/.gemini/settings.json
  gemini: its own memory files cannot be turned off: it is asked to save with loci
  $ loci unsetup gemini --scope project --quiet > /dev/null

A home of your own choice stands in your settings, and cannot stand in a repository's.

  $ loci --home $TMP/notes setup gemini --quiet && grep -o '"args.*\|"command": .*hook.*' $HOME/.gemini/settings.json
  gemini: added the MCP server and 5 hooks to $TMP/home/.gemini/settings.json
  gemini: added permissions to $TMP/home/.gemini/policies/loci.toml
  gemini: its own memory files cannot be turned off: it is asked to save with loci
  "args": ["--home", "$TMP/notes", "mcp"]
  "command": "$TMP/bin/loci --home $TMP/notes hook gemini session-start",
  "command": "$TMP/bin/loci --home $TMP/notes hook gemini prompt",
  "command": "$TMP/bin/loci --home $TMP/notes hook gemini tool",
  "command": "$TMP/bin/loci --home $TMP/notes hook gemini pre-compact",
  "command": "$TMP/bin/loci --home $TMP/notes hook gemini session-end",
  $ loci --home $TMP/notes unsetup gemini --quiet
  gemini: removed the MCP server and 5 hooks from $TMP/home/.gemini/settings.json
  gemini: removed $TMP/home/.gemini/settings.json, which held nothing else
  gemini: removed permissions from $TMP/home/.gemini/policies/loci.toml
  gemini: removed $TMP/home/.gemini/policies/loci.toml, which held nothing else
  $ loci --home $TMP/notes setup codex --scope project --dry-run 2>&1 >/dev/null
  loci: review the new hooks once with /hooks in Codex
  loci: a repository cannot say that your home is $TMP/notes: set LOCI_HOME where you start the tools
  $ mkdir -p $TMP/build && touch $TMP/build/CMakeCache.txt && cp $TMP/bin/loci $TMP/build/loci
  $ $TMP/build/loci setup cursor --dry-run 2>&1 >/dev/null
  loci: the entries name $TMP/build/loci, in a build directory: '$TMP/bin/loci setup cursor' names the installed one
  $ PATH=/usr/bin:/bin $TMP/build/loci setup cursor --dry-run 2>&1 >/dev/null
  loci: the entries name $TMP/build/loci, in a build directory: install loci and set up again
