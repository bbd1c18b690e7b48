// Logs are opened by dropping them: each format, several, zips, damaged ones and what is no log.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { drop, dropInstead, open, skip, testFile, withLog, withPage } from './browser.mjs';
import { fromWeb, root } from './load.mjs';
import { textLog } from './text_log.mjs';

const { strToU8, zipSync } = fromWeb('fflate');
const basic = testFile('blg/BasicPerfCounters.blg');
const basicBytes = new Uint8Array(basic.bytes);
const hour = testFile('report_logs/one_hour.csv');

async function headText(page) {
  return page.locator('header.head').innerText();
}

test('the empty page says what to do, and shows an example', { skip }, (t) => withPage({}, async (page) => {
  await page.getByRole('heading', { name: 'Drop a performance log here' }).waitFor();
  await page.getByText('Nothing is uploaded. This page cannot connect to anything').waitFor();
  assert.equal(await page.locator('input[type=file][multiple]').count(), 1);
  await page.getByText('How do I make a log?').click();
  await page.getByText('typeperf').waitFor();
  await t.test('the example is a recording with findings', async () => {
    await page.getByRole('button', { name: 'Show an example' }).click();
    await page.getByRole('grid', { name: 'Values of the lines' }).waitFor();
    await page.getByRole('button', { name: /critical|warning/iu }).first().waitFor();
  });
}));

// Zips that are small and unpack to much: one whose header claims more than 32 bits can count, and a log of zeros.
const claimingZip = zipSync({ 'claim.csv': strToU8('1') });
claimingZip.fill(0xff, 18, 26);
const zerosZip = zipSync({ 'zeros.csv': new Uint8Array(16 * 2 ** 20) }, { level: 1 });

// What is refused, and the words that say why.
const refusals = [
  ['trace.etl', [1, 2, 3], 'trace.etl is an event trace'],
  ['log.csv.gz', [1, 2, 3], 'log.csv.gz is packed. Unpack it with gunzip'],
  ['logs.7z', [1, 2, 3], 'logs.7z is packed'],
  ['empty.csv', [], 'empty.csv'],
  ['holiday.blg', strToU8('not a log at all'), 'holiday.blg'],
  ['photos.zip', zipSync({ 'photo.jpg': strToU8('no log') }), 'photos.zip has no .blg, .csv, .tsv or .perfrec in it.'],
  ['damaged.zip', strToU8('PK but no zip'), 'damaged.zip is not a zip file, or it is damaged.'],
  ['nested.zip', zipSync({ 'inner.zip': zipSync({ 'a.csv': strToU8('1') }) }), 'nested.zip has another zip in it (inner.zip).'],
  ['many.zip', zipSync(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`${i}.csv`, strToU8('1')]))), 'many.zip has more than 1,000 files.'],
  ['bomb.zip', claimingZip, 'bomb.zip has more than 4 GB in it.'],
  ['zeros.zip', zerosZip, 'zeros.csv'],
];

// Logs of fuzzers: cut, with counts of things that do not exist, with strange names.
const hostile = [
  'blg/blg_corpus/alone_buffer_cut.blg', 'blg/blg_corpus/record_instances.blg', 'blg/blg_corpus/event_size_outside.blg',
  'log_conversion_corpus/later_catalog', 'recording/recording_reader_corpus/damaged.perfrec', 'text/text_log_corpus/cut_1252',
].map((name) => ({ name: name.split('/').at(-1), bytes: readFileSync(join(root, 'openperflib/log', name)) }));
const strange = ['a\0b', '\u202egnp.exe', '<script>alert(1)</script>', 'x'.repeat(64 * 1024)];
hostile.push({
  name: 'names.csv',
  bytes: strToU8([
    ['(PDH-CSV 4.0) (UTC)(0)', ...strange.map((name) => `\\\\S\\Process(${name})\\Working Set`)],
    ['11/21/2026 10:00:00.000', ...strange.map(() => '1')],
    ['11/21/2026 10:00:01.000', ...strange.map(() => '2')],
  ].map((row) => `"${row.join('","')}"\r\n`).join('')),
});

// Whether a file that was dropped is open or refused by name.
function isAnswered(name) {
  if (document.querySelector('progress') !== null) return false;
  return [...document.querySelectorAll('.log-name, [role=alert]')].some((one) => one.textContent.includes(name));
}

test('what cannot be read ends in words, and the page goes on', { skip }, (t) => withPage({}, async (page) => {
  for (const [name, bytes, words] of refusals) {
    await t.test(words, async () => {
      await drop(page, { name, bytes });
      await page.getByRole('alert').filter({ hasText: words }).waitFor();
    });
  }
  for (const file of hostile) {
    await t.test(`${file.name} is read or refused`, async () => {
      await dropInstead(page, file);
      await page.waitForFunction(isAnswered, file.name);
    });
  }
  await t.test('the page goes on', async () => {
    assert.deepEqual(await page.getByRole('alert').filter({ hasText: /Reading failed|The page failed/u }).allInnerTexts(), []);
    assert.equal(await page.locator('main script, header script, img').count(), 0);
    await dropInstead(page, basic);
    await page.locator('header.head').getByText('601 samples').waitFor();
  });
}));

test('a binary log is read', { skip }, () => withLog(basic, async (page) => {
  const text = await headText(page);
  for (const part of ['BasicPerfCounters.blg', 'GEORGIS3', '601 samples', '2013-02-19 18:50:17', 'every 1 s']) assert.ok(text.includes(part), `${part} in ${text}`);
  assert.ok((await page.getByRole('figure').count()) >= 1);
}));

test('a text log is read, and its averages are called means', { skip }, () => withLog(hour, async (page) => {
  assert.match(await headText(page), /60 samples/u);
  await page.getByText('means of values').first().waitFor();
}));

test('a tabulated log in Japanese is read', { skip }, () => withLog(testFile('text_logs/japanese.tsv'), async (page) => {
  assert.match(await headText(page), /japanese\.tsv/u);
}));

test('several logs are shown together, each with its letter', { skip }, () => withLog([basic, hour], async (page) => {
  await page.locator('.letter', { hasText: 'B' }).first().waitFor();
  const text = await headText(page);
  assert.ok(text.includes('BasicPerfCounters.blg') && text.includes('one_hour.csv'), text);
}));

test('a log that is dropped on an open one is shown beside it, or in its place', { skip }, () => withLog(basic, async (page) => {
  await drop(page, hour);
  await page.getByRole('button', { name: 'Show beside' }).click();
  await page.locator('header.head').getByText('one_hour.csv').waitFor();
  assert.match(await headText(page), /BasicPerfCounters\.blg/u);
  await dropInstead(page, testFile('blg/SampleLog.blg'));
  await page.locator('header.head').getByText('SampleLog.blg').waitFor();
  assert.doesNotMatch(await headText(page), /BasicPerfCounters|one_hour/u);
}));

// A text log of one counter, at these seconds.
const ofSeconds = (name, seconds) => textLog(name, ['Memory\\Available MBytes'], seconds.map((second) => [second, 1]));

test('a log without samples is named, and the time is that of the log beside it', { skip }, () => withLog(hour, async (page) => {
  const time = await page.getByRole('textbox', { name: 'Time that is shown' }).inputValue();
  await drop(page, ofSeconds('empty.csv', []));
  await page.getByRole('button', { name: 'Show beside' }).click();
  await page.getByText('empty.csv has no samples.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Time that is shown' }).inputValue(), time);
}));

const minute = (begin) => Array.from({ length: 60 }, (_, index) => begin + index);

test('files that follow one another are one log, whatever else was dropped with them', { skip }, () => withLog([
  ofSeconds('first.csv', minute(0)), ofSeconds('second.csv', minute(60)), { name: 'note.csv', bytes: strToU8('no log') }, ofSeconds('third.csv', minute(120)),
], async (page) => {
  await page.getByRole('alert').filter({ hasText: 'note.csv' }).waitFor();
  const head = page.locator('header.head');
  await head.getByText('first.csv and 2 more').waitFor();
  await head.getByText('180 samples').waitFor();
  assert.equal(await page.locator('.log-facts').count(), 1);
}));

const threeOfEach10 = Array.from({ length: 450 }, (_, index) => 10 * Math.floor(index / 3) + (index % 3));

test('all gaps are counted, and the longest hundred are listed', { skip }, () => withLog(ofSeconds('gaps.csv', threeOfEach10), async (page) => {
  await page.locator('header.head').getByRole('button', { name: '149 gaps' }).click();
  await page.getByRole('region', { name: 'Log', exact: true }).getByText('The longest 100 gaps are listed.').waitFor();
}));

test('a log stays if the one that was to replace it cannot be read', { skip }, () => withLog(basic, async (page) => {
  await dropInstead(page, { name: 'holiday.blg', bytes: strToU8('not a log at all') });
  await page.getByRole('alert').filter({ hasText: 'holiday.blg' }).waitFor();
  assert.match(await headText(page), /BasicPerfCounters\.blg/u);
  assert.ok((await page.getByRole('figure').count()) >= 1);
}));

// As if the files of all logs changed on disk while globalThis.hasChanged is true.
function refuseChanged() {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.tool !== 'picture' || globalThis.hasChanged !== true) return post.call(this, message, ...more);
    const changed = 'BasicPerfCounters.blg';
    this.onmessage({ data: { type: 'refused', id: message.id, message: `I/O error: ${changed}`, changed, isFull: false } });
  };
}

test('a log that changed on disk is named, and is read again without a question', { skip }, () => withPage({}, async (page) => {
  await page.addInitScript(refuseChanged);
  await page.reload();
  await page.locator('#files').waitFor({ state: 'attached' });
  await open(page, basic);
  await page.evaluate(() => { globalThis.hasChanged = true; });
  await page.keyboard.press('2');
  const sentence = 'BasicPerfCounters.blg changed on disk after it was opened.';
  const message = page.locator('.message').filter({ hasText: sentence });
  await message.getByRole('button', { name: 'Read it again' }).waitFor();
  const view = page.getByRole('region', { name: 'Table', exact: true });
  await view.getByRole('alert').filter({ hasText: sentence }).getByRole('button', { name: 'Read it again' }).waitFor();
  await page.evaluate(() => { globalThis.hasChanged = false; });
  const chooser = page.waitForEvent('filechooser');
  await message.getByRole('button', { name: 'Read it again' }).click();
  await (await chooser).setFiles({ name: basic.name, mimeType: 'application/octet-stream', buffer: basic.bytes });
  await message.waitFor({ state: 'detached' });
  await view.getByRole('grid').first().waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
}));

const logsZip = { name: 'logs.zip', bytes: zipSync({ 'logs/BasicPerfCounters.blg': basicBytes, 'readme.txt': strToU8('hi') }) };

test('a zip of logs is unpacked', { skip }, () => withLog(logsZip, async (page) => {
  assert.match(await headText(page), /601 samples/u);
}));

const cut = Buffer.from(basic.bytes.subarray(0, 250_000));
cut.fill(0xff, 140_000, 141_000);

test('a damaged log shows what could be read, and says what could not', { skip }, () => withLog({ name: 'cut.blg', bytes: cut }, async (page) => {
  await page.getByRole('button', { name: /damaged place/u }).click();
  await page.getByRole('region', { name: 'Log', exact: true }).getByText('not as the format demands').waitFor();
}));

// As if the module trapped whenever a log is opened.
function trapOnOpen() {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.tool !== 'open_log') return post.call(this, message, ...more);
    this.onmessage({ data: { type: 'trap', message: 'unreachable', path: 'one_hour.csv', offset: 1234 } });
  };
}

test('a log at which the module fails is named, with details to copy', { skip }, () => withPage({}, async (page) => {
  await page.addInitScript(trapOnOpen);
  await page.reload();
  await page.locator('#files').waitFor({ state: 'attached' });
  await drop(page, hour);
  const alert = page.getByRole('alert').filter({ hasText: 'Reading failed at byte 1,234 of one_hour.csv. Nothing of it left this page.' });
  await alert.getByRole('button', { name: 'Copy the details' }).waitFor();
}));
