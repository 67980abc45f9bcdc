Settings, and where they come from.

# rule: C21, C22

  $ loci config
  SETTING                     VALUE    FROM     ABOUT
  enabled                     true     default  whether memory is on; when off, writes are refused
  retention_days              180      default  how long 'loci gc' keeps old texts
  record_searches             true     default  whether 'loci history' records searches
  search.meaning              true     default  whether a search also finds notes that say the same in other words
  search.table                         default  a table of words to use instead of the built-in one
  recall.level                normal   default  how readily prompts recall notes
  search.everywhere           false    default  whether agents may search and list the notes of all projects
  hook_tokens                 2400     default  how many tokens of memory a session-start hook provides
  allowed_env                          default  environment variables that 'loci apply' may put into files
  prompt.trust_agents         false    default  whether preferences that agents noted count as confirmed
  consolidate.auto            propose  default  what 'loci serve' and the end of a session do about tidying
  consolidate.hours           24       default  hours between two runs of consolidation
  consolidate.sessions        3        default  sessions that must end between two runs of consolidation
  consolidate.loss_percent    20       default  how many of 100 sentences a consolidation may remove from notes and archive
  consolidate.log_days        30       default  days after which consolidation archives a daily log
  consolidate.answer_seconds  600      default  seconds that a program named by '--with' has to answer
  consolidate.look_seconds    3600     default  how often 'loci serve' checks whether a run is due, in seconds
  sync.live                   false    default  whether 'loci serve' and 'loci mcp' sync with the remotes in the background
  sync.write                  later    default  whether a change waits until the remotes have it
  sync.every_seconds          30       default  how often a live sync looks at a remote, in seconds
  sync.wait_seconds           10       default  how long a change waits for the remotes at most, in seconds
  notes.new                   private  default  where new notes of a workspace go
  review.global               off      default  whose writes to global notes wait in the inbox
  review.private              off      default  whose writes to private notes of a workspace wait in the inbox
  review.shared               off      default  whose writes to notes in a repository wait in the inbox
  review.agent                off      default  whose writes to notes of agents wait in the inbox
  $ loci config list --json
  {
    "settings": [
      {
        "key": "enabled",
        "value": "true",
        "source": "default",
        "variable": "LOCI_ENABLED",
        "about": "whether memory is on; when off, writes are refused"
      },
      {
        "key": "retention_days",
        "value": "180",
        "source": "default",
        "variable": "LOCI_RETENTION_DAYS",
        "about": "how long 'loci gc' keeps old texts"
      },
      {
        "key": "record_searches",
        "value": "true",
        "source": "default",
        "variable": "LOCI_RECORD_SEARCHES",
        "about": "whether 'loci history' records searches"
      },
      {
        "key": "search.meaning",
        "value": "true",
        "source": "default",
        "variable": "LOCI_MEANING",
        "about": "whether a search also finds notes that say the same in other words"
      },
      {
        "key": "search.table",
        "value": "",
        "source": "default",
        "variable": "",
        "about": "a table of words to use instead of the built-in one"
      },
      {
        "key": "recall.level",
        "value": "normal",
        "source": "default",
        "variable": "LOCI_RECALL",
        "about": "how readily prompts recall notes"
      },
      {
        "key": "search.everywhere",
        "value": "false",
        "source": "default",
        "variable": "",
        "about": "whether agents may search and list the notes of all projects"
      },
      {
        "key": "hook_tokens",
        "value": "2400",
        "source": "default",
        "variable": "LOCI_HOOK_TOKENS",
        "about": "how many tokens of memory a session-start hook provides"
      },
      {
        "key": "allowed_env",
        "value": "",
        "source": "default",
        "variable": "LOCI_ALLOWED_ENV",
        "about": "environment variables that 'loci apply' may put into files"
      },
      {
        "key": "prompt.trust_agents",
        "value": "false",
        "source": "default",
        "variable": "",
        "about": "whether preferences that agents noted count as confirmed"
      },
      {
        "key": "consolidate.auto",
        "value": "propose",
        "source": "default",
        "variable": "",
        "about": "what 'loci serve' and the end of a session do about tidying"
      },
      {
        "key": "consolidate.hours",
        "value": "24",
        "source": "default",
        "variable": "",
        "about": "hours between two runs of consolidation"
      },
      {
        "key": "consolidate.sessions",
        "value": "3",
        "source": "default",
        "variable": "",
        "about": "sessions that must end between two runs of consolidation"
      },
      {
        "key": "consolidate.loss_percent",
        "value": "20",
        "source": "default",
        "variable": "",
        "about": "how many of 100 sentences a consolidation may remove from notes and archive"
      },
      {
        "key": "consolidate.log_days",
        "value": "30",
        "source": "default",
        "variable": "",
        "about": "days after which consolidation archives a daily log"
      },
      {
        "key": "consolidate.answer_seconds",
        "value": "600",
        "source": "default",
        "variable": "",
        "about": "seconds that a program named by '--with' has to answer"
      },
      {
        "key": "consolidate.look_seconds",
        "value": "3600",
        "source": "default",
        "variable": "",
        "about": "how often 'loci serve' checks whether a run is due, in seconds"
      },
      {
        "key": "sync.live",
        "value": "false",
        "source": "default",
        "variable": "LOCI_SYNC_LIVE",
        "about": "whether 'loci serve' and 'loci mcp' sync with the remotes in the background"
      },
      {
        "key": "sync.write",
        "value": "later",
        "source": "default",
        "variable": "LOCI_SYNC_WRITE",
        "about": "whether a change waits until the remotes have it"
      },
      {
        "key": "sync.every_seconds",
        "value": "30",
        "source": "default",
        "variable": "",
        "about": "how often a live sync looks at a remote, in seconds"
      },
      {
        "key": "sync.wait_seconds",
        "value": "10",
        "source": "default",
        "variable": "",
        "about": "how long a change waits for the remotes at most, in seconds"
      },
      {
        "key": "notes.new",
        "value": "private",
        "source": "default",
        "variable": "LOCI_NEW_NOTES",
        "about": "where new notes of a workspace go"
      },
      {
        "key": "review.global",
        "value": "off",
        "source": "default",
        "variable": "",
        "about": "whose writes to global notes wait in the inbox"
      },
      {
        "key": "review.private",
        "value": "off",
        "source": "default",
        "variable": "",
        "about": "whose writes to private notes of a workspace wait in the inbox"
      },
      {
        "key": "review.shared",
        "value": "off",
        "source": "default",
        "variable": "",
        "about": "whose writes to notes in a repository wait in the inbox"
      },
      {
        "key": "review.agent",
        "value": "off",
        "source": "default",
        "variable": "",
        "about": "whose writes to notes of agents wait in the inbox"
      }
    ]
  }
  $ loci config get retention_days
  180
  $ loci config get retention_days --json
  {
    "key": "retention_days",
    "value": "180",
    "source": "default",
    "variable": "LOCI_RETENTION_DAYS",
    "about": "how long 'loci gc' keeps old texts"
  }
  $ mkdir -p $HOME/.loci && echo 'retention_days = 90' > $HOME/.loci/config.toml
  $ loci config get retention_days
  90
  $ LOCI_RETENTION_DAYS=30 loci config list -o jsonl | head -2
  {"key":"enabled","value":"true","source":"default","variable":"LOCI_ENABLED","about":"whether memory is on; when off, writes are refused"}
  {"key":"retention_days","value":"30","source":"LOCI_RETENTION_DAYS","variable":"LOCI_RETENTION_DAYS","about":"how long 'loci gc' keeps old texts"}
  $ loci config get colour
  loci: there is no setting 'colour'
  hint: run 'loci config list' to see all settings
  [3]
  $ loci config get retention_day
  loci: there is no setting 'retention_day'
  hint: did you mean 'retention_days'?
  [3]
  $ loci config set x
  loci: 'VALUE' is missing: its new value
  hint: for example: loci config set retention_days 90
  [2]
  $ loci config get
  loci: 'KEY' is missing: the setting's name
  hint: for example: loci config get retention_days
  [2]
  $ printf 'enabled = true\nretention_days = "many"\n' > $HOME/.loci/config.toml
  $ loci list
  loci: $TMP/home/.loci/config.toml:2: 'retention_days' must be a whole number
  [2]
  $ printf 'enabled = true\nretention_days = \n' > $HOME/.loci/config.toml
  $ loci list
  loci: $TMP/home/.loci/config.toml:2: Error while parsing key-value pair: expected value, saw '\n'
  [2]
  $ printf 'retention = 3\n' > $HOME/.loci/config.toml
  $ loci list --json
  {"error":{"code":"invalid_input","message":"$TMP/home/.loci/config.toml:1: there is no setting 'retention'","hint":"run 'loci config list' to see all settings"}}
  [2]
  $ rm $HOME/.loci/config.toml
  $ LOCI_RETENTION_DAYS=soon loci list
  loci: LOCI_RETENTION_DAYS: 'soon' is not a whole number above 0
  [2]
  $ LOCI_RETENTION_DAYS=0 loci list
  loci: LOCI_RETENTION_DAYS: '0' is not a whole number above 0
  [2]
