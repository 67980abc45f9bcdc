Tools that have no place for what agents remember.

# rule: A14, A15, A16, A17

  $ mkdir -p repo/.git repo/.loci/agents/dev/memory && cd repo && loci init >/dev/null && loci trust >/dev/null
  loci: untrusted: this comes with the repository; 'loci trust' lets agents use it
  $ printf -- '---\nname: Alpha\ndescription: A desc\n---\n\nalpha body\n' > .loci/agents/dev/memory/alpha.md
  $ loci apply --provider cursor --provider gemini
  loci: warning: gemini: dev/alpha.md: Gemini CLI has no place for what agents remember [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into GEMINI.md; '--native gemini' uses Gemini's private memory of the project
  loci: warning: cursor: dev/alpha.md: Cursor has no place for what agents remember [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into .cursor/rules/loci-memory.mdc
  $ loci apply --provider codex -o json --quiet
  {
    "files": [],
    "drift": false,
    "dry_run": false,
    "hooks": [],
    "unhooked": [],
    "with_environment": [],
    "notes": [
      {
        "level": "warning",
        "provider": "codex",
        "resource": "dev/alpha.md",
        "code": "MEMORY_NO_NATIVE_TARGET",
        "reason": "Codex has no place for what agents remember",
        "action": "'--fallback context' puts it into AGENTS.md; '--native codex' uses an extension of Codex's memory"
      }
    ],
    "warnings": []
  }
  $ ls -A
  .git
  .loci

A block in the file that the tool always reads; everything else in it stays to the byte.

  $ printf '# Mine\r\n\r\ntext' > GEMINI.md && printf '# Agents\n' > AGENTS.md && cp GEMINI.md $TMP/gemini && cp AGENTS.md $TMP/agents
  $ loci apply --fallback context --provider gemini --dry-run 2>/dev/null
  gemini: would write the block in GEMINI.md
  --- /dev/null
  +++ GEMINI.md
  @@ -0,0 +1,9 @@
  +# Memory
  +
  +Reference only, kept by loci: edits made here do not come back.
  +
  +## dev
  +
  +### Alpha
  +
  +alpha body
  $ loci apply --fallback context
  loci: gemini: dev/alpha.md: it is in the loci block of GEMINI.md, without its frontmatter; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the block
  loci: antigravity: dev/alpha.md: it is in the loci block of .agents/rules/loci-memory.md, without its frontmatter; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the block
  loci: cursor: dev/alpha.md: it is in the loci block of .cursor/rules/loci-memory.mdc, without its frontmatter; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the block
  loci: copilot: dev/alpha.md: it is in the loci block of .github/copilot-instructions.md, without its frontmatter; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the block
  loci: codex: dev/alpha.md: it is in the loci block of AGENTS.md, without its frontmatter; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the block
  claude: wrote .claude/agent-memory/dev/alpha.md
  claude: wrote .claude/agent-memory/dev/MEMORY.md
  gemini: wrote the block in GEMINI.md
  antigravity: wrote the block in .agents/rules/loci-memory.md
  cursor: wrote the block in .cursor/rules/loci-memory.mdc
  copilot: wrote the block in .github/copilot-instructions.md
  codex: wrote the block in AGENTS.md
  $ cat -A GEMINI.md
  # Mine^M$
  ^M$
  text^M$
  <!-- BEGIN loci -->^M$
  # Memory^M$
  ^M$
  Reference only, kept by loci: edits made here do not come back.^M$
  ^M$
  ## dev^M$
  ^M$
  ### Alpha^M$
  ^M$
  alpha body^M$
  <!-- END loci -->^M$
  $ cat AGENTS.md
  # Agents
  
  <!-- BEGIN loci -->
  # Memory
  
  Reference only, kept by loci: edits made here do not come back.
  
  ## dev
  
  ### Alpha
  
  alpha body
  <!-- END loci -->
  $ cat .cursor/rules/loci-memory.mdc
  ---
  description: Memory
  globs:
  alwaysApply: true
  ---
  
  <!-- BEGIN loci -->
  # Memory
  
  Reference only, kept by loci: edits made here do not come back.
  
  ## dev
  
  ### Alpha
  
  alpha body
  <!-- END loci -->
  $ cat .agents/rules/loci-memory.md | head -8
  ---
  trigger: always_on
  ---
  
  <!-- BEGIN loci -->
  # Memory
  
  Reference only, kept by loci: edits made here do not come back.
  $ head -3 .github/copilot-instructions.md
  <!-- BEGIN loci -->
  # Memory
  
  $ loci apply --quiet && loci status
  7 files up to date
  7 files up to date

What is around it may change; an edit of the block is drift.

  $ printf '\nbelow\n' >> AGENTS.md && loci status
  7 files up to date
  $ sed -i 's/alpha body/alpha there/' AGENTS.md && loci status
  STATUS        PROVIDER  FILE
  edited there  codex     the block in AGENTS.md
  [1]
  $ loci apply --quiet
  codex: the block in AGENTS.md was edited there
  [1]
  $ loci apply --quiet --force && tail -4 AGENTS.md
  codex: wrote the block in AGENTS.md
  alpha body
  <!-- END loci -->
  
  below
  $ sed -i '$d' AGENTS.md && sed -i '$d' AGENTS.md

  $ loci apply --fallback none --quiet
  gemini: removed the block in GEMINI.md
  antigravity: removed the block in .agents/rules/loci-memory.md
  cursor: removed the block in .cursor/rules/loci-memory.mdc
  copilot: removed the block in .github/copilot-instructions.md
  codex: removed the block in AGENTS.md
  $ cmp GEMINI.md $TMP/gemini && cmp AGENTS.md $TMP/agents && ls -A
  .claude
  .git
  .loci
  AGENTS.md
  GEMINI.md

Marks that are no pair are not guessed at.

  $ echo '<!-- BEGIN loci -->' > GEMINI.md && loci apply --fallback context --provider gemini --quiet
  loci: GEMINI.md:1: a loci block has no end
  hint: leave one '<!-- BEGIN loci -->' with one '<!-- END loci -->' below it, or neither
  [2]
  $ rm GEMINI.md AGENTS.md

A rule file for each agent.

  $ loci apply --fallback rule
  loci: warning: gemini: dev/alpha.md: Gemini CLI has no place for what agents remember: it has no rule files [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into GEMINI.md; '--native gemini' uses Gemini's private memory of the project
  loci: antigravity: dev/alpha.md: it is in a rule file, without its frontmatter; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the rule
  loci: cursor: dev/alpha.md: it is in a rule file, without its frontmatter; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the rule
  loci: copilot: dev/alpha.md: it is in a rule file, without its frontmatter; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the rule
  loci: warning: codex: dev/alpha.md: Codex has no place for what agents remember: it has no rule files [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into AGENTS.md; '--native codex' uses an extension of Codex's memory
  antigravity: wrote .agents/rules/loci-memory-dev.md
  cursor: wrote .cursor/rules/loci-memory-dev.mdc
  copilot: wrote .github/instructions/loci-memory-dev.instructions.md
  $ head -5 .cursor/rules/loci-memory-dev.mdc .github/instructions/loci-memory-dev.instructions.md .agents/rules/loci-memory-dev.md
  ==> .cursor/rules/loci-memory-dev.mdc <==
  ---
  description: What the agent dev remembers
  globs:
  alwaysApply: false
  ---
  
  ==> .github/instructions/loci-memory-dev.instructions.md <==
  ---
  applyTo: "**"
  description: What the agent dev remembers
  ---
  
  
  ==> .agents/rules/loci-memory-dev.md <==
  ---
  trigger: model_decision
  description: What the agent dev remembers
  ---
  
  $ loci apply --fallback none --quiet
  antigravity: removed .agents/rules/loci-memory-dev.md
  cursor: removed .cursor/rules/loci-memory-dev.mdc
  copilot: removed .github/instructions/loci-memory-dev.instructions.md

A hook at the start of a session, which is told what agents remember.

  $ loci apply --fallback hook --provider codex
  loci: codex: dev/alpha.md: a hook gives it at the start of a session, as far as its budget goes, wherever there is loci and the repository is trusted; edits do not come back [MEMORY_PARTIAL_FIDELITY]; run 'loci trust' in other clones; edit the note
  codex: connected hooks in $TMP/work/repo/.codex/hooks.json
  $ grep -c 'loci hook codex session-start' .codex/hooks.json
  1
  $ loci trust --quiet && echo "{\"session_id\":\"s\",\"cwd\":\"$PWD\"}" | loci hook codex session-start | grep -o 'Agent memory: dev[^\\]*'
  already trusted: $TMP/work/repo (no origin), 1 note shipped
  Agent memory: dev (MEMORY.md)
  $ yes 'far too much' | head -c 1200000 > .loci/agents/dev/memory/huge.md
  $ loci context --tool codex | sed -n '/Agent notes/,$p'
  loci: warning: '$TMP/work/repo/.loci/agents/dev/memory/huge.md' is larger than 1048576 bytes
  ## Agent notes: dev
  ### Alpha
  
  alpha body
  </memory>
  $ rm .loci/agents/dev/memory/huge.md
  $ loci apply --fallback none --provider codex --quiet; test -e .codex
  codex: removed hooks from $TMP/work/repo/.codex/hooks.json
  [1]

Hooks that are gone already, or that somebody changed, are not called removed.

  $ loci apply --fallback hook --provider codex --quiet; rm -r .codex
  codex: connected hooks in $TMP/work/repo/.codex/hooks.json
  $ loci apply --fallback none --provider codex 2>/dev/null
  $ loci apply --fallback hook --provider codex --quiet; sed -i 's/session-start/session-start --mine/' .codex/hooks.json
  codex: connected hooks in $TMP/work/repo/.codex/hooks.json
  $ loci apply --fallback none --provider codex; grep -c 'loci hook' .codex/hooks.json; rm -r .codex
  loci: warning: $TMP/work/repo/.codex/hooks.json: hooks that were changed since loci wrote them stay
  loci: warning: codex: dev/alpha.md: Codex has no place for what agents remember [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into AGENTS.md; '--native codex' uses an extension of Codex's memory
  codex: removed hooks from $TMP/work/repo/.codex/hooks.json
  1

The newer places of some tools.

  $ (loci apply --native codex --provider codex) 2>&1 | sed -E 's/loci-repo-[0-9a-f]{8}/loci-repo-#/; s|projects/-[^/]*|projects/-#|'
  loci: codex: dev/alpha.md: it is in an extension of Codex's memory; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the copy
  codex: wrote $TMP/home/.codex/memories/extensions/loci-repo-#/resources/dev/alpha.md
  codex: wrote $TMP/home/.codex/memories/extensions/loci-repo-#/instructions.md
  codex: wrote $TMP/home/.codex/memories/extensions/loci-repo-#/scope.json
  $ cd $HOME/.codex/memories/extensions/loci-repo-* && find . -type f | sort && cat resources/dev/alpha.md scope.json && cd - >/dev/null
  ./instructions.md
  ./resources/dev/alpha.md
  ./scope.json
  ---
  name: Alpha
  description: A desc
  ---
  
  alpha body
  {"cwd":"$TMP/work/repo"}
  $ loci apply --native gemini --provider gemini
  loci: warning: gemini: dev/alpha.md: Gemini CLI has no place for what agents remember: it does not know this project yet: start it here once [MEMORY_NO_NATIVE_TARGET]; '--fallback context' puts it into GEMINI.md
  $ mkdir -p $HOME/.gemini && printf '{"projects":{"%s":"repo-1"}}' "$PWD" > $HOME/.gemini/projects.json
  $ loci apply --provider gemini --native gemini
  loci: gemini: dev/alpha.md: it is in Gemini's private memory of the project; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the copy
  gemini: wrote $TMP/home/.gemini/tmp/repo-1/memory/loci-dev-alpha.md
  gemini: wrote the block in $TMP/home/.gemini/tmp/repo-1/memory/MEMORY.md
  $ cat $HOME/.gemini/tmp/repo-1/memory/MEMORY.md
  <!-- BEGIN loci -->
  - [Alpha](loci-dev-alpha.md) - A desc
  <!-- END loci -->
  $ loci apply --native antigravity --provider antigravity && cat .agents/knowledge/dev-alpha.md
  loci: antigravity: dev/alpha.md: it is in Antigravity's knowledge; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the copy
  antigravity: wrote .agents/knowledge/dev-alpha.md
  ---
  title: Alpha
  description: A desc
  tags: [dev]
  ---
  
  alpha body
  $ (loci status && loci apply --native none --quiet) 2>&1 | sed -E 's/loci-repo-[0-9a-f]{8}/loci-repo-#/; s|projects/-[^/]*|projects/-#|'
  8 files up to date
  gemini: removed the block in $TMP/home/.gemini/tmp/repo-1/memory/MEMORY.md
  gemini: removed $TMP/home/.gemini/tmp/repo-1/memory/loci-dev-alpha.md
  antigravity: removed .agents/knowledge/dev-alpha.md
  codex: removed $TMP/home/.codex/memories/extensions/loci-repo-#/instructions.md
  codex: removed $TMP/home/.codex/memories/extensions/loci-repo-#/resources/dev/alpha.md
  codex: removed $TMP/home/.codex/memories/extensions/loci-repo-#/scope.json
  $ ls -A . $HOME/.codex $HOME/.gemini
  .:
  .claude
  .git
  .loci
  
  $TMP/home/.codex:
  
  $TMP/home/.gemini:
  projects.json

Notes of the workspace can go the same way.

  $ loci write guide --type project --description 'How to build' --content 'run make' --quiet >/dev/null
  $ (loci apply --notes --fallback context --provider claude --provider codex) 2>&1 | sed -E 's/loci-repo-[0-9a-f]{8}/loci-repo-#/; s|projects/-[^/]*|projects/-#|'
  loci: claude: guide.md: it is in Claude Code's memory of the workspace; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the copy
  loci: codex: guide.md, dev/alpha.md: it is in the loci block of AGENTS.md, without its frontmatter; edits made there do not come back [MEMORY_PARTIAL_FIDELITY]; edit the note, not the block
  claude: wrote $TMP/home/.claude/projects/-#/memory/loci-guide.md
  claude: wrote the block in $TMP/home/.claude/projects/-#/memory/MEMORY.md
  codex: wrote the block in AGENTS.md
  $ cat AGENTS.md
  <!-- BEGIN loci -->
  # Memory
  
  Reference only, kept by loci: edits made here do not come back.
  
  ## Notes
  
  ### Guide
  
  run make
  
  ## dev
  
  ### Alpha
  
  alpha body
  <!-- END loci -->
  $ cd $HOME/.claude/projects/*/memory && cat MEMORY.md loci-guide.md && cd - >/dev/null
  <!-- BEGIN loci -->
  - [Guide](loci-guide.md) — How to build
  <!-- END loci -->
  ---
  name: Guide
  description: How to build
  type: project
  ---
  
  run make
  $ loci import --from claude --quiet 2>&1 | sed -E 's|projects/-[^/]*|projects/-#|'
  $ loci apply --no-notes --fallback none --quiet | sed -E 's/loci-repo-[0-9a-f]{8}/loci-repo-#/; s|projects/-[^/]*|projects/-#|'; ls -A . $HOME/.claude
  claude: removed the block in $TMP/home/.claude/projects/-#/memory/MEMORY.md
  claude: removed $TMP/home/.claude/projects/-#/memory/loci-guide.md
  codex: removed the block in AGENTS.md
  .:
  .claude
  .git
  .loci
  
  $TMP/home/.claude:

A `GEMINI.md` that links to `AGENTS.md` is one file, with one block.

# rule: A24

  $ mkdir -p $TMP/work/linked/.git && cd $TMP/work/linked && echo '# Rules' > AGENTS.md && ln -s AGENTS.md GEMINI.md
  $ loci write one --scope agent:dev --name One --description 'About one' --content 'The first fact.' --quiet
  created one.md in agent:dev (private)
  $ loci apply --fallback context --provider gemini --quiet
  gemini: wrote the block in AGENTS.md
  $ loci write two --scope agent:dev --name Two --description 'About two' --content 'The second fact.' --quiet
  created two.md in agent:dev (private)
  $ loci apply --fallback context --provider codex --quiet
  codex: wrote the block in AGENTS.md
  $ loci apply --provider gemini --quiet
  1 file up to date
  $ grep -c 'BEGIN loci' AGENTS.md; grep fact AGENTS.md; readlink GEMINI.md
  1
  The first fact.
  The second fact.
  AGENTS.md
  $ loci apply --fallback none --provider gemini --quiet; grep -c 'BEGIN loci' AGENTS.md
  1 file up to date
  1
  $ loci apply --fallback none --provider codex --quiet; cat AGENTS.md
  codex: removed the block in AGENTS.md
  # Rules

So it is when the link was made later.

  $ rm GEMINI.md && loci apply --fallback context --provider gemini --quiet && rm GEMINI.md && ln -s AGENTS.md GEMINI.md
  gemini: wrote the block in GEMINI.md
  $ loci apply --fallback context --provider codex --quiet; loci apply --provider gemini --quiet; grep -c 'BEGIN loci' AGENTS.md
  codex: wrote the block in AGENTS.md
  2 files up to date
  1
