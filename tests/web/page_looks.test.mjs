// The page in all its looks: light, dark, forced colours, 320 and 1440 px, large text, keyboard
// alone. axe-core finds nothing, and nothing is wider than the window.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, skip, testFile, withPage } from './browser.mjs';
import { fromWeb } from './load.mjs';

const basic = testFile('blg/BasicPerfCounters.blg');
const axePath = fromWeb.resolve('axe-core/axe.min.js');
const views = { 1: 'Charts', 2: 'Table', 3: 'Heat map', 4: 'Top', 5: 'Report', 6: 'Compare', 7: 'Log' };

// What axe-core finds, in short.
async function faults(page) {
  if (!(await page.evaluate(() => 'axe' in window))) {
    const { readFileSync } = await import('node:fs');
    await page.evaluate(readFileSync(axePath, 'utf8'));
  }
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    return violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
  });
}

async function widerThanWindow(page) {
  return page.evaluate(() => [document.documentElement, ...document.querySelectorAll('.view-frame')].some((one) => one.scrollWidth > one.clientWidth + 1));
}

async function eachView(page, check) {
  for (const [key, name] of Object.entries(views)) {
    await page.keyboard.press(key);
    await page.getByRole('region', { name, exact: true }).waitFor();
    await settled(page);
    await check(name);
  }
}

const looks = [
  { name: 'light, 1440 px', options: { colorScheme: 'light' } },
  { name: 'dark, 1440 px', options: { colorScheme: 'dark' } },
  { name: 'light, 320 px', options: { viewport: { width: 320, height: 640 } } },
  { name: 'forced colours', options: { forcedColors: 'active' } },
];

for (const { name, options } of looks) {
  test(`${name}: axe-core finds nothing, and nothing is cut off`, { skip }, () => withPage(options, async (page) => {
    assert.deepEqual(await faults(page), [], 'empty page');
    await open(page, basic);
    await eachView(page, async (view) => {
      assert.deepEqual(await faults(page), [], view);
      assert.equal(await widerThanWindow(page), false, `${view} is wider than the window`);
    });
    for (const key of ['e', '?']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(await faults(page), [], `dialog of ${key}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }));
}

test('text of 200 % stays within the window', { skip }, () => withPage({}, async (page) => {
  await open(page, basic);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await eachView(page, async (view) => assert.equal(await widerThanWindow(page), false, view));
}));

test('a choice of colours is kept', { skip }, () => withPage({ colorScheme: 'light' }, async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
  const dark = await ground();
  await page.reload();
  await page.waitForFunction((expected) => getComputedStyle(document.body).backgroundColor === expected, dark);
}));

test('everything can be reached by the keyboard alone', { skip }, () => withPage({}, async (page) => {
  await open(page, basic);
  const reached = new Set();
  for (let step = 0; step < 60; ++step) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const node = document.activeElement;
      const style = getComputedStyle(node);
      return { name: node.getAttribute('aria-label') ?? node.textContent?.trim().slice(0, 30) ?? '', isSeen: style.outlineStyle !== 'none' || node === document.body };
    });
    assert.ok(at.isSeen, `no focus is seen at ${at.name}`);
    reached.add(at.name);
  }
  for (const name of ['Search counters', 'Visible part of the log', 'Menu']) assert.ok(reached.has(name), `${name} is not reached: ${[...reached].join(', ')}`);
}));

test('names of a log are text, whatever is in them', { skip }, () => withPage({}, async (page) => {
  const evil = '<img src=x onerror=alert(1)>\u202e';
  const header = `"(PDH-CSV 4.0) (UTC)(0)","\\\\S\\Process(${evil})\\% Processor Time","\\\\S\\Process(${evil})\\Working Set"`;
  const lines = Array.from({ length: 30 }, (_, index) => `"11/21/2026 10:00:${String(index).padStart(2, '0')}.000","${index}","${1e6 * index}"`);
  await open(page, { name: '<b>evil</b>.csv', bytes: Buffer.from([header, ...lines, ''].join('\r\n')) });
  await eachView(page, async (view) => assert.equal(await page.locator('img, b b, header b > b').count(), 0, view));
  await page.getByText('<b>evil</b>.csv').first().waitFor();
}));
