// Logs are opened by dropping them: each format, several, zips, damaged ones and what is no log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drop, open, skip, testFile, withPage } from './browser.mjs';
import { fromWeb } from './load.mjs';

const basic = testFile('blg/BasicPerfCounters.blg');
const hour = testFile('report_logs/one_hour.csv');

async function headText(page) {
  return page.locator('header.head').innerText();
}

test('the empty page says what to do', { skip }, () => withPage({}, async (page) => {
  await page.getByRole('heading', { name: 'Drop a performance log here' }).waitFor();
  await page.getByText('Nothing is uploaded. This page cannot connect to anything').waitFor();
  assert.equal(await page.locator('input[type=file][multiple]').count(), 1);
  await page.getByText('How do I make a log?').click();
  await page.getByText('typeperf').waitFor();
}));

test('a binary log is read', { skip }, () => withPage({}, async (page) => {
  await open(page, basic);
  const text = await headText(page);
  for (const part of ['BasicPerfCounters.blg', 'GEORGIS3', '601 samples', '2013-02-19 18:50:17', 'every 1 s']) assert.ok(text.includes(part), `${part} in ${text}`);
  assert.ok((await page.getByRole('figure').count()) >= 1);
}));

test('a text log is read, and its averages are called means', { skip }, () => withPage({}, async (page) => {
  await open(page, hour);
  assert.match(await headText(page), /60 samples/u);
  await page.getByText('means of values').first().waitFor();
}));

test('a tabulated log in Japanese is read', { skip }, () => withPage({}, async (page) => {
  await open(page, testFile('text_logs/japanese.tsv'));
  assert.match(await headText(page), /japanese\.tsv/u);
}));

test('the example is a recording with findings', { skip }, () => withPage({}, async (page) => {
  await page.getByRole('button', { name: 'Show an example' }).click();
  await page.getByRole('grid', { name: 'Values of the lines' }).waitFor();
  await page.getByRole('button', { name: /critical|warning/iu }).first().waitFor();
}));

test('several logs are shown together, each with its letter', { skip }, () => withPage({}, async (page) => {
  await open(page, basic, hour);
  const text = await headText(page);
  assert.ok(text.includes('BasicPerfCounters.blg') && text.includes('one_hour.csv'), text);
  await page.locator('.letter', { hasText: 'B' }).first().waitFor();
}));

test('a log that is dropped on an open one is shown beside it, or in its place', { skip }, () => withPage({}, async (page) => {
  await open(page, basic);
  await drop(page, hour);
  await page.getByRole('button', { name: 'Show beside' }).click();
  await page.locator('header.head').getByText('one_hour.csv').waitFor();
  assert.match(await headText(page), /BasicPerfCounters\.blg/u);
  await drop(page, testFile('blg/SampleLog.blg'));
  await page.getByRole('button', { name: 'Replace' }).click();
  await page.locator('header.head').getByText('SampleLog.blg').waitFor();
  assert.doesNotMatch(await headText(page), /BasicPerfCounters|one_hour/u);
}));

test('a zip of logs is unpacked', { skip }, () => withPage({}, async (page) => {
  const { zipSync } = fromWeb('fflate');
  const zip = zipSync({ 'logs/BasicPerfCounters.blg': new Uint8Array(basic.bytes), 'readme.txt': new Uint8Array([104, 105]) });
  await open(page, { name: 'logs.zip', bytes: zip });
  assert.match(await headText(page), /601 samples/u);
}));

test('a damaged log shows what could be read, and says what could not', { skip }, () => withPage({}, async (page) => {
  const bytes = Buffer.from(basic.bytes.subarray(0, 250_000));
  bytes.fill(0xff, 140_000, 141_000);
  await open(page, { name: 'cut.blg', bytes });
  await page.getByRole('button', { name: /damaged place/u }).click();
  await page.getByRole('region', { name: 'Log', exact: true }).getByText('not as the format demands').waitFor();
}));

test('what is no log is named, and the page goes on', { skip }, () => withPage({}, async (page) => {
  await drop(page, { name: 'holiday.blg', bytes: Buffer.from('not a log at all') });
  await page.getByRole('alert').filter({ hasText: 'holiday.blg' }).waitFor();
  await open(page, basic);
}));

test('files of other kinds are refused by name, with advice', { skip }, () => withPage({}, async (page) => {
  for (const name of ['trace.etl', 'log.csv.gz', 'logs.7z']) {
    await drop(page, { name, bytes: Buffer.from([1, 2, 3]) });
    await page.getByRole('alert').filter({ hasText: name }).waitFor();
  }
}));

test('an empty file ends in words', { skip }, () => withPage({}, async (page) => {
  await drop(page, { name: 'empty.csv', bytes: Buffer.alloc(0) });
  await page.getByRole('alert').filter({ hasText: 'empty.csv' }).waitFor();
}));
