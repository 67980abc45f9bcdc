npx and uvx run programs from caches that they empty. `setup` keeps a copy in the home, and names that.

# rule: E30

  $ mkdir -p $HOME/.claude $HOME/.npm/_npx/0a1b/node_modules/.bin repo && cd repo && git init -q .
  $ cp "$(command -v loci)" $HOME/.npm/_npx/0a1b/node_modules/loci && ln -s ../loci $HOME/.npm/_npx/0a1b/node_modules/.bin/loci
  $ PATH=$HOME/.npm/_npx/0a1b/node_modules/.bin:$PATH loci setup claude --no-hooks --dry-run | grep -c '/.loci/bin/loci'
  loci: the entries name $TMP/home/.loci/bin/loci, a copy of this program: $TMP/home/.npm/_npx/0a1b/node_modules/.bin/loci will not stay. Set up again after an update
  1
  $ test -e $HOME/.loci/bin/loci
  [1]
  $ PATH=$HOME/.npm/_npx/0a1b/node_modules/.bin:$PATH loci setup claude
  loci: the entries name $TMP/home/.loci/bin/loci, a copy of this program: $TMP/home/.npm/_npx/0a1b/node_modules/.bin/loci will not stay. Set up again after an update
  claude: added the MCP server to $TMP/home/.claude.json
  claude: added 5 hooks and permissions to $TMP/home/.claude/settings.json
  claude: turned its auto memory off: loci is its memory
  $ grep '"command"' $HOME/.claude.json $HOME/.claude/settings.json | sed 's/.*"command": //' | sort -u
  "$TMP/home/.loci/bin/loci hook claude post-compact",
  "$TMP/home/.loci/bin/loci hook claude prompt",
  "$TMP/home/.loci/bin/loci hook claude session-end",
  "$TMP/home/.loci/bin/loci hook claude session-start",
  "$TMP/home/.loci/bin/loci hook claude tool",
  "$TMP/home/.loci/bin/loci",
  $TMP/home/.claude/settings.json:            "type": "command",
  $ rm -rf $HOME/.npm
  $ $HOME/.loci/bin/loci version
  loci 0.1.0
  $ stat -c %a $HOME/.loci/bin/loci
  700
