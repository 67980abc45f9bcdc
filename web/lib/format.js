// Times, sizes and names as people read them.

const UNITS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
  ['year', 31557600],
  ['month', 2629800],
  ['week', 604800],
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
]);
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** "3 hours ago". @param {string} time @returns {string} */
export function ago(time) {
  if (/^\d{4}-\d\d-\d\d$/.test(time)) {
    const days = Math.round((Date.parse(time) - Date.parse(date(new Date()))) / 864e5);
    return Math.abs(days) < 7 ? relative.format(days, 'day') : ago(`${time}T12:00:00Z`);
  }
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return '';
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return 'just now';
}
/** @param {string} time */
export const day = (time) => dayFormat.format(new Date(time));
/** @param {string} time */
export const hour = (time) => clock.format(new Date(time));
/** The local date of a time, 2026-11-15. @param {string|Date} time */
export function date(time) {
  const at = new Date(time);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
}
/** @param {number} n */
export const number = (n) => n.toLocaleString('en');
/** @param {number} n @param {string} one @param {string} [many] */
export const count = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;
/** @param {number} n */
export const bytes = (n) => (n < 1000 ? `${n} B` : n < 1e6 ? `${(n / 1000).toFixed(1)} kB` : `${(n / 1e6).toFixed(1)} MB`);

/** Who did something. @param {string} by */
export function who(by) {
  if (!by) return 'somebody';
  if (by === 'user') return 'you';
  if (by === 'external') return 'by hand';
  if (by === 'http') return 'a program';
  if (by === 'agent') return 'an agent';
  if (by.startsWith('agent:')) return by.slice(6);
  if (by.startsWith('import')) return by === 'import' ? 'an import' : `import from ${by.slice(7)}`;
  return by;
}
/** The last part of a project's slug is a number that tells it from others of the name. @param {string|null|undefined} slug */
export const projectName = (slug) => (slug ? slug.replace(/-[0-9a-f]{8}$/, '') : 'global');

/** Where a note is, in a word or two. @param {{place: string, project?: string|null}} note */
export function where(note) {
  if (note.place === 'global') return 'global';
  const agent = /^agent:(.*) \((.*)\)$/.exec(note.place);
  if (agent) return `${agent[1]}’s`;
  const name = note.project ? projectName(note.project) : '';
  return [name, note.place === 'shared' ? 'shared' : ''].filter(Boolean).join(', ') || note.place;
}

/** Text in pieces, every second of which is one of the words. @param {string} text @param {string[]} words */
export function split(text, words) {
  const wanted = words.filter((word) => word.length > 0).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!wanted.length) return [text];
  return text.split(new RegExp(`(${wanted.sort((a, b) => b.length - a.length).join('|')})`, 'gi'));
}
