Words that people use: parts of words, compounds, abbreviations, days and misspellings.

# rule: F10, F11, F12, F13, F14, F15, F16, F17

  $ cd $TMP && mkdir app && cd app && git init -q .
  $ loci write streams --type project --description "How clients listen" --content "Keep the websocket open; one timeout of 30 s."
  created streams.md in private
  $ loci write cluster --type project --description "Where it runs" --content "Three Kubernetes nodes, two APIs. Sign-in goes through the proxy."
  created cluster.md in private
  $ loci write broker --type project --description "The broker and its host" --content "Rabbit runs in Berlin."
  created broker.md in private
  $ loci write costs --type project --description "What is paid" --content "The host is the dearest part, after all the rest that is paid every month."
  created costs.md in private
  $ loci daily add "Moved the queue"
  created 2026-11-15.md in daily

Parts of words, where a star stands; and by themselves, when no note has the word.

  $ loci search '*sock*'
  streams.md  Streams (private, now)
    7: Keep the websocket open; one timeout of 30 s.
  $ loci search 'web*' '*out' --limit 1
  streams.md  Streams (private, now)
    7: Keep the websocket open; one timeout of 30 s.
  
    notes with each word: web* 1, *out 1
  $ loci search '*socket' -o jsonl | wc -l
  1
  $ loci search socket
  streams.md  Streams (private, now)
    7: Keep the websocket open; one timeout of 30 s.
  
    notes with each word: socket 1 (as websocket)
  $ loci search +socket
  loci: nothing found
  [1]
  $ loci search '"socket"'
  loci: nothing found
  [1]

Compounds, abbreviations and misspellings.

  $ for words in signin "sign in" sign_in k8s API apis kuberntes; do loci search "$words" -o jsonl 2>/dev/null | grep -o '"filename":"[a-z]*'; done
  "filename":"cluster
  "filename":"cluster
  "filename":"cluster
  "filename":"cluster
  "filename":"cluster
  "filename":"cluster
  "filename":"cluster
  $ loci search kuberntes
  cluster.md  Cluster (private, now)
    7: Three Kubernetes nodes, two APIs. Sign-in goes through the proxy.
  
    notes with each word: kuberntes 1 (as kubernetes)

Days.

  $ loci search what happened today
  2026-11-15.md  2026-11-15 (daily, 10h)
    1: Moved the queue
  
    notes with each word: happened 0, today 1
  $ loci search yesterday
  loci: nothing found
  [1]

A name comes behind a text; the prose of MEMORY.md before all.

  $ loci search host
  costs.md  Costs (private, now)
    7: The host is the dearest part, after all the rest that is paid every month.
  
  broker.md  Broker (private, now)
    The broker and its host
    7: Rabbit runs in Berlin.
  $ mkdir -p ~/.loci/memory
  $ printf '# About\n\nThe host of everything, said after a great many other words.\n' > ~/.loci/memory/MEMORY.md
  $ touch -d 2026-11-15T09:00:00Z ~/.loci/memory/MEMORY.md
  $ loci search host -o jsonl | grep -o '"filename":"[A-Za-z]*'
  "filename":"MEMORY
  "filename":"costs
  "filename":"broker
  $ loci search host berlin -o jsonl 2>/dev/null | grep -o '"filename":"[A-Za-z]*'
  "filename":"broker
  "filename":"costs
  "filename":"MEMORY

One text, and in how many notes each word is.

  $ loci search host websocket --render 4096 | sed 's/app-[0-9a-f]*/app/'
  Searched 2 terms: host(3) websocket(1) across 4 files. Showing top 4 by relevance.
  
  $TMP/home/.loci/projects/app/memory/streams.md  [matched: websocket]
  Keep the websocket open; one timeout of 30 s.
  
  $TMP/home/.loci/memory/MEMORY.md  [matched: host]
  # About
  
  The host of everything, said after a great many other words.
  
  $TMP/home/.loci/projects/app/memory/costs.md  [matched: host]
  The host is the dearest part, after all the rest that is paid every month.
  
  $TMP/home/.loci/projects/app/memory/broker.md  [matched: host] (filename match)
  Rabbit runs in Berlin.
  $ loci search host paid --render 256 | tail -1
  …[search truncated, 2 more file(s) omitted]
  $ loci search host --render 10
  loci: '--render' takes a whole number from 256 to 1048576, not 10
  [2]
  $ loci search socket host nowhere --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["terms"])'
  [{'term': 'socket', 'notes': 0}, {'term': 'host', 'notes': 3}, {'term': 'nowhere', 'notes': 0}]
  $ loci search socket --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["terms"])'
  [{'term': 'socket', 'notes': 1, 'as': ['websocket']}]
  $ loci search broker --json | python3 -c 'import json,sys; hit=json.load(sys.stdin)["hits"][0]; print(hit["filename_only"], hit["matched_terms"], repr(hit["body"]))'
  True {'broker': 2} '7: Rabbit runs in Berlin.\n'
