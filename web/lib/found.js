// Why a search found a note.

/** Why a note was found, in words. @param {any} hit */
export function why(hit) {
  const fields = new Set();
  for (const section of hit.sections)
    for (const word of section.why?.words ?? []) for (const field of Object.keys(word.fields)) fields.add(field);
  const words = Object.entries(hit.matched_terms)
    .map(([word, times]) => `${word} ×${times}`)
    .join(', ');
  return [words && `has ${words}`, fields.size && `in its ${[...fields].join(', ')}`, hit.outdated].filter(Boolean).join('; ');
}

/** The words that were found, to be marked. @param {any} hit @returns {string[]} */
export const wordsOf = (hit) => Object.keys(hit.matched_terms ?? {}).map((word) => word.replace(/\*$/, ''));
