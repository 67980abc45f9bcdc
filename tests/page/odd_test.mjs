// Notes as the world has them: huge, broken, in every script, with words that do not end; and what happens to a page that stays
// open while notes go, servers stop and other tabs write.

import { unlinkSync } from 'node:fs';
import path from 'node:path';
import { accessible, assert, fill, fits, open, quiet, run } from './support.mjs';

const editor = (page) => page.locator('.editor-host').locator('.cm-content');
const note = (name, description, body, type = 'user') => `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\ntype: ${type}\n---\n\n${body}\n`;

const ODD = {
  arabic: ['قواعد المراجعة', 'النتائج أولا', 'اكتب النتائج أولا ثم `code` ثم النهاية.\n\n- واحد\n- اثنان'],
  hebrew: ['סגנון', 'קודם ממצאים', 'טקסט עם English באמצע.'],
  chinese: ['代码审查风格', '先写问题', '先写问题，再写表扬。没有空格的长句子也要换行，不能超出窗口的宽度，无论窗口有多窄都要这样。'],
  hindi: ['समीक्षा', 'पहले निष्कर्ष', 'पहले निष्कर्ष लिखें।'],
  emoji: ['👩‍👩‍👧‍👦 🏳️‍🌈 💥', '🎉🎉🎉', '👍🏽 works, 🇩🇪 too.'],
  zalgo: ['Z̸̧͎̼̔͝a̷̡̛l̴̢̛g̶̨̛o̵̡̊', 'c̴̡o̷̢m̴̨b̵̡i̷̢n̴̨i̵̡n̷̢g̴̨', 'm̸̢̛̗̎ą̷̛r̴̨̛k̵̡̛s̷̢̛'],
  override: ['abc\u202Efdp.exe\u202C', 'turns\u202E the line', 'a\u202Eb\u2066c\u200Bd'],
  endless: ['W'.repeat(300), 'x'.repeat(900), `${'y'.repeat(4000)}\n\n\`${'z'.repeat(2000)}\`\n\n| ${'q'.repeat(500)} | b |\n|---|---|\n| 1 | 2 |\n\n    ${'c'.repeat(900)}\n\n# ${'h'.repeat(400)}\n\n- ${'l'.repeat(400)}\n\n> ${'b'.repeat(400)}\n\nhttps://example.com/${'u'.repeat(900)}`],
  deep: ['Deep', 'quotes in quotes', `${'> '.repeat(90)}deep\n\n${Array.from({ length: 60 }, (_, i) => `${'  '.repeat(i)}- ${i}`).join('\n')}`],
  nothing: ['Nothing', 'no text at all', ''],
};

async function everyScriptAndEndlessWordsAreShownWhole(served) {
  for (const [name, [title, description, body]] of Object.entries(ODD)) served.file(`${name}.md`, note(title, description, body));
  served.file('große Übersicht — naïve.md', note('Große Übersicht', 'Name mit Umlauten', 'Siehe [[arabic]].'));
  served.file('nofront.md', 'Only text, no fields.\n');
  served.file('broken.md', '---\nname: [unclosed\ntype: {\n---\n\nBroken fields.\n');
  served.file('open.md', '---\nname: Open\ndescription: never closed\n\nText\n');
  served.file('wrongtype.md', '---\nname: Wrong\ndescription: d\ntype: banana\n---\n\nx\n');
  served.file('control.md', '---\nname: Nul\ndescription: d\ntype: user\n---\n\na\u0000b\u001B[31mred\u0007\n');
  served.file('crlf.md', '---\r\nname: Lines\r\ndescription: of another system\r\ntype: user\r\n---\r\n\r\nText\r\n');
  await served.start();
  for (const [width, scheme] of [[1280, 'light'], [375, 'dark']]) {
    const page = await open(served, { width, scheme, link: width === 1280 ? served.link : served.url });
    if (width === 375) {
      await page.getByLabel('Or enter the token').fill(served.token);
      await page.getByRole('button', { name: 'Open' }).click();
    }
    await page.locator('.rows a.row').first().waitFor();
    await fits(page, `the list at ${width}`);
    for (const name of [...Object.keys(ODD), 'große Übersicht — naïve', 'nofront', 'broken', 'open', 'wrongtype', 'control', 'crlf']) {
      await page.go(`/note/-/global/${encodeURIComponent(`${name}.md`)}`);
      await page.locator('.reader article h1').waitFor().catch(() => assert.fail(`${name} is not shown at ${width}`));
      await fits(page, `${name} at ${width}`);
      if (['broken', 'open', 'wrongtype'].includes(name)) await page.getByText('Something is wrong with its form').waitFor();
    }
    for (const screen of ['/graph', '/timeline', '/decide', '/upkeep', '/notes?q=x', '/note/-/global/endless.md/edit', '/note/-/global/endless.md/history', '/note/-/global/broken.md/edit']) {
      await page.go(screen);
      await page.waitForTimeout(400);
      await fits(page, `${screen} at ${width}`);
    }
    page.faults = page.faults.filter((one) => !/401/.test(one));
    quiet(page);
  }
}

async function eachScriptRunsItsOwnWayAndTurnsNothingElse(served) {
  for (const name of ['arabic', 'override', 'hebrew']) served.file(`${name}.md`, note(...ODD[name]));
  await served.start();
  const page = await open(served);
  await page.locator('.rows a.row').first().waitFor();
  await page.at('/note/-/global/arabic.md');
  const side = (where) => page.locator(where).first().evaluate((box) => {
    const range = document.createRange();
    range.selectNodeContents(box);
    const text = range.getBoundingClientRect();
    const all = box.getBoundingClientRect();
    return text.left - all.left > all.right - text.right + 20 ? 'right' : 'left';
  });
  await page.locator('.markup').waitFor();
  assert.equal(await side('.reader h1'), 'right');
  assert.equal(await side('.markup p'), 'right');
  await page.at('/note/-/global/override.md');
  await page.locator('.markup').waitFor();
  // What stands behind the title in its row is not turned round by it.
  assert.equal(await page.locator('.rows a.row', { hasText: 'abc' }).locator('time').evaluate((one) => getComputedStyle(one).direction), 'ltr');
  quiet(page);
}

async function aNoteOfAMegabyteIsReadAndEdited(served) {
  const line = 'The staging database is reset every night at two by the cron job on the build host. ';
  const body = Array.from({ length: 11000 }, (_, i) => (i % 50 ? `${i} ${line}` : `\n## Part ${i}\n\n[[huge]]`)).join('\n');
  served.file('huge.md', note('Huge', 'As large as a note may be', body.slice(0, 1_000_000)));
  served.file('over.md', note('Over', 'Larger than a note may be', 'x'.repeat(1_200_000)));
  await served.start();
  const page = await open(served);
  await page.locator('.rows a.row').first().waitFor();
  const begin = Date.now();
  await page.at('/note/-/global/huge.md');
  await page.locator('.markup h3, .markup h2').first().waitFor();
  assert.ok(Date.now() - begin < 15000, `it took ${Date.now() - begin} ms`);
  await fits(page, 'a huge note');
  await page.keyboard.press('e');
  await editor(page).waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Begun. ');
  await page.keyboard.press('Control+s');
  await page.locator('.markup').getByText('Begun.').waitFor();
  assert.match((await served.api('GET', '/api/memory/huge')).text, /Begun\. /);
  page.allowed.push(/40\d|500/);
  await page.at('/note/-/global/over.md');
  await page.getByRole('alert').or(page.locator('.notice.warn')).or(page.getByText('This note is not there')).first().waitFor();
  quiet(page);
}

async function aNoteGoesWhileItIsReadAndWhileItIsEdited(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  page.allowed.push(/40[49]/);
  await page.at('/note/-/global/review-style.md');
  await page.locator('.pulse .on').waitFor();
  unlinkSync(path.join(served.home, 'memory/review-style.md'));
  await page.getByText('This note is not there').waitFor();
  await page.getByRole('link', { name: 'Its history' }).waitFor();
  await page.at('/note/-/global/commit-messages.md/edit');
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Typed meanwhile.');
  served.loci('delete', 'commit-messages');
  await page.waitForTimeout(400);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'This note was deleted while you wrote' }).waitFor();
  await accessible(page, 'a note that was deleted');
  await page.getByRole('button', { name: 'Create the note again' }).click();
  await page.locator('.markup').getByText('Typed meanwhile.').waitFor();
  assert.match((await served.api('GET', '/api/memory/commit-messages')).text, /Typed meanwhile\./);
  quiet(page);
}

async function theServerIsStartedAnewUnderAnOpenPage(served) {
  fill(served);
  await served.start();
  served.port = new URL(served.url).port;
  const page = await open(served);
  page.allowed.push(/./);
  await page.at('/note/-/global/review-style.md/edit');
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Typed before it stopped.');
  await served.stop();
  await page.locator('.offline').waitFor({ timeout: 15000 }).catch(async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.offline').waitFor();
  });
  await served.start();
  await page.locator('.pulse .on').waitFor({ timeout: 15000 });
  await page.locator('.offline').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.markup').getByText('Typed before it stopped.').waitFor();
}

async function twoTabsEditOneNote(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  page.allowed.push(/409/);
  await page.at('/note/-/global/review-style.md/edit');
  await page.locator('.pulse .on').waitFor();
  const other = await page.context().newPage();
  await other.goto(`${served.url}/note/-/global/review-style.md/edit`);
  await editor(other).click();
  await other.keyboard.press('Control+End');
  await other.keyboard.type('From the second tab.');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await other.locator('.markup').getByText('From the second tab.').waitFor();
  await page.getByText('This note was changed meanwhile').waitFor();
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('From the first tab.');
  await page.getByText('saving shows both').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: /was changed while you wrote/ }).waitFor();
  await page.getByRole('button', { name: 'Mine, with what theirs adds' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.markup').getByText('From the first tab.').waitFor();
  const { text } = await served.api('GET', '/api/memory/review-style');
  assert.match(text, /From the first tab\.[\s\S]*From the second tab\./);
  await other.locator('.markup').getByText('From the first tab.').waitFor();
  // A tab in which nothing was typed takes the new text when it is told to.
  await other.goto(`${served.url}/note/-/global/review-style.md/edit`);
  await other.locator('.pulse .on').waitFor();
  await editor(other).waitFor();
  served.loci('write', 'review-style', '--content', 'By the command line.');
  await other.getByRole('button', { name: 'Take the new text' }).click();
  await editor(other).getByText('By the command line.').waitFor();
  quiet(page);
}

async function aProjectThatIsNotThereIsSaidOnce(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  page.allowed.push(/404/);
  for (const screen of ['/upkeep', '/agent', '/calendar', '/scratch', '/notes']) {
    await page.at(`${screen}?project=gone-12345678`);
    await page.getByText('There is no project “gone-12345678” here').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0, screen);
  }
  await page.getByRole('link', { name: 'Show everything' }).click();
  await page.locator('.rows a.row').first().waitFor();
  quiet(page);
}

await run({ everyScriptAndEndlessWordsAreShownWhole, eachScriptRunsItsOwnWayAndTurnsNothingElse, aNoteOfAMegabyteIsReadAndEdited, aNoteGoesWhileItIsReadAndWhileItIsEdited, theServerIsStartedAnewUnderAnOpenPage, twoTabsEditOneNote, aProjectThatIsNotThereIsSaidOnce });
