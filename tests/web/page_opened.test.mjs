// Logs after they were opened: one of two is closed, few samples, folders, a trap of the module.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { dropInstead, example, hasValues, loadFromServer, open, settled, show, skip, testFile, withLog, withPage } from './browser.mjs';
import { textLog } from './text_log.mjs';

const basic = testFile('blg/BasicPerfCounters.blg');
const hour = testFile('report_logs/one_hour.csv');
const headText = (page) => page.locator('header.head').innerText();
const linesOf = (page) => page.getByRole('grid', { name: 'Values of the lines' }).locator('tbody tr');

test('one of two logs is closed, and the time and the lines are those of the other', { skip }, () => withLog([basic, hour], async (page) => {
  const lines = linesOf(page);
  const time = page.getByRole('textbox', { name: 'Time that is shown' });
  await lines.filter({ hasText: 'Private Bytes' }).waitFor();
  assert.equal(await time.inputValue(), '2013-02-19 18:50:17 to 2026-04-26 02:59:00'); // on the clock of the first log
  await page.getByRole('button', { name: 'Close BasicPerfCounters.blg' }).click();
  await page.locator('.letter').first().waitFor({ state: 'detached' });
  assert.doesNotMatch(await headText(page), /BasicPerfCounters/u);
  assert.equal(await time.inputValue(), '10:00:00 to 10:59:00');
  assert.deepEqual(await lines.locator('.values-counter').allInnerTexts(), ['Private Bytes']);
  await settled(page);
  await show(page, '5', 'Report');
  await page.getByRole('article', { name: /Memory leak/u }).waitFor();
}));

// Logs with few samples.
const few = (name, ...rows) => textLog(name, ['Memory\\Available MBytes'], rows);

test('a log of one sample shows its value, and says that rates need two', { skip }, () => withLog(few('one.csv', [0, 512]), async (page) => {
  await page.getByText('one.csv: This log has one sample; rates need two.').waitFor();
  assert.match(await headText(page), /1 sample\b/u);
  assert.match(await linesOf(page).innerText(), /512 MB/u);
}));

test('a log without samples says so and shows no time, and the next log is read', { skip }, () => withLog(basic, async (page) => {
  await dropInstead(page, few('none.csv'));
  await page.getByText('none.csv has no samples.').first().waitFor();
  assert.doesNotMatch(await page.locator('body').innerText(), /1970/u);
  await dropInstead(page, basic);
  await page.locator('header.head').getByText('601 samples').waitFor();
  await linesOf(page).first().waitFor();
}));

test('a log that does not tell its offset from UTC has the clock of the log beside it, or is taken for UTC', { skip }, () => withPage({}, async (page) => {
  const log = (name, zone) => textLog(name, ['Memory\\Available MBytes'], [[0, 512], [60, 500]], zone);
  const time = page.getByRole('textbox', { name: 'Time that is shown' });
  await open(page, log('none.csv', '(X'));
  await open(page, log('west.csv', '(X)(480)'));
  await page.getByRole('button', { name: 'Show beside' }).click();
  await page.locator('header.head').getByText('clock of west.csv assumed').waitFor();
  await linesOf(page).nth(1).waitFor();
  assert.equal(await time.inputValue(), '10:00:00 to 10:01:00');
  await show(page, '7', 'Log');
  await page.getByText('clock of west.csv assumed, because the log does not tell the offset from UTC').waitFor();
  await page.getByRole('button', { name: 'Take it for UTC' }).click();
  await page.locator('header.head').getByText('UTC assumed').waitFor();
  assert.equal(await time.inputValue(), '10:00:00 to 18:01:00');
  await page.getByRole('button', { name: 'Take it for that of west.csv' }).click();
  await page.locator('header.head').getByText('clock of west.csv assumed').waitFor();
  assert.equal(await time.inputValue(), '10:00:00 to 10:01:00');
}));

// Drops a file or a folder of the disk.
async function dropPath(page, context, path) {
  const session = await context.newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
  await session.detach();
}

// Runs with a new folder that has these files.
async function withFolder(files, run) {
  const folder = mkdtempSync(join(tmpdir(), 'page-open-'));
  try {
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const folderOfLogs = {
  'logs/b.blg': basic.bytes, 'logs/readme.txt': 'hi', 'logs/more/japanese.tsv': testFile('text_logs/japanese.tsv').bytes,
};

test('a folder is read with the folders in it, and what is no log is left out', { skip }, () => withPage({}, async (page, context) => {
  await loadFromServer(page);
  await withFolder(folderOfLogs, async (folder) => {
    await dropPath(page, context, join(folder, 'logs'));
    await page.locator('header.head').getByText('japanese.tsv').waitFor();
    await linesOf(page).first().waitFor();
    assert.match(await headText(page), /b\.blg/u);
    assert.doesNotMatch(await headText(page), /readme/u);
    assert.deepEqual(await page.getByRole('alert').allInnerTexts(), []);
  });
}));

// Chromium lets no page from disk look into a folder.
test('a folder that cannot be read is named, with what to drop instead', { skip }, () => withLog(hour, async (page, context) => {
  await withFolder(folderOfLogs, async (folder) => {
    await dropPath(page, context, join(folder, 'logs'));
    await page.locator('.message').filter({ hasText: /^logs: this browser .* a \.zip of them\./u }).waitFor();
  });
  assert.match(await headText(page), /one_hour/u);
}));

// As if the module trapped at the next picture.
function trapOnce() {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.tool !== 'picture') return post.call(this, message, ...more);
    Worker.prototype.postMessage = post;
    setTimeout(() => this.onmessage({ data: { type: 'trap', message: 'unreachable', path: 'side.csv', offset: 1234 } }));
  };
}

const half = Array.from({ length: 180 }, (_, index) => [10 * index, 100 + index]);
const side = textLog('side.csv', ['Memory\\Available MBytes'], half);

test('after a trap the logs that are open are read on', { skip }, () => withLog([example, side], async (page) => {
  const texts = async () => {
    await hasValues(page);
    return linesOf(page).allInnerTexts();
  };
  const alert = page.getByRole('alert').filter({ hasText: 'Reading failed at byte 1,234 of side.csv. Nothing of it left this page.' });
  await linesOf(page).nth(5).waitFor();
  const before = await texts();
  await page.evaluate(trapOnce);
  await page.keyboard.press('+');
  await alert.getByRole('button', { name: 'Copy the details' }).waitFor();
  await page.keyboard.press('0');
  await alert.waitFor({ state: 'detached' });
  assert.deepEqual(await texts(), before);
  await show(page, '7', 'Log');
  await page.getByRole('article', { name: 'example.perfrec' }).waitFor();
  await page.getByRole('combobox', { name: 'Log', exact: true }).selectOption('B');
  await page.getByRole('article', { name: 'side.csv' }).waitFor();
}));
