// Hostile logs in the module: each ends in an answer or in words, and what a log only claims takes no
// memory. module.test.mjs has the corpora of the fuzzers, and cut and damaged copies.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { NodeCore, root } from './node_core.mjs';

const log = path.join(root, 'openperflib/log');
const mostMemory = 64 * 2 ** 20; // of a module that has read small logs only

// The answer, or the sentence of a refusal. A trap fails the test.
async function answerOf(core, tool, args, what) {
  try {
    return JSON.parse((await core.ask(tool, args)).text);
  } catch (error) {
    assert.ok(!error.message.startsWith('trap'), `${what}: ${error.message}`);
    return error.message;
  }
}

// Asks what the page asks of a log that it opens; returns the answer of the list.
async function readAll(core, bytes, what) {
  core.giveBytes(what, bytes);
  const opened = await answerOf(core, 'open_log', { path: what }, what);
  if (typeof opened === 'string') return opened;
  const list = await answerOf(core, 'list', { log: opened.log, details: true, limit: 1000, instances: 1000 }, what);
  await answerOf(core, 'summary', { log: opened.log, limit: 10 }, what);
  return list;
}

// Each word of a log as a count, a size or an offset that is far beyond the end.
const hugeNumbers = [0x7fffffff, 0xfffffff0];
const logsOfCounts = ['blg/blg_corpus/record_instances.blg', 'log_conversion_corpus/objects.blg', 'recording/recording_reader_corpus/memory.perfrec'];
for (const name of logsOfCounts) {
  test(`${path.basename(name)}: a huge number anywhere ends in words, and takes no memory`, async () => {
    const bytes = fs.readFileSync(path.join(log, name));
    let core = await NodeCore.start();
    for (let at = 0; at + 4 <= bytes.length; at += 4) {
      const copy = new Uint8Array(bytes);
      new DataView(copy.buffer).setUint32(at, hugeNumbers[(at / 4) % 2], true);
      await readAll(core, copy, `byte ${at}`);
      assert.ok(core.host.memorySize <= mostMemory, `byte ${at}: ${core.host.memorySize} bytes of memory`);
      if (at % 800 === 796) core = await NodeCore.start(); // logs stay open
    }
  });
}

test('numbers of a text that are no dates, no counts or too large end in words', async () => {
  const core = await NodeCore.start();
  const header = '"(PDH-CSV 4.0) (UTC)(0)","\\\\S\\Memory\\Available Bytes"';
  const rows = ['"99/99/9999 99:99:99.999","1"', '"11/21/2026 10:00:00.000","1e999999999"', `"11/21/2026 10:00:00.000","${'9'.repeat(100_000)}"`, '"', '""""""', ',,,,'];
  for (const [index, row] of rows.entries()) await readAll(core, Buffer.from(`${header}\r\n${row}\r\n${row}`), `text ${index}`);
  await readAll(core, Buffer.from(`"(PDH-CSV 4.0) (UTC)(0)"${Array.from({ length: 5000 }, (_, i) => `,"\\\\S\\A(${i})\\B"`).join('')}\r\n`), 'wide text');
  assert.ok(core.host.memorySize <= 4 * mostMemory, `${core.host.memorySize} bytes of memory`);
});

// Names come back as they are: the page shows them as text.
const names = ['<img src=x onerror=alert(1)>', '<script>alert(1)<script>', '\u202egnp.exe', 'a&amp;b'];
test('names of a log are given as they stand in it', async () => {
  const core = await NodeCore.start();
  const line = (cells) => `"${cells.join('","')}"\r\n`;
  const header = line(['(PDH-CSV 4.0) (UTC)(0)', ...names.map((name) => `\\\\S\\Process(${name})\\Working Set`)]);
  const row = (second) => line([`11/21/2026 10:00:0${second}.000`, ...names.map(() => '1')]);
  const list = await readAll(core, Buffer.from(header + row(0) + row(1)), 'names.csv');
  assert.deepEqual([...list.objects[0].instances].sort(), [...names].sort());
});

test('names that are no text, or very long, end in words', async () => {
  const core = await NodeCore.start();
  const [begin, end] = ['"(PDH-CSV 4.0) (UTC)(0)","\\\\S\\Process(', ')\\Working Set"\r\n"11/21/2026 10:00:00.000","1"\r\n'].map((text) => Buffer.from(text));
  const strange = [[0xff, 0xfe], [0xc3], [0xed, 0xa0, 0x80], [0], [7], [0xf4, 0x90, 0x80, 0x80], new Array(64 * 1024).fill(0x78), new Array(2 ** 20).fill(0x28)];
  for (const [index, bytes] of strange.entries()) await readAll(core, Buffer.concat([begin, Buffer.from(bytes), end]), `name ${index}`);
});
