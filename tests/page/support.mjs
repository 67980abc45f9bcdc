// A server with a home of its own, a browser on it, and what every test of the page demands:
// no error in the console, nothing asked of another machine.
//
//   node tests/page/reading_test.mjs build/dev/loci build/npm/page [case…]

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import assert from 'node:assert/strict';

export { assert };
const [, , binaryGiven = '', modulesGiven = '', ...wanted] = process.argv;
export const binary = path.resolve(binaryGiven);
export const modules = path.resolve(modulesGiven);
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
// How long something may take to appear. Speed is not what is tested here (bench/page.mjs does that), and a machine may be busy.
const PATIENCE = 30000;

if (!existsSync(path.join(modules, 'node_modules/playwright-core')) || !existsSync(CHROMIUM)) {
  console.log('skipped: scripts/bootstrap test brings the browser and its driver');
  process.exit(77);
}
const { chromium } = await import(pathToFileURL(path.join(modules, 'node_modules/playwright-core/index.mjs')).href);
const axe = readFileSync(path.join(modules, 'node_modules/axe-core/axe.min.js'), 'utf8');

export class Served {
  constructor() {
    this.base = mkdtempSync(path.join(tmpdir(), 'loci-page-'));
    this.home = path.join(this.base, 'home');
    this.work = path.join(this.base, 'work/app');
    mkdirSync(path.join(this.work, '.git'), { recursive: true });
    this.environment = { PATH: process.env.PATH, HOME: this.base, LOCI_HOME: this.home, TZ: 'UTC' };
  }
  /** @param {string[]} flags */
  async start(...flags) {
    this.process = spawn(binary, ['serve', '--port', String(this.port ?? 0), '--json', ...(process.env.LOCI_PAGE_WEB ? ['--web', process.env.LOCI_PAGE_WEB] : []), ...flags], { env: this.environment, cwd: this.base });
    this.errors = '';
    this.process.stderr.on('data', (data) => { this.errors += data; });
    const line = await new Promise((resolve, reject) => {
      this.process.stdout.once('data', (data) => resolve(String(data)));
      this.process.once('exit', () => reject(new Error(`serve did not start: ${this.errors}`)));
    });
    Object.assign(this, JSON.parse(String(line)));
    this.url = this.url.replace(/\/$/, '');
    return this;
  }
  async stop() {
    if (!this.process || this.process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGTERM');
    assert.equal(await ended, 0, this.errors);
    assert.ok(!/Sanitizer/.test(this.errors), this.errors);
  }
  /** Runs a command of loci in the workspace. @param {string[]} words */
  loci(...words) { return this.lociAs({}, ...words); }
  /** @param {Record<string, string>} environment @param {string[]} words */
  lociAs(environment, ...words) {
    const done = spawnSync(binary, words, { env: { ...this.environment, ...environment }, cwd: this.work, encoding: 'utf8' });
    assert.equal(done.status, 0, `${words.join(' ')}: ${done.stderr}`);
    return done.stdout;
  }
  /** A note as a file, as an editor would leave it. */
  file(name, text, directory = 'memory') {
    mkdirSync(path.join(this.home, directory), { recursive: true });
    writeFileSync(path.join(this.home, directory, name), text);
  }
  /** The API as a program sees it. */
  async api(method, where, body) {
    const answer = await fetch(this.url + where, { method, headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) });
    return answer.json();
  }
  project() { return JSON.parse(this.loci('projects', 'list', '--json')).projects[0].project; }
  remove() { rmSync(this.base, { recursive: true, force: true }); }
}

let browser;
/** @type {any[]} */
let opened = [];
/** What the pages of a case show, and what they still wait for. */
async function standing(served) {
  for (const page of opened.filter((one) => !one.isClosed())) {
    const shown = await page.evaluate(() => `${document.activeElement?.outerHTML.slice(0, 120)} in ${document.body.innerText.slice(0, 500)}`).catch(String);
    console.log(`  at ${page.url()}\n  unanswered: ${[...page.asked].join(', ') || 'nothing'}\n  faults: ${page.faults.join('; ') || 'none'}\n  focus ${shown.replaceAll(/\s+/g, ' ')}`);
  }
  if (served.errors) console.log(`  the server said: ${served.errors.slice(-500)}`);
}
/** A page on the server, signed in by its link, that is watched. */
export async function open(served, { width = 1280, height = 800, scheme = 'light', reduced = 'reduce', link = served.link } = {}) {
  browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: reduced });
  const page = await context.newPage();
  page.faults = [];
  page.asked = new Set();
  opened.push(page);
  page.allowed = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !page.allowed.some((one) => one.test(message.text()))) page.faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => page.faults.push(`page: ${error.message}`));
  page.on('request', (request) => {
    page.asked.add(`${request.method()} ${request.url().replace(served.url, '')}`);
    if (!request.url().startsWith(served.url) && !request.url().startsWith('data:')) page.faults.push(`asked elsewhere: ${request.url()}`);
  });
  for (const end of ['requestfinished', 'requestfailed']) {
    page.on(end, (request) => page.asked.delete(`${request.method()} ${request.url().replace(served.url, '')}`));
  }
  page.setDefaultTimeout(PATIENCE);
  await page.goto(link);
  // Who goes elsewhere before the link has been traded for a cookie comes there as a stranger.
  await page.locator('#main').waitFor({ state: 'attached' });
  page.at = async (where) => { await page.goto(served.url + where); await page.locator('#main').waitFor({ state: 'attached' }); };
  // Without loading the page anew.
  page.go = async (where) => {
    await page.evaluate((to) => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }, where);
    await page.locator('#main').waitFor({ state: 'attached' });
  };
  return page;
}

/** Nothing serious for people who cannot see or use a mouse. */
export async function accessible(page, what) {
  const loaded = () => page.evaluate(() => typeof window.axe === 'object');
  if (!await loaded()) await page.evaluate(axe).catch(() => {});
  assert.ok(await loaded(), 'axe did not load');
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'], preload: false, iframes: false }));
  const serious = violations.filter((one) => ['serious', 'critical'].includes(one.impact));
  assert.deepEqual(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 4).join(', ')}`), [], what);
}
/** Nothing is wider than the window. */
export async function fits(page, what) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${what} is ${over} px too wide`);
}
export function quiet(page) { assert.deepEqual(page.faults, []); }

/** Runs cases; each gets a server with a home of its own. @param {Record<string, Function>} cases */
export async function run(cases) {
  let failed = 0;
  for (const [name, test] of Object.entries(cases)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const served = new Served();
    opened = [];
    try {
      await test(served);
      await served.stop();
      console.log(`ok      ${name}`);
    } catch (fault) {
      failed += 1;
      console.log(`FAILED  ${name}\n${fault.stack}`);
      await standing(served);
      served.process?.kill('SIGKILL');
    }
    served.remove();
  }
  await browser?.close();
  console.log(`${failed} failed`);
  process.exit(failed ? 1 : 0);
}

/** A few notes of a person and of an agent, in global memory and in a project. */
export function fill(served) {
  served.loci('write', 'review-style', '--type', 'user', '--description', 'Findings first, praise last', '--tag', 'style', '--content', 'Put findings first.\n\n- the file\n- the line\n\nSee [[commit-messages]].');
  served.loci('write', 'commit-messages', '--type', 'user', '--description', 'Imperative, why before what', '--tag', 'style', '--content', 'A subject in the imperative.\n\n| part | rule |\n|---|---|\n| body | why |');
  served.loci('remember', 'The staging database is reset every night.', '--title', 'Staging resets', '--type', 'project');
  served.loci('remember', 'Retries use full jitter. See [[staging-resets]].', '--title', 'Retry policy', '--type', 'project');
  served.lociAs({ CLAUDECODE: '1' }, 'remember', 'Answers in German.', '--title', 'Language of answers', '--type', 'user');
  served.loci('scratch', 'add', 'ask about the cache');
  served.loci('daily', 'add', 'Tagged 1.4.', '--heading', 'release');
}
