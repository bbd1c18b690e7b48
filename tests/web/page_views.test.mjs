// Each view: what it shows of a log, by mouse and by keyboard, and the time and the findings that all of them share.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { example, hasValues, open, settled, show, showTime, skip, tableTexts, testFile, withLog, withPage } from './browser.mjs';
import { textLog } from './text_log.mjs';

const basic = testFile('blg/BasicPerfCounters.blg');
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
  await report.getByText(/^Times in the texts below are those of the clock of the log \(UTC.8\)\.$/u).waitFor();
}));

test('Report: each chart has the zone of its times', { skip }, () => withLog(example, async (page) => {
  await show(page, '5', 'Report');
  await page.getByRole('region', { name: 'Report', exact: true }).locator('.view-figure text').filter({ hasText: /^UTC$/u }).first().waitFor();
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
  const paths = Array.from({ length: 1001 }, (_, index) => `Process(p${index})\\Private Bytes`);
  await open(page, textLog('many.csv', paths, [0, 1, 2].map((second) => [second, ...paths.map((_, index) => index + second)])));
  await show(page, '3', 'Heat map');
  const list = page.getByRole('listbox', { name: 'Private Bytes of 500 instances, the largest average first' });
  assert.match(await list.getByRole('option').first().innerText(), /^p1000\b/u);
  await page.getByText('These are the 500 instances with the largest averages in this part of the time.').waitFor();
}));

test('a log of two machines: each has its tables, and can be chosen in Top and in the heat map', { skip }, () => withPage({}, async (page) => {
  const paths = ['S1', 'S2'].map((machine) => `\\\\${machine}\\Processor(0)\\% Processor Time`);
  await open(page, textLog('two.csv', paths, Array.from({ length: 8 }, (_, second) => [second, 10 + second, 50 + second])));
  await page.getByRole('grid', { name: 'Values of the lines' }).getByText('S2: Processor(0)').waitFor();
  await show(page, '2', 'Table');
  assert.equal((await tableTexts(page.getByRole('grid', { name: 'S1: Processor' })))[1][1], '13.5 %');
  assert.equal((await tableTexts(page.getByRole('grid', { name: 'S2: Processor' })))[1][1], '53.5 %');
  await show(page, '3', 'Heat map');
  await page.getByLabel('Counter', { exact: true }).selectOption('S2: Processor\\% Processor Time');
  await page.getByRole('listbox', { name: /instances/u }).getByText('53.5 %').waitFor();
  await show(page, '4', 'Top');
  await page.getByLabel('Largest of', { exact: true }).selectOption('S2: Processor');
  await settled(page);
  assert.equal((await tableTexts(page.getByRole('region', { name: 'Top', exact: true }).getByRole('table')))[1][1], '53.5 %');
}));

const lines = (page) => page.getByRole('grid', { name: 'Values of the lines' });
const visiblePart = (page) => page.getByRole('slider', { name: 'Visible part of the log' }).getAttribute('aria-valuetext');

// How many pixels of the first chart have the colour of the bands.
function bandPixels() {
  const band = getComputedStyle(document.documentElement).getPropertyValue('--band').trim();
  const canvas = document.querySelector('.chart-plot canvas');
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  const wanted = [1, 3, 5].map((at) => Number(`0x${band.slice(at, at + 2)}`));
  let count = 0;
  for (let at = 0; at < data.length; at += 4) count += Number(wanted.every((value, part) => data[at + part] === value));
  return count;
}

test('Findings: a button zooms to the time, adds its counter and its bands, and [ ] go from one to the next', { skip }, () => withLog(example, async (page) => {
  const findings = page.getByRole('region', { name: 'Findings', exact: true }).getByRole('button');
  await findings.nth(1).waitFor();
  const pressed = (index) => findings.nth(index).and(page.locator('[aria-pressed=true]'));
  assert.equal(await page.evaluate(bandPixels), 0);
  await findings.first().click();
  await pressed(0).waitFor();
  assert.match(await visiblePart(page), /^2026-11-21 10:0\d:\d\d to 10:2\d:\d\d$/u);
  await lines(page).locator('tr[aria-selected=true]').filter({ hasText: 'PhysicalDisk(0 vda)' }).waitFor();
  await page.waitForFunction(`(${bandPixels})() > 1000`);
  await page.keyboard.press(']');
  await pressed(1).waitFor();
  await page.locator('[aria-live=polite]').filter({ hasText: /^critical: High disk read latency\. .*0 vda/u }).waitFor();
  await page.keyboard.press('[');
  await pressed(0).waitFor();
  await page.keyboard.press('[');
  await pressed((await findings.count()) - 1).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(`(${bandPixels})() === 0`);
  assert.equal(await findings.and(page.locator('[aria-pressed=true]')).count(), 0);
}));

test('Charts: in one that has the focus arrow keys move the cursor, and its values are said', { skip }, () => withLog(basic, async (page) => {
  const said = page.locator('[aria-live=polite]');
  const time = lines(page).getByRole('columnheader').filter({ hasText: /^\d\d:\d\d:\d\d/u });
  await hasValues(page);
  await page.getByRole('figure').first().focus();
  for (const [key, now] of [['End', '19:00:17'], ['ArrowLeft', '19:00:16'], ['ArrowRight', '19:00:17']]) {
    await page.keyboard.press(key);
    await said.filter({ hasText: new RegExp(`^${now}: % Processor Time \\d+\\.\\d %`, 'u') }).waitFor();
    assert.equal((await time.innerText()).trim(), now);
  }
  const [, value] = / Time (\S+ %)/u.exec(await said.innerText());
  assert.equal(await lines(page).locator('.values-value').first().innerText(), value);
  await page.keyboard.press('Home');
  await said.filter({ hasText: '18:50:17: % Processor Time no value' }).waitFor();
  assert.equal(await visiblePart(page), 'the whole log');
  await page.keyboard.press('Escape');
  await lines(page).getByRole('columnheader', { name: 'Last' }).waitFor();
}));

const seconds = Array.from({ length: 60 }, (_, second) => second);
const halves = textLog('halves.csv', ['Memory\\Available MBytes'], [...seconds, ...seconds.map((second) => 600 + second)].map((second) => [second, 100 + second]));

test('Charts: a part of the time without values says so, and a button goes to the next one', { skip }, () => withLog(halves, async (page) => {
  await showTime(page, '10:03:00 to 10:06:00');
  await page.getByText('No values in this part of the time.').waitFor();
  await page.getByRole('button', { name: 'Go to the next value' }).click();
  await page.getByText('No values in this part of the time.').waitFor({ state: 'detached' });
  const [, begin, end] = /(\S+) to (\S+)$/u.exec(await visiblePart(page));
  assert.ok(begin < '10:10:00' && end > '10:10:00', `${begin} to ${end}`);
}));

const peak = textLog('peak.csv', ['Processor(_Total)\\% Processor Time', 'Process(calm)\\% Processor Time', 'Process(busy)\\% Processor Time'],
  seconds.map((second) => (second === 30 ? [second, 97, 5, 92] : [second, 10, 6, 1])));

test('Top: a click on a peak in a chart shows the processes of that sample', { skip }, () => withLog(peak, async (page) => {
  await hasValues(page);
  const box = await page.locator('.chart-plot .u-over').first().boundingBox();
  await page.mouse.click(box.x + (box.width * 30) / 59, box.y + box.height * 0.03);
  await lines(page).locator('tr[aria-selected=true]').filter({ hasText: 'Processor(_Total)' }).waitFor();
  await page.mouse.move(0, 0);
  await show(page, '4', 'Top');
  const top = page.getByRole('region', { name: 'Top', exact: true });
  await top.getByText('At 2026-11-21 10:00:30').waitFor();
  const rows = await tableTexts(top.getByRole('table'));
  assert.deepEqual(rows.slice(1).map((row) => row.slice(0, 2)), [['busy', '92.0 %'], ['calm', '5.0 %']]);
  await top.getByRole('button', { name: 'Whole visible part' }).click();
  await top.getByText('Averages, 2026-11-21 10:00:00 to 10:00:59').waitFor();
}));

test('the clock is that of the log, UTC or that of this computer, and the axes have its zone', { skip }, () => withLog(basic, async (page, context) => {
  const clock = page.getByRole('combobox', { name: 'Times are shown in' });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' });
  const clocks = {
    utc: ['UTC', '2013-02-20 02:50:17 to 03:00:17'],
    here: ['UTC+5:30, this computer', '2013-02-20 08:20:17 to 08:30:17'],
    log: ['UTC−8, clock of the log', '2013-02-19 18:50:17 to 19:00:17'],
  };
  for (const [name, [zone, time]] of Object.entries(clocks)) {
    await clock.selectOption(name);
    await page.locator('header.head').getByText(time).waitFor();
    assert.equal(await page.locator('.chart-zone').last().getAttribute('title'), zone);
    assert.equal(await page.getByRole('textbox', { name: 'Time that is shown' }).inputValue(), time.replaceAll(/2013-\S+ /gu, ''));
  }
  await show(page, '7', 'Log');
  await clock.selectOption('utc');
  await page.getByText(/times are shown in UTC$/u).waitFor();
  // So that the next test can have this page.
  await clock.selectOption('log');
  await page.evaluate(() => localStorage.clear());
  await session.detach();
}));

test('single keys can be switched off', { skip }, () => withLog(basic, async (page) => {
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: /Single characters/u }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('7');
  await page.getByRole('button', { name: /^Charts|Charts$/u }).and(page.locator('[aria-current=page]')).waitFor();
}));
