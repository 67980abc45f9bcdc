// The first time: an empty home, and the path of somebody who has never seen it.

import { accessible, assert, fits, open, quiet, run } from './support.mjs';

async function fromNothingToWhatTheAgentSeesInTwelveClicks(served) {
  await served.start();
  const page = await open(served);
  let clicks = 0;
  const click = async (target) => { clicks += 1; await target.click(); };
  await page.getByRole('heading', { name: 'Welcome to loci' }).waitFor();
  await accessible(page, 'the first screen');
  await click(page.locator('main').getByRole('link', { name: 'New note' }));
  await page.getByLabel('Title').fill('How I like reviews');
  await page.getByLabel(/In one sentence/).fill('Findings first');
  await page.getByLabel('Type').selectOption('user');
  await click(page.locator('.editor-host'));
  await page.keyboard.type('Put blocking findings first.');
  await click(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('heading', { name: 'How I like reviews', level: 1 }).waitFor();
  await click(page.getByRole('searchbox'));
  await page.keyboard.type('block');
  await page.getByText('1 note found').waitFor();
  await click(page.locator('.rows a.row').first());
  await click(page.getByRole('link', { name: 'Edit' }));
  await click(page.locator('.editor-host'));
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Praise last.');
  await click(page.getByRole('button', { name: 'Save', exact: true }));
  await page.locator('.markup').getByText('Praise last.').waitFor();
  await click(page.locator('.toast').filter({ hasText: /^Saved(?! as)/ }).getByRole('button', { name: 'Undo' }));
  await page.getByText('Taken back').waitFor();
  await page.locator('.markup').getByText('Praise last.').waitFor({ state: 'detached' });
  await click(page.getByRole('link', { name: 'What agents see' }));
  await page.locator('pre.block').getByText('Put blocking findings first.').waitFor();
  assert.ok(clicks <= 12, `${clicks} clicks`);
  quiet(page);
}

async function theSampleIsThereToLookAround(served) {
  await served.start('--sample');
  assert.notEqual(served.home, served.environment.LOCI_HOME);
  const page = await open(served);
  await page.getByText('15 notes').waitFor();
  await page.at('/note/atlas-5e1f00d2/private/retry-policy.md/history');
  await page.getByText('Full jitter').first().waitFor();
  await page.at('/graph');
  await page.getByText(/15 notes, \d+ links/).first().waitFor();
  await page.at('/calendar?project=atlas-5e1f00d2');
  await page.locator('.month a.heat-1, .month a.heat-2, .month a.heat-3').first().waitFor();
  quiet(page);
}

await run({ fromNothingToWhatTheAgentSeesInTwelveClicks, theSampleIsThereToLookAround });
