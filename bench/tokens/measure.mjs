// What memory costs a model, in tokens: node measure.mjs --modules DIR --loci PROGRAM
//
// The same facts are stored in loci, in @modelcontextprotocol/server-memory and, where it is
// installed, in basic-memory. Counted is what the clients hand to their model, as seen in
// their requests (docs/mcp.md): of a tool its name, description and input schema; of a result
// the structured content (Claude Code, Codex), the text (Gemini CLI), or both unless they are
// the same (Copilot CLI). Exits 1 when loci is over one of its limits.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({ options: { modules: { type: 'string' }, loci: { type: 'string' } } });
const require = createRequire(resolve(options.modules, 'here.cjs'));
const { countTokens } = require('gpt-tokenizer/encoding/o200k_base');
const here = dirname(fileURLToPath(import.meta.url));
const facts = JSON.parse(readFileSync(join(here, 'facts.json'), 'utf8'));
const base = mkdtempSync(join(tmpdir(), 'loci-tokens-'));
const limits = { definitions: 1300, search: 600, read: 1.3 };

class Server {
  constructor(command, args, environment) {
    const home = mkdtempSync(join(base, 'home-'));
    mkdirSync(join(home, 'work', '.git'), { recursive: true });
    this.process = spawn(command, args, {
      cwd: join(home, 'work'), stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, HOME: home, ...environment },
    });
    this.waiting = new Map();
    this.number = 0;
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      this.waiting.get(message.id)?.(message);
    });
  }
  async ask(method, params = {}) {
    const id = ++this.number;
    const answer = new Promise((done) => this.waiting.set(id, done));
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const message = await answer;
    if (message.error) throw new Error(`${method}: ${message.error.message}`);
    return message.result;
  }
  async greet() {
    await this.ask('initialize', {
      protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }
  async call(name, args) {
    const result = await this.ask('tools/call', { name, arguments: args });
    if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
    return result;
  }
}

// What each client hands to its model of one result.
function handed(result) {
  const text = result.content.map((block) => block.text ?? `${block.name} ${block.uri}`).join('\n');
  const structured = result.structuredContent === undefined ? text : JSON.stringify(result.structuredContent);
  return { 'Claude Code, Codex': structured, 'Gemini CLI': text,
           'Copilot CLI': structured === text ? text : `${text}\n\n${structured}` };
}

async function measure(name, server, { store, search, read }) {
  await server.greet();
  const { tools } = await server.ask('tools/list');
  const definitions = tools.reduce((sum, tool) => sum + countTokens(JSON.stringify(
    { name: tool.name, description: tool.description, input_schema: tool.inputSchema })), 0);
  for (const fact of facts) await store(fact);
  const found = handed(await search('staging'));
  const shown = handed(await read('Staging database'));
  server.process.kill();
  const hits = facts.filter((fact) => Object.values(found).every((text) => text.includes(fact.text.slice(0, 25))));
  return { name, tools: tools.length, definitions, hits: hits.length,
           search: count(found), read: count(shown) };
}

function count(texts) {
  return Object.fromEntries(Object.entries(texts).map(([client, text]) => [client, countTokens(text)]));
}

function loci() {
  const server = new Server(resolve(options.loci), ['mcp'], {});
  return measure('loci', server, {
    store: ({ title, text }) => server.call('remember', { title, content: text }),
    search: (query) => server.call('memory_search', { query }),
    read: (name) => server.call('memory_read', { source: 'note', name }),
  });
}

function serverMemory() {
  const program = join(dirname(require.resolve('@modelcontextprotocol/server-memory/package.json')), 'dist/index.js');
  const server = new Server(process.execPath, [program], { MEMORY_FILE_PATH: join(base, 'memory.jsonl') });
  return measure('server-memory', server, {
    store: ({ title, text }) => server.call('create_entities', {
      entities: [{ name: title, entityType: 'project', observations: [text] }] }),
    search: (query) => server.call('search_nodes', { query }),
    read: (name) => server.call('open_nodes', { names: [name] }),
  });
}

function basicMemory() {
  if (spawnSync('basic-memory', ['--version']).error) return null;
  const server = new Server('basic-memory', ['mcp'], { BASIC_MEMORY_HOME: join(base, 'basic') });
  return measure('basic-memory', server, {
    store: ({ title, text }) => server.call('write_note', { title, content: text, folder: 'notes' }),
    search: (query) => server.call('search_notes', { query }),
    read: (identifier) => server.call('read_note', { identifier }),
  });
}

const rows = [await loci(), await serverMemory(), await basicMemory()].filter(Boolean);
const fact = facts[0];
const own = countTokens(`---\nname: ${fact.title}\ndescription: ${fact.text.split('. ')[0]}.\ntype: project\n---\n\n${fact.text}\n`);
const line = (what, cell) => console.log(`| ${what} | ${rows.map(cell).join(' | ')} |`);
console.log(`Tokens (o200k_base), ${facts.length} facts stored in each:\n`);
console.log(`| | ${rows.map((row) => row.name).join(' | ')} |`);
console.log(`|---|${rows.map(() => '---|').join('')}`);
line('tools', (row) => row.tools);
line('their definitions', (row) => row.definitions);
line('facts that a search for "staging" shows', (row) => row.hits);
for (const client of Object.keys(rows[0].search)) line(`the search, ${client}`, (row) => row.search[client]);
for (const client of Object.keys(rows[0].read)) line(`one note, ${client}`, (row) => row.read[client]);
console.log(`\nThe note that is read has ${own} tokens as a file of loci, ${countTokens(fact.text)} without its frontmatter.`);
if (rows.length < 3) console.log('basic-memory was not measured: it is not installed here (pip install basic-memory).');
rmSync(base, { recursive: true, force: true });

const [mine] = rows;
const over = [];
if (mine.definitions > limits.definitions) over.push(`definitions: ${mine.definitions} > ${limits.definitions}`);
for (const [client, tokens] of Object.entries(mine.search)) {
  if (tokens > limits.search || mine.hits !== 9) over.push(`search, ${client}: ${tokens} > ${limits.search}`);
}
for (const [client, tokens] of Object.entries(mine.read)) {
  if (tokens > limits.read * own) over.push(`note, ${client}: ${tokens} > ${limits.read} × ${own}`);
}
for (const what of over) console.error(`over the limit: ${what}`);
process.exit(over.length === 0 ? 0 : 1);
