// Writing: what is typed is checked, kept and saved, and nothing that somebody else saved is lost.

import { accessible, assert, fill, open, quiet, run } from './support.mjs';

const editor = (page) => page.locator('.editor-host').locator('.cm-content');

async function aNoteIsWrittenFoundEditedAndTakenBack(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  await page.getByRole('link', { name: 'New note' }).click();
  await page.getByLabel('Title').fill('Coffee machine');
  await page.getByLabel(/In one sentence/).fill('Where the key is');
  await page.getByLabel('Type').selectOption('reference');
  await page.getByLabel('Tags').fill('kitchen, office');
  await editor(page).click();
  await page.keyboard.type('The key hangs *behind* the door. See [[stag');
  await page.locator('.editor-host').locator('.cm-tooltip-autocomplete li').first().waitFor();
  await page.waitForTimeout(200);  // the editor ignores keys that come too soon to be meant
  await page.keyboard.press('Enter');
  await page.getByText('coffee-machine.md').waitFor();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('section[aria-label=Preview] em', { hasText: 'behind' }).waitFor();
  await accessible(page, 'the editor');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { name: 'Coffee machine', level: 1 }).waitFor();
  const note = await served.api('GET', '/api/memory/coffee-machine');
  assert.match(note.text, /tags:[\s\S]*kitchen[\s\S]*\[\[staging-resets\]\]/);
  assert.equal((await served.api('GET', '/api/memory/coffee-machine?meta=true')).origin, 'user', 'written by the person');
  await page.keyboard.press('e');
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nSecond paragraph.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.reader .markup').getByText('Second paragraph.').waitFor();
  await page.locator('.toast').filter({ hasText: /^Saved(?! as)/ }).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back').waitFor();
  assert.doesNotMatch((await served.api('GET', '/api/memory/coffee-machine')).text, /Second/);
  quiet(page);
}

async function whatIsWrongIsSaidWhileOneTypes(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  page.allowed.push(/40\d/);
  await page.at('/note/-/global/review-style.md/edit');
  await page.getByLabel(/In one sentence/).fill('x'.repeat(70000));
  await page.locator('.notice.warn').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await page.getByText('Not saved; kept in this browser').waitFor();
  quiet(page);
}

async function anEditorThatComesLateDoesNotTakeTheKeys(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  /** @type {() => void} */
  let comes = () => {};
  const late = new Promise((resolve) => { comes = () => resolve(undefined); });
  await page.route('**/codemirror.js', async (asked) => { await late; await asked.continue(); });
  await page.at('/note/-/global/review-style.md/edit');
  await page.getByLabel('Title').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('How to');
  comes();
  await editor(page).waitFor();
  await page.keyboard.type(' review');
  assert.equal(await page.getByLabel('Title').inputValue(), 'How to review');
  quiet(page);
}

async function aConflictShowsBothTexts(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  page.allowed.push(/409/);
  await page.at('/note/-/global/review-style.md/edit');
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Mine.');
  await served.api('PATCH', '/api/memory/review-style', { content: 'Theirs entirely.' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: /was changed while you wrote/ }).waitFor();
  await page.getByText('Theirs entirely.').waitFor();
  await accessible(page, 'the conflict');
  await page.getByRole('button', { name: 'Mine, with what theirs adds' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.reader .markup').getByText('Theirs entirely.').waitFor();
  const { text } = await served.api('GET', '/api/memory/review-style');
  assert.match(text, /Mine\.[\s\S]*Theirs entirely\./);
  quiet(page);
}

// rule: MG30
async function twoEditsInDifferentPlacesAreMerged(served) {
  fill(served);
  await served.start();
  await served.api('PATCH', '/api/memory/review-style', { content: 'First line.\n\nSecond line.\n\nThird line.\n' });
  const page = await open(served);
  page.allowed.push(/409/);
  await page.at('/note/-/global/review-style.md/edit');
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Mine.');
  await page.reload(); // the draft knows what it was made on
  await page.getByText('not saved yet').waitFor();
  await served.api('PATCH', '/api/memory/review-style', {
    content: 'First line, theirs.\n\nSecond line.\n\nThird line.\n', description: 'Said by them.' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: /was changed while you wrote/ }).waitFor();
  await page.getByRole('heading', { name: 'Merged' }).waitFor();
  await accessible(page, 'two edits merged');
  await page.getByRole('button', { name: 'Go on with both, merged' }).click();
  assert.equal(await page.getByLabel(/In one sentence/).inputValue(), 'Said by them.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.reader .markup').getByText('First line, theirs.').waitFor();
  const { text } = await served.api('GET', '/api/memory/review-style');
  assert.match(text, /description: Said by them\.[\s\S]*First line, theirs\.[\s\S]*Second[\s\S]*Mine\./);
  quiet(page);
}

async function draftsOutliveAReloadAndAStoppedServer(served) {
  fill(served);
  await served.start();
  const page = await open(served);
  page.allowed.push(/Failed to (load|fetch)|ERR_/);
  await page.at('/note/-/global/review-style.md/edit');
  await page.getByLabel('Title').fill('How to review');
  await page.getByText('Not saved yet').waitFor();
  await page.reload();
  await page.getByText('not saved yet').waitFor();
  assert.equal(await page.getByLabel('Title').inputValue(), 'How to review');
  await served.stop();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Offline; kept in this browser').waitFor();
  await served.start();
  await page.reload();
  assert.equal(await page.getByLabel('Title').inputValue(), 'How to review');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'How to review', level: 1 }).waitFor();
}

async function aNoteIsRenamedMovedAndDeletedWithAWayBack(served) {
  fill(served);
  await served.start();
  const project = served.project();
  const page = await open(served);
  const choose = async (name) => { await page.getByLabel('More').click(); await page.getByRole('button', { name }).click(); };
  await page.at(`/note/${project}/private/staging-resets.md`);
  await choose('Rename…');
  await page.getByLabel('File name').fill('nightly-reset');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.locator('dialog').getByText('retry-policy.md').waitFor();
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.waitForURL(/nightly-reset\.md/);
  await page.getByText('the links of 1 note followed').waitFor();
  await choose('Move…');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.locator('dialog').getByText(/created/).first().waitFor();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.waitForURL(/\/note\/-\/global\/nightly-reset\.md/);
  await choose('Delete…');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL(/\/notes/);
  await page.locator('.toast', { hasText: 'Deleted' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back').waitFor();
  assert.match((await served.api('GET', '/api/memory/nightly-reset')).text, /reset every night/);
  quiet(page);
}

async function aNoteIsSharedWithTheRepositoryAndTheKeyTakesItBack(served) {
  fill(served);
  served.loci('init');
  await served.start();
  const project = served.project();
  const page = await open(served);
  await page.at(`/note/${project}/private/retry-policy.md`);
  await page.getByLabel('More').click();
  await page.getByRole('button', { name: 'Share with the repository…' }).click();
  await page.locator('dialog').getByText('in shared').first().waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.waitForURL(/\/shared\/retry-policy\.md/);
  await page.getByRole('heading', { name: 'Retry policy', level: 1 }).waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('u');
  await page.locator('.toasts').getByText(/Took back/).waitFor();
  assert.equal((await served.api('GET', `/api/memory/retry-policy?workspace=${project}`)).place, 'private');
}

async function aNoteIsErasedForGoodAfterItsNameIsTyped(served) {
  fill(served);
  served.loci('write', 'review-style', '--content', 'A secret that must go.');
  served.loci('delete', 'commit-messages');
  await served.start();
  const page = await open(served);
  page.allowed.push(/404/);
  await page.at('/note/-/global/review-style.md');
  await page.getByLabel('More').click();
  await page.getByRole('button', { name: 'Erase for good…' }).click();
  await page.locator('dialog').getByText('Nothing brings it back').waitFor();
  await page.locator('dialog').getByText('review-style.md in global').or(page.locator('dialog li', { hasText: 'review-style.md' })).first().waitFor();
  await accessible(page, 'erasing');
  const erase = page.locator('dialog').getByRole('button', { name: 'Erase for good' });
  assert.ok(await erase.isDisabled());
  await page.getByLabel(/Type/).fill('review-styl.md');
  assert.ok(await erase.isDisabled(), 'another name is not enough');
  await page.getByLabel(/Type/).fill('review-style.md');
  await erase.click();
  await page.waitForURL(/\/notes/);
  await page.getByText('is erased').waitFor();
  assert.equal((await served.api('GET', '/api/memory/review-style')).error.code, 'not_found');
  assert.doesNotMatch(JSON.stringify(await served.api('GET', '/api/memory/history?limit=100')), /must go/);
  // A note that was deleted before is erased from its history.
  await page.at('/note/-/global/commit-messages.md/history');
  await page.getByRole('button', { name: 'Erase for good…' }).click();
  await page.getByLabel(/Type/).fill('commit-messages.md');
  await page.locator('dialog').getByRole('button', { name: 'Erase for good' }).click();
  await page.getByText('is erased').waitFor();
  quiet(page);
}

async function aNewNoteGoesWhereItIsSaid(served) {
  fill(served);
  await served.start();
  const project = served.project();
  const page = await open(served);
  await page.at('/new');
  assert.equal(await page.getByLabel('Type').inputValue(), 'user', 'what is for every project');
  await page.getByLabel(/^Where/).selectOption(`private ${project}`);
  assert.equal(await page.getByLabel('Type').inputValue(), 'project');
  await page.getByLabel('Title').fill('Only here');
  await page.getByLabel(/In one sentence/).fill('Of one project');
  await editor(page).click();
  await page.keyboard.type('What is known of it.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(new RegExp(`/note/${project}/private/only-here\\.md`));
  quiet(page);
}

await run({ aNoteIsErasedForGoodAfterItsNameIsTyped, aNewNoteGoesWhereItIsSaid, aNoteIsWrittenFoundEditedAndTakenBack, whatIsWrongIsSaidWhileOneTypes, anEditorThatComesLateDoesNotTakeTheKeys, aConflictShowsBothTexts, twoEditsInDifferentPlacesAreMerged, draftsOutliveAReloadAndAStoppedServer, aNoteIsRenamedMovedAndDeletedWithAWayBack, aNoteIsSharedWithTheRepositoryAndTheKeyTakesItBack });
