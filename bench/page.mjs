// How long the page takes with 20,000 notes: until the first rows are painted, and from a key to its
// results, each beside the bare call of the API in the same run. Medians: make bench-page.
//
//   node bench/page.mjs build/release/loci build/npm/page

const { open, Served } = await import('../tests/page/support.mjs');

const NOTES = 20000;
const ROUNDS = 9;
const WORDS = 'deploy staging database cache token review release build linker socket thread index journal memory agent prompt budget window catalog segment merge conflict editor timeline graph calendar parser encoder pool queue worker retry timeout header cookie session schema migration shard replica leader quorum snapshot checksum'.split(' ');
let seed = 7;
const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
const words = (n) => Array.from({ length: n }, () => WORDS[random(WORDS.length)]).join(' ');
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

const served = new Served();
for (let i = 0; i < NOTES; i += 1) served.file(`note-${i}.md`, `---\nname: ${words(3)} ${i}\ndescription: ${words(8)}\ntype: ${['user', 'feedback', 'project', 'reference'][i % 4]}\ntags: [${words(1)}]\n---\n\n${words(120)}\n`);
await served.start();
const page = await open(served);
page.setDefaultTimeout(60000);
await page.getByText('20,000 notes').waitFor();
await fetch(`${served.url}/api/memory/search?q=deploy*&limit=40&workspace=*&explain=true`, { headers: { Authorization: `Bearer ${served.token}` } }).then((answer) => answer.text());

// As the page asks.
const bare = async (path) => { const begin = performance.now(); await (await fetch(served.url + path, { headers: { Authorization: `Bearer ${served.token}` } })).text(); return performance.now() - begin; };
const paints = [];
const lists = [];
for (let i = 0; i < ROUNDS; i += 1) {
  lists.push(await bare('/api/memory?workspace=*&limit=200&facets=true'));
  await page.goto(`${served.url}/notes`);
  await page.locator('.rows a.row').first().waitFor();
  const [shell, rows] = await page.evaluate(() => [performance.getEntriesByName('first-contentful-paint')[0].startTime, performance.now()]);
  paints.push([shell, rows]);
}
const typed = [];
const searches = [];
for (const query of ['dep', 'stag', 'cach', 'toke', 'revi', 'rele', 'link', 'sock', 'thre', 'inde', 'jour', 'memo', 'prom', 'budg', 'wind']) {
  searches.push(await bare(`/api/memory/search?q=${query}*&limit=40&workspace=*&explain=true`));
  await page.getByRole('searchbox').fill('');
  await page.getByText('20,000 notes').waitFor();
  typed.push(await page.evaluate((text) => new Promise((resolve) => {
    const field = document.querySelector('.search input');
    const begin = performance.now();
    const look = new MutationObserver(() => {
      if (!/found/.test(document.querySelector('.list-under p').textContent)) return;
      look.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - begin));
    });
    look.observe(document.querySelector('.list'), { childList: true, subtree: true, characterData: true });
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }), query));
}
// What other screens ask of all notes, once the server knows them.
const others = [];
for (const [what, path] of [['what waits in the inbox', '/api/inbox?workspace=*'], ['how much is to be reviewed', '/api/review?workspace=*&limit=0'], ['a later page of the list', '/api/memory?workspace=*&limit=200&offset=10000'], ['the links of a note', '/api/memory/note-5/links'], ['the graph', '/api/graph?workspace=*']]) {
  await bare(path);
  const times = [];
  for (let i = 0; i < ROUNDS; i += 1) times.push(await bare(path));
  others.push([what, median(times)]);
}
const ms = (n) => `${n.toFixed(0)} ms`;
console.log(`${NOTES} notes, medians of ${ROUNDS} and ${typed.length}`);
console.log(`first paint of the frame         ${ms(median(paints.map(([shell]) => shell)))}`);
console.log(`first rows in the document       ${ms(median(paints.map(([, rows]) => rows)))}   bare call of the list ${ms(median(lists))}`);
console.log(`a key to its results             ${ms(median(typed))}   bare call of the search ${ms(median(searches))}`);
for (const [what, time] of others) console.log(`${what.padEnd(32)} ${ms(time)}   bare call`);
await page.context().browser().close();
await served.stop();
served.remove();
process.exit(0);
