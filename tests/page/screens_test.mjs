// Every screen: it says what it is for, a screen reader and a phone can use it.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { accessible, assert, fill, fits, open, quiet, run } from './support.mjs';

async function everyScreenFitsAndIsAccessible(served) {
  fill(served);
  await served.start();
  const project = served.project();
  const page = await open(served);
  const screens = ['/notes', '/note/-/global/review-style.md', '/note/-/global/review-style.md/history', '/note/-/global/review-style.md/edit', '/new', '/timeline', `/agent?project=${project}&tool=claude&prompt=staging+database+reset`,
    '/decide', `/upkeep?project=${project}`, '/tools', `/graph?project=${project}`, `/calendar?project=${project}`, `/scratch?project=${project}`, '/welcome', '/help'];
  for (const [width, scheme] of [[1280, 'light'], [375, 'dark']]) {
    await page.setViewportSize({ width, height: 812 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const screen of screens) {
      await (width === 1280 ? page.at(screen) : page.go(screen));
      await page.locator(screen === '/notes' ? '.rows a.row' : 'h1').first().waitFor();
      await page.waitForTimeout(300);
      await fits(page, `${screen} at ${width}`);
      await accessible(page, `${screen} at ${width}, ${scheme}`);
    }
  }
  quiet(page);
}

async function whatAgentsSeeIsTheBlockItselfWithReasons(served) {
  fill(served);
  await served.start();
  const project = served.project();
  const page = await open(served);
  await page.at(`/agent?project=${project}`);
  const told = (await served.api('GET', `/api/context?workspace=${project}`)).text;
  await page.locator('pre.block').first().waitFor();
  assert.equal(await page.locator('pre.block').first().textContent(), told);
  await page.getByLabel('Tool').selectOption('claude');
  await page.getByText(/of 9,800/).waitFor();
  await page.locator('.part', { hasText: 'What the user wants' }).waitFor();
  await page.getByLabel('Prompt').fill('when is the staging database reset');
  await page.getByRole('cell', { name: 'yes' }).first().waitFor();
  await page.getByLabel('Prompt').fill('hello there');
  await page.getByText(/Nothing would be added|No word of it/).waitFor();
  quiet(page);
}

async function whatWaitsIsDecided(served) {
  fill(served);
  mkdirSync(served.home, { recursive: true });
  writeFileSync(path.join(served.home, 'config.toml'), '[review]\nprivate = "agents"\n');
  for (const title of ['Accepted fact', 'Rejected fact', 'Edited fact']) served.lociAs({ CLAUDECODE: '1' }, 'remember', `${title}, as an agent says.`, '--title', title, '--type', 'project');
  await served.start();
  const page = await open(served);
  await page.at('/decide');
  await page.getByRole('heading', { name: 'Noted by agents' }).waitFor();
  await page.locator('.card', { hasText: 'Answers in German.' }).getByRole('button', { name: 'Confirm' }).click();
  await page.locator('.toasts').getByText('Confirmed').waitFor();
  await page.locator('.card', { hasText: 'Answers in German.' }).waitFor({ state: 'detached' });
  const held = (title) => page.locator('.card', { hasText: title });
  await held('accepted-fact').locator('.come', { hasText: 'as an agent says' }).first().waitFor();
  await accessible(page, 'the inbox');
  await held('edited-fact').getByRole('button', { name: 'Edit' }).click();
  const text = page.getByLabel('The whole file');
  await text.fill((await text.inputValue()).replace('as an agent says', 'as I say'));
  await page.getByRole('button', { name: 'Keep this text' }).click();
  await held('edited-fact').locator('.come', { hasText: 'as I say' }).first().waitFor();
  await held('edited-fact').getByRole('button', { name: 'Accept' }).click();
  await held('edited-fact').waitFor({ state: 'detached' });
  await held('accepted-fact').getByRole('button', { name: 'Accept' }).click();
  await held('accepted-fact').waitFor({ state: 'detached' });
  await held('rejected-fact').getByRole('button', { name: 'Reject' }).click();
  await held('rejected-fact').waitFor({ state: 'detached' });
  const notes = (await served.api('GET', `/api/memory?workspace=${served.project()}&scope=private`)).notes.map((note) => note.filename);
  assert.ok(notes.includes('accepted-fact.md') && notes.includes('edited-fact.md') && !notes.includes('rejected-fact.md'), notes.join(' '));
  assert.match((await served.api('GET', `/api/memory/edited-fact?workspace=${served.project()}`)).text, /as I say/);
  quiet(page);
}

async function aGuessIsMarkedAndOffUntilItIsTicked(served) {
  fill(served);
  const texts = { styling: 'We use CSS modules; no Tailwind.', styles: 'Styling is done with CSS modules, Tailwind is not used.' };
  for (const [name, text] of Object.entries(texts))
    served.loci('write', name, '--type', 'reference', '--scope', 'global', '--description', `About ${name} here`, '--content', text);
  await served.start();
  const page = await open(served);
  await page.at('/decide');
  const card = page.locator('.card', { hasText: 'Global memory' }).last();
  await card.getByRole('button', { name: 'Look for what can be tidied' }).click();
  const step = card.locator('article', { hasText: 'a guess' });
  assert.equal(await step.getByRole('checkbox').isChecked(), false);
  await step.getByRole('checkbox').check();
  await card.getByRole('button', { name: /^Do \d/ }).click();
  await page.getByRole('button', { name: 'Do it' }).click();
  await page.locator('.toasts').getByText('Tidied').waitFor();
  quiet(page);
}

async function aProposalIsShownDoneAndTakenBack(served) {
  fill(served);
  const text = 'The staging database is reset every night at two by the cron job on the build host, from the seed file.';
  for (const name of ['staging-a', 'staging-b']) served.loci('write', name, '--type', 'reference', '--scope', 'global', '--description', text, '--content', text);
  await served.start();
  const page = await open(served);
  await page.at('/decide');
  const card = page.locator('.card', { hasText: 'Global memory' }).last();
  await card.getByRole('button', { name: 'Look for what can be tidied' }).click();
  await card.getByText('What it changes').first().click();
  await card.locator('.diff').first().waitFor();
  await accessible(page, 'a proposal');
  await card.getByRole('button', { name: /^Do \d/ }).click();
  await page.getByRole('button', { name: 'Do it' }).click();
  await page.locator('.toasts').getByText('Tidied').waitFor();
  const left = async () => (await served.api('GET', '/api/memory')).notes.filter((note) => note.filename.startsWith('staging-')).length;
  assert.equal(await left(), 1);
  await page.locator('.toast', { hasText: 'Tidied' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back').waitFor();
  assert.equal(await left(), 2);
  quiet(page);
}

async function upkeepChecksMendsAndLooksUp(served) {
  fill(served);
  served.file('by-hand.md', '---\nname: By hand\ndescription: Not in the index\ntype: user\n---\n\nSee `src/none.cc`.\n');
  await served.start();
  const page = await open(served);
  await page.at('/upkeep');
  await page.getByText(/checked:/).waitFor();
  await page.locator('td').getByRole('link', { name: 'by-hand.md' }).first().waitFor();
  await page.getByRole('button', { name: 'Look it up' }).click();
  await page.getByText(/citation/).first().waitFor();
  await page.getByRole('button', { name: 'Update the indexes' }).click();
  await page.getByText('The indexes are up to date').waitFor();
  quiet(page);
}

async function aToolIsConnectedAfterItsPreviewAndDisconnected(served) {
  fill(served);
  mkdirSync(path.join(served.base, '.claude'));
  await served.start();
  const page = await open(served);
  await page.at('/tools');
  const card = page.locator('.card', { hasText: 'Claude Code' });
  await card.getByRole('button', { name: 'Connect…' }).click();
  await page.locator('dialog .diff').first().waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Connect' }).click();
  await card.getByText('connected', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Disconnect…' }).click();
  await page.locator('dialog .diff').first().waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await card.getByText('not connected').waitFor();
  quiet(page);
}

async function whatAToolRemembersIsImported(served) {
  fill(served);
  const memory = path.join(served.base, '.claude/projects', served.work.replace(/[^A-Za-z0-9]/g, '-'), 'memory');
  mkdirSync(memory, { recursive: true });
  writeFileSync(path.join(memory, 'tabs.md'), '---\nname: Tabs\ndescription: Tabs, not spaces\nmetadata:\n  type: feedback\n---\n\nUse tabs.\n');
  await served.start();
  const project = served.project();
  const page = await open(served);
  await page.at(`/tools?project=${project}`);
  await page.getByRole('button', { name: 'Import…' }).click();
  await page.locator('dialog').getByText('tabs.md').waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Import' }).click();
  await page.locator('.toasts').getByText('Imported from').waitFor();
  assert.match((await served.api('GET', `/api/memory/tabs?workspace=${project}`)).text, /Use tabs/);
  quiet(page);
}

async function theScratchpadIsTickedAndTheCalendarHasTheLog(served) {
  fill(served);
  await served.start();
  const project = served.project();
  const page = await open(served);
  await page.at(`/scratch?project=${project}`);
  await page.getByLabel('New item').fill('write it down');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByLabel('write it down').click();  // it goes to what is done with the answer
  await page.getByText('Ticked off').waitFor();
  await page.locator('.pad .done', { hasText: 'write it down' }).waitFor();
  await page.at(`/calendar?project=${project}`);
  await page.getByText('Tagged 1.4.').waitFor();
  await page.locator('.month a[aria-current=date]').waitFor();
  quiet(page);
}

async function theGraphLeadsToNotes(served) {
  fill(served);
  for (let i = 0; i < 2000; i += 1) served.file(`node-${i}.md`, `---\nname: Node ${i}\ndescription: One of many\ntype: reference\n---\n\n[[node-${(i * 7 + 1) % 2000}]] [[node-${Math.floor(i / 3)}]]\n`);
  await served.start();
  const page = await open(served, { reduced: 'no-preference' });
  await page.at('/graph');
  await page.getByText(/2,00\d notes/).first().waitFor();
  await page.locator('canvas').hover({ position: { x: 400, y: 400 } });
  const started = Date.now();
  await page.evaluate(() => new Promise((resolve) => { let left = 10; const tick = () => (left-- ? requestAnimationFrame(tick) : resolve()); tick(); }));
  assert.ok(Date.now() - started < 4000, `ten frames took ${Date.now() - started} ms`);
  await page.getByText('As a list').click();
  await page.locator('.as-list a').first().click();
  await page.locator('article h1').waitFor();
  quiet(page);
}

await run({ everyScreenFitsAndIsAccessible, whatAgentsSeeIsTheBlockItselfWithReasons, whatWaitsIsDecided, aGuessIsMarkedAndOffUntilItIsTicked, aProposalIsShownDoneAndTakenBack, upkeepChecksMendsAndLooksUp, aToolIsConnectedAfterItsPreviewAndDisconnected, whatAToolRemembersIsImported, theScratchpadIsTickedAndTheCalendarHasTheLog, theGraphLeadsToNotes });
