// Without a mouse: every control of every screen can be reached and used, what has the focus is seen, dialogs keep the focus
// and give it back. Only keys are pressed here.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { assert, fill, open, quiet, run } from './support.mjs';

const rows = (page) => page.locator('.rows a.row');
/** What has the focus, in words. */
const focused = (page) => page.evaluate(() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  const label = at?.labels?.[0]?.textContent ?? '';
  return `${at?.tagName.toLowerCase()} ${at?.getAttribute('aria-label') ?? ''} ${label} ${(at?.textContent ?? '').slice(0, 60)}`.replace(/\s+/g, ' ').trim();
});
/** Presses Tab until what has the focus is called so. */
async function tabTo(page, name, { key = 'Tab', most = 120 } = {}) {
  for (let i = 0; i < most; i += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press(key);
  }
  assert.fail(`Tab does not come to ${name}; it is at ${await focused(page)}`);
}
const press = async (page, ...keys) => { for (const key of keys) await page.keyboard.press(key); };

/** Goes round a screen with Tab: everything that can be used is come by, and is seen to have the focus. */
async function goRound(page, what) {
  await page.evaluate(() => { document.activeElement?.blur?.(); window.scrollTo(0, 0); });
  const wanted = await page.evaluate(() => {
    const can = [...document.querySelectorAll('a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]'));
    can.forEach((one, i) => one.setAttribute('data-tab', String(i)));
    return can.length;
  });
  const seen = new Set();
  for (let i = 0; i < wanted + 40 && seen.size < wanted; i += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return null;
      const style = getComputedStyle(one);
      const around = one.closest('.editor') ? getComputedStyle(one.closest('.editor')) : null;
      const ring = (of) => of && of.outlineStyle !== 'none' && parseFloat(of.outlineWidth) > 0;
      const box = one.getBoundingClientRect();
      return { number: one.getAttribute('data-tab'), ring: ring(style) || ring(around), tag: one.outerHTML.slice(0, 90), inSight: box.bottom > 0 && box.top < innerHeight && box.width > 0 };
    });
    if (!at || at.number === null) continue;
    seen.add(at.number);
    assert.ok(at.ring, `${what}: the focus is not seen on ${at.tag}`);
    assert.ok(at.inSight, `${what}: what has the focus is out of sight: ${at.tag}`);
  }
  const missed = await page.evaluate((known) => [...document.querySelectorAll('[data-tab]')].filter((one) => !known.includes(one.getAttribute('data-tab'))).map((one) => one.outerHTML.slice(0, 90)), [...seen]);
  assert.deepEqual(missed, [], `${what}: Tab does not come to these`);
}

async function tabComesByEverythingOnEveryScreen(served) {
  fill(served);
  mkdirSync(path.join(served.base, '.claude'));
  await served.start();
  const project = served.project();
  const page = await open(served);
  for (const [width, screens] of [
    [1280, ['/notes', '/note/-/global/review-style.md', '/note/-/global/review-style.md/history', '/note/-/global/review-style.md/edit', '/new', '/timeline', `/agent?project=${project}&tool=claude&prompt=staging+database+reset`, '/decide', `/upkeep?project=${project}`, '/tools', `/graph?project=${project}`, `/calendar?project=${project}`, `/scratch?project=${project}`, '/welcome', '/help']],
    [375, ['/notes', '/note/-/global/review-style.md', '/timeline', '/decide', `/calendar?project=${project}`]],
  ]) {
    await page.setViewportSize({ width, height: 812 });
    for (const screen of screens) {
      await page.at(screen);
      await page.locator(screen === '/notes' ? '.rows a.row' : 'h1').first().waitFor();
      await page.waitForTimeout(400);
      await goRound(page, `${screen} at ${width}`);
    }
  }
  quiet(page);
}

async function aNoteIsWrittenReadRenamedAndDeleted(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  await rows(page).first().waitFor();
  await press(page, 'n');
  await page.getByRole('heading', { name: 'New note' }).waitFor();
  await tabTo(page, /^input .*Title/, { most: 3 });
  await page.keyboard.type('Lunch');
  await press(page, 'Tab');
  await page.keyboard.type('When the kitchen is open');
  await press(page, 'Tab', 'ArrowDown', 'Tab', 'Tab', 'Tab', 'Tab');
  assert.match(await focused(page), /Text/, 'the text comes behind the fields');
  await page.keyboard.type('At noon.');
  await press(page, 'Control+s');
  await page.getByRole('heading', { name: 'Lunch', level: 1 }).waitFor();
  assert.match(await focused(page), /^main/, 'what came has the focus');
  // Tab goes out of the editor, and Escape leaves it with what was typed.
  await press(page, 'e');
  await page.locator('.editor-host .cm-content').waitFor();
  await page.waitForFunction(() => document.activeElement?.shadowRoot?.activeElement?.closest('.cm-content'));
  await page.keyboard.type('Daily. ');
  await press(page, 'Tab');
  assert.doesNotMatch(await focused(page), /Text/);
  await press(page, 'Escape');
  await page.getByText('text for this note that is not saved').waitFor();
  await tabTo(page, /Go on editing/);
  await press(page, 'Enter');
  await page.getByText('not saved yet').waitFor();
  await page.waitForFunction(() => document.activeElement?.shadowRoot?.activeElement);
  await press(page, 'Control+s');
  await page.locator('.markup').getByText('Daily. At noon.').waitFor();
  // The menu: Escape closes it, a dialog keeps the focus and gives it back.
  await tabTo(page, /^summary More/);
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'Rename…' }).waitFor();
  await press(page, 'Tab', 'Escape');
  assert.match(await focused(page), /^summary More/);
  await press(page, 'Enter', 'Tab', 'Enter');
  await page.getByLabel('File name').waitFor();
  assert.match(await focused(page), /^input/);
  for (let i = 0; i < 8; i += 1) {
    await press(page, 'Tab');
    assert.ok(await page.evaluate(() => document.activeElement === document.body || !!document.activeElement?.closest('dialog')), `the dialog lost the focus to ${await focused(page)}`);
  }
  await press(page, 'Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.match(await focused(page), /^summary More/);
  await press(page, 'Enter', 'Tab', 'Enter');
  await page.getByLabel('File name').waitFor();
  await press(page, 'Control+a');
  await page.keyboard.type('midday');
  await press(page, 'Enter');
  await page.locator('dialog').getByText('midday.md').first().waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Rename');
  await press(page, 'Enter');
  await page.waitForURL(/midday\.md/);
  await page.getByText('Renamed to midday.md').waitFor();
  await tabTo(page, /^summary More/);
  await press(page, 'Enter');
  await tabTo(page, /^button Delete…/);
  await press(page, 'Enter');
  await page.getByRole('heading', { name: /Delete/ }).waitFor();
  assert.match(await focused(page), /Cancel/, 'what takes something away is not one key away');
  await page.locator('dialog button.danger:enabled').waitFor();  // what it will do was looked up
  await press(page, 'Tab', 'Enter');
  await page.waitForURL(/\/notes/);
  await page.getByText('Deleted “Lunch”').waitFor();
  await tabTo(page, /^button Undo, Deleted/, { most: 200 });
  await press(page, 'Enter');
  await page.getByText('Taken back').waitFor();
  assert.match((await served.api('GET', '/api/memory/midday')).text, /At noon/);
  quiet(page);
}

async function aSearchIsGoneThroughWithArrows(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  await rows(page).first().waitFor();
  await press(page, '/');
  await page.keyboard.type('stag');
  await page.getByText('2 notes found').waitFor();
  await press(page, 'ArrowDown');
  await page.waitForFunction(() => document.activeElement?.matches('.rows a.row[aria-current]'));
  const first = await page.locator('article h1').textContent();
  await press(page, 'ArrowDown');
  await page.waitForFunction((before) => document.querySelector('article h1')?.textContent !== before, first);
  await page.waitForFunction(() => document.activeElement?.matches('.rows a.row[aria-current]'));
  // Letters off: arrows, Tab and Enter are enough.
  await press(page, 'Escape');
  await page.waitForURL(/\/notes/);
  await page.at('/help');
  await tabTo(page, /^input .*Single letters/);
  await press(page, 'Space');
  await page.at('/notes');
  await rows(page).first().waitFor();
  await press(page, 'j');
  await page.waitForTimeout(150);
  assert.match(page.url(), /\/notes$/);
  await press(page, 'ArrowDown');
  await page.locator('article h1').waitFor();
  quiet(page);
}

async function theDrawerOfAPhoneKeepsTheFocusAndGivesItBack(served) {
  fill(served);
  await served.start();
  const page = await open(served, { width: 375, height: 812 });
  await rows(page).first().waitFor();
  await tabTo(page, /^button Menu/, { most: 4 });
  await press(page, 'Enter');
  await page.locator('.side.out').waitFor();
  assert.match(await focused(page), /Close the menu/);
  for (let i = 0; i < 40; i += 1) {
    await press(page, 'Tab');
    assert.ok(await page.evaluate(() => !!document.activeElement?.closest('.side')), `the drawer lost the focus to ${await focused(page)}`);
  }
  await press(page, 'Escape');
  await page.locator('.side.out').waitFor({ state: 'detached' });
  assert.match(await focused(page), /^button Menu/);
  await press(page, 'Enter');
  await tabTo(page, /^a Timeline/);
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  quiet(page);
}

async function whatWaitsAndThePastAreDecidedByKeys(served) {
  fill(served);
  served.loci('write', 'review-style', '--content', 'Another text.');
  mkdirSync(served.home, { recursive: true });
  writeFileSync(path.join(served.home, 'config.toml'), '[review]\nprivate = "agents"\n');
  served.lociAs({ CLAUDECODE: '1' }, 'remember', 'As an agent says.', '--title', 'Held fact', '--type', 'project');
  await served.start();
  const page = await open(served);
  await rows(page).first().waitFor();
  await press(page, 'g', 'd');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  assert.match(await focused(page), /^main/);
  await tabTo(page, /^button Edit/);
  await press(page, 'Enter');
  await page.getByLabel('The whole file').waitFor();
  assert.match(await focused(page), /^textarea/);
  await press(page, 'Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.match(await focused(page), /^button Edit/);
  await press(page, 'Shift+Tab');
  assert.match(await focused(page), /^button Accept/);
  await press(page, 'Enter');
  await page.locator('.toasts').getByText('Accepted').waitFor();
  await press(page, 'g', 't');
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await tabTo(page, /^button Changes/);
  await press(page, 'Enter');
  await page.locator('.act .diff').first().waitFor();
  await press(page, 'Tab');
  assert.match(await focused(page), /^button Undo/);
  await press(page, 'Enter');
  await page.locator('dialog .diff').first().waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('dialog') && document.activeElement.textContent === 'Undo');
  await press(page, 'Enter');
  await page.getByText('Taken back').first().waitFor();
  await page.at('/note/-/global/review-style.md/history');
  await page.locator('.diff').first().waitFor();
  await tabTo(page, /^button Restore/);
  await press(page, 'Enter');
  await page.locator('dialog .diff').waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('dialog') && document.activeElement.textContent === 'Restore');
  await press(page, 'Enter');
  await page.locator('.markup').getByText('Put findings first.').waitFor();
  quiet(page);
}

async function toolsGraphCalendarAndScratchpadByKeys(served) {
  fill(served);
  mkdirSync(path.join(served.base, '.claude'));
  await served.start();
  const project = served.project();
  const page = await open(served);
  await page.at('/tools');
  await tabTo(page, /^button Connect…/);
  await press(page, 'Enter');
  await page.locator('dialog .diff').first().waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Connect');
  await press(page, 'Enter');
  await page.locator('.card', { hasText: 'Claude Code' }).getByText('connected', { exact: true }).waitFor();
  await page.at(`/graph?project=${project}`);
  await page.locator('canvas').waitFor();
  await tabTo(page, /^canvas/);
  await press(page, 'ArrowLeft', '+', '-', '0');
  await tabTo(page, /^summary As a list/);
  await press(page, 'Enter', 'Tab');
  assert.match(await focused(page), /^a /);
  await press(page, 'Enter');
  await page.locator('article h1').waitFor();
  await page.at(`/calendar?project=${project}`);
  await page.locator('.month a').first().waitFor();
  await tabTo(page, /^a Month before/);
  await press(page, 'Enter');
  await page.waitForURL(/\/calendar\/\d{4}-\d\d/);
  await tabTo(page, /^a Today/);
  await press(page, 'Enter');
  await tabTo(page, /^textarea .*Add to today/);
  await page.keyboard.type('Typed without a mouse.');
  await press(page, 'Tab', 'Enter');
  await page.locator('.markup').getByText('Typed without a mouse.').waitFor();
  await page.at(`/scratch?project=${project}`);
  await page.locator('.pad li').first().waitFor();
  await tabTo(page, /^input New item/);
  await page.keyboard.type('by keys');
  await press(page, 'Enter');
  await page.getByLabel('by keys').waitFor();
  await tabTo(page, /^input .*ask about the cache/);
  await press(page, 'Space');
  await page.locator('.pad .done', { hasText: 'ask about the cache' }).waitFor();
  quiet(page);
}

await run({ tabComesByEverythingOnEveryScreen, aNoteIsWrittenReadRenamedAndDeleted, aSearchIsGoneThroughWithArrows, theDrawerOfAPhoneKeepsTheFocusAndGivesItBack, whatWaitsAndThePastAreDecidedByKeys, toolsGraphCalendarAndScratchpadByKeys });
