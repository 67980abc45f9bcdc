// Pictures of the page for the documents, from the sample: make screenshots.
//
//   node tests/page/screenshots.mjs build/release/loci build/npm/page docs/images

import { mkdirSync } from 'node:fs';
import path from 'node:path';

const [, , , , to = 'docs/images'] = process.argv;
process.argv.splice(4);  // no case is named
const { open, Served } = await import('./support.mjs');

const ATLAS = 'atlas-5e1f00d2';
const PICTURES = [
  ['note', `/note/${ATLAS}/private/tile-cache.md`], ['search', '/notes?q=retr', { act: (page) => page.locator('.rows a.row').first().click() }],
  ['edit', `/note/${ATLAS}/private/retry-policy.md/edit`, { act: async (page) => { await page.locator('.editor-host .cm-content').waitFor(); await page.getByRole('button', { name: 'Preview' }).click(); await page.locator('section[aria-label=Preview] .markup').waitFor(); } }],
  ['history', `/note/${ATLAS}/private/retry-policy.md/history`], ['timeline', '/timeline', { scheme: 'dark' }], ['agent', `/agent?project=${ATLAS}&tool=claude&prompt=how+long+do+tiles+live+in+the+cache`],
  ['decide', '/decide'], ['graph', '/graph', { scheme: 'dark' }], ['calendar', `/calendar?project=${ATLAS}`], ['phone', `/note/-/global/commit-messages.md`, { width: 375, scheme: 'dark' }], ['phone-list', '/notes', { width: 375 }],
];

mkdirSync(to, { recursive: true });
const served = new Served();
await served.start('--sample');
const page = await open(served);
await page.locator('.rows a.row').first().waitFor();
for (const [name, where, { width = 1280, scheme = 'light', act } = {}] of PICTURES) {
  await page.setViewportSize({ width, height: width < 500 ? 760 : 800 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.at(where);
  await page.waitForTimeout(900);
  if (act) { await act(page); await page.waitForTimeout(500); }
  await page.screenshot({ path: path.join(to, `${name}.png`) });
  console.log(path.join(to, `${name}.png`));
}
await page.context().browser().close();
await served.stop();
served.remove();
process.exit(page.faults.length ? 1 : 0);
