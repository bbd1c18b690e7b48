// What is exported: what `perflib convert` and `perflib report` write, pictures, and the view, which
// is opened again.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withoutGuid } from './blg_bytes.mjs';
import { download, drop, example, open, showTime, skip, testFile, withLog, withPage } from './browser.mjs';
import { root } from './load.mjs';

const basic = testFile('blg/BasicPerfCounters.blg');
const perflib = [process.env.PERFLIB, ...['dev', 'release'].map((name) => join(root, 'build', name, 'bin/perflib')), join(root, 'build/bin/perflib')]
  .find((path) => path !== undefined && existsSync(path));
const skipNative = skip ?? (perflib === undefined ? 'perflib is not built: PERFLIB names it' : undefined);

// What the command writes into a file of that name.
function converted(log, name, ...args) {
  const folder = mkdtempSync(join(tmpdir(), 'page-export-'));
  try {
    writeFileSync(join(folder, log.name), log.bytes);
    execFileSync(perflib, [args.includes('-b') ? 'cut' : 'convert', log.name, name, ...args], { cwd: folder, stdio: 'pipe' });
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
  assert.ok(file.bytes.equals(converted(basic, file.name)), 'the bytes differ');
}));

// The paths of the lines, in their order.
async function chosenPaths(page) {
  const { counters } = JSON.parse((await exported(page, 'View')).bytes.toString('utf8'));
  return counters.map((one) => one.path);
}

test('BLG is that of perflib convert but for its GUID', { skip: skipNative }, () => withLog(basic, async (page) => {
  const file = await exported(page, 'BLG', { Counters: 'all', Time: 'whole' });
  assert.ok(withoutGuid(file.bytes).equals(withoutGuid(converted(basic, file.name))), 'the bytes differ');
}));

test('CSV and BLG of the visible part are those of perflib cut', { skip: skipNative }, () => withLog(basic, async (page) => {
  await showTime(page, '18:52:00 to 18:55:00');
  const part = ['-b', '2013-02-19 18:52:00', '-e', '2013-02-19 18:55:00'];
  const chosen = [...part, '-c', ...(await chosenPaths(page))];
  for (const [args, Counters] of [[chosen, 'chosen'], [part, 'all']]) {
    const text = await exported(page, 'CSV', { Counters });
    assert.ok(text.bytes.equals(converted(basic, text.name, ...args)), `CSV of ${Counters} counters`);
    const log = await exported(page, 'BLG');
    assert.ok(withoutGuid(log.bytes).equals(withoutGuid(converted(basic, log.name, ...args))), `BLG of ${Counters} counters`);
  }
}));

test('SVG has title, legend, times and zone, and nothing that runs', { skip }, () => withLog(basic, async (page) => {
  const file = await exported(page, 'SVG');
  const text = file.bytes.toString('utf8');
  assert.match(text, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
  for (const part of ['BasicPerfCounters.blg', '2013-02-19 18:50:17 to 19:00:17', 'clock of the log', '% Processor Time', 'average ']) assert.ok(text.includes(part), part);
  assert.doesNotMatch(text, /<script|onload|javascript:|href/iu);
}));

// Decodes a picture: its size, and how many pixels have each of these colours, such as '#1f6fb2'.
async function decoded({ picture, colours }) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))]));
  await image.decode();
  URL.revokeObjectURL(image.src);
  const { width, height } = image;
  const ctx = new OffscreenCanvas(width, height).getContext('2d');
  ctx.drawImage(image, 0, 0);
  const pixels = new Uint32Array(ctx.getImageData(0, 0, width, height).data.buffer);
  const numberOf = (colour) => Number(`0xff${colour.slice(5, 7)}${colour.slice(3, 5)}${colour.slice(1, 3)}`);
  const counts = new Map(colours.map((colour) => [numberOf(colour), 0]));
  for (const pixel of pixels) if (counts.has(pixel)) counts.set(pixel, counts.get(pixel) + 1);
  return { width, height, counts: [...counts.values()] };
}

test('PNG is the picture of the SVG in twice its size, with every line', { skip }, () => withLog(example, async (page) => {
  await page.locator('[role=grid] tbody tr').nth(4).waitFor();
  const svg = (await exported(page, 'SVG')).bytes.toString('utf8');
  const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)"/u.exec(svg);
  const colours = [...new Set(Array.from(svg.matchAll(/<path [^>]*stroke="(#[0-9a-f]{6})"/gu), ([, colour]) => colour))];
  assert.ok(colours.length >= 5, colours.join());
  const file = await exported(page, 'PNG');
  const picture = await page.evaluate(decoded, { picture: file.bytes.toString('base64'), colours });
  assert.deepEqual([picture.width, picture.height], [2 * width, 2 * height]);
  // A stroke is three pixels wide; its edges are mixed with the ground. The legend has less than 300.
  picture.counts.forEach((count, index) => assert.ok(count > 1000, `${count} pixels of ${colours[index]}`));
}));

test('CSV of the chosen counters is that of perflib convert', { skip: skipNative }, () => withLog(example, async (page) => {
  await page.locator('[role=grid] tbody tr').nth(4).waitFor();
  const paths = await chosenPaths(page);
  assert.equal(paths.length, 5);
  const file = await exported(page, 'CSV');
  assert.ok(file.bytes.equals(converted(example, file.name, '-c', ...paths)), 'the bytes differ');
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
