Forgetting old texts.

# rule: U14, U15, U16

  $ loci gc
  removed 0 journal records and 0 old texts
  $ for i in $(seq 60); do LOCI_NOW=2026-01-01T10:00:00Z loci write busy --type user --description d --content "text-$i" > /dev/null; done
  $ LOCI_NOW=2026-01-01T10:00:00Z loci write calm --type user --description d --content calm-text
  created calm.md in global
  $ loci log busy -o jsonl | wc -l
  60
  $ loci gc --dry-run
  would remove 14 journal records and 6 old texts
  $ loci log busy -o jsonl | wc -l
  60

Twenty revisions of a note stay, and a tenth of the texts goes in one run.

  $ loci write new --type user --description d --content new
  created new.md in global
  $ loci gc --dry-run --json
  {
    "records": 14,
    "texts": 6,
    "swept": 0,
    "finished": 0,
    "refused": null,
    "dry_run": true
  }
  $ loci gc
  removed 14 journal records and 6 old texts
  $ loci log busy -o jsonl | wc -l
  53
  $ for i in $(seq 12); do loci gc > /dev/null; done
  $ loci gc
  removed 0 journal records and 0 old texts
  $ loci log busy -o jsonl | wc -l
  20
  $ loci log calm -o jsonl | wc -l
  1
  $ loci diff busy 117 | tail -2
  -text-59
  +text-60

A clock that is wrong makes nothing old.

  $ LOCI_NOW=2025-01-01T10:00:00Z loci gc
  loci: nothing was pruned: the newest record is dated in the future: check the clock
  removed 0 journal records and 0 old texts
  $ LOCI_NOW=2028-11-15T10:00:00Z loci write new --content newer
  updated new.md in global
  $ LOCI_NOW=2028-11-15T11:00:00Z loci gc
  loci: nothing was pruned: the newest record is more than a year later than the one before: check the clock
  removed 0 journal records and 0 old texts

The retention is a setting; no other command forgets anything.

  $ export LOCI_HOME=$TMP/home2
  $ for i in $(seq 40); do LOCI_NOW=2026-09-01T10:00:00Z loci write busy --type user --description d --content "text-$i" > /dev/null; done
  $ LOCI_RETENTION_DAYS=5 LOCI_NOW=2026-09-30T10:00:00Z loci gc --dry-run
  would remove 0 journal records and 0 old texts
  $ LOCI_RETENTION_DAYS=5 LOCI_NOW=2026-10-30T10:00:00Z loci gc --dry-run
  would remove 10 journal records and 4 old texts
  $ loci write new --type user --description d --content new
  created new.md in global
  $ loci gc --dry-run
  would remove 0 journal records and 0 old texts
  $ echo 'retention_days = 60' > $LOCI_HOME/config.toml
  $ loci gc --dry-run
  would remove 10 journal records and 4 old texts
  $ loci list > /dev/null && loci health > /dev/null && loci undo > /dev/null
  $ loci log busy -o jsonl | wc -l
  40
