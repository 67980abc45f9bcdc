// Runs the same scripts on loci and on the reference implementation of Anthropic's
// memory tool, and compares the replies to the letter.
//
//   node compare-memories.mjs --modules DIR --binary LOCI
//
// One thing is not compared: the size of a directory, which is the file system's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({ options: { modules: { type: 'string' }, binary: { type: 'string' } } });
const require = createRequire(resolve(options.modules, 'here.cjs'));
const { BetaLocalFilesystemMemoryTool } = require('@anthropic-ai/sdk/tools/memory/node');

const view = (path, view_range) => ({ command: 'view', path, ...(view_range ? { view_range } : {}) });
const create = (path, file_text) => ({ command: 'create', path, file_text });
const replace = (path, old_str, new_str) => ({ command: 'str_replace', path, old_str, new_str });
const insert = (path, insert_line, insert_text) => ({ command: 'insert', path, insert_line, insert_text });
const remove = (path) => ({ command: 'delete', path });
const rename = (old_path, new_path) => ({ command: 'rename', old_path, new_path });

const scripts = {
  'a file from beginning to end': [
    view('/memories'),
    create('/memories/notes.txt', 'one\ntwo\nthree\nfour\nfive\nsix\n'),
    create('/memories/notes.txt', 'again'),
    view('/memories'),
    view('/memories/notes.txt'),
    view('/memories/notes.txt', [2, 3]),
    view('/memories/notes.txt', [5, -1]),
    view('/memories/notes.txt', [0, 1]),
    view('/memories/notes.txt', [3, -3]),
    view('/memories/notes.txt', [90, 95]),
    view('/memories/notes.txt', [4, 2]),
    replace('/memories/notes.txt', 'three', '3'),
    replace('/memories/notes.txt', 'zzz', 'y'),
    replace('/memories/notes.txt', 'o', '0'),
    replace('/memories/notes.txt', 'two\n3', 'x'),
    replace('/memories/notes.txt', 'four', 'vier\nfünf'),
    insert('/memories/notes.txt', 0, 'top\n'),
    insert('/memories/notes.txt', 3, 'a\nb'),
    insert('/memories/notes.txt', 99, 'x'),
    insert('/memories/notes.txt', -1, 'x'),
    view('/memories/notes.txt'),
    rename('/memories/notes.txt', '/memories/moved.txt'),
    view('/memories/notes.txt'),
    view('/memories/moved.txt'),
    remove('/memories/moved.txt'),
    remove('/memories/moved.txt'),
    view('/memories'),
  ],
  'directories': [
    create('/memories/project/a.md', '# A\n\ntext'),
    create('/memories/project/deep/b.xml', '<b/>'),
    create('/memories/project/deep/deeper/c.txt', 'c'),
    create('/memories/project.md', 'beside it'),
    create('/memories/.hidden', 'h'),
    create('/memories/node_modules/x.txt', 'x'),
    view('/memories'),
    view('/memories/project'),
    view('/memories/project/deep'),
    view('/memories/project/'),
    create('/memories/project', 'x'),
    replace('/memories/project', 'a', 'b'),
    insert('/memories/project', 0, 'a'),
    rename('/memories/project/deep', '/memories/moved'),
    view('/memories/moved'),
    rename('/memories/moved', '/memories/project.md'),
    rename('/memories/nothing', '/memories/else'),
    remove('/memories/project'),
    view('/memories/project'),
    view('/memories/moved/deeper/c.txt'),
  ],
  'texts as they are': [
    create('/memories/empty.txt', ''),
    view('/memories/empty.txt'),
    create('/memories/no-newline.txt', 'x'),
    view('/memories/no-newline.txt'),
    create('/memories/blank-first.txt', '\n\nx\n\n'),
    view('/memories/blank-first.txt'),
    create('/memories/crlf.txt', 'a\r\nb\r\n'),
    view('/memories/crlf.txt'),
    create('/memories/own.md', '---\nname: Own\ntype: user\ndescription: Its own\n---\n\nbody\n'),
    view('/memories/own.md'),
    replace('/memories/own.md', 'body', 'text'),
    view('/memories/own.md'),
    create('/memories/half.md', '---\nthing: yes\n---\n\nbody'),
    view('/memories/half.md'),
    create('/memories/日本 語.md', '日本語\n'),
    view('/memories/日本 語.md'),
    replace('/memories/日本 語.md', '本', '$&本'),
    view('/memories/日本 語.md'),
    create('/memories/k.txt', 'x'.repeat(1536)),
    create('/memories/odd%2Fname.txt', 'percent'),
    view('/memories/odd%2Fname.txt'),
    view('/memories'),
  ],
  'ways out': [
    view('/etc/passwd'),
    view('/memories/../etc/passwd'),
    create('/memories/a/../../x', 'x'),
    create('/memories/a/../b.txt', 'b'),
    view('/memories/./b.txt'),
    view('/memories/nothing.txt'),
    replace('/memories/nothing.txt', 'a', 'b'),
    insert('/memories/nothing.txt', 0, 'a'),
    remove('/memories'),
    remove('/memories/'),
    rename('/memories', '/memories/x'),
    rename('/memories/b.txt', '/tmp/x'),
    rename('/memories/b.txt', '/memories/b.txt'),
    create('/memories', 'x'),
    remove('relative.txt'),
  ],
};

function ofLoci(base, command) {
  const run = spawnSync(options.binary, ['memories', JSON.stringify(command), '--json'], {
    cwd: base, encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: base, LOCI_HOME: join(base, 'loci'), ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? '' },
  });
  if (run.status === 0) return JSON.parse(run.stdout).content;
  return `error: ${JSON.parse(run.stderr.trim().split('\n').pop()).error.message}`;
}

async function ofReference(tool, command) {
  try {
    return await tool[command.command](command);
  } catch (error) {
    return `error: ${error.message}`;
  }
}

// The size that a file system gives a directory.
function comparable(text) {
  return text.startsWith("Here're the files")
    ? text.replace(/^[^\t\n]+\t(?=.*\/$)/gm, 'DIR\t').replace(/\n[^\t]+\t/, '\nDIR\t')
    : text;
}

let replies = 0;
for (const [name, script] of Object.entries(scripts)) {
  const base = mkdtempSync(join(tmpdir(), 'loci-memories-'));
  try {
    mkdirSync(join(base, 'reference'));
    const tool = await BetaLocalFilesystemMemoryTool.init(join(base, 'reference'));
    for (const command of script) {
      const wanted = comparable(await ofReference(tool, command));
      const given = comparable(ofLoci(base, command));
      assert.equal(given, wanted, `${name}: ${JSON.stringify(command)}`);
      ++replies;
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
console.log(`${replies} replies are those of the reference implementation`);
