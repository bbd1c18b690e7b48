// What is exported: what `perflib convert` and `perflib report` write, pictures, and the view, which
// is opened again.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { download, drop, open, skip, testFile, withLog, withPage } from './browser.mjs';
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

test('CSV of the whole log is that of perflib convert', { skip: skipNative }, () => withLog(basic, async (page) => {
  const file = await exported(page, 'CSV', { Counters: 'all', Time: 'whole' });
  assert.equal(file.name, 'BasicPerfCounters-export.csv');
  assert.ok(file.bytes.equals(converted(file.name)), 'the bytes differ');
}));

test('CSV of the chosen counters has only these', { skip: skipNative }, () => withLog(basic, async (page) => {
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

test('BLG is that of perflib convert but for its GUID and the name in it', { skip: skipNative }, () => withLog(basic, async (page) => {
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

test('SVG has title, legend, times and zone, and nothing that runs', { skip }, () => withLog(basic, async (page) => {
  const file = await exported(page, 'SVG');
  const text = file.bytes.toString('utf8');
  assert.match(text, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
  for (const part of ['BasicPerfCounters.blg', '2013-02-19 18:50:17 to 19:00:17', 'clock of the log', '% Processor Time', 'average ']) assert.ok(text.includes(part), part);
  assert.doesNotMatch(text, /<script|onload|javascript:|href/iu);
}));

test('PNG is a picture of twice that size', { skip }, () => withLog(basic, async (page) => {
  const file = await exported(page, 'PNG');
  assert.equal(file.bytes.subarray(1, 4).toString('latin1'), 'PNG');
  assert.equal(file.bytes.readUInt32BE(16), 2400);
}));

test('the view is a JSON file with counters and time', { skip }, () => withLog(basic, async (page) => {
  const view = JSON.parse((await exported(page, 'View')).bytes.toString('utf8'));
  assert.deepEqual(view.logs, [{ letter: 'A', files: ['BasicPerfCounters.blg'] }]);
  assert.ok(view.counters.some((one) => one.path === '\\Processor(_Total)\\% Processor Time'));
  assert.ok(view.end_unix > view.begin_unix);
}));

test('a text log cannot become a .blg, and the dialog says why', { skip }, () => withLog(testFile('report_logs/one_hour.csv'), async (page) => {
  await page.keyboard.press('e');
  await page.getByRole('radio', { name: /^BLG/u }).check();
  await page.getByText('This log has values, not readings').waitFor();
  assert.ok(await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).isDisabled());
}));

// As if every export were larger than a page can keep.
function refuseExports() {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.tool !== 'export') return post.call(this, message, ...more);
    this.onmessage({ data: { type: 'refused', id: message.id, message: 'No space left on device', changed: null, isFull: true } });
  };
}

test('what is too large for a page is refused with the command that writes it', { skip }, () => withPage({}, async (page) => {
  await page.addInitScript(refuseExports);
  await page.reload();
  await page.locator('#files').waitFor({ state: 'attached' });
  await open(page, basic);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('radio', { name: /^CSV/u }).check();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const alert = dialog.getByRole('alert').filter({ hasText: 'larger than 1 GiB' });
  await alert.filter({ hasText: 'perflib convert BasicPerfCounters.blg BasicPerfCounters-export.csv' }).waitFor();
}));

// The page of the log with these notes, as the command writes it.
function reported(notes) {
  const folder = mkdtempSync(join(tmpdir(), 'page-export-'));
  try {
    writeFileSync(join(folder, basic.name), basic.bytes);
    writeFileSync(join(folder, `${basic.name}.notes.txt`), notes);
    spawnSync(perflib, ['report', basic.name, '-o', 'report.html'], { cwd: folder, stdio: 'pipe' });
    return readFileSync(join(folder, 'report.html'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the report as a page is that of perflib report, with the notes of the log', { skip: skipNative }, () => withPage({}, async (page) => {
  const notes = '2013-02-19 18:55:00 <b>deployed</b> 2.3\nnot a note\n';
  await open(page, basic, { name: `${basic.name}.notes.txt`, bytes: Buffer.from(notes) });
  const file = await exported(page, 'Report');
  assert.equal(file.name, 'BasicPerfCounters-report.html');
  assert.ok(file.bytes.equals(reported(notes)), 'the bytes differ');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('5');
  const again = await download(page, () => page.getByRole('button', { name: 'Save as a page' }).click());
  assert.ok(again.bytes.equals(file.bytes), 'the bytes differ');
  await page.keyboard.press('7');
  await page.getByText('<b>deployed</b> 2.3').waitFor();
  await page.getByText('line 2: not a note').waitFor();
}));

test('a view that was exported is shown again, after its log or beside it', { skip }, () => withPage({}, async (page) => {
  const path = '\\Processor(_Total)\\% Processor Time';
  const view = {
    page: 'perfmon.html', version: 1, logs: [{ letter: 'B', files: [basic.name] }],
    counters: [{ log: 'B', path, hidden: false }, { log: 'B', path: '\\Memory\\<img src=x>', hidden: true }],
    begin_unix: 1_361_328_900, end_unix: 1_361_329_020, view: 'charts', options: { fit: true },
  };
  const file = { name: 'view.json', bytes: Buffer.from(JSON.stringify(view)) };
  await drop(page, file);
  await page.getByText('Drop BasicPerfCounters.blg too to see this view.').waitFor();
  await open(page, basic);
  await page.getByText('1 counter of this view is not in the log.').waitFor();
  assert.equal(await page.getByText('Drop BasicPerfCounters.blg too').count(), 0);
  assert.equal(await page.locator('[role=grid] tbody tr').count(), 1);
  const again = JSON.parse((await exported(page, 'View')).bytes.toString('utf8'));
  assert.deepEqual([again.counters, again.begin_unix, again.end_unix, again.options.fit],
    [[{ log: 'A', path, hidden: false, own: null }], view.begin_unix, view.end_unix, true]);
  await page.keyboard.press('Escape');
  await drop(page, { name: 'other.json', bytes: Buffer.from('{"page":"<img src=x onerror=alert(1)>"}') });
  await page.getByText('other.json is not a view that this page has exported.').waitFor();
}));
