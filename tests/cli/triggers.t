Notes that say when they want to be heard.

# rule: G17, G18, G20

  $ mkdir -p $TMP/work/app/.git && cd $TMP/work/app
  $ loci remember 'Never on Friday.' --title Pushing --type feedback --on-command 'git push' --on-path 'migrations/**' --on-word release
  created pushing.md in global
  $ loci read pushing
  ---
  name: Pushing
  description: Never on Friday.
  type: feedback
  metadata:
    triggers:
      paths:
        - "migrations/**"
      commands:
        - "git push"
      words:
        - "release"
  ---
  
  Never on Friday.
  $ loci read pushing --meta | grep '^on '
  on paths     migrations/**
  on commands  git push
  on words     release
  $ tool() { printf '{"session_id":"s1","cwd":"%s","tool_name":"%s","tool_input":{"%s":"%s"}}' "$PWD" "$1" "$2" "$3" | loci hook claude tool; }
  $ tool Bash command 'git status'
  $ tool Bash command 'git push origin main' | python3 -c 'import json, sys; print(json.load(sys.stdin)["hookSpecificOutput"]["additionalContext"])' | sed 's,(.*memory/,(,'
  What the user wants, from memory, with a trigger for this (follow it unless the user now says otherwise):
  - Pushing (pushing.md, 2026-11-15), for the command `git push`: Never on Friday.
  
  $ tool Bash command 'git push origin main'
  $ tool Read file_path $PWD/migrations/1.sql
  $ printf 'no json' | loci hook claude tool

# rule: G21

  $ loci recall --path migrations/1.sql | sed 's,(.*memory/,(,'
  loci: recalled pushing.md: it has a trigger for the path `migrations/**`
  What the user wants, from memory, with a trigger for this (follow it unless the user now says otherwise):
  - Pushing (pushing.md, 2026-11-15), for the path `migrations/**`: Never on Friday.
  $ loci recall --command 'git push' --json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["notes"][0]["trigger"], d["notes"][0]["wanted"], d["level"])'
  loci: recalled pushing.md: it has a trigger for the command `git push`
  the command `git push` True normal
  $ loci recall --explain when may I push
  loci: recalled pushing.md: its evidence of 4.6 reaches the bar of 2.2 (1 of its words, 57 % of what it says; surprise 4.8, rarest 6.3, in the title 6.3, together 0.0; meaning 0.36, of a sentence 0.36)
  loci: level normal: the bar is 2.2, among 1 note
  What the user wants, from memory, that may bear on this (follow it unless the user now says otherwise):
  - Pushing ($TMP/home/.loci/memory/pushing.md, 2026-11-15): Never on Friday.
  $ loci recall
  loci: a prompt, --command or --path is missing
  hint: give the words of a prompt, --command LINE or --path FILE
  [2]
  $ loci recall push --command 'git push'
  loci: a prompt, --command and --path cannot be combined
  hint: give the words of a prompt, --command LINE or --path FILE
  [2]

# rule: G20

  $ loci remember 'x' --title X --on-path '[a'
  loci: the glob '[a' in paths has an unclosed bracket
  hint: 'loci remember --help' shows what triggers look like
  [2]
  $ loci remember 'x' --title X --on-command '*'
  loci: the trigger '*' in commands matches every command
  hint: 'loci remember --help' shows what triggers look like
  [2]
  $ loci write pushing --no-triggers --content 'Never on Friday.'
  updated pushing.md in global
  $ loci read pushing --meta | grep '^on '
  [1]
  $ printf -- '---\nname: Y\ndescription: Why y matters to builds\ntype: project\nmetadata:\n  triggers:\n    paths: ["**", "[x"]\n---\n\nText.\n' | loci write y --raw --type project >/dev/null
  $ loci check 2>/dev/null | grep trigger | sed 's,.*memory/,,'
  y.md:5: warning: the glob '**' in paths matches every file [trigger-everything]
  y.md:5: warning: the glob '[x' in paths has an unclosed bracket [trigger-broken]

# rule: G16

  $ loci config get recall.level
  normal
  $ LOCI_RECALL=off loci recall anything at all
  loci: recall.level is off: only notes with triggers are recalled
  [1]
  $ LOCI_RECALL=loud loci recall anything at all
  loci: LOCI_RECALL: 'loud' is not one of off, quiet, normal, eager
  [2]

What each client gives its hook before a command, as it was recorded.

# rule: G18

  $ loci remember 'Never before the tide table is in.' --title Greeting --on-command 'echo harbour'
  created greeting.md in private
  $ for tool in claude codex gemini copilot; do sed "s,/home/ada/work,$PWD,; s,-000000000001,-$tool," $TESTDIR/../fixtures/hooks/$tool/tool.json | loci hook $tool tool | grep -o 'for the command `echo harbour`: Never before the tide table is in.'; done
  for the command `echo harbour`: Never before the tide table is in.
  for the command `echo harbour`: Never before the tide table is in.
  for the command `echo harbour`: Never before the tide table is in.
  for the command `echo harbour`: Never before the tide table is in.
