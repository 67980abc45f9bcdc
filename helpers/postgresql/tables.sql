-- The notes that machines share through PostgreSQL: tables of form 2. 'loci remote init' makes
-- them; functions.sql has all that is done with them, form-2.sql makes them of form 1.
--
-- The tables have hardly any constraints: PostgreSQL reads a CHECK anew for each statement (10 us) and
-- looks a foreign key up at each commit. The functions check instead, and nobody else writes here.
-- Keys are compared as bytes, whatever the locale.

CREATE SCHEMA loci;

-- Which form this is, and which clients may work with it.
CREATE TABLE loci.form (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version integer NOT NULL,
  reads_from integer NOT NULL,
  writes_from integer NOT NULL
);
INSERT INTO loci.form (version, reads_from, writes_from) VALUES (2, 2, 2);

-- A scope is what people share: who may see one of its notes may see all of them. Its row is
-- locked by whoever writes, until that is committed: versions have no gaps and become visible in
-- order. "chain" is a hash of all writes up to the version, "before" of all but the last one: it is to
-- tell a store from one that was restored and went another way, not to withstand who makes up the same.
-- A few rows to a page: writers of several scopes are less in each other's way, a new version of a row
-- stays on its page, and with more than a few scopes the planner takes the index.
CREATE TABLE loci.scopes (
  scope text COLLATE "C" PRIMARY KEY,
  id text COLLATE "C" NOT NULL,
  epoch bigint NOT NULL DEFAULT 1,
  version bigint NOT NULL DEFAULT 0,
  chain bigint NOT NULL DEFAULT 0,
  oldest bigint NOT NULL DEFAULT 0,  -- the log begins behind it
  has_purges boolean NOT NULL DEFAULT false,
  before bigint NOT NULL DEFAULT 0,
  -- Until when somebody listens for a wake-up. Where nobody does, none is sent.
  watched timestamptz NOT NULL DEFAULT '-infinity',
  -- Of loci.members those who write, for loci.push. A trigger keeps it.
  writers text[] COLLATE "C" NOT NULL DEFAULT '{}'
) WITH (fillfactor = 10);

CREATE TABLE loci.members (
  scope text COLLATE "C" NOT NULL REFERENCES loci.scopes ON DELETE CASCADE,
  member name NOT NULL,  -- a role, or a group of roles
  may text NOT NULL CHECK (may IN ('reader', 'writer')),
  PRIMARY KEY (scope, member)
);

-- The hash is the SHA-256 of the body, which has at most 1 MiB.
CREATE TABLE loci.texts (
  scope text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (scope, hash)
);

-- Each note as it is now; its text is in loci.texts. No hash: it was deleted, and nothing of it is
-- left but its name, which has 1 to 1024 bytes.
CREATE TABLE loci.notes (
  scope text COLLATE "C" NOT NULL,
  note text COLLATE "C" NOT NULL,
  hash text COLLATE "C",
  PRIMARY KEY (scope, note)
) WITH (fillfactor = 80);

-- What was written, a row for each operation. One without a version came too late and changed
-- nothing; it is known, so that it cannot come again.
CREATE TABLE loci.log (
  scope text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  version bigint,
  chain bigint,
  replica text,
  at timestamptz NOT NULL DEFAULT now(),
  notes text[],
  hashes text[],  -- of the notes now
  pasts text[],   -- of each, the hashes that it had before
  PRIMARY KEY (scope, id)
);
-- Not unique: the lock of the scope sees to that, and an operation that is known already would have to be
-- looked for in both indexes.
CREATE INDEX log_by_version ON loci.log (scope, version);

-- Erased for good, and since which version.
CREATE TABLE loci.purged (
  scope text COLLATE "C" NOT NULL,
  note text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (scope, note, hash)
);
CREATE INDEX purged_by_version ON loci.purged (scope, version);

CREATE TABLE loci.projects (
  scope text COLLATE "C" NOT NULL,
  directory text COLLATE "C" NOT NULL,
  origin text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (scope, directory)
);

-- Lines that somebody confirmed, by hashes.
CREATE TABLE loci.confirmed (
  scope text COLLATE "C" NOT NULL,
  note text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  marks text[] NOT NULL,
  PRIMARY KEY (scope, note)
);
