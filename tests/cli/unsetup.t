`unsetup` takes away what setup wrote, and nothing else: the settings are as they were, to the byte.

# rule: E1, E4

  $ mkdir -p $HOME/.claude $HOME/.codex $HOME/.gemini $HOME/.cursor repo/.git && cd repo
  $ printf '\xef\xbb\xbf{\r\n\t"projects": { } // mine\r\n}' > $HOME/.claude.json
  $ printf '{\n  "hooks": {\n    "SessionStart": [\n      {"hooks": [{"type": "command", "command": "date"}]},\n    ],\n  },\n}\n' > $HOME/.claude/settings.json
  $ printf '# mine\nmodel = "o3"' > $HOME/.codex/config.toml
  $ printf '{}' > $HOME/.gemini/settings.json
  $ printf '{ "mcpServers": { "x": { "url": "http://h" } } }\n' > $HOME/.cursor/mcp.json
  $ tree() { (cd $HOME && find . -path ./.loci -prune -o \( -type f -exec sha256sum {} + -o -type d -print \) | sort -k2); }
  $ tree > $TMP/before
  $ loci setup claude codex gemini cursor copilot windsurf opencode --quiet | wc -l
  15
  $ tree | cmp -s $TMP/before - || echo changed
  changed
  $ loci setup claude codex gemini cursor copilot windsurf opencode --quiet | grep -vc 'already\|memory'
  0
  [1]
  $ loci unsetup claude codex gemini cursor copilot windsurf opencode --quiet
  claude: removed the MCP server from $TMP/home/.claude.json
  claude: removed 5 hooks, permissions and the setting for its own memory from $TMP/home/.claude/settings.json
  codex: removed the MCP server from $TMP/home/.codex/config.toml
  codex: removed 5 hooks from $TMP/home/.codex/hooks.json
  codex: removed $TMP/home/.codex/hooks.json, which held nothing else
  gemini: removed the MCP server and 5 hooks from $TMP/home/.gemini/settings.json
  gemini: removed permissions from $TMP/home/.gemini/policies/loci.toml
  gemini: removed $TMP/home/.gemini/policies/loci.toml, which held nothing else
  cursor: removed the MCP server from $TMP/home/.cursor/mcp.json
  cursor: removed 4 hooks from $TMP/home/.cursor/hooks.json
  cursor: removed $TMP/home/.cursor/hooks.json, which held nothing else
  copilot: removed the MCP server from $TMP/home/.copilot/mcp-config.json
  copilot: removed $TMP/home/.copilot/mcp-config.json, which held nothing else
  copilot: removed 5 hooks from $TMP/home/.copilot/hooks/loci.json
  copilot: removed $TMP/home/.copilot/hooks/loci.json, which held nothing else
  windsurf: removed the MCP server from $TMP/home/.codeium/windsurf/mcp_config.json
  windsurf: removed $TMP/home/.codeium/windsurf/mcp_config.json, which held nothing else
  opencode: removed the MCP server from $TMP/home/.config/opencode/opencode.json
  opencode: removed $TMP/home/.config/opencode/opencode.json, which held nothing else
  $ tree | diff $TMP/before - && echo as before
  as before
  $ loci unsetup claude
  loci: nothing was set up there, so there is nothing to remove
  [1]

Also when the tool rewrote its file meanwhile.

  $ loci setup claude --quiet > /dev/null
  $ python3 - <<END
  > import json, os
  > path = os.environ['HOME'] + '/.claude.json'
  > all = json.loads(''.join(line.split(' // ')[0] for line in open(path, encoding='utf-8-sig')))
  > all['numStartups'] = 4
  > json.dump(all, open(path, 'w'), indent=2, sort_keys=True)
  > END
  $ loci unsetup claude --quiet && cat $HOME/.claude.json && echo
  claude: removed the MCP server from $TMP/home/.claude.json
  claude: removed 5 hooks, permissions and the setting for its own memory from $TMP/home/.claude/settings.json
  {
    "numStartups": 4,
    "projects": {}
  }

What you changed since is yours, and stays.

  $ loci setup gemini --quiet > /dev/null && sed -i 's/"mcp"/"mcp", "--read-only"/; s/"timeout": 2000/"timeout": 9000/' $HOME/.gemini/settings.json
  $ loci setup gemini
  loci: $TMP/home/.gemini/settings.json:3: 'mcpServers.loci' is not as loci wrote it: left as it is
  loci: $TMP/home/.gemini/settings.json:22: 'hooks.BeforeAgent' is not as loci wrote it: left as it is
  loci: $TMP/home/.gemini/settings.json:34: 'hooks.AfterTool' is not as loci wrote it: left as it is
  gemini: 3 hooks are already in $TMP/home/.gemini/settings.json
  gemini: permissions are already in $TMP/home/.gemini/policies/loci.toml
  gemini: its own memory files cannot be turned off: it is asked to save with loci
  [1]
  $ loci unsetup gemini
  loci: $TMP/home/.gemini/settings.json:34: 'hooks.AfterTool' is not as loci wrote it: left as it is
  loci: $TMP/home/.gemini/settings.json:22: 'hooks.BeforeAgent' is not as loci wrote it: left as it is
  loci: $TMP/home/.gemini/settings.json:3: 'mcpServers.loci' is not as loci wrote it: left as it is
  loci: backup of $TMP/home/.gemini/settings.json: $TMP/home/.loci/state/setup/settings.json.*.20261115T100000.000Z-4 (glob)
  loci: backup of $TMP/home/.gemini/policies/loci.toml: $TMP/home/.loci/state/setup/loci.toml.*.20261115T100000.000Z-2 (glob)
  gemini: removed 3 hooks from $TMP/home/.gemini/settings.json
  gemini: removed permissions from $TMP/home/.gemini/policies/loci.toml
  gemini: removed $TMP/home/.gemini/policies/loci.toml, which held nothing else
  [1]
  $ python3 -c "
  > import json, os
  > print(json.load(open(os.environ['HOME'] + '/.gemini/settings.json')).keys())"
  dict_keys(['mcpServers', 'hooks'])

An entry that you wrote yourself is not touched either.

  $ printf '[mcp_servers]\nloci = { command = "mine" }\n' > $HOME/.codex/config.toml
  $ loci setup codex --no-hooks
  loci: $TMP/home/.codex/config.toml:2: 'mcp_servers.loci' is not as loci wrote it: left as it is
  codex: loci is its memory, with its own memories off
  [1]
  $ loci unsetup codex --dry-run
  loci: nothing was set up there, so there is nothing to remove
  [1]

Two tools that share a file share the entry.

  $ loci setup claude copilot --scope project --no-hooks --quiet
  claude: added the MCP server to $TMP/work/repo/.mcp.json
  claude: added permissions to $TMP/work/repo/.claude/settings.json
  claude: turned its auto memory off: loci is its memory
  copilot: the MCP server is already in $TMP/work/repo/.mcp.json
  copilot: added the MCP server to $TMP/work/repo/.vscode/mcp.json
  $ loci unsetup claude --scope project
  loci: backup of $TMP/work/repo/.claude/settings.json: $TMP/home/.loci/state/setup/settings.json.*.20261115T100000.000Z (glob)
  claude: the MCP server stays in $TMP/work/repo/.mcp.json: another tool uses it
  claude: removed permissions and the setting for its own memory from $TMP/work/repo/.claude/settings.json
  claude: removed $TMP/work/repo/.claude/settings.json, which held nothing else
  $ loci unsetup copilot --scope project --dry-run
  copilot: would remove the MCP server from $TMP/work/repo/.mcp.json
  copilot: would remove $TMP/work/repo/.mcp.json, which held nothing else
  --- $TMP/work/repo/.mcp.json
  +++ /dev/null
  @@ -1,9 +0,0 @@
  -{
  -  "mcpServers": {
  -    "loci": {
  -      "type": "stdio",
  -      "command": "loci",
  -      "args": ["mcp", "--workspace", "."]
  -    }
  -  }
  -}
  copilot: would remove the MCP server from $TMP/work/repo/.vscode/mcp.json
  copilot: would remove $TMP/work/repo/.vscode/mcp.json, which held nothing else
  --- $TMP/work/repo/.vscode/mcp.json
  +++ /dev/null
  @@ -1,9 +0,0 @@
  -{
  -  "servers": {
  -    "loci": {
  -      "type": "stdio",
  -      "command": "loci",
  -      "args": ["mcp", "--workspace", "${workspaceFolder}"]
  -    }
  -  }
  -}
  $ loci unsetup --all --scope project --quiet; ls -A
  copilot: removed the MCP server from $TMP/work/repo/.mcp.json
  copilot: removed $TMP/work/repo/.mcp.json, which held nothing else
  copilot: removed the MCP server from $TMP/work/repo/.vscode/mcp.json
  copilot: removed $TMP/work/repo/.vscode/mcp.json, which held nothing else
  .git
