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

-- The scope that this transaction entered, where who logged in may read or write it; else nothing.
CREATE OR REPLACE FUNCTION loci.readable() RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF loci.may(current_setting('loci.scope', true)) IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN current_setting('loci.scope', true);
END $$;

CREATE OR REPLACE FUNCTION loci.writable() RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF loci.may(current_setting('loci.scope', true)) IN ('owner', 'writer') THEN
    RETURN current_setting('loci.scope', true);
  END IF;
  RETURN NULL;
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
      USING ERRCODE = 'LC002', HINT = '''loci remote init --upgrade'', by its owner, brings it up to date';
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
      answer := CASE WHEN parts[4] = s.chain THEN 'changes' ELSE 'rewound' END;
    ELSIF since < s.oldest THEN
      answer := 'everything';
    ELSIF since = 0 OR EXISTS (SELECT FROM loci.log l WHERE l.scope = p_scope
                               AND l.version = since AND l.chain = parts[4]) THEN
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

-- Texts of an operation; in the same transaction as loci.push, and behind it.
CREATE OR REPLACE FUNCTION loci.bring(p_scope text, p_client integer, p_hashes text[], p_bodies bytea[])
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM loci.enter(p_scope, p_client, true);
  INSERT INTO loci.texts (scope, hash, body)
    SELECT p_scope, t.hash, t.body FROM unnest(p_hashes, p_bodies) t(hash, body)
    ON CONFLICT DO NOTHING;
END $$;

-- Changes of notes, each with the hash that it was made on, all or none: "accepted", or "moved"
-- where somebody was quicker. The same operation again gets the same answer. p_projects has triples
-- (directory, origin, name), p_confirmed pairs of a note and its marks, or is NULL.
-- Few statements, since each costs: a push of one note, without purges and the like, has three. Scans
-- of whole tables are never right here, though a plan made while they were small would have them.
CREATE OR REPLACE FUNCTION loci.push(
  p_scope text, p_client integer, p_id text, p_replica text, p_heard text,
  p_notes text[], p_bases text[], p_hashes text[], p_pasts text[],
  p_purge_notes text[], p_purge_hashes text[], p_projects text[], p_confirmed text[],
  p_text_hashes text[], p_bodies bytea[], OUT answer text, OUT cursor text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  entered text := set_config('loci.scope', p_scope, true);
  s loci.scopes;
  known record;
  heard text[] := string_to_array(p_heard, ' ');
  since bigint := 0;
  moved boolean := false;
  present text;
  v bigint;
  chained text;
  watched boolean;
BEGIN
  -- Who is a writer by name gets in and the lock by one statement; for others, and all that is wrong,
  -- there is loci.enter.
  SELECT sc.* INTO s FROM loci.scopes sc, loci.members m, loci.form f
    WHERE sc.scope = p_scope AND m.scope = p_scope AND m.member = session_user AND m.may = 'writer'
    AND f.one AND p_client BETWEEN greatest(f.reads_from, f.writes_from) AND f.version
    FOR UPDATE OF sc;
  IF NOT FOUND THEN
    PERFORM loci.enter(p_scope, p_client, true);
    SELECT * INTO s FROM loci.scopes sc WHERE sc.scope = p_scope FOR UPDATE;
  END IF;
  -- Another statement than the one that waited for the lock: that does not see what it waited for.
  SELECT l.id, l.version, n.hash INTO known FROM (VALUES (1)) one
    LEFT JOIN loci.log l ON l.scope = p_scope AND l.id = p_id
    LEFT JOIN loci.notes n ON n.scope = p_scope AND n.note = p_notes[1];
  IF known.id IS NOT NULL THEN
    answer := CASE WHEN known.version IS NULL THEN 'moved' ELSE 'accepted' END;
    cursor := '';
    RETURN;
  END IF;
  IF array_length(heard, 1) = 4 THEN
    since := heard[3]::bigint;
    moved := heard[1] <> s.id OR heard[2]::bigint <> s.epoch OR since > s.version
      OR (since = s.version AND heard[4] <> s.chain);
  END IF;
  moved := moved OR known.hash IS DISTINCT FROM p_bases[1];
  -- One by one: a plan for all of them would be made once, for a scope that is still empty.
  FOR i IN 2 .. cardinality(p_notes) LOOP
    EXIT WHEN moved;
    present := NULL;
    SELECT n.hash INTO present FROM loci.notes n WHERE n.scope = p_scope AND n.note = p_notes[i];
    moved := present IS DISTINCT FROM p_bases[i];
  END LOOP;
  IF NOT moved AND s.has_purges AND since < s.version THEN
    moved := EXISTS (
      SELECT FROM unnest(p_notes, p_hashes) c(note, hash)
      JOIN loci.purged p ON p.scope = p_scope AND p.note = c.note AND p.hash = c.hash
      WHERE p.version > since);
  END IF;
  IF moved THEN
    INSERT INTO loci.log (scope, id, replica) VALUES (p_scope, p_id, p_replica);
    answer := 'moved';
    cursor := '';
    RETURN;
  END IF;

  IF s.has_purges THEN  -- written again
    DELETE FROM loci.purged p USING unnest(p_notes, p_hashes) c(note, hash)
      WHERE p.scope = p_scope AND p.note = c.note AND p.hash = c.hash;
  END IF;
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
  v := s.version + 1;
  chained := left(encode(sha256(convert_to(concat_ws(' ', s.chain, s.id, s.epoch, v, p_id), 'UTF8')), 'hex'), 32);
  WITH texts AS (
    INSERT INTO loci.texts (scope, hash, body)
      SELECT p_scope, t.hash, t.body FROM unnest(p_text_hashes, p_bodies) t(hash, body)
      ON CONFLICT DO NOTHING),
  notes AS (
    INSERT INTO loci.notes (scope, note, hash)
      SELECT p_scope, c.note, c.hash FROM unnest(p_notes, p_hashes) c(note, hash)
      ON CONFLICT (scope, note) DO UPDATE SET hash = excluded.hash),
  log AS (
    INSERT INTO loci.log (scope, id, version, chain, replica, notes, hashes, pasts)
      VALUES (p_scope, p_id, v, chained, p_replica, p_notes, p_hashes, p_pasts))
  UPDATE loci.scopes sc SET version = v, chain = chained,
    has_purges = s.has_purges OR cardinality(p_purge_notes) > 0 WHERE sc.scope = p_scope
    RETURNING EXISTS (SELECT FROM loci.watching w WHERE w.scope = p_scope AND w.until > now()) INTO watched;
  IF cardinality(p_purge_notes) > 0 THEN
    UPDATE loci.notes n SET hash = NULL
      FROM unnest(p_purge_notes, p_purge_hashes) g(note, hash)
      WHERE n.scope = p_scope AND n.note = g.note AND n.hash = g.hash;
    DELETE FROM loci.texts t WHERE t.scope = p_scope AND t.hash = ANY (p_purge_hashes)
      AND NOT EXISTS (SELECT FROM loci.notes n WHERE n.scope = p_scope AND n.hash = t.hash);
    DELETE FROM loci.confirmed c USING unnest(p_purge_notes, p_purge_hashes) g(note, hash)
      WHERE c.scope = p_scope AND c.note = g.note AND c.hash = g.hash;
    INSERT INTO loci.purged (scope, note, hash, version)
      SELECT p_scope, g.note, g.hash, v FROM unnest(p_purge_notes, p_purge_hashes) g(note, hash)
      ON CONFLICT (scope, note, hash) DO UPDATE SET version = excluded.version;
    UPDATE loci.log l SET notes = l.notes || p_purge_notes,
        hashes = l.hashes || (SELECT array_agg(n.hash ORDER BY g.i)
          FROM unnest(p_purge_notes) WITH ORDINALITY g(note, i)
          LEFT JOIN loci.notes n ON n.scope = p_scope AND n.note = g.note),
        pasts = l.pasts || array_fill(''::text, ARRAY[cardinality(p_purge_notes)])
      WHERE l.scope = p_scope AND l.id = p_id;
  END IF;
  IF watched THEN
    PERFORM pg_notify('loci_' || s.id, '');
  END IF;
  answer := 'accepted';
  cursor := CASE WHEN since = s.version AND array_length(heard, 1) = 4
    THEN concat_ws(' ', s.id, s.epoch, v, chained) ELSE '' END;
END $$;

-- Whether there is something new since a cursor, and the channel of the wake-up. Says for the next
-- minute that somebody listens.
CREATE OR REPLACE FUNCTION loci.watch(p_scope text, p_client integer, p_cursor text, p_listens boolean)
RETURNS TABLE (news boolean, channel text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  s loci.scopes;
BEGIN
  PERFORM loci.enter(p_scope, p_client, false);
  IF p_listens AND NOT EXISTS (SELECT FROM loci.watching w WHERE w.scope = p_scope
                               AND w.until > now() + interval '30 seconds') THEN
    INSERT INTO loci.watching (scope, until) VALUES (p_scope, now() + interval '1 minute')
      ON CONFLICT (scope) DO UPDATE SET until = excluded.until;
  END IF;
  SELECT * INTO s FROM loci.scopes sc WHERE sc.scope = p_scope;
  RETURN QUERY SELECT concat_ws(' ', s.id, s.epoch, s.version, s.chain) <> p_cursor, 'loci_' || s.id;
END $$;

-- The owner's own. ---------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION loci.add_scope(p_scope text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
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
                                  'readable', 'writable'] LOOP
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

-- Forgets the texts and operations of the past, but not how the notes are now nor what was purged. A
-- machine that has not heard of the scope since then compares all anew, and may bring back what was
-- deleted meanwhile.
CREATE OR REPLACE FUNCTION loci.trim(p_scope text, p_before timestamptz) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  s loci.scopes;
  last bigint;
BEGIN
  PERFORM set_config('loci.scope', p_scope, true);
  SELECT * INTO s FROM loci.scopes WHERE scope = p_scope FOR UPDATE;
  SELECT max(version) INTO last FROM loci.log WHERE scope = p_scope AND at < p_before;
  IF last IS NULL OR last <= s.oldest THEN
    RETURN s.oldest;
  END IF;
  -- The operation at that version stays, for cursors.
  DELETE FROM loci.log WHERE scope = p_scope AND (version < last OR (version IS NULL AND at < p_before));
  DELETE FROM loci.texts t WHERE t.scope = p_scope
    AND NOT EXISTS (SELECT FROM loci.notes n WHERE n.scope = p_scope AND n.hash = t.hash)
    AND t.hash NOT IN (SELECT h FROM loci.log l CROSS JOIN LATERAL unnest(l.hashes) h
                       WHERE l.scope = p_scope AND h IS NOT NULL);
  UPDATE loci.scopes SET oldest = last WHERE scope = p_scope;
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
  entered text;
BEGIN
  FOREACH t IN ARRAY ARRAY['scopes', 'texts', 'notes', 'log', 'purged', 'projects', 'confirmed']
  LOOP
    EXECUTE format('ALTER TABLE loci.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    FOREACH policy IN ARRAY ARRAY['seen', 'added', 'changed', 'removed'] LOOP
      EXECUTE format('DROP POLICY IF EXISTS %I ON loci.%I', policy, t);
    END LOOP;
    -- The functions run as the owner, and have looked who may enter which scope.
    entered := format('scope = CASE WHEN current_user = %L THEN current_setting(''loci.scope'', true) ELSE ', current_user);
    EXECUTE format('CREATE POLICY seen ON loci.%I FOR SELECT USING (%s loci.readable() END)', t, entered);
    EXECUTE format('CREATE POLICY added ON loci.%I FOR INSERT WITH CHECK (%s loci.writable() END)', t, entered);
    EXECUTE format('CREATE POLICY changed ON loci.%I FOR UPDATE USING (%s loci.writable() END)', t, entered);
    EXECUTE format('CREATE POLICY removed ON loci.%I FOR DELETE USING (%s loci.writable() END)', t, entered);
  END LOOP;
  ALTER TABLE loci.members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
  DROP POLICY IF EXISTS owned ON loci.members;
  CREATE POLICY owned ON loci.members TO CURRENT_USER USING (true);
  ALTER TABLE loci.watching ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
  DROP POLICY IF EXISTS entered ON loci.watching;
  CREATE POLICY entered ON loci.watching TO CURRENT_USER USING (scope = current_setting('loci.scope', true));
END $$;

-- Functions that are new to those who are members already.
DO $$
BEGIN
  PERFORM loci.admit(m.member) FROM (SELECT DISTINCT member::text FROM loci.members) m
    WHERE EXISTS (SELECT FROM pg_roles r WHERE r.rolname = m.member);
END $$;
