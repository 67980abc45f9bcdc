An agent's session on the command line: known by its name, or by what its client sets in its shell. In a
repository that nobody trusts it sees and writes what is its own.

  $ note() { printf -- '---\nname: %s\ndescription: CANARY %s\ntype: project\n---\n\nCANARY needle\n' "$1" "$1"; }
  $ git init -q evil && cd evil && mkdir -p .loci/memory .loci/agents/helper/memory xcaf/agents/reviewer/memory
  $ for place in .loci/memory .loci/agents/helper/memory xcaf/agents/reviewer/memory; do
  >   note Deploy > $place/deploy.md; note Other > $place/CANARY-file.md
  >   printf -- '- [CANARY](deploy.md) - CANARY\n\nCANARY\n' > $place/MEMORY.md; done
  $ loci remember 'Mine.' --title Mine --private
  created mine.md in private
  $ loci remember 'Somebody wrote this.' --title Deploy --shared 2>/dev/null
  updated deploy.md in shared (untrusted)
  CANARY needle
  
  2026-11-15: Somebody wrote this.
  $ printf -- '- [CANARY](deploy.md) - CANARY\n' > .loci/memory/MEMORY.md; note Deploy > .loci/memory/deploy.md
  $ LOCI_AGENT=helper loci remember 'An agent wrote this.' --title Theirs --private --type project
  created theirs.md in private
  $ kept() { (cd $TMP/work/evil && find . -type f -exec sha256sum {} + | sort -k2); }; kept > $TMP/before

What its client sets in its shell is enough, and the refusal names it.

# rule: V6, V7

  $ CLAUDECODE=1 loci trust
  loci: only a person can trust a repository; this is an agent's session: CLAUDECODE is set
  hint: ask a person to run it in their own terminal
  [5]
  $ loci --agent helper trust
  loci: only a person can trust a repository; this is an agent's session: --agent is given
  hint: ask a person to run it in their own terminal
  [5]
  $ variables='CLAUDECODE CLAUDE_CODE_ENTRYPOINT GEMINI_CLI CODEX_THREAD_ID CODEX_SANDBOX CODEX_SANDBOX_NETWORK_DISABLED
  >   CODEX_CI CURSOR_AGENT COPILOT_CLI COPILOT_AGENT_SESSION_ID COPILOT_AGENT ANTIGRAVITY_AGENT OPENCODE QWEN_CODE
  >   CLINE_ACTIVE AUGMENT_AGENT CRUSH AI_AGENT AGENT LOCI_AGENT'
  $ for v in $variables; do
  >   for command in trust 'purge mine --yes' 'undo --any' init; do env $v=1 loci $command 2>&1; echo "[$?]"; done |
  >     grep -c "only a person can.*$v is set\|^\[5\]$" | sed "s/^8$//; t; s/^/$v: /"; done | grep .
  [1]
  $ env CLAUDECODE=1 loci list
  FILE       TYPE     SCOPE    AGE  DESCRIPTION
  mine.md    project  private  now  Mine.
  theirs.md  project  private  now  An agent wrote this.
  $ for v in $variables; do env $v=1 loci list --json | grep -c '"filename"'; done | sort | uniq -c | sed 's/^ *//'
  20 2

A terminal inside an editor is a person's.

  $ env TERM_PROGRAM=vscode VSCODE_PID=1 CURSOR_TRACE_ID=x CLAUDE_CODE_SSE_PORT=1 GEMINI_CLI_IDE_SERVER_PORT=1 loci list | grep -c untrusted
  loci: untrusted: this comes with the repository; 'loci trust' lets agents use it
  2

Who wrote is in the history.

  $ GEMINI_CLI=1 loci remember 'Said in a shell.' --title Shell --private && loci log shell
  created shell.md in private
  REV  AGE  KIND      BY            FILE      HASH
  *    now  remember  agent:gemini  shell.md  * (glob)
  $ loci undo
  loci: operation * (remember shell.md) was made by agent:gemini (glob)
  hint: use --any to undo what an agent did
  [5]
  $ GEMINI_CLI=1 loci undo
  loci: only a person can undo what an agent did without the hash that it left; this is an agent's session: GEMINI_CLI is set
  hint: ask a person to run it in their own terminal; an agent gives it with 'loci undo 8 --hash HASH'
  [5]

No command shows anything of the repository, and none changes it. The front ends that read standard input as well.

# rule: V3, V4

  $ cat > $TMP/commands <<'END'
  > 
  > setup claude --scope project
  > unsetup claude --scope project
  > search needle
  > import
  > write deploy --content x
  > write deploy --content x --shared
  > remember x --title Deploy --shared
  > read deploy
  > list --scope shared
  > list --scope agent:reviewer
  > edit deploy
  > delete deploy
  > rename deploy x
  > move mine --to shared
  > copy mine --to agent:reviewer
  > links deploy
  > check --fix
  > projects list
  > projects rescue
  > trust
  > untrust
  > agents list
  > agents show reviewer
  > agents show helper
  > apply
  > apply --notes --fallback context
  > status
  > context --query needle
  > context --agent reviewer --agent helper
  > target read note --name deploy
  > target read note --name deploy --shared
  > target write note --name deploy --content x --shared
  > target edit note --name deploy --old needle --new x
  > history
  > log deploy
  > diff deploy
  > restore deploy
  > undo 1
  > undo 2
  > undo 3
  > undo --list
  > purge deploy --yes
  > gc
  > init
  > health
  > reindex
  > reindex --scope shared
  > memories {"command":"view","path":"/memories"} --scope shared
  > memories {"command":"view","path":"/memories/deploy.md"} --scope workspace
  > memories {"command":"delete","path":"/memories/deploy.md"} --scope shared
  > hook claude session-start
  > hook claude prompt
  > hook codex session-start
  > hook gemini session-start
  > mcp
  > END
  $ event='{"session_id":"s","hook_event_name":"SessionStart","source":"startup","prompt":"needle deploy","cwd":"'$PWD'"}'
  $ request='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_search","arguments":{"query":"needle"}}}'
  $ try() { while IFS= read -r command; do case $command in mcp) input=$request;; *) input=$event;; esac
  >   printf '%s\n' "$input" | EDITOR=cat "$@" loci $command > $TMP/said 2>&1
  >   if grep -q CANARY $TMP/said; then echo "shown: $* loci $command"; cat $TMP/said; fi
  >   kept | cmp -s - $TMP/before || { echo "changed: $* loci $command"; kept > $TMP/before; }; done < $TMP/commands; }
  $ try env CLAUDECODE=1
  $ try env LOCI_AGENT=helper
  $ grep '^memories\|^hook\|^mcp' $TMP/commands > $TMP/own && mv $TMP/own $TMP/commands && try env

A prompt tells of no command that shows more, wherever it is run.

# rule: B13

  $ loci context | grep -o '`loci[^`]*`' | tr -d '`' > $TMP/told; cat $TMP/told
  loci --agent assistant search WORDS
  $ sed 's/WORDS/needle/; s/NOTE/deploy/; s/TYPE/project/; s/FILE/deploy/' $TMP/told | while read -r command; do
  >   eval "$command" < /dev/null; done 2>&1 | grep CANARY; kept | cmp - $TMP/before
  $ printf '%s\n' "$event" | loci hook claude session-start | grep -o 'loci --agent claude search'
  loci --agent claude search

What is compiled is read by agents: not for people either, until it is trusted.

# rule: V8

  $ loci apply
  loci: this repository's notes are not trusted, so they are not compiled
  hint: look at them with 'loci agents' and 'loci list', then run 'loci trust'
  [5]
  $ loci apply --dry-run 2>&1 | tail -1; loci apply --scope user | tail -1; ls -A
  hint: look at them with 'loci agents' and 'loci list', then run 'loci trust'
  loci: nothing to compile: no agent has memory here
  .git
  .loci
  xcaf
  $ loci target read note --name deploy --shared | tail -1
  loci: untrusted: this comes with the repository; 'loci trust' lets agents use it
  CANARY needle
  $ loci trust > /dev/null && loci apply --quiet | tail -1; ls -A
  claude: wrote .claude/agent-memory/reviewer/MEMORY.md
  .claude
  .git
  .loci
  xcaf
