// Each view: what it shows of a log, by mouse and by keyboard.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { open, settled, show, skip, tableTexts, testFile, withLog, withPage } from './browser.mjs';
import { root } from './load.mjs';

const basic = testFile('blg/BasicPerfCounters.blg');
const example = { name: 'example.perfrec', bytes: readFileSync(join(root, 'apps/web/example.perfrec')) };
const hour = testFile('report_logs/one_hour.csv');

test('Table: counters are rows, instances columns, and one time can be chosen', { skip }, () => withLog(basic, async (page) => {
  await show(page, '2', 'Table');
  const table = page.getByRole('grid', { name: 'Processor' });
  const [head, row] = await tableTexts(table);
  assert.equal(head[0], 'Counter');
  assert.equal(row[0], '% Processor Time');
  assert.match(row[1], /^\d+\.\d %$/u);
  await page.getByLabel('Show', { exact: true }).selectOption('moment');
  await settled(page);
  assert.match((await tableTexts(table))[1][1], /^\d+\.\d %$/u);
}));

test('Table: a value opens the details of its counter', { skip }, () => withLog(basic, async (page) => {
  await show(page, '2', 'Table');
  await page.getByRole('grid', { name: 'Processor' }).getByRole('button').first().click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByText('PERF_100NSEC_TIMER_INV').first().waitFor();
  await details.getByText('100 * (1 - (N1 - N0) / (T1 - T0))').first().waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
}));

test('Table: one cell takes the focus by Tab, and arrows move it', { skip }, () => withLog(basic, async (page) => {
  await page.locator('.chart').first().focus(); // the table has all of the instances of the log's first counters
  await page.keyboard.press('a');
  await show(page, '2', 'Table');
  const table = page.getByRole('grid', { name: 'Processor' });
  const cells = table.getByRole('button');
  await cells.nth(1).waitFor();
  assert.equal(await table.locator('button[tabindex="0"]').count(), 1);
  await cells.first().focus();
  await page.keyboard.press('ArrowRight');
  assert.ok(await cells.nth(1).evaluate((cell) => cell === document.activeElement && cell.tabIndex === 0));
  assert.equal(await table.locator('button[tabindex="0"]').count(), 1);
}));

test('Top: the largest instances, sorted by the column that is pressed', { skip }, () => withLog(example, async (page) => {
  await show(page, '4', 'Top');
  const table = page.getByRole('region', { name: 'Top', exact: true }).getByRole('table');
  const [head, first] = await tableTexts(table);
  assert.deepEqual(head.slice(0, 3), ['Process', '% Processor Time', 'Working Set']);
  assert.match(first[0], /:\d+$/u); // its id
  await page.getByRole('button', { name: 'Working Set' }).click();
  await page.locator('th[aria-sort=descending]', { hasText: 'Working Set' }).waitFor();
  await settled(page);
  assert.notDeepEqual((await tableTexts(table))[1], first);
}));

test('Top: at a time it has the values of that sample', { skip }, () => withLog(hour, async (page) => {
  await page.locator('#time').fill('10:30');
  await page.keyboard.press('Enter');
  await show(page, '4', 'Top');
  const top = page.getByRole('region', { name: 'Top', exact: true });
  await top.getByText('At 2026-04-26 10:30:00').waitFor();
  await settled(page);
  const [, row] = await tableTexts(top.getByRole('table'));
  assert.match(row[1], /^267(\.\d)? MB$/u); // 280,000,000 bytes; the mean of this sample and the one before is 264 MB
}));

test('Top: a log without processes says what to record', { skip }, () => withLog(basic, async (page) => {
  await show(page, '4', 'Top');
  await page.getByText('This log has no Process object, so it cannot say which process it was. Next time record \\Process(*)\\*.').waitFor();
}));

test('Report: verdict, finding, what to check, and rules that could not be judged', { skip }, () => withLog(hour, async (page) => {
  await show(page, '5', 'Report');
  const report = page.getByRole('region', { name: 'Report', exact: true });
  await report.getByRole('heading', { name: '1 warning' }).waitFor();
  const finding = report.getByRole('article', { name: /Memory leak/u });
  await finding.getByText('grew by 343 MB an hour from 10:00:00 to 10:59:00 (warning limit 100 MB an hour)').waitFor();
  await finding.getByText('a longer log: whether it levels off, as caches do').waitFor();
  await report.getByText(/rules, and why/u).click();
  await report.getByText('the log has no', { exact: false }).first().waitFor();
  await finding.getByRole('button', { name: 'Show in the charts' }).click();
  await page.getByRole('region', { name: 'Charts', exact: true }).waitFor();
}));

test('Report: with UTC chosen it has the zone of the times, and names the clock of the texts', { skip }, () => withLog(basic, async (page) => {
  await page.getByLabel('Times are shown in').selectOption('utc');
  await show(page, '5', 'Report');
  const report = page.getByRole('region', { name: 'Report', exact: true });
  await report.getByText(/^2013-02-20 0\d:\d\d:\d\d to .*, UTC$/u).waitFor();
  await report.locator('.view-figure text').filter({ hasText: /^UTC$/u }).first().waitFor();
  await report.getByText(/^Times in the texts below are those of the clock of the log \(UTC.8\)\.$/u).waitFor();
}));

test('Log: facts, files, entries and objects', { skip }, () => withLog(basic, async (page) => {
  await show(page, '7', 'Log');
  const log = page.getByRole('region', { name: 'Log', exact: true });
  for (const text of ['Nothing is damaged.', '6.2.9200', '2,725,536 ticks per second']) await log.getByText(text).first().waitFor();
  await log.getByText(/entries of the catalog/u).click();
  await log.getByRole('cell', { name: /Avg\. Disk Bytes\/Read/u }).first().waitFor();
  const objects = await tableTexts(log.getByRole('region', { name: 'Objects' }).getByRole('table'));
  assert.deepEqual(objects.slice(1).map((row) => row.slice(0, 3)), [['PhysicalDisk', '5', '1'], ['Processor', '1', '5']]);
}));

test('Details: help, formula, and the calculation with its numbers', { skip }, () => withLog(basic, async (page) => {
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByText('Formula').waitFor();
  await details.getByText(/over the last \d/u).waitFor();
}));

test('Keys and About are dialogs that Escape closes', { skip }, () => withLog(basic, async (page) => {
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('search counters').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'About' }).click();
  const about = page.getByRole('dialog', { name: 'About' });
  for (const name of ['preact', 'uplot', 'fflate', 'zstd']) await about.getByText(new RegExp(name, 'iu')).first().waitFor();
  await about.getByText(/preact/iu).first().click();
  await about.locator('pre').first().waitFor();
}));

test('Heat map: arrows go through rows and time, Enter adds to the charts', { skip }, () => withLog(basic, async (page) => {
  await show(page, '3', 'Heat map');
  await page.getByLabel('Counter', { exact: true }).selectOption('Processor\\% Processor Time');
  const list = page.getByRole('listbox', { name: /instances/u });
  await list.waitFor();
  assert.equal(await list.getByRole('option').count(), 4); // without _Total
  await list.focus();
  await page.keyboard.press('End');
  await list.getByRole('option', { selected: true }).and(page.locator('[aria-posinset="4"]')).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('region', { name: 'Heat map', exact: true }).getByText(/ at \d\d:\d\d:\d\d: /u).waitFor();
  const drawn = await page.locator('.view-heat-canvas').first().evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value !== 0);
  });
  assert.ok(drawn, 'nothing is drawn');
  await page.keyboard.press('Enter');
  await page.getByText('added to the charts').waitFor();
}));

test('Heat map: of more instances than it has rows it shows the largest', { skip }, () => withPage({}, async (page) => {
  const names = Array.from({ length: 1001 }, (_, index) => `"\\\\SRV\\Process(p${index})\\Private Bytes"`);
  const row = (second) => [`"04/26/2026 10:00:0${second}.000"`, ...names.map((_, index) => `"${index + second}"`)].join();
  const text = [['"(PDH-CSV 4.0) (UTC)(0)"', ...names].join(), row(0), row(1), row(2)].join('\r\n');
  await open(page, { name: 'many.csv', bytes: Buffer.from(`${text}\r\n`) });
  await show(page, '3', 'Heat map');
  const list = page.getByRole('listbox', { name: 'Private Bytes of 500 instances, the largest average first' });
  assert.match(await list.getByRole('option').first().innerText(), /^p1000\b/u);
  await page.getByText('These are the 500 instances with the largest averages in this part of the time.').waitFor();
}));

test('a log of two machines: each has its tables, and can be chosen in Top and in the heat map', { skip }, () => withPage({}, async (page) => {
  const lines = ['"(PDH-CSV 4.0) (UTC)(0)","\\\\S1\\Processor(0)\\% Processor Time","\\\\S2\\Processor(0)\\% Processor Time"'];
  for (let second = 0; second < 8; ++second) lines.push(`"04/26/2026 10:00:0${second}.000","${10 + second}","${50 + second}"`);
  await open(page, { name: 'two.csv', bytes: Buffer.from(`${lines.join('\r\n')}\r\n`) });
  await page.getByRole('grid', { name: 'Values of the lines' }).getByText('S2: Processor(0)').waitFor();
  await show(page, '2', 'Table');
  assert.equal((await tableTexts(page.getByRole('grid', { name: 'S1: Processor' })))[1][1], '13.5 %');
  assert.equal((await tableTexts(page.getByRole('grid', { name: 'S2: Processor' })))[1][1], '53.5 %');
  await show(page, '3', 'Heat map');
  await page.getByLabel('Counter', { exact: true }).selectOption('S2: Processor\\% Processor Time');
  await page.getByRole('listbox', { name: /instances/u }).getByText('53.5 %').waitFor();
  await show(page, '4', 'Top');
  await page.getByLabel('Largest of').selectOption('S2: Processor');
  await settled(page);
  assert.equal((await tableTexts(page.getByRole('region', { name: 'Top', exact: true }).getByRole('table')))[1][1], '53.5 %');
}));

test('single keys can be switched off', { skip }, () => withLog(basic, async (page) => {
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: /Single characters/u }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('7');
  await page.getByRole('button', { name: /^Charts|Charts$/u }).and(page.locator('[aria-current=page]')).waitFor();
}));
