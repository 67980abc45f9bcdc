Finding notes by their words.

# rule: F1, F2, F3, F4, F5, F6

  $ cd $TMP && mkdir app && cd app && git init -q .
  $ loci write review-style --type user --description "Concise findings first" --content "Put blocking findings first. Cite file paths."
  created review-style.md in global
  $ printf '## Linux\n\nRun the release build with ninja.\n\n## Mac\n\nNobody has tried.\n' | loci write build --type project --description "How the release is made"
  created build.md in private
  $ loci search findings
  review-style.md  Review Style (global, now)
    7: Put blocking findings first. Cite file paths.
  $ loci search releases
  build.md  Build (private, now)
    7: Linux: Run the release build with ninja.
    11: Mac: Nobody has tried.
  $ loci search release --explain
  build.md  Build (private, now)
    7: Linux: Run the release build with ninja.
        4.03 = release 1.11 + note 0.63 + exact 0.11, times recency 1.05, importance 1.00, plus meaning 2.09
    11: Mac: Nobody has tried.
        2.91 = near 0.44 + note 0.63, times recency 1.05, importance 1.00, plus meaning 1.78

A file is found once, whatever else there is; what has none of the words is not.

  $ loci search findings ninja -o jsonl | wc -l
  2
  $ loci search kubernetes
  loci: nothing found
  [1]

The language of queries.

  $ loci search '"blocking findings"' -o jsonl | wc -l
  1
  $ loci search '"findings blocking"'
  loci: nothing found
  [1]
  $ loci search +findings +ninja
  loci: nothing found
  [1]
  $ loci search findings -blocking
  loci: nothing found
  [1]
  $ loci search block* type:user --limit 1
  review-style.md  Review Style (global, now)
    7: Put blocking findings first. Cite file paths.
  $ loci search findings --type project
  loci: nothing found
  [1]
  $ loci search findings file:build
  loci: nothing found
  [1]
  $ loci search release --since 1d -o jsonl | wc -l
  1
  $ loci search release before:2020
  loci: nothing found
  [1]
  $ loci search '???'
  loci: a search needs at least one letter or digit
  hint: give the words to look for
  [2]
  $ loci search findings --limit 0
  loci: '--limit' takes a whole number from 1 to 100, not 0
  [2]
  $ loci search findings --since soon
  loci: 'soon' is not a time
  hint: write 24h, 7d, 2w or a date such as 2026-11-15
  [2]
  $ loci search findings --type banana
  loci: 'banana' is not a type
  hint: use user, feedback, project or reference
  [2]
  $ loci search
  loci: 'WORDS' is missing: what to look for: words, "a phrase", +must, -not, pre*, *part*, type:, tag:, file:, after:, before:
  hint: for example: loci search review style --type user
  [2]

An edit by hand is seen by the next search, and a deletion.

  $ echo "The ferret sleeps." >> ~/.loci/memory/review-style.md
  $ touch -d 2026-11-15T10:00:00Z ~/.loci/memory/review-style.md
  $ loci search ferret
  review-style.md  Review Style (global, now)
    7: Put blocking findings first. Cite file paths. The ferret sleeps.
  $ loci delete review-style
  loci: 'loci undo 6' brings it back
  deleted review-style.md from global
  $ loci search ferret
  loci: nothing found
  [1]

The prose of an index, the scratchpad and the daily log are searched as well; entries of an index are not.

  $ printf '# About me\n\nI play the bassoon.\n\n- [Gone](gone.md) - about oboes\n' > ~/.loci/memory/MEMORY.md
  $ touch -d 2026-11-15T09:00:00Z ~/.loci/memory/MEMORY.md
  $ loci search bassoon
  MEMORY.md  MEMORY (global, 1h)
    1: About me: I play the bassoon.
  $ loci search '"oboes"'
  loci: nothing found
  [1]
  $ loci scratch add "buy a clarinet reed"
    1 [ ] buy a clarinet reed
  $ loci search clarinet
  SCRATCHPAD.md  SCRATCHPAD (scratchpad, now)
    1: - [ ] buy a clarinet reed
  $ loci daily add "tuned the harpsichord"
  created 2026-11-15.md in daily
  $ loci search harpsichord
  2026-11-15.md  2026-11-15 (daily, 10h)
    1: tuned the harpsichord
  $ loci search '"harpsichord"' --scope global
  loci: nothing found
  [1]

For programs.

  $ loci search bassoon --json
  {
    "hits": [
      {
        "path": "$TMP/home/.loci/memory/MEMORY.md",
        "filename": "MEMORY.md",
        "name": "MEMORY",
        "type": null,
        "scope": "global",
        "place": "global",
        "description": "",
        "tags": [],
        "date": "2026-11-15",
        "score": 1.8516066802801237,
        "matched_terms": {
          "bassoon": 1
        },
        "total_hits": 1,
        "filename_only": false,
        "is_memory_md": true,
        "body": "1: # About me\n2: \n3: I play the bassoon.\n4: \n5: \n",
        "sections": [
          {
            "headings": "About me",
            "line": 1,
            "end_line": 5,
            "score": 1.8516066802801237,
            "snippet": "I play the bassoon."
          }
        ]
      }
    ],
    "more": 0,
    "terms": [
      {
        "term": "bassoon",
        "notes": 1
      }
    ]
  }
  $ loci search ninja --json | python3 -c 'import json,sys; hit=json.load(sys.stdin)["hits"][0]; print(hit["filename"], hit["matched_terms"], hit["total_hits"], hit["sections"][0]["headings"]); print(hit["body"], end="")'
  build.md {'ninja': 1} 1 Linux
  7: ## Linux
  8: 
  9: Run the release build with ninja.
  10: 
  11: ## Mac
  12: 

What was searched for is in the history, redacted, unless that is switched off; it cannot be undone.

  $ loci search "token=super-secret"
  loci: nothing found
  [1]
  $ loci history --operation search --limit 2
  OPERATION  AGE  KIND    BY    SCOPE  FILES  SUMMARY
  -          now  search  user  -             token=[REDACTED]
  -          now  search  user  -             ninja
  $ LOCI_RECORD_SEARCHES=off loci search bassoon > /dev/null
  $ loci history --operation search --limit 1
  OPERATION  AGE  KIND    BY    SCOPE  FILES  SUMMARY
  -          now  search  user  -             token=[REDACTED]
  $ loci undo --list -o jsonl | grep -c search
  0
  [1]

What is kept for searching may be deleted at any time, or be damaged; a home that cannot be written is searched too.

  $ rm -r ~/.loci/state/catalog
  $ loci search bassoon -o jsonl | wc -l
  1
  $ for f in ~/.loci/state/catalog/*/*.seg; do printf 'x' | dd of=$f bs=1 seek=40 conv=notrunc status=none; done
  $ loci search bassoon -o jsonl | wc -l
  loci: the search catalog of private is damaged; rebuilding it
  loci: the search catalog of global is damaged; rebuilding it
  loci: the search catalog of scratchpad is damaged; rebuilding it
  loci: the search catalog of daily is damaged; rebuilding it
  1
  $ loci search bassoon -o jsonl | wc -l
  1
  $ loci reindex
  private: in step
  global: added 0, removed 1, merged 0
  $ loci health | grep -o '^catalog .* files'
  catalog    6 sections in 5 files
  $ loci purge build --yes
  loci: out of reach: copies that other programs made: backups, snapshots, open editors
  erased build.md from private for good
  $ grep -rl 'Nobody has tried' ~/.loci
  [1]
