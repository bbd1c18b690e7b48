// The panel of counters: what is open in the tree, and where the keys are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, skip, testFile, withLog, withPage } from './browser.mjs';

const item = (page, name) => page.getByRole('treeitem', { name }).first();
const focusedText = (page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('a search that is cleared leaves the tree as it was', { skip }, () => withLog(testFile('blg/BasicPerfCounters.blg'), async (page) => {
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
  const header = ['"(PDH-CSV 4.0) (UTC)(0)"', ...names.map((name) => `"\\\\S\\Process(${name})\\Working Set"`)].join(',');
  const line = (second) => [`"11/21/2026 10:00:${String(second).padStart(2, '0')}.000"`, ...names.map((_, i) => `"${1e6 * (i + second)}"`)].join(',');
  const lines = Array.from({ length: 30 }, (_, second) => line(second));
  return { name: 'many.csv', bytes: Buffer.from([header, ...lines, ''].join('\r\n')) };
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
