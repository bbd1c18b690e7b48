// What is exported: what `perflib convert` writes, pictures, and the view.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { download, open, skip, testFile, withPage } from './browser.mjs';
import { root } from './load.mjs';

const basic = testFile('blg/BasicPerfCounters.blg');
const log = join(root, 'tests/data/blg/BasicPerfCounters.blg');
const perflib = [process.env.PERFLIB, ...['dev', 'release'].map((name) => join(root, 'build', name, 'bin/perflib')), join(root, 'build/bin/perflib')]
  .find((path) => path !== undefined && existsSync(path));
const skipNative = skip ?? (perflib === undefined ? 'perflib is not built: PERFLIB names it' : undefined);

// What the command writes into a file of that name.
function converted(name, ...args) {
  const folder = mkdtempSync(join(tmpdir(), 'page-export-'));
  try {
    execFileSync(perflib, [args.includes('-b') ? 'cut' : 'convert', log, name, ...args], { cwd: folder, stdio: 'pipe' });
    return readFileSync(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function exported(page, format, choices = {}) {
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('radio', { name: new RegExp(`^${format}`, 'u') }).check();
  for (const [label, value] of Object.entries(choices)) await dialog.getByLabel(label, { exact: true }).selectOption(value);
  const file = await download(page, () => dialog.getByRole('button', { name: 'Export', exact: true }).click());
  await dialog.getByText(`${file.name} was written`).waitFor();
  return file;
}

test('CSV of the whole log is that of perflib convert', { skip: skipNative }, () => withPage({}, async (page) => {
  await open(page, basic);
  const file = await exported(page, 'CSV', { Counters: 'all', Time: 'whole' });
  assert.equal(file.name, 'BasicPerfCounters-export.csv');
  assert.ok(file.bytes.equals(converted(file.name)), 'the bytes differ');
}));

test('CSV of the chosen counters has only these', { skip: skipNative }, () => withPage({}, async (page) => {
  await open(page, basic);
  const file = await exported(page, 'CSV');
  const head = file.bytes.toString('utf8').split('\r\n')[0].split('","');
  const chosen = await page.locator('[role=grid] tbody tr').count();
  assert.equal(head.length - 1, chosen);
}));

// The GUID of a log is random, and its header names the file, natively with its folder.
function inspected(folder, name) {
  const text = execFileSync(perflib, ['inspect', name], { cwd: folder, encoding: 'utf8' });
  return text.split('\n').filter((line) => !/^ {2}(logger|file|at byte 0:)/u.test(line));
}

test('BLG is that of perflib convert but for its GUID and the name in it', { skip: skipNative }, () => withPage({}, async (page) => {
  await open(page, basic);
  const file = await exported(page, 'BLG', { Counters: 'all', Time: 'whole' });
  const folder = mkdtempSync(join(tmpdir(), 'page-export-'));
  try {
    writeFileSync(join(folder, 'page.blg'), file.bytes);
    writeFileSync(join(folder, 'native.blg'), converted(file.name));
    assert.deepEqual(inspected(folder, 'page.blg'), inspected(folder, 'native.blg'));
    for (const name of ['page', 'native']) execFileSync(perflib, ['convert', `${name}.blg`, `${name}.csv`], { cwd: folder, stdio: 'pipe' });
    assert.ok(readFileSync(join(folder, 'page.csv')).equals(readFileSync(join(folder, 'native.csv'))), 'the readings differ');
  } finally {
    rmSync(folder, { recursive: true });
  }
}));

test('SVG has title, legend, times and zone, and nothing that runs', { skip }, () => withPage({}, async (page) => {
  await open(page, basic);
  const file = await exported(page, 'SVG');
  const text = file.bytes.toString('utf8');
  assert.match(text, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
  for (const part of ['BasicPerfCounters.blg', '2013-02-19 18:50:17 to 19:00:17', 'clock of the log', '% Processor Time', 'average ']) assert.ok(text.includes(part), part);
  assert.doesNotMatch(text, /<script|onload|javascript:|href/iu);
}));

test('PNG is a picture of twice that size', { skip }, () => withPage({}, async (page) => {
  await open(page, basic);
  const file = await exported(page, 'PNG');
  assert.equal(file.bytes.subarray(1, 4).toString('latin1'), 'PNG');
  assert.equal(file.bytes.readUInt32BE(16), 2400);
}));

test('the view is a JSON file with counters and time', { skip }, () => withPage({}, async (page) => {
  await open(page, basic);
  const view = JSON.parse((await exported(page, 'View')).bytes.toString('utf8'));
  assert.deepEqual(view.logs, [{ letter: 'A', files: ['BasicPerfCounters.blg'] }]);
  assert.ok(view.counters.some((one) => one.path === '\\Processor(_Total)\\% Processor Time'));
  assert.ok(view.end_unix > view.begin_unix);
}));

test('a text log cannot become a .blg, and the dialog says why', { skip }, () => withPage({}, async (page) => {
  await open(page, testFile('report_logs/one_hour.csv'));
  await page.keyboard.press('e');
  await page.getByRole('radio', { name: /^BLG/u }).check();
  await page.getByText('This log has values, not readings').waitFor();
  assert.ok(await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).isDisabled());
}));
