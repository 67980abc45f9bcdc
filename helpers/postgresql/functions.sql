-- What is done with the tables. Members have no rights on these but through the functions here;
-- row-level security binds the functions, too, to the one scope that they entered.

-- What who logged in may do with a scope: 'owner', 'writer', 'reader' or nothing.
CREATE OR REPLACE FUNCTION loci.may(p_scope text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  rights text;
BEGIN
  SELECT m.may INTO rights FROM loci.members m WHERE m.scope = p_scope AND m.member = session_user;
  IF rights = 'writer' THEN
    RETURN rights;
  END IF;
  IF pg_has_role(session_user, current_user, 'MEMBER') THEN
    RETURN 'owner';
  END IF;
  -- Groups that it is in.
  RETURN (SELECT max(m.may) FROM loci.members m JOIN pg_roles r ON r.rolname = m.member
          WHERE m.scope = p_scope AND pg_has_role(session_user, r.oid, 'MEMBER'));
END $$;

-- The scope that this transaction entered, where who logged in may read it; else nothing.
CREATE OR REPLACE FUNCTION loci.readable() RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF loci.may(current_setting('loci.scope', true)) IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN current_setting('loci.scope', true);
END $$;

-- Enters a scope for this transaction, for those who may. A scope that is not there and one that is
-- not for the caller are the same to them.
CREATE OR REPLACE FUNCTION loci.enter(p_scope text, p_client integer, p_write boolean) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  form loci.form;
  rights text := loci.may(p_scope);
BEGIN
  SELECT * INTO form FROM loci.form;
  IF p_client > form.version THEN
    RAISE EXCEPTION 'this store has form %, older than this helper''s %', form.version, p_client
      USING ERRCODE = 'LC002', HINT = '''loci remote init NAME --upgrade'', by its owner, brings it up to date';
  END IF;
  IF p_client < form.reads_from OR (p_write AND p_client < form.writes_from) THEN
    RAISE EXCEPTION 'this helper is too old for the store: it has form %, the store %', p_client, form.version
      USING ERRCODE = 'LC002', HINT = 'install a newer loci; nothing was written';
  END IF;
  PERFORM set_config('loci.scope', p_scope, true);
  IF rights IS NULL OR (rights = 'owner' AND NOT EXISTS (SELECT FROM loci.scopes WHERE scope = p_scope)) THEN
    PERFORM set_config('loci.scope', '', true);
    RAISE EXCEPTION 'there is no scope ''%'' that ''%'' may read', p_scope, session_user
      USING ERRCODE = 'LC003', HINT = format('its owner lets you in with: SELECT loci.allow(%L, %L, ''writer'')', p_scope, session_user);
  END IF;
  IF p_write AND rights = 'reader' THEN
    RAISE EXCEPTION '''%'' may read the scope ''%'' and not write it', session_user, p_scope
      USING ERRCODE = 'LC001', HINT = format('its owner can change that: SELECT loci.allow(%L, %L, ''writer'')', p_scope, session_user);
  END IF;
END $$;

-- What changed since a cursor. A cursor is the scope's id, epoch, version and chain. Rows: head
-- (answer, cursor), project (directory, origin, name), note (name, hash, hashes before) in the
-- order they were written, now (name, hash), purged (name, hash).
CREATE OR REPLACE FUNCTION loci.pull(p_scope text, p_client integer, p_cursor text, p_history boolean)
RETURNS TABLE (what text, a text, b text, c text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  s loci.scopes;
  parts text[] := string_to_array(p_cursor, ' ');
  since bigint := 0;
  -- Cursors of form 1 have a word where now a number is; form-2.sql kept this of it.
  of_word bigint := hashtextextended(parts[4], 0);
  answer text := 'everything';
BEGIN
  PERFORM loci.enter(p_scope, p_client, false);
  SELECT * INTO s FROM loci.scopes WHERE scope = p_scope;
  IF array_length(parts, 1) = 4 AND parts[2] ~ '^[0-9]{1,18}$' AND parts[3] ~ '^[0-9]{1,18}$' THEN
    since := parts[3]::bigint;
    IF parts[1] <> s.id THEN
      answer := 'foreign';
    ELSIF parts[2]::bigint <> s.epoch OR since > s.version THEN
      answer := 'rewound';
    ELSIF since = s.version THEN
      answer := CASE WHEN s.chain::text = parts[4] OR s.chain = of_word THEN 'changes' ELSE 'rewound' END;
    ELSIF since < s.oldest THEN
      answer := 'everything';
    ELSIF since = 0 OR EXISTS (SELECT FROM loci.log l WHERE l.scope = p_scope
                               AND l.version = since AND (l.chain::text = parts[4] OR l.chain = of_word)) THEN
      answer := 'changes';
    ELSE
      answer := 'rewound';
    END IF;
  END IF;
  RETURN QUERY SELECT 'head', answer, concat_ws(' ', s.id, s.epoch, s.version, s.chain), NULL::text;
  IF answer IN ('foreign', 'rewound') THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT 'project', p.directory, p.origin, p.name FROM loci.projects p
    WHERE p.scope = p_scope ORDER BY p.directory;
  IF answer = 'everything' THEN
    since := 0;
  END IF;
  IF answer = 'changes' OR p_history THEN
    RETURN QUERY SELECT 'note', u.note, u.hash, u.past FROM loci.log l
      CROSS JOIN LATERAL unnest(l.notes, l.hashes, l.pasts) WITH ORDINALITY u(note, hash, past, n)
      WHERE l.scope = p_scope AND l.version > since ORDER BY l.version, u.n;
  END IF;
  IF answer = 'everything' THEN
    RETURN QUERY SELECT 'now', n.note, n.hash, NULL::text FROM loci.notes n WHERE n.scope = p_scope;
  END IF;
  RETURN QUERY SELECT 'purged', p.note, p.hash, NULL::text FROM loci.purged p
    WHERE p.scope = p_scope AND p.version > since;
END $$;

CREATE OR REPLACE FUNCTION loci.texts_of(p_scope text, p_client integer, p_hashes text[])
RETURNS TABLE (hash text, body bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM loci.enter(p_scope, p_client, false);
  RETURN QUERY SELECT t.hash, t.body FROM loci.texts t
    WHERE t.scope = p_scope AND t.hash = ANY (p_hashes);
END $$;

CREATE OR REPLACE FUNCTION loci.confirmed_of(p_scope text, p_client integer)
RETURNS TABLE (note text, hash text, marks text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM loci.enter(p_scope, p_client, false);
  RETURN QUERY SELECT c.note, c.hash, array_to_string(c.marks, ' ') FROM loci.confirmed c
    WHERE c.scope = p_scope;
END $$;

-- Texts of an operation that is too long for one message; in the same transaction as loci.push, and
-- before it. A text that is not what its hash says is left out, and loci.push misses it. The scope is
-- locked first, as in loci.push: two operations with the same texts would wait for each other.
CREATE OR REPLACE FUNCTION loci.bring(p_scope text, p_client integer, p_hashes text[], p_bodies bytea[])
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM loci.enter(p_scope, p_client, true);
  PERFORM FROM loci.scopes sc WHERE sc.scope = p_scope FOR UPDATE;
  INSERT INTO loci.texts (scope, hash, body)
    SELECT p_scope, t.hash, t.body FROM unnest(p_hashes, p_bodies) t(hash, body)
    WHERE t.hash = encode(sha256(t.body), 'hex') AND octet_length(t.body) <= 1048576
    ON CONFLICT DO NOTHING;
END $$;

-- Parts of loci.push that are seldom needed; they run with its rights. A session plans each
-- statement once, maybe while the tables are still empty: it must be right for any size, so none of
-- them may scan a whole table. Such a setting takes 18,000 instructions each time, so loci.push has
-- but its path, loci.push_note not even that, and what nearly every push runs leaves PostgreSQL no
-- choice. ----

-- Whether an operation that did not hear of the last write comes too late, whatever its notes are: it
-- heard another store, epoch or past, or so long ago that the log does not go back to it, or one of
-- its texts was purged since. The scope has the version of the operation already.
CREATE OR REPLACE FUNCTION loci.is_late(p_scope text, p_heard text, p_notes text[], p_hashes text[]) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  s loci.scopes;
  heard text[] := string_to_array(p_heard, ' ');
  since bigint := 0;
BEGIN
  SELECT * INTO s FROM loci.scopes sc WHERE sc.scope = p_scope;
  IF array_length(heard, 1) = 4 THEN
    since := heard[3]::bigint;
    IF heard[1] <> s.id OR heard[2]::bigint <> s.epoch OR since >= s.version - 1 OR since < s.oldest THEN
      RETURN true;
    END IF;
    -- A standby that took over may have gone another way up to that version, and beyond it.
    PERFORM FROM loci.log l WHERE l.scope = p_scope AND l.version = since
      AND (l.chain::text = heard[4] OR l.chain = hashtextextended(heard[4], 0));
    IF since > 0 AND NOT FOUND THEN
      RETURN true;
    END IF;
  END IF;
  RETURN s.has_purges AND EXISTS (
    SELECT FROM unnest(p_notes, p_hashes) c(note, hash)
    JOIN loci.purged p ON p.scope = p_scope AND p.note = c.note AND p.hash = c.hash
    WHERE p.version > since);
END $$;

-- Whether one of the notes was deleted, and is to begin anew with a text that others went beyond since: who
-- sends that has not heard of it.
CREATE OR REPLACE FUNCTION loci.is_behind(
  p_scope text, p_id text, p_heard text, p_notes text[], p_bases text[], p_hashes text[]) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  heard text[] := string_to_array(p_heard, ' ');
  since bigint := CASE WHEN array_length(heard, 1) = 4 THEN heard[3]::bigint ELSE 0 END;
BEGIN
  RETURN EXISTS (SELECT FROM unnest(p_notes, p_bases, p_hashes) c(note, base, hash)
    JOIN loci.notes n ON n.scope = p_scope AND n.note = c.note
    CROSS JOIN LATERAL (SELECT u.past FROM loci.log l, unnest(l.notes, l.pasts) u(note, past)
      WHERE l.scope = p_scope AND l.version > since AND l.id <> p_id AND u.note = c.note) w
    WHERE c.base IS NULL AND n.hash IS NULL AND strpos(w.past, c.hash) > 0);
END $$;

-- The answer to an operation that is not to be done: somebody was quicker, or it was done before, and
-- then its notes may have changed since. Takes back what it wrote so far: its version, its line in the
-- log, and the texts that loci.bring brought.
CREATE OR REPLACE FUNCTION loci.decline(p_scope text, p_id text, p_replica text, p_hashes text[]) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  its_version bigint;
BEGIN
  UPDATE loci.scopes sc SET version = sc.version - 1, chain = sc.before WHERE sc.scope = p_scope
    RETURNING sc.version + 1 INTO its_version;
  DELETE FROM loci.log l WHERE l.scope = p_scope AND l.id = p_id AND l.version = its_version;
  DELETE FROM loci.texts t WHERE t.scope = p_scope AND t.hash = ANY (p_hashes)
    AND t.xmin = pg_current_xact_id()::xid;
  INSERT INTO loci.log (scope, id, replica) VALUES (p_scope, p_id, p_replica) ON CONFLICT DO NOTHING;
  RETURN (SELECT CASE WHEN l.version IS NULL THEN 'moved' ELSE 'accepted' END
          FROM loci.log l WHERE l.scope = p_scope AND l.id = p_id);
END $$;

CREATE OR REPLACE FUNCTION loci.check_id(p_id text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF octet_length(p_id) BETWEEN 16 AND 100 IS NOT TRUE THEN
    RAISE EXCEPTION 'the id of an operation has 16 to 100 bytes' USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- Whether all these notes, or none, are still what they were changed from.
CREATE OR REPLACE FUNCTION loci.have_bases(p_scope text, p_notes text[], p_bases text[]) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  present text;
BEGIN
  IF (SELECT count(DISTINCT n) FROM unnest(p_notes) n) <> cardinality(p_notes) THEN
    RAISE EXCEPTION 'an operation changes each note once, and each has a name' USING ERRCODE = 'check_violation';
  END IF;
  FOR i IN 1 .. cardinality(p_notes) LOOP
    SELECT n.hash INTO present FROM loci.notes n WHERE n.scope = p_scope AND n.note = p_notes[i];
    IF present IS DISTINCT FROM p_bases[i] THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN true;
END $$;

-- Changes a note that there is, or was before it was deleted, if it still has that base.
CREATE OR REPLACE FUNCTION loci.change_note(p_scope text, p_note text, p_base text, p_hash text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  UPDATE loci.notes n SET hash = p_hash
    WHERE n.scope = p_scope AND n.note = p_note AND n.hash IS NOT DISTINCT FROM p_base;
  RETURN FOUND;
END $$;

-- Refuses an operation or a note that cannot be kept. A note that was deleted needs no text, nor does
-- one whose text is there already.
CREATE OR REPLACE FUNCTION loci.check_note(p_scope text, p_id text, p_note text, p_hash text, p_body bytea) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  PERFORM loci.check_id(p_id);
  IF octet_length(p_note) BETWEEN 1 AND 1024 IS NOT TRUE THEN
    RAISE EXCEPTION 'the name of a note has 1 to 1024 bytes' USING ERRCODE = 'check_violation';
  END IF;
  IF p_body IS NOT NULL THEN
    RAISE EXCEPTION 'the text of ''%'' is not what its hash says, or longer than 1 MiB', p_note
      USING ERRCODE = 'check_violation';
  END IF;
  PERFORM FROM loci.texts t WHERE t.scope = p_scope AND t.hash = p_hash;
  IF p_hash IS NOT NULL AND NOT FOUND THEN
    RAISE EXCEPTION 'the text of ''%'' is missing', p_note USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- Wakes those who listen.
CREATE OR REPLACE FUNCTION loci.wake(p_scope text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  PERFORM pg_notify('loci_' || sc.id, '') FROM loci.scopes sc WHERE sc.scope = p_scope AND sc.watched > now();
END $$;

-- What was purged and is written again, by somebody who had heard of that, is as any other text.
CREATE OR REPLACE FUNCTION loci.forget_purges(p_scope text, p_notes text[], p_hashes text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM loci.purged p USING unnest(p_notes, p_hashes) c(note, hash)
    WHERE p.scope = p_scope AND p.note = c.note AND p.hash = c.hash;
END $$;

-- What an operation may bring beside its notes, and what a scope may want that was purged from or is
-- watched.
CREATE OR REPLACE FUNCTION loci.push_more(
  p_scope text, p_id text, p_version bigint, p_notes text[], p_hashes text[],
  p_purge_notes text[], p_purge_hashes text[], p_projects text[], p_confirmed text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  PERFORM loci.forget_purges(p_scope, p_notes, p_hashes);
  IF p_confirmed IS NOT NULL THEN
    DELETE FROM loci.confirmed c WHERE c.scope = p_scope AND c.note = ANY (p_notes);
    INSERT INTO loci.confirmed (scope, note, hash, marks)
      SELECT p_scope, c.note, c.hash, string_to_array(p_confirmed[i * 2], ' ')
      FROM generate_series(1, cardinality(p_confirmed) / 2) i
      JOIN unnest(p_notes, p_hashes) c(note, hash) ON c.note = p_confirmed[i * 2 - 1]
      WHERE c.hash IS NOT NULL;
  END IF;
  IF cardinality(p_projects) > 0 THEN
    INSERT INTO loci.projects (scope, directory, origin, name)
      SELECT p_scope, p_projects[i * 3 - 2], p_projects[i * 3 - 1], p_projects[i * 3]
      FROM generate_series(1, cardinality(p_projects) / 3) i
      ON CONFLICT (scope, directory) DO UPDATE SET origin = excluded.origin, name = excluded.name;
  END IF;
  IF cardinality(p_purge_notes) > 0 THEN
    UPDATE loci.scopes sc SET has_purges = true WHERE sc.scope = p_scope;
    UPDATE loci.notes n SET hash = NULL
      FROM unnest(p_purge_notes, p_purge_hashes) g(note, hash)
      WHERE n.scope = p_scope AND n.note = g.note AND n.hash = g.hash;
    DELETE FROM loci.texts t WHERE t.scope = p_scope AND t.hash = ANY (p_purge_hashes)
      AND NOT EXISTS (SELECT FROM loci.notes n WHERE n.scope = p_scope AND n.hash = t.hash);
    DELETE FROM loci.confirmed c USING unnest(p_purge_notes, p_purge_hashes) g(note, hash)
      WHERE c.scope = p_scope AND c.note = g.note AND c.hash = g.hash;
    INSERT INTO loci.purged (scope, note, hash, version)
      SELECT p_scope, g.note, g.hash, p_version FROM unnest(p_purge_notes, p_purge_hashes) g(note, hash)
      ON CONFLICT (scope, note, hash) DO UPDATE SET version = excluded.version;
    UPDATE loci.log l SET notes = l.notes || p_purge_notes,
        hashes = l.hashes || (SELECT array_agg(n.hash ORDER BY g.i)
          FROM unnest(p_purge_notes) WITH ORDINALITY g(note, i)
          LEFT JOIN loci.notes n ON n.scope = p_scope AND n.note = g.note),
        pasts = l.pasts || array_fill(''::text, ARRAY[cardinality(p_purge_notes)])
      WHERE l.scope = p_scope AND l.id = p_id;
  END IF;
  PERFORM loci.wake(p_scope);
END $$;

-- Changes of notes, each with the hash that it was made on, all or none. The answer is the cursor behind
-- it; "accepted", where the operation did not hear of the write before it, or was done before; or
-- "moved", where somebody was quicker. p_bodies has the text of each note, or NULL where the scope has it
-- already; p_projects triples (directory, origin, name), p_confirmed pairs of a note and its marks. These
-- two and the purges may be NULL: none.
--
-- What this costs is how much is made ready: a statement takes 70,000 to 95,000 instructions, many of them
-- before it does anything, and every expression some 4,000 in each transaction. So each statement writes, is
-- for one row, and finds by its outcome what a lookup would have told.
CREATE OR REPLACE FUNCTION loci.push(
  p_scope text, p_client integer, p_id text, p_replica text, p_heard text,
  p_notes text[], p_bases text[], p_hashes text[], p_pasts text[], p_bodies bytea[],
  p_purge_notes text[], p_purge_hashes text[], p_projects text[], p_confirmed text[]) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entered text := set_config('loci.scope', p_scope, true);
  is_let_in boolean := false;
  -- The scope as this operation leaves it, and its cursor before that.
  now_version bigint;
  now_chain bigint;
  now_has_purges boolean;
  now_watched timestamptz;
  before text;
  answer text;
BEGIN
  -- Takes the next version, and with it the lock. What was committed while it waited for that is seen
  -- by the statements behind it. Who is a writer by name, with a helper of this form, gets in at once; for
  -- others, and all that is wrong, there is loci.enter.
  LOOP
    UPDATE loci.scopes sc SET version = sc.version + 1, before = sc.chain, chain = hashtextextended(p_id, sc.chain)
      WHERE sc.scope = p_scope AND (session_user = ANY (sc.writers) AND p_client = 2 OR is_let_in)
      RETURNING sc.version, sc.chain, sc.has_purges, sc.watched,
        concat_ws(' ', sc.id, sc.epoch, sc.version - 1, sc.before), concat_ws(' ', sc.id, sc.epoch, sc.version, sc.chain)
      INTO now_version, now_chain, now_has_purges, now_watched, before, answer;
    EXIT WHEN FOUND;
    PERFORM loci.enter(p_scope, p_client, true);
    is_let_in := true;
  END LOOP;
  IF p_heard IS DISTINCT FROM before THEN
    answer := 'accepted';
    IF loci.is_late(p_scope, p_heard, p_notes, p_hashes) THEN
      RETURN loci.decline(p_scope, p_id, p_replica, p_hashes);
    END IF;
  END IF;
  -- One note can be compared and changed in one go. Of several the last may have moved.
  IF cardinality(p_notes) <> 1 THEN
    PERFORM loci.check_id(p_id);
    IF NOT loci.have_bases(p_scope, p_notes, p_bases)
        OR answer = 'accepted' AND loci.is_behind(p_scope, p_id, p_heard, p_notes, p_bases, p_hashes) THEN
      RETURN loci.decline(p_scope, p_id, p_replica, p_hashes);
    END IF;
  END IF;
  INSERT INTO loci.log (scope, id, version, chain, replica, notes, hashes, pasts)
    VALUES (p_scope, p_id, now_version, now_chain, p_replica, p_notes, p_hashes, p_pasts)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN loci.decline(p_scope, p_id, p_replica, p_hashes);
  END IF;
  FOR i IN 1 .. cardinality(p_notes) LOOP
    INSERT INTO loci.notes (scope, note, hash) SELECT p_scope, p_notes[i], p_hashes[i] WHERE p_bases[i] IS NULL
      ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      IF answer = 'accepted' AND cardinality(p_notes) = 1
          AND loci.is_behind(p_scope, p_id, p_heard, p_notes, p_bases, p_hashes) THEN
        RETURN loci.decline(p_scope, p_id, p_replica, p_hashes);
      END IF;
      IF NOT loci.change_note(p_scope, p_notes[i], p_bases[i], p_hashes[i]) THEN
        RETURN loci.decline(p_scope, p_id, p_replica, p_hashes);
      END IF;
    END IF;
    IF p_hashes[i] = encode(sha256(p_bodies[i]), 'hex') AND octet_length(p_bodies[i]) <= 1048576
        AND octet_length(p_notes[i]) BETWEEN 1 AND 1024 AND octet_length(p_id) BETWEEN 16 AND 100 THEN
      INSERT INTO loci.texts (scope, hash, body) VALUES (p_scope, p_hashes[i], p_bodies[i])
        ON CONFLICT DO NOTHING;
    ELSE
      PERFORM loci.check_note(p_scope, p_id, p_notes[i], p_hashes[i], p_bodies[i]);
    END IF;
  END LOOP;
  IF now_has_purges OR p_confirmed IS NOT NULL OR p_projects IS NOT NULL OR p_purge_notes IS NOT NULL
      OR now_watched > now() THEN
    PERFORM loci.push_more(p_scope, p_id, now_version, p_notes, p_hashes, p_purge_notes, p_purge_hashes,
                           p_projects, p_confirmed);
  END IF;
  RETURN answer;
END $$;

-- The same for one note with its text and nothing else, by somebody who is a writer by name: what nearly every push
-- is. All others are for loci.push. Where the operation was done before, there was a note of that name already, or
-- the scope has the text, it ends with unique_violation and leaves nothing; loci.push has the answer to that. ON
-- CONFLICT would look in two indexes twice, and write two more records of the log.
--
-- A new note by who has heard of the last write, where nothing was purged and nobody listens, takes two conditions
-- and two statements. A condition is some 5,000 instructions, so one asks all that can be asked of the parameters,
-- before anything is locked, and one all of the scope. What is not as usual stands in the middle. Nothing there may
-- scan a whole table either, or be planned each time, as it would be over parts; set until the end of the transaction,
-- that takes a fifth of what it does as settings of a function.
--
-- A path of its own would cost a twentieth of it, so it runs with the caller's, who may have put anything there:
-- each type, function and operator says that it is PostgreSQL's own, also those that BETWEEN, IN, NULLIF and IS
-- DISTINCT FROM stand for, and each function that it calls has a path.
CREATE OR REPLACE FUNCTION loci.push_note(
  p_scope text, p_client integer, p_id text, p_replica text, p_heard text,
  p_note text, p_base text, p_hash text, p_past text, p_body bytea) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  now_version pg_catalog.int8;
  now_chain pg_catalog.int8;
  has_heard pg_catalog.bool;
  has_purges pg_catalog.bool;
  is_watched pg_catalog.bool;
  answer pg_catalog.text;
BEGIN
  IF pg_catalog.set_config('loci.scope', p_scope, true) IS NULL OR (p_client OPERATOR(pg_catalog.=) 2
      AND p_hash OPERATOR(pg_catalog.=) pg_catalog.encode(pg_catalog.sha256(p_body), 'hex')
      AND pg_catalog.octet_length(p_body) OPERATOR(pg_catalog.<=) 1048576
      AND p_note OPERATOR(pg_catalog.<>) '' AND pg_catalog.octet_length(p_note) OPERATOR(pg_catalog.<=) 1024
      AND pg_catalog.octet_length(p_id) OPERATOR(pg_catalog.=) 32) IS NOT TRUE THEN
    RETURN loci.push(p_scope, p_client, p_id, p_replica, p_heard, ARRAY[p_note], ARRAY[p_base], ARRAY[p_hash],
                     ARRAY[p_past], ARRAY[p_body], NULL, NULL, NULL, NULL);
  END IF;
  UPDATE loci.scopes sc
    SET version = sc.version OPERATOR(pg_catalog.+) 1, before = sc.chain, chain = pg_catalog.hashtextextended(p_id, sc.chain)
    WHERE sc.scope OPERATOR(pg_catalog.=) p_scope AND session_user OPERATOR(pg_catalog.=) ANY (sc.writers)
    RETURNING sc.version, sc.chain, sc.has_purges, sc.watched OPERATOR(pg_catalog.>) CURRENT_TIMESTAMP,
      p_heard OPERATOR(pg_catalog.=) pg_catalog.concat_ws(' ', sc.id, sc.epoch, sc.version OPERATOR(pg_catalog.-) 1, sc.before),
      pg_catalog.concat_ws(' ', sc.id, sc.epoch, sc.version, sc.chain)
    INTO now_version, now_chain, has_purges, is_watched, has_heard, answer;
  IF (has_heard AND p_base IS NULL AND NOT has_purges AND NOT is_watched) IS NOT TRUE THEN
    IF NOT FOUND THEN
      RETURN loci.push(p_scope, p_client, p_id, p_replica, p_heard, ARRAY[p_note], ARRAY[p_base], ARRAY[p_hash],
                       ARRAY[p_past], ARRAY[p_body], NULL, NULL, NULL, NULL);
    END IF;
    PERFORM pg_catalog.set_config('enable_seqscan', 'off', true),
      pg_catalog.set_config('plan_cache_mode', 'force_generic_plan', true);
    IF has_heard IS NOT TRUE THEN
      -- What it heard last is mostly in the log. loci.is_late knows all the rest.
      answer := 'accepted';
      PERFORM FROM loci.scopes sc JOIN loci.log l ON l.scope OPERATOR(pg_catalog.=) sc.scope
        WHERE sc.scope OPERATOR(pg_catalog.=) p_scope AND NOT sc.has_purges
        AND l.version OPERATOR(pg_catalog.=) CASE WHEN pg_catalog.split_part(p_heard, ' ', 3) OPERATOR(pg_catalog.<>) ''
          THEN pg_catalog.split_part(p_heard, ' ', 3)::pg_catalog.int8 END
        AND l.version OPERATOR(pg_catalog.>=) sc.oldest
        AND pg_catalog.concat_ws(' ', sc.id, sc.epoch, l.version, l.chain) OPERATOR(pg_catalog.=) p_heard;
      IF NOT FOUND AND loci.is_late(p_scope, p_heard, ARRAY[p_note], ARRAY[p_hash]) THEN
        RETURN loci.decline(p_scope, p_id, p_replica, ARRAY[p_hash]);
      END IF;
    END IF;
    IF p_base IS NOT NULL THEN
      WITH changed AS (
        UPDATE loci.notes n SET hash = p_hash
          WHERE n.scope OPERATOR(pg_catalog.=) p_scope AND n.note OPERATOR(pg_catalog.=) p_note
          AND n.hash OPERATOR(pg_catalog.=) p_base RETURNING 1
      ), its_text AS (INSERT INTO loci.texts (scope, hash, body) VALUES (p_scope, p_hash, p_body))
      INSERT INTO loci.log (scope, id, version, chain, replica, notes, hashes, pasts)
        SELECT p_scope, p_id, now_version, now_chain, p_replica, ARRAY[p_note], ARRAY[p_hash], ARRAY[p_past] FROM changed;
      IF FOUND AND NOT has_purges AND NOT is_watched THEN
        RETURN answer;
      ELSIF NOT FOUND THEN
        RETURN loci.decline(p_scope, p_id, p_replica, ARRAY[p_hash]);
      END IF;
    END IF;
    IF has_purges THEN
      DELETE FROM loci.purged p WHERE p.scope OPERATOR(pg_catalog.=) p_scope
        AND p.note OPERATOR(pg_catalog.=) p_note AND p.hash OPERATOR(pg_catalog.=) p_hash;
    END IF;
    IF is_watched THEN
      PERFORM loci.wake(p_scope);
    END IF;
    IF p_base IS NOT NULL THEN
      RETURN answer;
    END IF;
  END IF;
  WITH its_note AS (INSERT INTO loci.notes (scope, note, hash) VALUES (p_scope, p_note, p_hash)),
    its_text AS (INSERT INTO loci.texts (scope, hash, body) VALUES (p_scope, p_hash, p_body))
  INSERT INTO loci.log (scope, id, version, chain, replica, notes, hashes, pasts)
    VALUES (p_scope, p_id, now_version, now_chain, p_replica, ARRAY[p_note], ARRAY[p_hash], ARRAY[p_past]);
  RETURN answer;
END $$;

-- Whether there is something new since a cursor, and the channel of the wake-up. Says for the next
-- minute that somebody listens. That changes the row that every push changes, and whoever keeps the
-- transaction open keeps it locked: who may only read has no channel, and asks again.
CREATE OR REPLACE FUNCTION loci.watch(p_scope text, p_client integer, p_cursor text, p_listens boolean)
RETURNS TABLE (news boolean, channel text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  s loci.scopes;
  is_writer boolean := loci.may(p_scope) IS DISTINCT FROM 'reader';
BEGIN
  PERFORM loci.enter(p_scope, p_client, false);
  SELECT * INTO s FROM loci.scopes sc WHERE sc.scope = p_scope;
  IF p_listens AND is_writer AND s.watched < now() + interval '30 seconds' THEN
    -- Once more the condition: of many who wait for the lock the first one does it.
    UPDATE loci.scopes sc SET watched = now() + interval '1 minute'
      WHERE sc.scope = p_scope AND sc.watched < now() + interval '30 seconds';
    SELECT * INTO s FROM loci.scopes sc WHERE sc.scope = p_scope;
  END IF;
  RETURN QUERY SELECT concat_ws(' ', s.id, s.epoch, s.version, s.chain) <> p_cursor,
    CASE WHEN is_writer THEN 'loci_' || s.id ELSE '' END;
END $$;

-- The owner's own. ---------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION loci.add_scope(p_scope text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF octet_length(p_scope) NOT BETWEEN 1 AND 200 THEN
    RAISE EXCEPTION 'the name of a scope has 1 to 200 bytes' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM set_config('loci.scope', p_scope, true);
  INSERT INTO loci.scopes (scope, id) VALUES (p_scope, replace(gen_random_uuid()::text, '-', ''));
END $$;

-- Lets a role call what members call.
CREATE OR REPLACE FUNCTION loci.admit(p_member text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  callable text;
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA loci TO %I', p_member);
  FOREACH callable IN ARRAY ARRAY['pull', 'texts_of', 'confirmed_of', 'watch', 'bring', 'push',
                                  'push_note', 'readable'] LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION loci.%I TO %I', callable, p_member);
  END LOOP;
END $$;

-- Lets a role, or a group of roles, read or write a scope.
CREATE OR REPLACE FUNCTION loci.allow(p_scope text, p_member text, p_may text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO loci.members (scope, member, may) VALUES (p_scope, p_member, p_may)
    ON CONFLICT (scope, member) DO UPDATE SET may = excluded.may;
  PERFORM loci.admit(p_member);
END $$;

-- Keeps with each scope who writes it by name, for loci.push; some of them, where there are very many.
CREATE OR REPLACE FUNCTION loci.keep_writers() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entered text := current_setting('loci.scope', true);
  changed text;
BEGIN
  FOREACH changed IN ARRAY CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.scope] WHEN 'DELETE' THEN ARRAY[OLD.scope]
                           ELSE ARRAY[OLD.scope, NEW.scope] END LOOP
    PERFORM set_config('loci.scope', changed, true);
    PERFORM FROM loci.scopes WHERE scope = changed FOR UPDATE;  -- and then see what others did meanwhile
    UPDATE loci.scopes sc SET writers = ARRAY(
        SELECT m.member FROM loci.members m WHERE m.scope = changed AND m.may = 'writer' ORDER BY 1 LIMIT 30)
      WHERE sc.scope = changed;
  END LOOP;
  PERFORM set_config('loci.scope', entered, true);
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS writers ON loci.members;
CREATE TRIGGER writers AFTER INSERT OR UPDATE OR DELETE ON loci.members
  FOR EACH ROW EXECUTE FUNCTION loci.keep_writers();

CREATE OR REPLACE FUNCTION loci.disallow(p_scope text, p_member text) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
  DELETE FROM loci.members WHERE scope = p_scope AND member = p_member;
$$;

-- After a backup was restored: every machine stops, and asks before it goes on.
CREATE OR REPLACE FUNCTION loci.new_epoch(p_scope text) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  now_epoch bigint;
BEGIN
  PERFORM set_config('loci.scope', p_scope, true);
  UPDATE loci.scopes SET epoch = epoch + 1 WHERE scope = p_scope RETURNING epoch INTO now_epoch;
  RETURN now_epoch;
END $$;

-- Forgets the texts and operations of the past, but not how the notes were then, nor what was purged,
-- nor the hashes of what a note was before: these move into the operation that changed it last, so
-- that a machine that was away for longer, and compares all anew, finds its text among what others
-- went beyond. Else it would bring back what was deleted meanwhile.
CREATE OR REPLACE FUNCTION loci.trim(p_scope text, p_before timestamptz) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  already bigint;
  last bigint;
BEGIN
  PERFORM set_config('loci.scope', p_scope, true);
  SELECT sc.oldest INTO already FROM loci.scopes sc WHERE sc.scope = p_scope FOR UPDATE;
  SELECT max(l.version) INTO last FROM loci.log l WHERE l.scope = p_scope AND l.at < p_before;
  IF last IS NULL OR last <= already THEN
    RETURN already;
  END IF;
  WITH said AS (
    SELECT l.id, l.version, u.n, u.note, u.hash, u.past
    FROM loci.log l CROSS JOIN LATERAL unnest(l.notes, l.hashes, l.pasts) WITH ORDINALITY u(note, hash, past, n)
    WHERE l.scope = p_scope AND l.version <= last
  ), newest AS (
    SELECT DISTINCT ON (d.note) d.note, d.id, d.n, d.hash FROM said d ORDER BY d.note, d.version DESC, d.n DESC
  ), once AS (
    SELECT DISTINCT ON (d.note, h.hash) d.note, h.hash, d.version, d.n, h.place
    FROM said d JOIN newest w ON w.note = d.note
    CROSS JOIN LATERAL unnest(d.hash || string_to_array(d.past, ' ')) WITH ORDINALITY h(hash, place)
    WHERE h.hash <> '' AND h.hash IS DISTINCT FROM w.hash
    ORDER BY d.note, h.hash, d.version DESC, d.n DESC, h.place
  ), pasts AS (  -- newest first
    SELECT o.note, string_agg(o.hash, ' ' ORDER BY o.version DESC, o.n DESC, o.place) past FROM once o GROUP BY o.note
  ), kept AS (
    SELECT w.id, array_agg(w.note ORDER BY w.n) notes, array_agg(w.hash ORDER BY w.n) hashes,
      array_agg(coalesce(p.past, '') ORDER BY w.n) pasts
    FROM newest w LEFT JOIN pasts p ON p.note = w.note GROUP BY w.id
  ), moved AS (
    UPDATE loci.log l SET notes = k.notes, hashes = k.hashes, pasts = k.pasts
    FROM kept k WHERE l.scope = p_scope AND l.id = k.id
  )
  -- The operation at that version stays, for cursors.
  DELETE FROM loci.log l WHERE l.scope = p_scope AND l.version < last
    AND NOT EXISTS (SELECT FROM kept k WHERE k.id = l.id);
  DELETE FROM loci.log l WHERE l.scope = p_scope AND l.version IS NULL AND l.at < p_before;
  DELETE FROM loci.texts t WHERE t.scope = p_scope
    AND NOT EXISTS (SELECT FROM loci.notes n WHERE n.scope = p_scope AND n.hash = t.hash)
    AND NOT EXISTS (SELECT FROM (SELECT unnest(l.hashes) hash FROM loci.log l WHERE l.scope = p_scope) h
                    WHERE h.hash = t.hash);
  UPDATE loci.scopes sc SET oldest = last WHERE sc.scope = p_scope;
  RETURN last;
END $$;

-- Who sees what. ------------------------------------------------------------------------------

REVOKE ALL ON SCHEMA loci FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA loci FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA loci FROM PUBLIC;

DO $$
DECLARE
  t text;
  policy text;
BEGIN
  FOREACH t IN ARRAY ARRAY['scopes', 'texts', 'notes', 'log', 'purged', 'projects', 'confirmed']
  LOOP
    EXECUTE format('ALTER TABLE loci.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    FOREACH policy IN ARRAY ARRAY['by_hand', 'entered'] LOOP
      EXECUTE format('DROP POLICY IF EXISTS %I ON loci.%I', policy, t);
    END LOOP;
    -- The functions run as the owner, and have looked who may enter which scope.
    EXECUTE format('CREATE POLICY entered ON loci.%I TO CURRENT_USER '
                   'USING (scope = current_setting(''loci.scope'', true))', t);
    -- Somebody who was given the tables themselves reads one scope, and writes nothing: nobody would
    -- check what. PostgreSQL looks at the policy first whose name comes last, and the owner needs no
    -- other; but it makes both of them ready, so loci.scopes, which each push reads, has one.
    IF t <> 'scopes' THEN
      EXECUTE format('CREATE POLICY by_hand ON loci.%I FOR SELECT USING (scope = loci.readable())', t);
    END IF;
  END LOOP;
  ALTER TABLE loci.members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
  DROP POLICY IF EXISTS owned ON loci.members;
  CREATE POLICY owned ON loci.members TO CURRENT_USER USING (true);
END $$;

-- Functions that are new to those who are members already.
DO $$
BEGIN
  PERFORM loci.admit(m.member) FROM (SELECT DISTINCT member::text FROM loci.members) m
    WHERE EXISTS (SELECT FROM pg_roles r WHERE r.rolname = m.member);
END $$;
