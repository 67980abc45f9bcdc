`setup` connects a tool: its MCP server and its hooks, in the tool's own settings. Everything else in them stays.

# rule: E1, E3, E7

  $ mkdir -p $HOME/.claude repo/.git && cd repo
  $ printf '{\n  // mine\n  "numStartups": 3, // counted\n}\n' > $HOME/.claude.json && chmod 640 $HOME/.claude.json
  $ cp $HOME/.claude.json $TMP/claude.json
  $ loci setup claude
  loci: backup of $TMP/home/.claude.json: $TMP/home/.loci/state/setup/.claude.json.*.20261115T100000.000Z (glob)
  claude: added the MCP server to $TMP/home/.claude.json
  claude: added 5 hooks and permissions to $TMP/home/.claude/settings.json
  claude: turned its auto memory off: loci is its memory
  $ cat $HOME/.claude.json
  {
    // mine
    "numStartups": 3, // counted
    "mcpServers": {
      "loci": {
        "type": "stdio",
        "command": "$TMP/bin/loci",
        "args": ["mcp"]
      }
    },
  }
  $ cat $HOME/.claude/settings.json
  {
    "hooks": {
      "SessionStart": [
        {
          "matcher": "startup|clear|compact",
          "hooks": [
            {
              "type": "command",
              "command": "$TMP/bin/loci hook claude session-start",
              "timeout": 5
            }
          ]
        }
      ],
      "UserPromptSubmit": [
        {
          "hooks": [
            {
              "type": "command",
              "command": "$TMP/bin/loci hook claude prompt",
              "timeout": 2
            }
          ]
        }
      ],
      "PreToolUse": [
        {
          "matcher": "Bash|Edit|Write|MultiEdit|NotebookEdit",
          "hooks": [
            {
              "type": "command",
              "command": "$TMP/bin/loci hook claude tool",
              "timeout": 2
            }
          ]
        }
      ],
      "PostCompact": [
        {
          "hooks": [
            {
              "type": "command",
              "command": "$TMP/bin/loci hook claude post-compact",
              "timeout": 5
            }
          ]
        }
      ],
      "SessionEnd": [
        {
          "hooks": [
            {
              "type": "command",
              "command": "$TMP/bin/loci hook claude session-end",
              "timeout": 5
            }
          ]
        }
      ]
    },
    "permissions": {
      "allow": ["mcp__loci__memory_search", "mcp__loci__memory_read", "mcp__loci__memory_context", "mcp__loci__memory_history", "mcp__loci__remember", "mcp__loci__memory_undo"]
    },
    "autoMemoryEnabled": false
  }
  $ stat -c %a $HOME/.claude.json $HOME/.loci/state/setup/.claude.json.* $HOME/.loci/state/setup.json
  640
  600
  600
  $ cmp $TMP/claude.json $HOME/.loci/state/setup/.claude.json.*

Once more changes nothing.

  $ find $HOME -type f -path '*claude*' | sort | xargs sha256sum > $TMP/before
  $ loci setup claude
  claude: the MCP server is already in $TMP/home/.claude.json
  claude: 5 hooks and permissions are already in $TMP/home/.claude/settings.json
  claude: loci is its memory, with its auto memory off
  $ find $HOME -type f -path '*claude*' | sort | xargs sha256sum | cmp $TMP/before -

TOML is edited as well, with Windows line endings and without a last one.

  $ mkdir $HOME/.codex && printf 'model = "o3" # mine\r\n\r\n[mcp_servers.x]\r\ncommand = "y"' > $HOME/.codex/config.toml
  $ loci setup codex 2>/dev/null && cat -A $HOME/.codex/config.toml
  codex: added the MCP server to $TMP/home/.codex/config.toml
  codex: added 5 hooks to $TMP/home/.codex/hooks.json
  codex: loci is its memory, with its own memories off
  model = "o3" # mine^M$
  ^M$
  [mcp_servers.x]^M$
  command = "y"^M$
  ^M$
  [mcp_servers.loci]^M$
  command = "$TMP/bin/loci"^M$
  args = ["mcp"]^M$
  tools.memory_search.approval_mode = "approve"^M$
  tools.memory_read.approval_mode = "approve"^M$
  tools.memory_context.approval_mode = "approve"^M$
  tools.memory_history.approval_mode = "approve"^M$
  tools.remember.approval_mode = "approve"^M$
  tools.memory_undo.approval_mode = "approve"^M$
  $ cat $HOME/.codex/hooks.json | head -14
  {
    "hooks": {
      "SessionStart": [
        {
          "matcher": "startup|clear|compact",
          "hooks": [
            {
              "type": "command",
              "command": "$TMP/bin/loci hook codex session-start",
              "timeout": 5,
              "additionalContextLimit": 0
            }
          ]
        }

A dry run shows the differences and touches nothing.

# rule: E5

  $ ls -A $HOME && mkdir $HOME/.gemini && printf '{"theme": "dark"}' > $HOME/.gemini/settings.json
  .claude
  .claude.json
  .codex
  .loci
  $ loci setup gemini --no-hooks --dry-run
  gemini: would add the MCP server to $TMP/home/.gemini/settings.json
  --- $TMP/home/.gemini/settings.json
  +++ $TMP/home/.gemini/settings.json
  @@ -1 +1 @@
  -{"theme": "dark"}
  \ No newline at end of file
  +{"theme": "dark", "mcpServers": {"loci": {"command": "$TMP/bin/loci", "args": ["mcp"]}}}
  \ No newline at end of file
  gemini: would add permissions to $TMP/home/.gemini/policies/loci.toml
  --- /dev/null
  +++ $TMP/home/.gemini/policies/loci.toml
  @@ -0,0 +1,5 @@
  +[[rule]]
  +mcpName = "loci"
  +toolName = ["memory_search", "memory_read", "memory_context", "memory_history", "remember", "memory_undo"]
  +decision = "allow"
  +priority = 100
  gemini: its own memory files cannot be turned off: it is asked to save with loci
  $ cat $HOME/.gemini/settings.json; ls -A $HOME
  {"theme": "dark"}.claude
  .claude.json
  .codex
  .gemini
  .loci
  $ loci setup gemini --no-mcp --quiet && python3 -c "
  > import json, os
  > hooks = json.load(open(os.environ['HOME'] + '/.gemini/settings.json'))['hooks']
  > print([(e, h[0]['hooks'][0]['timeout']) for e, h in hooks.items()])"
  gemini: added 5 hooks to $TMP/home/.gemini/settings.json
  gemini: its own memory files cannot be turned off: it is asked to save with loci
  [('SessionStart', 5000), ('BeforeAgent', 2000), ('AfterTool', 2000), ('PreCompress', 5000), ('SessionEnd', 5000)]
  $ GEMINI_CLI_HOME=$HOME/moved loci setup gemini --no-hooks --dry-run | head -1
  gemini: would add the MCP server to $TMP/home/moved/.gemini/settings.json

In a repository the entries have the bare name, and the server is pinned to it.

  $ loci setup cursor copilot --scope project
  cursor: added the MCP server to $TMP/work/repo/.cursor/mcp.json
  cursor: added 4 hooks to $TMP/work/repo/.cursor/hooks.json
  copilot: added the MCP server to $TMP/work/repo/.mcp.json
  copilot: added the MCP server to $TMP/work/repo/.vscode/mcp.json
  copilot: added 5 hooks to $TMP/work/repo/.github/hooks/loci.json
  $ cat .cursor/mcp.json .cursor/hooks.json
  {
    "mcpServers": {
      "loci": {
        "command": "loci",
        "args": ["mcp", "--workspace", "${workspaceFolder}"]
      }
    }
  }
  {
    "version": 1,
    "hooks": {
      "sessionStart": [
        {
          "command": "if command -v loci >/dev/null 2>&1; then loci hook cursor session-start --project; fi",
          "timeout": 5
        }
      ],
      "beforeSubmitPrompt": [
        {
          "command": "if command -v loci >/dev/null 2>&1; then loci hook cursor prompt --project; fi",
          "timeout": 2
        }
      ],
      "preCompact": [
        {
          "command": "if command -v loci >/dev/null 2>&1; then loci hook cursor pre-compact --project; fi",
          "timeout": 5
        }
      ],
      "sessionEnd": [
        {
          "command": "if command -v loci >/dev/null 2>&1; then loci hook cursor session-end --project; fi",
          "timeout": 5
        }
      ]
    }
  }
  $ cat .vscode/mcp.json .mcp.json .github/hooks/loci.json
  {
    "servers": {
      "loci": {
        "type": "stdio",
        "command": "loci",
        "args": ["mcp", "--workspace", "${workspaceFolder}"]
      }
    }
  }
  {
    "mcpServers": {
      "loci": {
        "type": "stdio",
        "command": "loci",
        "args": ["mcp", "--workspace", "."]
      }
    }
  }
  {
    "version": 1,
    "hooks": {
      "sessionStart": [
        {
          "type": "command",
          "bash": "if command -v loci >/dev/null 2>&1; then loci hook copilot session-start --project; fi",
          "timeoutSec": 5
        }
      ],
      "userPromptSubmitted": [
        {
          "type": "command",
          "bash": "if command -v loci >/dev/null 2>&1; then loci hook copilot prompt --project; fi",
          "timeoutSec": 2
        }
      ],
      "preToolUse": [
        {
          "type": "command",
          "bash": "if command -v loci >/dev/null 2>&1; then loci hook copilot tool --project; fi",
          "timeoutSec": 2
        }
      ],
      "preCompact": [
        {
          "type": "command",
          "bash": "if command -v loci >/dev/null 2>&1; then loci hook copilot pre-compact --project; fi",
          "timeoutSec": 5
        }
      ],
      "sessionEnd": [
        {
          "type": "command",
          "bash": "if command -v loci >/dev/null 2>&1; then loci hook copilot session-end --project; fi",
          "timeoutSec": 5
        }
      ]
    }
  }

What loci cannot be sure of it does not write: it says why, and what to paste.

  $ loci setup antigravity
  loci: antigravity: its versions read different files (~/.gemini/antigravity/mcp_config.json, ~/.gemini/config/mcp_config.json): open 'Manage MCP Servers' in it and paste this
  antigravity: mcp_config.json
  
  {
    "mcpServers": {
      "loci": {
        "command": "$TMP/bin/loci",
        "args": ["mcp"]
      }
    }
  }
  
  [1]
  $ loci setup windsurf --scope project
  loci: windsurf: it has no file for the servers of one project
  [1]
  $ loci setup opencode --print --scope project
  opencode: $TMP/work/repo/opencode.json
  
  {
    "mcp": {
      "loci": {
        "type": "local",
        "command": ["loci", "mcp", "--workspace", "."],
        "enabled": true
      }
    }
  }
  

`--all` takes the tools that are installed.

  $ mkdir -p $HOME/.codeium/windsurf && loci setup --all --json | grep -E '"(tool|file|status)"' | sort | uniq -c
  loci: backup of $TMP/home/.gemini/settings.json: $TMP/home/.loci/state/setup/settings.json.*.20261115T100000.000Z-2 (glob)
  loci: review the new hooks once with /hooks in Codex
        3           "status": "added"
       26           "status": "unchanged"
        1       "file": "$TMP/home/.claude.json",
        1       "file": "$TMP/home/.claude/settings.json",
        1       "file": "$TMP/home/.codeium/windsurf/mcp_config.json",
        1       "file": "$TMP/home/.codex/config.toml",
        1       "file": "$TMP/home/.codex/hooks.json",
        1       "file": "$TMP/home/.gemini/policies/loci.toml",
        1       "file": "$TMP/home/.gemini/settings.json",
        3       "tool": "claude",
        3       "tool": "codex",
        3       "tool": "gemini",
        1       "tool": "windsurf",

A link is followed to the file it leads to, unless it leads out of the repository.

# rule: E6

  $ mkdir $HOME/dotfiles && mv $HOME/.codex/config.toml $HOME/dotfiles/ && ln -s ../dotfiles/config.toml $HOME/.codex/config.toml
  $ chmod 604 $HOME/dotfiles/config.toml && loci unsetup codex --quiet && cat -A $HOME/dotfiles/config.toml && echo
  codex: removed the MCP server from $TMP/home/.codex/config.toml
  codex: removed 5 hooks from $TMP/home/.codex/hooks.json
  codex: removed $TMP/home/.codex/hooks.json, which held nothing else
  model = "o3" # mine^M$
  ^M$
  [mcp_servers.x]^M$
  command = "y"
  $ loci setup codex --no-hooks --quiet; readlink $HOME/.codex/config.toml; stat -c %a $HOME/dotfiles/config.toml
  codex: added the MCP server to $TMP/home/.codex/config.toml
  codex: loci is its memory, with its own memories off
  ../dotfiles/config.toml
  604
  $ ln -s $HOME/.claude.json opencode.json && loci setup opencode --scope project
  loci: '$TMP/work/repo/opencode.json' points out of '$TMP/work/repo', to '$TMP/home/.claude.json'
  hint: replace the link with a file
  [5]
  $ rm opencode.json

What is broken is not touched, and the message says where.

# rule: E2

  $ printf '{\n  "mcp": {},\n  "mcp": {}\n}\n' > opencode.json && loci setup opencode --scope project
  loci: $TMP/work/repo/opencode.json:3: 'mcp' occurs twice
  hint: remove one of them
  [2]
  $ printf '{\n  "mcp": {\n' > opencode.json && loci setup opencode --scope project
  loci: $TMP/work/repo/opencode.json:2: '{' is not closed
  hint: nothing was changed: fix the file, or paste into it what --print shows
  [2]
  $ mkdir .codex && printf 'a = 1\nmcp_servers = { x = { command = "y" } }\n' > .codex/config.toml && loci setup codex --scope project
  loci: $TMP/work/repo/.codex/config.toml:2: 'mcp_servers' is written on one line, so nothing can be added to it
  hint: write it as a table, or put 'loci' into it by hand
  [2]
  $ cat opencode.json .codex/config.toml; ls .codex
  {
    "mcp": {
  a = 1
  mcp_servers = { x = { command = "y" } }
  config.toml

# rule: E8

  $ loci setup
  loci: no tool given
  hint: give one of claude, codex, gemini, cursor, copilot, antigravity, windsurf, opencode, or --all
  [2]
  $ loci setup cluade
  loci: 'cluade' is not a tool that loci supports
  hint: did you mean 'claude'?
  [2]
  $ loci setup claude --scope repo
  loci: '--scope' takes user or project, not 'repo'
  [2]
  $ loci setup claude --no-mcp --no-hooks
  loci: --no-mcp and --no-hooks together leave nothing to do
  [2]
  $ loci --ephemeral setup claude
  loci: an ephemeral session does not change other tools' settings
  hint: run it without --ephemeral and outside 'loci ephemeral'
  [5]
  $ LOCI_DISABLED=1 loci setup claude
  loci: memory is off: LOCI_DISABLED is set
  hint: turn it on to write; reading still works
  [5]
