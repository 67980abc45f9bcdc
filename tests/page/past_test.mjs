// The past: who did what, what it changed, and the ways back.

import { accessible, assert, fill, open, quiet, run } from './support.mjs';

async function theTimelineShowsWhoDidWhatAndTakesItBack(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  await page.at('/timeline');
  const acts = page.locator('.act');
  await acts.first().waitFor();
  await page.getByText('claude remembered language-of-answers').waitFor();
  const act = acts.filter({ hasText: 'retry-policy' }).first();
  await act.getByRole('button', { name: 'Changes' }).click();
  await act.locator('.diff .come', { hasText: 'full jitter' }).first().waitFor();
  await accessible(page, 'the timeline with a difference');
  await act.getByRole('button', { name: 'Undo' }).click();
  await page.locator('dialog .diff').first().waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back').first().waitFor();
  assert.equal((await served.api('GET', `/api/memory/retry-policy?workspace=${served.project()}`)).error.code, 'not_found');
  await page.locator('.act.undone', { hasText: 'retry-policy' }).waitFor();
  quiet(page);
}

async function anEarlierTextComesBack(served) {
  fill(served);
  served.loci('write', 'review-style', '--content', 'Another text.');
  await served.start();
  const page = await open(served);
  await page.at('/note/-/global/review-style.md/history');
  await page.locator('.diff .gone', { hasText: 'Put findings first.' }).waitFor();
  await page.locator('.diff .come', { hasText: 'Another text.' }).waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.locator('dialog .diff').waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.locator('.markup').getByText('Put findings first.').waitFor();
  quiet(page);
}

async function aDeletedNoteHasAHistoryToComeBackFrom(served) {
  fill(served);
  served.loci('delete', 'commit-messages');
  await served.start();
  const page = await open(served);
  page.allowed.push(/404/);
  await page.at('/note/-/global/commit-messages.md');
  await page.getByText('This note is not there').waitFor();
  await page.getByRole('link', { name: 'Its history' }).click();
  await page.getByRole('button', { name: 'Restore' }).first().click();
  await page.locator('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('heading', { name: 'Commit Messages', level: 1 }).waitFor();
}

async function whatASessionChangedStandsTogether(served) {
  fill(served);
  const session = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'abc-123' };
  served.lociAs(session, 'remember', 'One.', '--title', 'First fact', '--type', 'project');
  served.lociAs(session, 'remember', 'Two.', '--title', 'Second fact', '--type', 'project');
  await served.start();
  const page = await open(served);
  await page.at('/timeline');
  const group = page.locator('.session', { hasText: 'a session with 2 changes' });
  await group.waitFor();
  await group.getByRole('link', { name: 'Show only this session' }).click();
  await page.getByText('What one session of an agent changed.').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.act').length === 2);
  quiet(page);
}

await run({ theTimelineShowsWhoDidWhatAndTakesItBack, anEarlierTextComesBack, aDeletedNoteHasAHistoryToComeBackFrom, whatASessionChangedStandsTogether });
