// The panel of counters: what is open in the tree, and where the keys are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drop, open, skip, testFile, withLog, withPage } from './browser.mjs';
import { textLog } from './text_log.mjs';

const item = (page, name) => page.getByRole('treeitem', { name }).first();
const focusedText = (page) => page.evaluate(() => document.activeElement?.textContent ?? '');

const basic = testFile('blg/BasicPerfCounters.blg');

test('a search that is cleared leaves the tree as it was', { skip }, () => withLog(basic, async (page) => {
  await item(page, /^Processor/u).click();
  await item(page, /% Processor Time/u).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('queue');
  await page.getByRole('listbox', { name: 'Counters that were found' }).waitFor();
  await page.keyboard.press('Escape');
  await item(page, /% Processor Time/u).waitFor();
  await page.keyboard.press('ArrowDown');
  assert.match(await focusedText(page), /^Processor/u);
}));

test('after a search in a wide window Esc closes what is open', { skip }, () => withLog(testFile('blg/BasicPerfCounters.blg'), async (page) => {
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.waitFor();
  await page.keyboard.press('/');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
}));

test('in a narrow window Esc in the empty search box closes the counters', { skip }, () => withPage({ viewport: { width: 360, height: 740 } }, async (page) => {
  await open(page, testFile('blg/BasicPerfCounters.blg'));
  await page.keyboard.press('/');
  await page.waitForFunction(() => document.activeElement?.id === 'search');
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.panel.is-open').count(), 1);
  await page.keyboard.press('Escape');
  await page.locator('.panel.is-open').waitFor({ state: 'detached' });
}));

// A log of 120 processes; the tree shows a hundred of them at first.
function manyProcesses() {
  const names = Array.from({ length: 120 }, (_, i) => `p${String(i).padStart(3, '0')}`);
  const rows = Array.from({ length: 30 }, (_, second) => [second, ...names.map((_, i) => 1e6 * (i + second))]);
  return textLog('many.csv', names.map((name) => `Process(${name})\\Working Set`), rows);
}

test('the focus moves to the first instance that was not shown before', { skip }, () => withLog(manyProcesses(), async (page) => {
  await item(page, /^Process/u).click();
  await item(page, /^Working Set/u).click();
  await item(page, 'Show 20 more').click();
  await item(page, 'p119').waitFor();
  assert.equal(await focusedText(page), 'p100');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focusedText(page), 'p101');
}));

test('a star makes a favourite, which comes first, also after a reload', { skip }, () => withLog(basic, async (page) => {
  const rows = page.getByRole('treeitem');
  await item(page, /^Processor/u).click();
  await item(page, /% Processor Time/u).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focusedText(page), '_Total');
  await page.keyboard.press('*');
  await rows.first().filter({ hasText: /^Favourites/u }).waitFor();
  await page.reload();
  await page.locator('#files').waitFor({ state: 'attached' });
  await drop(page, basic);
  await rows.first().filter({ hasText: /^Favourites/u }).waitFor();
  await rows.nth(1).focus();
  assert.equal(await focusedText(page), '% Processor TimeProcessor(_Total)');
  await page.keyboard.press('*');
  await item(page, /^Favourites/u).waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'treeitem');
  await page.evaluate(() => localStorage.clear()); // so that the next test can have this page
}));

// A log of 20,000 series: 20 counters of 1,000 instances.
function wideLog() {
  const numbered = (count, name) => Array.from({ length: count }, (_, i) => name + String(i).padStart(String(count - 1).length, '0'));
  const paths = numbered(1000, 's').flatMap((instance) => numbered(20, 'Latency ').map((counter) => `Shard(${instance})\\${counter}`));
  return textLog('wide.csv', paths, [0, 1, 2].map((second) => [second, ...paths.map((_, i) => (i + second) % 100)]));
}

test('of 20,000 series one is found, and the tree scrolls to each', { skip }, () => withLog(wideLog(), async (page) => {
  const lines = page.getByRole('grid', { name: 'Values of the lines' }).getByRole('row');
  await page.keyboard.press('/');
  await page.keyboard.type('s777 latency 07');
  await page.getByRole('option').first().filter({ hasText: /^Latency 07Shard\(s777\)$/u }).waitFor();
  await page.keyboard.press('Enter');
  await lines.filter({ hasText: 'Shard(s777)' }).waitFor();
  await page.keyboard.press('Escape');
  await item(page, /^Shard/u).click();
  await item(page, /^Latency 00/u).click();
  await item(page, 'Show 900 more').click();
  await item(page, 's999').waitFor();
  assert.equal(await focusedText(page), 's100');
  assert.equal(await page.locator('.tree-item.is-instance').count(), 1000);
  await page.locator('.counters-list').hover();
  await page.mouse.wheel(0, 1e6);
  await page.waitForFunction(() => {
    const [last, list] = ['.tree-item:last-child', '.counters-list'].map((selector) => document.querySelector(selector).getBoundingClientRect());
    return last.bottom <= list.bottom;
  });
  await item(page, 's999').click();
  await lines.filter({ hasText: 'Shard(s999)' }).waitFor();
}));
