-- Makes tables of form 2 of those of form 1. functions.sql, which comes next, makes the policies anew.

DO $$
DECLARE
  p record;
BEGIN
  FOR p IN SELECT tablename, policyname FROM pg_policies WHERE schemaname = 'loci' LOOP
    EXECUTE format('DROP POLICY %I ON loci.%I', p.policyname, p.tablename);
  END LOOP;
END $$;

DROP INDEX loci.notes_by_text;
DROP INDEX loci.log_by_version;
CREATE INDEX log_by_version ON loci.log (scope, version);
ALTER TABLE loci.scopes
  DROP CONSTRAINT scopes_scope_check,
  ALTER scope TYPE text COLLATE "C",
  ALTER id TYPE text COLLATE "C",
  ALTER chain DROP DEFAULT,
  ALTER chain TYPE bigint USING hashtextextended(chain, 0),  -- loci.pull does the same to cursors
  ALTER chain SET DEFAULT 0,
  ADD before bigint NOT NULL DEFAULT 0,
  ADD watched timestamptz NOT NULL DEFAULT '-infinity',
  ADD writers text[] COLLATE "C" NOT NULL DEFAULT '{}',
  SET (fillfactor = 10);
ALTER TABLE loci.members
  ALTER scope TYPE text COLLATE "C";
ALTER TABLE loci.notes
  DROP CONSTRAINT notes_scope_hash_fkey,
  DROP CONSTRAINT notes_note_check,
  ALTER scope TYPE text COLLATE "C",
  ALTER note TYPE text COLLATE "C",
  ALTER hash TYPE text COLLATE "C";
ALTER TABLE loci.texts
  DROP CONSTRAINT texts_body_check,
  DROP CONSTRAINT texts_check,
  ALTER scope TYPE text COLLATE "C",
  ALTER hash TYPE text COLLATE "C";
ALTER TABLE loci.log
  DROP CONSTRAINT log_id_check,
  ALTER scope TYPE text COLLATE "C",
  ALTER id TYPE text COLLATE "C",
  ALTER chain TYPE bigint USING hashtextextended(chain, 0);
ALTER TABLE loci.purged
  ALTER scope TYPE text COLLATE "C",
  ALTER note TYPE text COLLATE "C",
  ALTER hash TYPE text COLLATE "C";
ALTER TABLE loci.projects
  ALTER scope TYPE text COLLATE "C",
  ALTER directory TYPE text COLLATE "C";
ALTER TABLE loci.confirmed
  ALTER scope TYPE text COLLATE "C",
  ALTER note TYPE text COLLATE "C",
  ALTER hash TYPE text COLLATE "C";
DROP TABLE loci.watching;
DROP FUNCTION loci.push;  -- it has other parameters now
DROP FUNCTION loci.writable;  -- only functions write
-- For all scopes at once, which functions.sql forbids again.
ALTER TABLE loci.scopes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE loci.members NO FORCE ROW LEVEL SECURITY;
UPDATE loci.scopes sc SET writers = ARRAY(
  SELECT m.member FROM loci.members m WHERE m.scope = sc.scope AND m.may = 'writer' ORDER BY 1 LIMIT 30);
UPDATE loci.form SET reads_from = 2, writes_from = 2;
