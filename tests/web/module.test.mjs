// The module gives the same bytes as `perflib mcp`, and no log makes it trap.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { guidOf, withoutWriter } from './blg_bytes.mjs';
import { Native, perflib } from './native.mjs';
import { modulePath, NodeCore, root } from './node_core.mjs';

const data = path.join(root, 'tests/data');
const log = path.join(root, 'openperflib/log');

function filesOf(folder) {
  return fs.readdirSync(folder).sort().map((name) => path.join(folder, name));
}

// Genuine logs, text in several encodings, recordings, and the damaged logs that fuzzers begin with.
const genuine = ['BasicPerfCounters.blg', 'SampleLog.blg'].map((name) => path.join(data, 'blg', name));
const texts = filesOf(path.join(data, 'text_logs')).filter((name) => !name.endsWith('.md'));
const recordings = [
  path.join(root, 'apps/web/example.perfrec'),
  ...filesOf(path.join(log, 'recording/recording_reader_corpus')),
];
const damaged = ['blg/blg_corpus', 'log_conversion_corpus', 'text/text_log_corpus', 'reader/log_notes_corpus'].flatMap(
  (folder) => filesOf(path.join(log, folder)),
);

let folder;
let native;
let core;
let guid = new Uint8Array(16);  // of the next binary log that the module writes
const names = new Map();  // of the copies, by their file

before(async () => {
  folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'perfmon-'));
  core = await NodeCore.start({ random: (bytes) => bytes.set(guid.subarray(0, bytes.length)) });
  for (const file of [...genuine, ...texts, ...recordings, ...damaged]) {
    const name = path.relative(root, file).replaceAll('/', '_');
    names.set(file, name);
    fs.copyFileSync(file, path.join(folder, name));
    core.give(name, file);
  }
  native = new Native(folder);
});

after(async () => {
  await native?.end();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function textOf(asked) {
  try {
    const answer = await asked;
    return answer.text ?? answer;
  } catch (error) {
    return `refused: ${error.message}`;
  }
}

// Asks both, which must agree, and returns the answer.
async function same(tool, args) {
  const [expected, found] = await Promise.all([textOf(native.ask(tool, args)), textOf(core.ask(tool, args))]);
  assert.ok(!found.startsWith('refused: trap'), `${tool} ${JSON.stringify(args)}: ${found}`);
  assert.equal(found, expected, `${tool} ${JSON.stringify(args)}`);
  return found;
}

// The path with all instances; null: it has none.
function allInstances(counterPath) {
  const match = /^(.*\\[^\\(]*)\(.*\)(\\[^\\]*)$/.exec(counterPath);
  return match === null ? null : `${match[1]}(*)${match[2]}`;
}

// Every tool that answers with text.
async function compare(file) {
  const opened = await same('open_log', { path: names.get(file) });
  if (opened.startsWith('refused')) return;
  const { log: name } = JSON.parse(opened);
  await same('list', { log: name });
  await same('list', { log: name, details: true, limit: 1000, instances: 1000 });
  await same('find', { log: name, word: 'time' });
  await same('facts', { log: name });
  await same('report', { log: name, details: true });
  const summary = await same('summary', { log: name, limit: 400 });
  if (summary.startsWith('refused')) return;
  const paths = JSON.parse(summary).series.map((one) => one.path).slice(0, 5);
  if (paths.length === 0) return;
  await same('query', { log: name, paths, rows: 30 });
  await same('chart', { log: name, paths, columns: 40 });
  await same('explain', { log: name, path: paths[0] });
  const { last_unix: last } = JSON.parse(opened);
  if (typeof last === 'number') await same('at', { log: name, time: last });
  const all = paths.map(allInstances).find((one) => one !== null);
  if (all !== undefined) await same('top', { log: name, path: all });
  await same('difference', { before: name, after: name });
}

const groups = { 'genuine logs': genuine, 'text logs': texts, recordings, 'damaged logs': damaged };
for (const [what, files] of Object.entries(groups)) {
  test(`${what}: each answer is the same as the native one`, { timeout: 240_000 }, async () => {
    for (const file of files) await compare(file);
  });
}

// Otherwise builds of two folders would differ, and the page would show the name of one of them.
test('the module does not have the folder in which it was built', () => {
  assert.ok(!fs.readFileSync(modulePath).includes(root), root);
});

test('two logs as one, and a file that does not exist', async () => {
  const [first, second] = genuine.map((file) => names.get(file));
  await same('open_log', { path: second, more: [first] });
  assert.equal(await textOf(core.ask('open_log', { path: 'none.blg' })), 'refused: no such file: none.blg');
  await same('open_log', { path: first, encoding: 'klingon' });
});

test('notes and names beside a log are the same', async () => {
  const beside = {
    'german.csv': '"(PDH-CSV 4.0) (UTC)(0)","\\\\M\\Prozessor(_Total)\\Prozessorzeit (%)"\n"11/21/2026 10:00:00.000","95"\n',
    'german.csv.notes.txt': '2026-11-21 10:00 <b>deployed</b>\nDear all,\n',
    'names.ini': 'English;German\nProcessor;Prozessor\n% Processor Time;Prozessorzeit (%)\n',
  };
  for (const [name, text] of Object.entries(beside)) {
    fs.writeFileSync(path.join(folder, name), text);
    core.giveBytes(name, new TextEncoder().encode(text));
  }
  const opened = JSON.parse(await same('open_log', { path: 'german.csv', names: ['names.ini'] }));
  assert.equal(opened.objects[0].name, 'Processor');
  assert.deepEqual(opened.notes, [{ time_unix: 1_795_255_200, text: '<b>deployed</b>' }]);
  await same('list', { log: opened.log, details: true });
  await same('open_log', { path: 'german.csv', names: ['german.csv.notes.txt'] });
});

test('numbers: the bounds of a picture are those of the native summary', async () => {
  const path0 = names.get(genuine[0]);
  const { log: name } = JSON.parse((await core.ask('open_log', { path: path0 })).text);
  const { log: nativeName } = JSON.parse(await native.ask('open_log', { path: path0 }));
  const { series } = JSON.parse(await native.ask('summary', { log: nativeName, limit: 20 }));
  const paths = series.map((one) => one.path);
  const { text, numbers } = await core.ask('picture', { log: name, paths, pixels: 100 });
  const picture = JSON.parse(text);
  assert.equal(picture.series.length, paths.length);
  picture.series.forEach((one, i) => {
    const part = ({ offset, count }) => [...numbers.subarray(offset, offset + count)].filter((number) => !Number.isNaN(number));
    assert.equal(Math.min(...part(one.least)), series[i].min, one.path);
    assert.equal(Math.max(...part(one.largest)), series[i].max, one.path);
  });
});

async function exported(args) {
  const { file } = JSON.parse((await core.ask('export', args)).text);
  return new Uint8Array(await core.files.take(file).arrayBuffer());
}

test('export: a text has the bytes of perflib convert, and a binary log the same values', async () => {
  const [file] = genuine;
  const { log: name } = JSON.parse((await core.ask('open_log', { path: names.get(file) })).text);
  const paths = ['\\PhysicalDisk(*)\\*', '\\Processor(*)\\% Processor Time'];
  for (const end of ['csv', 'tsv']) {
    const out = path.join(folder, `native.${end}`);
    execFileSync(perflib, ['convert', file, out, '-c', ...paths], { env: { TZ: 'UTC' } });
    assert.ok(fs.readFileSync(out).equals(await exported({ log: name, file: `out.${end}`, paths })), end);
  }
  fs.writeFileSync(path.join(folder, 'out.blg'), await exported({ log: name, file: 'out.blg', paths }));
  spawnSync(perflib, ['report', names.get(file), '-o', 'report.html'], { cwd: folder, env: { TZ: 'UTC' } });
  assert.ok(fs.readFileSync(path.join(folder, 'report.html')).equals(await exported({ log: name, file: 'out.html' })), 'the page');
  core.give('again.blg', path.join(folder, 'out.blg'));
  const { log: again } = JSON.parse((await core.ask('open_log', { path: 'again.blg' })).text);
  const seriesOf = async (log) => JSON.parse((await core.ask('summary', { log, paths, limit: 500 })).text).series;
  assert.deepEqual(await seriesOf(again), await seriesOf(name));
});

// What a command of perflib makes of a log, as the file of that name.
function written(command, file, name, ...args) {
  const out = path.join(folder, `native-${name}`);
  execFileSync(perflib, [command, file, out, '-y', ...args], { env: { TZ: 'UTC' } });
  return fs.readFileSync(out);
}

test('export: a part of the time has the bytes of perflib cut', async () => {
  const [file] = genuine;
  const { log: name, bias_minutes: bias } = JSON.parse((await core.ask('open_log', { path: names.get(file) })).text);
  const unix = (text) => Date.parse(`${text}Z`) / 1000 + 60 * bias;
  const [begin, end] = ['2013-02-19 18:52:00', '2013-02-19 18:55:00'];
  const paths = ['\\PhysicalDisk(*)\\*', '\\Processor(*)\\% Processor Time'];
  for (const chosen of [{ paths }, {}]) {
    const args = ['-b', begin, '-e', end, ...(chosen.paths === undefined ? [] : ['-c', ...paths])];
    for (const part of ['part.csv', 'part.tsv', 'part.blg']) {
      const native = written('cut', file, part, ...args);
      if (part.endsWith('.blg')) guid = guidOf(native);
      const own = Buffer.from(await exported({ log: name, file: part, begin: unix(begin), end: unix(end), ...chosen }));
      const hasSame = part.endsWith('.blg') ? withoutWriter(own).equals(withoutWriter(native)) : own.equals(native);
      assert.ok(hasSame, `${part}, ${args.join(' ')}`);
    }
  }
});

test('export: a new binary log has the bytes of perflib convert, if it gets the same GUID', async () => {
  for (const file of [...genuine, recordings[0]]) {
    const native = written('convert', file, 'whole.blg');
    guid = guidOf(native);
    const { log: name } = JSON.parse((await core.ask('open_log', { path: names.get(file) })).text);
    const own = Buffer.from(await exported({ log: name, file: 'whole.blg' }));
    assert.ok(withoutWriter(own).equals(withoutWriter(native)), file);
  }
});

test('cut and damaged copies of a genuine log end in words', async () => {
  const bytes = fs.readFileSync(genuine[1]);
  let seed = 1;
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let round = 0; round < 60; ++round) {
    const copy = new Uint8Array(bytes.subarray(0, round % 3 === 0 ? random(bytes.length) : bytes.length));
    for (let i = 0; round % 3 !== 0 && i < 8; ++i) copy[random(copy.length)] = [0, 255, 128, 1][random(4)];
    core.giveBytes(`damaged${round}.blg`, copy);
    const opened = await textOf(core.ask('open_log', { path: `damaged${round}.blg` }));
    assert.ok(!opened.startsWith('refused: trap'), opened);
    if (opened.startsWith('refused')) continue;
    const answer = await textOf(core.ask('summary', { log: JSON.parse(opened).log }));
    assert.ok(!answer.startsWith('refused: trap'), answer);
  }
});

test('bad requests are refused with a sentence', async () => {
  await assert.rejects(core.ask('nonsense', {}), /there is no tool "nonsense"/);
  await assert.rejects(core.ask('summary', { log: 'log9999' }), /no log is open as log9999/);
  await assert.rejects(core.ask('open_log', {}), /open_log needs the argument path/);
  await assert.rejects(core.ask('list', {}), /may not read this machine/);
});

test('a chunk that is read ahead gives the same answer', async () => {
  core.give('ahead.blg', genuine[0], true);
  const { text } = await core.ask('open_log', { path: 'ahead.blg' });
  const { text: whole } = await core.ask('open_log', { path: names.get(genuine[0]) });
  const without = (answer) => ({ ...JSON.parse(answer), log: '', files: [] });
  assert.deepEqual(without(text), without(whole));
});

test('the module imports what this host answers, and nothing else', async () => {
  const module = await WebAssembly.compile(fs.readFileSync(modulePath));
  const imports = WebAssembly.Module.imports(module).map(({ module: from, name }) => `${from}.${name}`);
  const known = fs.readFileSync(path.join(root, 'apps/web/worker/wasi.ts'), 'utf8');
  for (const name of imports) {
    assert.match(name, /^(wasi_snapshot_preview1|openperflib)\./);
    const [, word] = name.split('.');
    assert.ok(known.includes(`${word}:`) || word === 'poll_oneoff', `${name} is not answered`);
  }
});

test('a picture in pieces ends as that of the whole log', async () => {
  const open = async () => JSON.parse((await core.ask('open_log', { path: names.get(genuine[0]) })).text).log;
  const args = { paths: ['\\Processor(*)\\*', '\\Memory\\*'], pixels: 100 };
  const whole = await core.ask('picture', { log: await open(), ...args });
  const log = await open();
  const records = new Set();
  for (let bytes = 0; ; bytes += 60_000) {
    const answer = await core.ask('picture', { log, ...args, at_most_bytes: bytes });
    const { unfinished, records: read } = JSON.parse(answer.text);
    if (unfinished !== undefined) {
      records.add(read);
      continue;
    }
    assert.equal(answer.text, whole.text);
    assert.deepEqual(answer.numbers, whole.numbers);
    break;
  }
  assert.ok(records.size >= 2);
});

// The file is another one by then: only a reading that has it open can continue.
test('a picture that was cancelled leaves what it read to the next one', async () => {
  core.giveBytes('kept.blg', new Uint8Array(fs.readFileSync(genuine[0])));
  const { log } = JSON.parse((await core.ask('open_log', { path: 'kept.blg' })).text);
  const args = { log, paths: ['\\Memory\\*'] };
  core.host.end(core.host.begin('picture', JSON.stringify(args)));
  core.giveBytes('kept.blg', new Uint8Array());
  assert.equal(JSON.parse((await core.ask('picture', args)).text).records, 601);
});
