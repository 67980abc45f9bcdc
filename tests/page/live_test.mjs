// What others change appears by itself, in every tab; nothing is reloaded over an editor.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { assert, fill, open, quiet, run } from './support.mjs';

async function changesByHandAndByAgentsAppearAtOnce(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  await page.locator('.pulse .on').waitFor();
  const other = await page.context().newPage();
  await other.goto(`${served.url}/note/-/global/review-style.md`);
  await other.getByRole('heading', { name: 'Review Style', level: 1 }).waitFor();
  await other.locator('.pulse .on').waitFor();
  served.lociAs({ CLAUDECODE: '1' }, 'remember', 'Made while you look.', '--title', 'Fresh fact', '--type', 'project');
  const row = page.locator('.rows a.row', { hasText: 'Fresh fact' });
  await row.waitFor();
  await row.getByText('changed').waitFor();
  await other.locator('.rows a.row', { hasText: 'Fresh fact' }).waitFor();
  const file = path.join(served.home, 'memory/review-style.md');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Put findings first.', 'Edited in an editor.'));
  await other.getByText('Edited in an editor.').waitFor();
  await other.getByText('This note was changed just now.').waitFor();
  await page.locator('.rows li').first().getByText('Review Style').waitFor();
  await row.click();
  await page.getByRole('heading', { name: 'Fresh fact', level: 1 }).waitFor();
  await row.getByText('changed').waitFor({ state: 'detached' });
  quiet(page);
}

async function anEditorKeepsWhatIsTyped(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  await page.at('/note/-/global/review-style.md/edit');
  await page.locator('.pulse .on').waitFor();
  await page.getByLabel('Title').fill('Half typed');
  served.loci('write', 'review-style', '--content', 'Somebody else was quicker.');
  await page.waitForTimeout(800);
  assert.equal(await page.getByLabel('Title').inputValue(), 'Half typed');
  quiet(page);
}

async function theServerComesBack(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  page.allowed.push(/./);
  await page.locator('.pulse .on').waitFor();
  await served.stop();
  await page.locator('.pulse .off').waitFor();
  served.loci('remember', 'Meanwhile.', '--title', 'While it was away', '--type', 'project');
  await served.start();
  await page.locator('.rows a.row', { hasText: 'While it was away' }).waitFor();
}

await run({ changesByHandAndByAgentsAppearAtOnce, anEditorKeepsWhatIsTyped, theServerComesBack });
