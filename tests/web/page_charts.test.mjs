// Charts: search and add, zoom by drag, by the wheel and by keys, move by drag, hide, highlight, kinds, split and join, factors,
// a typed time, and the address after a reload.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drop, example, open, showTime, skip, testFile, withLog, withPage } from './browser.mjs';
import { load } from './load.mjs';

const { restMilliseconds } = await load('charts/motion.ts');
const basic = testFile('blg/BasicPerfCounters.blg');
const rows = (page) => page.getByRole('grid', { name: 'Values of the lines' }).locator('tbody tr');
const overview = (page) => page.getByRole('slider', { name: 'Visible part of the log' });

test('a search finds a counter, and Enter adds it', { skip }, () => withLog(basic, async (page) => {
  const before = await rows(page).count();
  await page.keyboard.press('/');
  await page.keyboard.type('queue write');
  const found = page.getByRole('listbox', { name: 'Counters that were found' }).getByRole('option');
  await found.first().filter({ hasText: 'Avg. Disk Write Queue Length' }).waitFor();
  await page.keyboard.press('Enter');
  await rows(page).nth(before).waitFor();
}));

test('a search without a result names what is near', { skip }, () => withLog(basic, async (page) => {
  await page.getByRole('searchbox', { name: 'Search counters' }).fill('zzqq');
  await page.getByText('No counter of this log contains “zzqq”.').waitFor();
}));

test('the tree adds by the space bar', { skip }, () => withLog(basic, async (page) => {
  const before = await rows(page).count();
  await page.getByRole('treeitem', { name: /^Processor/u }).click();
  await page.getByRole('treeitem', { name: /% Processor Time/u }).first().click();
  await page.getByRole('treeitem', { name: '_Total' }).first().waitFor();
  for (let step = 0; step < 4; ++step) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await rows(page).nth(before).waitFor();
}));

test('keys zoom and move, 0 shows the whole log', { skip }, () => withLog(basic, async (page) => {
  const whole = await overview(page).getAttribute('aria-valuetext');
  await page.keyboard.press('+');
  await page.waitForFunction((text) => document.querySelector('[role=slider]').getAttribute('aria-valuetext') !== text, whole);
  const half = await overview(page).getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((text) => document.querySelector('[role=slider]').getAttribute('aria-valuetext') !== text, half);
  await page.keyboard.press('0');
  await page.waitForFunction((text) => document.querySelector('[role=slider]').getAttribute('aria-valuetext') === text, whole);
}));

test('a drag in a chart zooms to what was selected, a double click shows the whole log', { skip }, () => withLog(basic, async (page) => {
  const whole = await overview(page).getAttribute('aria-valuetext');
  const box = await page.locator('.chart-plot canvas').first().boundingBox();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction((text) => document.querySelector('[role=slider]').getAttribute('aria-valuetext') !== text, whole);
  await page.mouse.dblclick(box.x + box.width * 0.5, box.y + box.height / 2);
  await page.waitForFunction((text) => document.querySelector('[role=slider]').getAttribute('aria-valuetext') === text, whole);
}));

// The hand never rests until the test calls rest() in the page: then the page is drawn as if the hand had rested.
async function holdRest(page) {
  await page.evaluate((rest) => {
    const start = window.setTimeout;
    window.rest = () => undefined;
    window.setTimeout = (run, milliseconds, ...more) => {
      if (milliseconds !== rest) return start(run, milliseconds, ...more);
      window.rest = run;
      return 0;
    };
    window.letRest = () => {
      window.setTimeout = start;
    };
  }, restMilliseconds);
}

// How far the picture is moved and how wide it is, both in percent of the width of the chart; null: the chart itself is seen.
function movedBy() {
  const box = document.querySelector('.chart-moved');
  if (box.hidden) return null;
  const [, percent, scale] = /^translateX\((.+)%\) scaleX\((.+)\)$/u.exec(box.firstChild.style.transform);
  return `${Math.round(percent)}, ${Math.round(100 * scale)}`;
}

async function waitForTime(page, expected) {
  await page.waitForFunction((text) => document.querySelector('[role=slider]').getAttribute('aria-valuetext') === text, expected);
}

test('Shift + drag moves the picture, and the page is drawn when the pointer is released', { skip }, () => withLog(basic, async (page) => {
  await page.keyboard.press('+');
  const half = await overview(page).getAttribute('aria-valuetext');
  for (let step = 0; step < 4; ++step) await page.keyboard.press('ArrowRight');
  const last = await overview(page).getAttribute('aria-valuetext');
  await page.keyboard.press('0');
  await page.keyboard.press('+');
  await waitForTime(page, half);
  await holdRest(page);
  const box = await page.locator('.chart-plot .u-over').first().boundingBox();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2, { steps: 5 });
  assert.equal(await page.evaluate(movedBy), '-50, 100'); // the log ends there
  assert.equal(await overview(page).getAttribute('aria-valuetext'), half);
  assert.equal(await overview(page).evaluate((strip) => Math.round(parseFloat(strip.style.getPropertyValue('--begin')))), 50);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await waitForTime(page, last);
  assert.equal(await page.evaluate(movedBy), null);
  await page.evaluate(() => window.letRest());
}));

test('steps of the wheel add up while the picture moves, and are drawn when the hand rests', { skip }, () => withLog(basic, async (page) => {
  await page.keyboard.press('+');
  const half = await overview(page).getAttribute('aria-valuetext');
  await holdRest(page);
  const box = await page.locator('.chart-plot .u-over').first().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down('Control');
  for (let step = 0; step < 2; ++step) await page.mouse.wheel(0, -Math.LN2 / 0.0018 / 2);
  await page.keyboard.up('Control');
  await page.waitForFunction(`(${movedBy})() === '-50, 200'`);
  assert.equal(await overview(page).getAttribute('aria-valuetext'), half);
  await page.evaluate(() => window.rest());
  await page.waitForFunction((text) => document.querySelector('[role=slider]').getAttribute('aria-valuetext') !== text, half);
  assert.equal(await page.evaluate(movedBy), null);
  await page.evaluate(() => window.letRest());
}));

test('in the table Delete removes a line, and Space hides it', { skip }, () => withLog(basic, async (page) => {
  const before = await rows(page).count();
  await rows(page).first().focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^Show /u, pressed: false }).first().waitFor();
  await page.keyboard.press('Delete');
  await page.waitForFunction((count) => document.querySelectorAll('[role=grid] tbody tr').length === count - 1, before);
}));

test('after a reload the page asks for the same log, and shows the same counters, charts, time, view and what was chosen in it', { skip }, () => withLog(example, async (page) => {
  const names = page.getByRole('grid', { name: 'Values of the lines' }).locator('tbody th');
  const join = page.getByRole('button', { name: 'Join', exact: true });
  await rows(page).nth(4).waitFor();
  await rows(page).nth(1).focus();
  await page.keyboard.press('Delete');
  await rows(page).nth(4).waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await join.waitFor();
  await showTime(page, '10:10:00 to 10:20:00');
  await page.getByRole('columnheader', { name: 'Maximum' }).getByRole('button').click();
  const [counters, charts] = [await names.allInnerTexts(), await page.getByRole('figure').count()];
  await page.keyboard.press('4');
  const sorted = page.locator('th[aria-sort=descending]');
  await page.getByRole('button', { name: 'Working Set' }).click();
  await page.waitForFunction(() => ['v=top', 't=', 'topSort='].every((part) => location.hash.includes(part)));
  await page.reload();
  await page.getByText('Drop example.perfrec again to see the same view.').waitFor();
  await drop(page, example);
  await page.getByRole('region', { name: 'Top', exact: true }).waitFor();
  await sorted.filter({ hasText: 'Working Set' }).waitFor();
  await page.keyboard.press('1');
  await waitForTime(page, '2026-11-21 10:10:00 to 10:20:00');
  await sorted.filter({ hasText: 'Maximum' }).waitFor();
  await join.waitFor();
  assert.deepEqual(await names.allInnerTexts(), counters);
  assert.equal(await page.getByRole('figure').count(), charts);
}));

test('a line gets a chart of its own, and joins the others again', { skip }, () => withLog(basic, async (page) => {
  const charts = page.locator('figure.chart');
  const before = await charts.count();
  const join = page.getByRole('button', { name: 'Join', exact: true });
  await page.keyboard.press('g');
  await join.waitFor();
  await page.keyboard.press('g');
  await join.waitFor({ state: 'detached' });
  assert.equal(await charts.count(), before);
}));

test('Split and Join take the focus to the chart that has the line', { skip }, () => withLog(basic, async (page) => {
  const charts = page.locator('figure.chart');
  const split = page.getByRole('button', { name: 'Split', exact: true });
  const join = page.getByRole('button', { name: 'Join', exact: true });
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] tbody tr').length === 5);
  await page.keyboard.press('h');
  await split.click();
  await join.waitFor();
  assert.equal(await charts.filter({ has: join }).evaluate((chart) => chart === document.activeElement), true);
  await join.click();
  await join.waitFor({ state: 'detached' });
  assert.equal(await charts.first().evaluate((chart) => chart === document.activeElement), true);
  assert.equal(await charts.count(), 1);
}));

test('the key g takes the focus of a chart to the chart that has the line', { skip }, () => withLog(basic, async (page) => {
  const charts = page.locator('figure.chart');
  const join = page.getByRole('button', { name: 'Join', exact: true });
  const isFocused = (chart) => chart.evaluate((one) => one === document.activeElement);
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] tbody tr').length === 5);
  await page.keyboard.press('h');
  await charts.first().focus();
  await page.keyboard.press('g');
  await join.waitFor();
  assert.equal(await isFocused(charts.filter({ has: join })), true);
  await page.keyboard.press('g');
  await join.waitFor({ state: 'detached' });
  assert.equal(await isFocused(charts.first()), true);
}));

test('a chart is stacked, and on the scale of Perfmon all lines are in one', { skip }, () => withLog(basic, async (page) => {
  await page.getByRole('combobox', { name: 'Kind of chart: Percent' }).selectOption('stacked');
  await page.waitForFunction(() => location.hash.includes('k=stacked%20percent'));
  await page.getByRole('button', { name: 'Perfmon scale' }).click();
  await page.getByRole('columnheader', { name: 'Factor' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('figure.chart').length === 1);
  await rows(page).first().getByRole('gridcell', { name: /^x (0\.0*1|10*)$/u }).waitFor();
}));

test('a time is typed, and what is not understood is said', { skip }, () => withLog(basic, async (page) => {
  await overview(page).focus();
  await page.keyboard.press('t');
  await page.keyboard.type('18:55:10');
  await page.keyboard.press('Enter');
  await waitForTime(page, '2013-02-19 18:54:40 to 18:55:40');
  assert.equal(await overview(page).evaluate((strip) => strip === document.activeElement), true);
  const field = page.getByRole('textbox', { name: 'Time that is shown' });
  await field.fill('noon');
  await field.press('Enter');
  await page.getByRole('alert').filter({ hasText: '“noon” is not a time' }).waitFor();
  await field.press('Escape');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  assert.equal(await field.inputValue(), '18:54:40 to 18:55:40');
}));

test('after a time was typed, the focus is beside the field if nothing had it before', { skip }, () => withLog(basic, async (page) => {
  await page.keyboard.press('t');
  await page.keyboard.type('18:55:10');
  await page.keyboard.press('Enter');
  await waitForTime(page, '2013-02-19 18:54:40 to 18:55:40');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Zoom in');
}));

test('Enter in a chart sets the time of Top and Table to that of the cursor', { skip }, () => withLog(basic, async (page) => {
  await page.locator('.chart').first().focus();
  await page.keyboard.press('Enter'); // without a cursor there is no time
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const time = await page.getByRole('grid', { name: 'Values of the lines' }).getByRole('button', { name: /^\d\d:\d\d:\d\d/u }).innerText();
  await page.keyboard.press('Enter');
  await page.getByText(`${time.slice(0, 8)} is the time of Top and Table`).waitFor({ state: 'attached' });
  await page.keyboard.press('2');
  await page.getByLabel('Show', { exact: true }).selectOption('moment');
  await page.getByText(`${time.slice(0, 8)}; a click in a chart chooses another time`).waitFor();
  await page.getByLabel('Show', { exact: true }).selectOption('average');
}));

test('where a row has several samples, the table has their range, and a click finds the sample of the peak', { skip }, () => withPage({}, async (page) => {
  const text = ['"(PDH-CSV 4.0) (UTC)(0)","\\\\SRV\\Process(app)\\Private Bytes"'];
  const at = (second) => new Date(Date.UTC(2026, 3, 26, 10, 0, second)).toISOString().replace(/^(\d+)-(\d+)-(\d+)T(.+)Z$/u, '$2/$3/$1 $4');
  for (let second = 0; second < 20_000; ++second) text.push(`"${at(second)}","${second === 10_007 ? 900 : 100 + (second % 2)}"`);
  await open(page, { name: 'peak.csv', bytes: Buffer.from(`${text.join('\r\n')}\r\n`) });
  const box = await page.locator('.chart-plot .u-over').first().boundingBox();
  const middle = Math.round(box.x + (box.width * 10_007) / 19_999);
  const value = page.locator('.values-value').last();
  const ranges = new Map();
  for (let left = middle - 3; left <= middle + 3; ++left) {
    await page.mouse.move(left, box.y + box.height / 2);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    ranges.set((await value.innerText()).trim(), left);
  }
  const left = ranges.get('100 B to 900 B');
  assert.ok(left !== undefined, [...ranges.keys()].join());
  await page.mouse.click(left, box.y + box.height * 0.3); // nearer to the peak than to what is below it
  await page.keyboard.press('4');
  await page.getByText('At 2026-04-26 12:46:47').waitFor(); // 10,007 s after 10:00:00
}));

// Until the test sets `mostBytes` to null, a tool reads no further, and no report is made.
function holdReading({ tool, bytes }) {
  window.mostBytes = bytes;
  window.asked = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.tool !== undefined) window.asked.push(message.tool);
    if (message.tool === 'report' && window.mostBytes !== null) return undefined;
    if (message.tool !== tool || window.mostBytes === null) return post.call(this, message, ...more);
    const args = { ...JSON.parse(message.args), at_most_bytes: window.mostBytes };
    return post.call(this, { ...message, args: JSON.stringify(args) }, ...more);
  };
}

// A page that reads a part of a log, until its rest is read.
async function openPart(page, tool) {
  await page.addInitScript(holdReading, { tool, bytes: 150_000 });
  await page.reload();
  await page.locator('#files').waitFor({ state: 'attached' });
  await open(page, basic);
}
async function readRest(page) {
  await page.evaluate(() => {
    window.mostBytes = null;
  });
  await page.getByRole('button', { name: 'Read the rest' }).click();
  await page.getByRole('button', { name: 'Read the rest' }).waitFor({ state: 'detached' });
}
const stoppedText = /^Reading BasicPerfCounters\.blg was stopped at 18:5\d:\d\d: what was read until then is shown\.$/u;

test('Stop keeps the lines that were read and says so, and the rest can be read', { skip }, () => withPage({}, async (page) => {
  await openPart(page, 'picture');
  await page.getByText(/^Reading BasicPerfCounters\.blg: /u).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText(stoppedText).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
  const stopped = await rows(page).first().innerText();
  await readRest(page);
  await page.waitForFunction((text) => document.querySelector('[role=grid] tbody tr').innerText !== text, stopped);
}));

test('views that need the whole of a stopped log wait until the user has the rest read', { skip }, () => withPage({}, async (page) => {
  await openPart(page, 'picture');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText(stoppedText).waitFor();
  await page.getByText('The rules are judged once the rest is read.').waitFor();
  const view = (name) => page.getByRole('region', { name, exact: true });
  const whatNeedsIt = { 4: ['Top', 'this view'], 5: ['Report', 'this view'], 6: ['Compare', 'this view'], 7: ['Log', 'the structure of the files'] };
  for (const [key, [name, what]] of Object.entries(whatNeedsIt)) {
    await page.keyboard.press(key);
    const text = new RegExp(`^Reading BasicPerfCounters\\.blg was stopped at 18:5\\d:\\d\\d; ${what} needs the whole log\\.`, 'u');
    await view(name).getByText(text).waitFor();
  }
  // The report was asked for before Stop.
  const asked = await page.evaluate(() => [...new Set(window.asked)].sort());
  assert.deepEqual(asked, ['list', 'open_log', 'picture', 'report']);
  await page.keyboard.press('4');
  await page.evaluate(() => {
    window.mostBytes = null;
  });
  await view('Top').getByRole('button', { name: 'Read the rest' }).click();
  await view('Top').getByRole('table').waitFor();
  await page.keyboard.press('5');
  await view('Report').getByRole('button', { name: 'Save as a page' }).waitFor();
  await view('Report').getByRole('heading', { name: 'The data' }).waitFor();
  assert.equal(await page.evaluate(() => window.asked.filter((tool) => tool === 'report').length), 2);
}));

// As if Stop had been pressed while it was opened.
test('a log that was opened in part says so, and its rest can be read', { skip }, () => withPage({}, async (page) => {
  await openPart(page, 'open_log');
  await page.getByText(stoppedText).waitFor();
  await page.locator('header.head').getByText(/^[1-5]?\d?\d samples/u).waitFor();
  await page.getByText('The rules are judged once the rest is read.').waitFor();
  const lines = await rows(page).count();
  await readRest(page);
  await page.locator('header.head').getByText('601 samples').waitFor();
  await page.waitForFunction((count) => document.querySelectorAll('[role=grid] tbody tr').length === count, lines);
}));
