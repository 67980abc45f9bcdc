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
ALTER TABLE loci.scopes
  DROP CONSTRAINT scopes_scope_check,
  ALTER scope TYPE text COLLATE "C",
  ALTER id TYPE text COLLATE "C",
  ADD before text NOT NULL DEFAULT '',
  ADD watched timestamptz NOT NULL DEFAULT '-infinity';
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
  ALTER id TYPE text COLLATE "C";
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
UPDATE loci.form SET reads_from = 2, writes_from = 2;
