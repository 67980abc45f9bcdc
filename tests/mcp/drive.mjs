// Drives a server of loci with the public client libraries of both generations:
// every tool, resource, prompt, completion, subscription and kind of error.
//
//   node drive.mjs --modules DIR --client v1|v2|v2-legacy --binary LOCI   over stdio
//   … --url URL --token TOKEN --home DIR                                   over HTTP
//
// The libraries check what they get: types of results, and structured content
// against the tool's own output schema.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: Object.fromEntries(
    ['modules', 'client', 'binary', 'url', 'token', 'home'].map((name) => [name, { type: 'string' }])),
});
const require = createRequire(resolve(options.modules, 'here.cjs'));
const first = options.client === 'v1';
const modern = options.client === 'v2';
const base = mkdtempSync(join(tmpdir(), 'loci-drive-'));
const workspace = join(base, 'ws');
const home = options.home ?? join(base, 'home/.loci');
mkdirSync(join(workspace, '.git'), { recursive: true });
mkdirSync(join(base, 'home'));

const { Client } = first ? require('@modelcontextprotocol/sdk/client/index.js') : require('@modelcontextprotocol/client');
const types = first ? require('@modelcontextprotocol/sdk/types.js') : null;

function transport() {
  if (options.url) {
    const { StreamableHTTPClientTransport } = first
      ? require('@modelcontextprotocol/sdk/client/streamableHttp.js')
      : require('@modelcontextprotocol/client');
    return new StreamableHTTPClientTransport(new URL(options.url), {
      requestInit: { headers: options.token ? { Authorization: `Bearer ${options.token}` } : {} },
    });
  }
  const { StdioClientTransport } = first
    ? require('@modelcontextprotocol/sdk/client/stdio.js')
    : require('@modelcontextprotocol/client/stdio');
  return new StdioClientTransport({
    command: options.binary,
    args: ['mcp'],
    cwd: workspace,
    env: { PATH: process.env.PATH, HOME: join(base, 'home'), ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? '' },
  });
}

async function refused(promise, code) {
  try {
    await promise;
  } catch (error) {
    if (code !== undefined) assert.equal(error.code, code, String(error));
    return error;
  }
  assert.fail('this ought to be refused');
}

const heard = [];
function listenTo(client, method, schema) {
  const keep = (notification) => heard.push({ method, ...notification.params });
  client.setNotificationHandler(first ? types[schema] : method, keep);
}
async function hear(test, what) {
  for (let waited = 0; waited < 20_000; waited += 50) {
    if (heard.some(test)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`never heard of ${what}: ${JSON.stringify(heard)}`);
}

async function run() {
  const client = new Client(
    { name: 'loci-drive', version: '1.0.0' },
    { capabilities: {}, ...(modern ? { versionNegotiation: { mode: 'auto' } } : {}) });
  listenTo(client, 'notifications/resources/updated', 'ResourceUpdatedNotificationSchema');
  listenTo(client, 'notifications/resources/list_changed', 'ResourceListChangedNotificationSchema');
  await client.connect(transport());
  const call = (name, args) => client.callTool({ name, arguments: args });
  const data = async (name, args) => {
    const result = await call(name, args);
    assert.ok(!result.isError, JSON.stringify(result));
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    return result.structuredContent;
  };
  const complaint = async (name, args) => {
    const result = await call(name, args);
    assert.equal(result.isError, true, JSON.stringify(result));
    return result.content[0].text;
  };

  assert.equal(client.getServerVersion().name, 'loci');
  assert.match(client.getInstructions(), /memory_search/);
  if (modern) assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
  if (!modern) await client.ping();

  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name),
    ['memory_search', 'memory_read', 'memory_write', 'memory_edit', 'memory_delete', 'remember', 'memory_history', 'memory_undo', 'memory_context']);
  for (const tool of tools) {
    assert.equal(tool.annotations.openWorldHint, false);
    assert.equal(tool.inputSchema.additionalProperties, false);
    assert.ok(tool.outputSchema && tool.description);
  }

  // Tools. Over HTTP without a workspace the global scope is what there is.
  const personal = options.url ? { type: 'user' } : {};
  const made = await data('remember', { content: 'The staging database is shared. It resets every night.', title: 'Staging resets', ...personal });
  assert.equal(made.status, 'created');
  const scope = made.scope;
  assert.equal(scope, options.url ? 'global' : 'private');
  const found = await data('memory_search', { query: 'staging night' });
  assert.equal(found.hits[0].filename, 'staging-resets.md');
  assert.equal((await data('memory_read', { source: 'note', name: 'Staging Resets' })).title, 'Staging resets');
  await data('memory_edit', { target: 'note', name: 'staging-resets', old_str: 'every night.', new_str: 'at noon.' });
  assert.match((await data('memory_read', { source: 'note', name: 'staging-resets' })).text, /at noon\./);
  await data('memory_write', { target: 'long_term', content: 'Tea, not coffee.' });
  assert.match((await data('memory_read', { source: 'long_term' })).text, /Tea/);
  await data('memory_write', { target: 'note', name: 'ports', content: 'Port 7463.', ...personal });
  if (!options.url) {
    await data('memory_write', { target: 'scratchpad', content: '- [ ] ask' });
    assert.match((await data('memory_read', { source: 'scratchpad' })).text, /ask/);
    await data('memory_write', { target: 'daily', content: 'tagged' });
    assert.match((await data('memory_read', { source: 'daily' })).text, /tagged/);
  }
  assert.ok((await data('memory_read', { source: 'list' })).files.length >= 3);
  assert.match((await data('memory_read', { source: 'index' })).text, /staging-resets\.md/);
  assert.match((await data('memory_context', { query: 'staging' })).text, /Tea, not coffee/);

  const { operation, hash } = await data('remember', { content: 'A mistake.', title: 'Mistake', ...personal });
  assert.equal((await data('memory_history', { name: 'Mistake' })).operations[0].hash, hash);
  assert.equal((await data('memory_undo', { operation, hash })).status, 'undone');

  // Errors a model can act on, and errors of the protocol.
  assert.match(await complaint('memory_search', { query: 'x', limt: 3 }), /did you mean 'limit'/);
  assert.match(await complaint('memory_delete', { name: 'staging-reset' }), /did you mean 'staging-resets\.md'/);
  assert.match(await complaint('memory_edit', { target: 'note', name: 'ports', old_str: 'zzz', new_str: '' }), /zzz|not there|ports\.md/);
  if (options.url) assert.match(await complaint('memory_read', { source: 'scratchpad' }), /workspace/);
  await refused(call('no_such_tool', {}), -32602);

  // Resources.
  const { resources } = await client.listResources();
  const uri = `loci://${scope}/staging-resets.md`;
  assert.ok(resources.some((resource) => resource.uri === uri));
  const read = await client.readResource({ uri });
  assert.match(read.contents[0].text, /at noon/);
  assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 2);
  await refused(client.readResource({ uri: `loci://${scope}/none.md` }), first ? -32002 : -32602);
  await refused(client.listResources({ cursor: 'nonsense' }), -32602);

  // Prompts and completion.
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((prompt) => prompt.name), ['remember-this', 'recall', 'tidy-memory']);
  const recalled = await client.getPrompt({ name: 'recall', arguments: { topic: 'staging' } });
  assert.match(recalled.messages[0].content.text, /at noon/);
  await client.getPrompt({ name: 'remember-this', arguments: { fact: 'x' } });
  await client.getPrompt({ name: 'tidy-memory' });
  await refused(client.getPrompt({ name: 'recall' }), -32602);
  const completed = await client.complete({ ref: { type: 'ref/prompt', name: 'recall' }, argument: { name: 'topic', value: 'sta' } });
  assert.deepEqual(completed.completion.values, ['staging-resets']);

  // Subscriptions: a change by hand is told.
  let subscription;
  if (modern) {
    subscription = await client.listen({ resourcesListChanged: true, resourceSubscriptions: ['loci://global/by-hand.md'] });
    assert.deepEqual(subscription.honoredFilter.resourceSubscriptions, ['loci://global/by-hand.md']);
  } else {
    await client.subscribeResource({ uri: 'loci://global/by-hand.md' });
  }
  heard.length = 0;
  mkdirSync(join(home, 'memory'), { recursive: true });
  writeFileSync(join(home, 'memory/by-hand.md'), '---\nname: By hand\ntype: user\n---\n\nx\n');
  await hear((one) => one.uri === 'loci://global/by-hand.md', 'the change of a file');
  await hear((one) => one.method.endsWith('list_changed'), 'the new file');
  if (modern) {
    await subscription.close();
    assert.equal(await subscription.closed, 'local');
  } else {
    await client.unsubscribeResource({ uri: 'loci://global/by-hand.md' });
  }

  // A call that is called off ends for the client, and the next one is answered.
  const stop = new AbortController();
  const aborted = client.callTool({ name: 'memory_read', arguments: { source: 'list' } }, ...(first ? [undefined] : []), { signal: stop.signal });
  stop.abort();
  await refused(aborted);
  assert.equal((await data('memory_delete', { name: 'ports' })).status, 'deleted');
  await data('memory_delete', { name: 'staging-resets' });
  await client.close();
}

try {
  await run();
  console.log(`${options.client} over ${options.url ? 'HTTP' : 'stdio'}: passed`);
} finally {
  rmSync(base, { recursive: true, force: true });
}
process.exit(0);
