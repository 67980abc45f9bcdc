-- The notes that machines share through PostgreSQL: tables of form 1. 'loci remote init' makes
-- them; functions.sql has all that is done with them.

CREATE SCHEMA loci;

-- Which form this is, and which clients may work with it.
CREATE TABLE loci.form (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version integer NOT NULL,
  reads_from integer NOT NULL,
  writes_from integer NOT NULL
);
INSERT INTO loci.form (version, reads_from, writes_from) VALUES (1, 1, 1);

-- A scope is what people share: who may see one of its notes may see all of them. Its row is
-- locked by whoever writes, until that is committed: versions have no gaps and become visible in
-- order. "chain" is a hash of all writes up to the version.
CREATE TABLE loci.scopes (
  scope text PRIMARY KEY CHECK (octet_length(scope) BETWEEN 1 AND 200),
  id text NOT NULL,
  epoch bigint NOT NULL DEFAULT 1,
  version bigint NOT NULL DEFAULT 0,
  chain text NOT NULL DEFAULT '',
  oldest bigint NOT NULL DEFAULT 0,  -- the log begins behind it
  has_purges boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);

CREATE TABLE loci.members (
  scope text NOT NULL REFERENCES loci.scopes ON DELETE CASCADE,
  member name NOT NULL,  -- a role, or a group of roles
  may text NOT NULL CHECK (may IN ('reader', 'writer')),
  PRIMARY KEY (scope, member)
);

CREATE TABLE loci.texts (
  scope text NOT NULL,
  hash text NOT NULL,
  body bytea NOT NULL CHECK (octet_length(body) <= 1048576),
  PRIMARY KEY (scope, hash),
  CHECK (hash = encode(sha256(body), 'hex'))
);

-- Each note as it is now. No hash: it was deleted, and nothing of it is left but its name.
CREATE TABLE loci.notes (
  scope text NOT NULL,
  note text NOT NULL CHECK (octet_length(note) BETWEEN 1 AND 1024),
  hash text,
  PRIMARY KEY (scope, note),
  FOREIGN KEY (scope, hash) REFERENCES loci.texts DEFERRABLE INITIALLY DEFERRED
) WITH (fillfactor = 80);
CREATE INDEX notes_by_text ON loci.notes (scope, hash);

-- What was written, a row for each operation. One without a version came too late and changed
-- nothing; it is known, so that it cannot come again.
CREATE TABLE loci.log (
  scope text NOT NULL,
  id text NOT NULL CHECK (octet_length(id) BETWEEN 16 AND 100),
  version bigint,
  chain text,
  replica text,
  at timestamptz NOT NULL DEFAULT now(),
  notes text[],
  hashes text[],  -- of the notes now
  pasts text[],   -- of each, the hashes that it had before
  PRIMARY KEY (scope, id)
);
CREATE UNIQUE INDEX log_by_version ON loci.log (scope, version);

-- Erased for good, and since which version.
CREATE TABLE loci.purged (
  scope text NOT NULL,
  note text NOT NULL,
  hash text NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (scope, note, hash)
);
CREATE INDEX purged_by_version ON loci.purged (scope, version);

CREATE TABLE loci.projects (
  scope text NOT NULL,
  directory text NOT NULL,
  origin text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (scope, directory)
);

-- Lines that somebody confirmed, by hashes.
CREATE TABLE loci.confirmed (
  scope text NOT NULL,
  note text NOT NULL,
  hash text NOT NULL,
  marks text[] NOT NULL,
  PRIMARY KEY (scope, note)
);

-- Until when somebody listens for a wake-up. Where nobody does, none is sent.
CREATE TABLE loci.watching (
  scope text PRIMARY KEY,
  until timestamptz NOT NULL
);
