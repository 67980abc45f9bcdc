// Reading and searching: by mouse, by keyboard alone, on a phone, in the dark.

import { accessible, assert, fill, fits, open, quiet, run } from './support.mjs';

const rows = (page) => page.locator('.rows a.row');

async function theLinkIsGoodForOneBrowserAndLeavesTheAddress(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  await rows(page).first().waitFor();
  assert.ok(!page.url().includes('link='), page.url());
  const [cookie] = await page.context().cookies();
  assert.ok(cookie.httpOnly && cookie.sameSite === 'Strict' && /^loci-[0-9a-f]{8}$/.test(cookie.name), JSON.stringify(cookie));
  quiet(page);
  const second = await open(served);
  await second.getByRole('alert').getByText('this link was already used').waitFor();
  await second.getByLabel('Or enter the token').fill('0'.repeat(64));
  await second.getByRole('button', { name: 'Open' }).click();
  await second.getByRole('alert').getByText('the token is wrong').waitFor();
  await second.getByLabel('Or enter the token').fill(served.token);
  await second.getByRole('button', { name: 'Open' }).click();
  await rows(second).first().waitFor();
}

async function notesOfAllProjectsAreListedAndRead(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  await rows(page).first().waitFor();
  assert.equal(await rows(page).count(), 5);
  await page.getByRole('link', { name: /Review Style/ }).first().click();
  await page.getByRole('heading', { name: 'Review Style', level: 1 }).waitFor();
  assert.match(page.url(), /\/note\/-\/global\/review-style\.md/);
  await page.locator('.markup a', { hasText: 'commit-messages' }).click();
  await page.getByRole('heading', { name: 'Commit Messages', level: 1 }).waitFor();
  await page.locator('.beside').getByRole('link', { name: 'review-style' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Review Style', level: 1 }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Review Style', level: 1 }).waitFor();
  await page.locator('.side').getByRole('link', { name: 'app', exact: false }).first().click();
  await page.waitForURL(/project=app/);
  await page.getByText('4 notes').or(page.getByText('5 notes')).first().waitFor();
  quiet(page);
}

async function aSearchFindsAsOneTypesAndSaysWhy(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  await rows(page).first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('stag');
  await page.getByText('2 notes found').waitFor();
  assert.equal(await rows(page).first().locator('mark').first().textContent(), 'Stag');
  assert.match(await rows(page).first().locator('.row-text').getAttribute('title'), /has stag/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Staging resets', level: 1 }).waitFor();
  await page.getByLabel('Why it was found').getByText(/Found: has stag/).waitFor();
  await page.reload();
  await page.getByText('2 notes found').waitFor();
  await page.getByRole('searchbox').fill('nothinglikethis');
  await page.getByText('Nothing found').waitFor();
  await page.getByRole('searchbox').press('Escape');
  await page.getByText('5 notes').waitFor();
  await page.getByRole('searchbox').fill('tagged');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(/\/calendar\/\d{4}-\d\d-\d\d\?project=app/);
  await page.locator('.markup').getByText('Tagged 1.4.').waitFor();
  quiet(page);
}

async function everythingGoesByKeyboard(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  await rows(page).first().waitFor();
  await page.keyboard.press('j');
  await page.locator('article h1').waitFor();
  const first = await page.locator('article h1').textContent();
  await page.keyboard.press('j');
  await page.waitForFunction((before) => document.querySelector('article h1')?.textContent !== before, first);
  await page.keyboard.press('k');
  await page.waitForFunction((before) => document.querySelector('article h1')?.textContent === before, first);
  for (const [letter, heading] of [['t', 'Timeline'], ['a', 'What agents see'], ['d', 'To decide'], ['u', 'Upkeep'], ['o', 'Tools'], ['g', 'Graph'], ['c', 'Calendar'], ['s', 'Scratchpad']]) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  }
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keys and help' }).waitFor();
  await page.getByLabel('Single letters are keys').uncheck();
  await page.keyboard.press('n');
  assert.match(page.url(), /\/help/, 'letters are switched off');
  await page.getByLabel('Single letters are keys').check();
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'New note' }).waitFor();
  quiet(page);
}

async function itFitsAPhoneAndTheDarkAndLargeText(served) {
  fill(served);
  await served.start();
  const page = await open(served, { width: 375, height: 812, scheme: 'dark' });
  await rows(page).first().waitFor();
  await fits(page, 'the list');
  await accessible(page, 'the list on a phone, dark');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.side.out').getByRole('link', { name: 'Timeline' }).click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await fits(page, 'the timeline');
  await page.at('/note/-/global/commit-messages.md');
  await page.getByRole('heading', { name: 'Commit Messages', level: 1 }).waitFor();
  await fits(page, 'a note');
  await accessible(page, 'a note on a phone, dark');
  await page.getByRole('link', { name: 'Notes' }).first().click();
  await rows(page).first().waitFor();
  // Text of twice the size, and a window as it is when everything is twice as large.
  for (const [width, height, size] of [[1280, 800, '200%'], [640, 400, '100%']]) {
    await page.setViewportSize({ width, height });
    for (const screen of ['/notes', '/note/-/global/review-style.md', '/note/-/global/review-style.md/edit', '/timeline', '/agent', '/decide', '/calendar', '/tools']) {
      await page.at(screen);
      await page.evaluate((to) => { document.documentElement.style.fontSize = to; }, size);
      await page.locator(screen === '/notes' ? '.rows a.row' : 'h1').first().waitFor();
      await page.waitForTimeout(200);
      await fits(page, `${screen} at ${width} with text of ${size}`);
      const room = await page.locator('#main, .list').last().evaluate((box) => box.clientWidth / parseFloat(getComputedStyle(document.documentElement).fontSize));
      if (screen !== '/notes') assert.ok(room >= 20, `${screen} at ${width} with text of ${size} has ${room} rem`);
    }
  }
  quiet(page);
}

async function twentyThousandNotesAreAFewRows(served) {
  for (let i = 0; i < 20000; i += 1) served.file(`note-${i}.md`, `---\nname: Note ${i}\ndescription: The ${i}th\ntype: project\n---\n\nText ${i} of many.\n`);
  await served.start();
  const page = await open(served);
  page.setDefaultTimeout(60000);
  await page.getByText('20,000 notes').waitFor();
  assert.ok(await rows(page).count() < 60, 'only what is in sight is in the document');
  await page.locator('.rows').evaluate((box) => { box.scrollTop = box.scrollHeight / 2; });
  await page.waitForFunction(() => { const row = document.querySelectorAll('.rows .row')[8]; return row && !row.classList.contains('waiting'); });
  assert.ok(await rows(page).count() < 60);
  await page.getByRole('searchbox').fill('19999');
  await page.getByRole('link', { name: /Note 19999/ }).waitFor();
  quiet(page);
}

await run({ theLinkIsGoodForOneBrowserAndLeavesTheAddress, notesOfAllProjectsAreListedAndRead, aSearchFindsAsOneTypesAndSaysWhy, everythingGoesByKeyboard, itFitsAPhoneAndTheDarkAndLargeText, twentyThousandNotesAreAFewRows });
