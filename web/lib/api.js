// The one way to the server: JSON in, JSON out, errors as ApiError.

import { signal } from '../vendor/preact.js';

/** Whether this browser may ask: false once the server said it may not. */
export const signedIn = signal(true);
/** Whether the server answered the last time. */
export const online = signal(true);

export class ApiError extends Error {
  /** @param {number} status @param {{code?: string, message?: string, hint?: string|null}} error */
  constructor(status, error) {
    super(error.message || `the server answered ${status}`);
    this.status = status;
    this.code = error.code || '';
    this.hint = error.hint || '';
  }
}

/**
 * @typedef {{query?: Record<string, any>, body?: any, etag?: string, isNew?: boolean, signal?: AbortSignal}} Options
 * @typedef {{data: any, etag: string, status: number}} Answer
 */

/** A path with a query, without what is empty. @param {string} path @param {Record<string, any>} [query] */
export function address(path, query = {}) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '' || value === false) continue;
    for (const one of Array.isArray(value) ? value : [value]) words.append(name, String(one));
  }
  const text = words.toString();
  return text ? `${path}?${text}` : path;
}

/** @param {string} method @param {string} path @param {Options} [options] @returns {Promise<Answer>} */
export async function call(method, path, options = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json' };
  if (method !== 'GET') headers['X-Loci'] = 'page';
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.etag) headers['If-Match'] = `"${options.etag}"`;
  if (options.isNew) headers['If-None-Match'] = '*';
  let answer;
  try {
    answer = await fetch(address(path, options.query), {
      method,
      headers,
      signal: options.signal,
      credentials: 'same-origin',
      cache: 'no-store',
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
  } catch (fault) {
    if (options.signal?.aborted) throw fault;
    online.value = false;
    throw new ApiError(0, { code: 'offline', message: 'the server does not answer', hint: 'is loci serve still running?' });
  }
  online.value = true;
  const data = await answer.json().catch((fault) => {
    // Given up while it was read, or cut off: no answer, not an empty one.
    if (options.signal?.aborted) throw fault;
    if (answer.ok) throw new ApiError(0, { code: 'offline', message: 'the answer of the server was cut off' });
    return {};
  });
  if (!answer.ok) {
    if (answer.status === 401 && path !== '/api/session') signedIn.value = false;
    throw new ApiError(answer.status, data.error ?? {});
  }
  return { data, etag: (answer.headers.get('ETag') ?? '').replaceAll('"', ''), status: answer.status };
}

/** The data of a GET. @param {string} path @param {Record<string, any>} [query] @param {AbortSignal} [abort] */
export const get = async (path, query, abort) => (await call('GET', path, { query, signal: abort })).data;
/** The data of a POST. @param {string} path @param {any} [body] @param {Record<string, any>} [query] */
export const post = async (path, body = {}, query = undefined) => (await call('POST', path, { body, query })).data;

/**
 * A note as the page knows it.
 * @typedef {{filename: string, place: string, project?: string|null, name?: string, hash?: string|null}} NoteRef
 */

/** How the API is told which note is meant. @param {NoteRef} note @returns {Record<string, any>} */
export function selects(note) {
  const agent = /^agent:(.*) \((.*)\)$/.exec(note.place);
  const where = agent ? { scope: `agent:${agent[1]}`, [agent[2] === 'xcaf' ? 'shared' : agent[2]]: true } : { scope: note.place };
  return { workspace: note.project || undefined, ...where };
}
/** The route of a note. @param {string} filename @param {string} [more] */
export const notePath = (filename, more = '') => `/api/memory/${encodeURIComponent(filename)}${more}`;
