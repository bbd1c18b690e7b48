// The page in all its looks: light, dark, forced colours, 320 and 1440 px, large text, keyboard
// alone. axe-core finds nothing, and nothing is wider than the window.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { download, open, settled, show, skip, testFile, withLog, withPage } from './browser.mjs';
import { fromWeb } from './load.mjs';

const basic = testFile('blg/BasicPerfCounters.blg');
const axe = readFileSync(fromWeb.resolve('axe-core/axe.min.js'), 'utf8');
const views = { 1: 'Charts', 2: 'Table', 3: 'Heat map', 4: 'Top', 5: 'Report', 6: 'Compare', 7: 'Log' };

const standards = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
// The rules of axe-core that look at colours. Forced colours change nothing else.
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

// What axe-core finds, in short.
async function faults(page, rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
  }, rules);
}

// Charts follow the window a frame later.
async function checkWidth(page, what) {
  const fits = () => [document.documentElement, ...document.querySelectorAll('.view-frame')].every((one) => one.scrollWidth <= one.clientWidth + 1);
  await page.waitForFunction(fits, undefined, { timeout: 5000 }).catch(() => assert.fail(`${what} is wider than the window`));
}

async function eachView(page, check) {
  for (const [key, name] of Object.entries(views)) {
    await page.keyboard.press(key);
    await page.getByRole('region', { name, exact: true }).waitFor();
    await settled(page);
    await check(name);
  }
}

const focused = (page, name) => page.waitForFunction((text) => {
  const { activeElement } = document;
  return [activeElement.getAttribute('aria-label'), activeElement.textContent].some((one) => one?.startsWith(text));
}, name);

test('what is closed by keys leaves the focus where it was before', { skip }, () => withLog(basic, async (page) => {
  await page.keyboard.press('/');
  await page.keyboard.type('phyzzz');
  await page.keyboard.press('Tab'); // a name that is near
  await page.keyboard.press('Enter');
  await focused(page, 'Search counters');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Close', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.getAttribute('role') === 'option');
  await page.getByRole('button', { name: 'Menu' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'About' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'About' }).waitFor();
  await page.keyboard.press('Escape');
  await focused(page, 'Menu');
  await show(page, '6', 'Compare');
  await page.getByLabel('Length').fill('120');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await page.evaluate(() => document.activeElement.value), '120');
}));

const wide = { width: 1440, height: 900 };
const looks = [
  { name: 'light, 1440 px', size: wide, media: {}, rules: standards },
  { name: 'dark, 1440 px', size: wide, media: { colorScheme: 'dark' }, rules: standards },
  { name: 'light, 320 px', size: { width: 320, height: 640 }, media: {}, rules: standards },
  { name: 'forced colours', size: wide, media: { forcedColors: 'active' }, rules: colours },
];

async function wear(page, { size, media }) {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media });
}

// All looks of one page: it is loaded once.
test('all looks', { skip }, (t) => withPage({}, async (page) => {
  for (const look of looks) {
    await t.test(`${look.name}: axe-core finds nothing on the empty page`, async () => {
      await wear(page, look);
      assert.deepEqual(await faults(page, look.rules), []);
    });
  }
  await wear(page, looks[0]);
  await open(page, basic);
  for (const look of looks) {
    await t.test(`${look.name}: axe-core finds nothing in any view, and nothing is cut off`, async () => {
      await wear(page, look);
      await eachView(page, async (view) => {
        await checkWidth(page, view);
        assert.deepEqual(await faults(page, look.rules), [], view);
      });
    });
    await t.test(`${look.name}: axe-core finds nothing in dialogs`, async () => {
      await wear(page, look);
      for (const key of ['e', '?']) {
        await page.keyboard.press(key);
        await page.getByRole('dialog').waitFor();
        assert.deepEqual(await faults(page, look.rules), [], `dialog of ${key}`);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    });
  }
  await t.test('text of 200 % stays within the window', async () => {
    await wear(page, looks[0]);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await eachView(page, (view) => checkWidth(page, view));
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  });
  await t.test('a choice of colours is kept', async () => {
    await wear(page, looks[0]);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
    const dark = await ground();
    await page.reload();
    await page.waitForFunction((expected) => getComputedStyle(document.body).backgroundColor === expected, dark);
  });
}));

test('everything can be reached by the keyboard alone', { skip }, () => withLog(basic, async (page) => {
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

// Presses Tab until an element has the focus.
async function tabTo(page, element) {
  for (let step = 0; step < 80; ++step) {
    await page.keyboard.press('Tab');
    if (await isFocused(element)) return;
  }
  assert.fail(`the focus does not get to ${element}`);
}

function isFocused(element) {
  return element.evaluate((one) => one === document.activeElement);
}

test('by keys alone', { skip }, (t) => withPage({}, async (page) => {
  const lines = page.getByRole('grid', { name: 'Values of the lines' }).locator('tbody tr');
  const whole = page.locator('[role=slider][aria-valuetext="the whole log"]');
  const menu = page.getByRole('button', { name: 'Menu' });
  await t.test('the example is opened', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Show an example' }));
    await page.keyboard.press('Enter');
    await lines.nth(4).waitFor();
    await page.getByRole('button', { name: /critical/iu }).first().waitFor();
  });
  await t.test('a counter is found and added', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('thumbnails working set');
    await page.getByRole('option').first().filter({ hasText: 'thumbnails' }).waitFor();
    await page.keyboard.press('Enter');
    await lines.filter({ hasText: 'thumbnails' }).waitFor();
  });
  await t.test('the time is zoomed', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await whole.waitFor();
    await page.keyboard.press('+');
    await whole.waitFor({ state: 'detached' });
  });
  await t.test('each view is shown', async () => {
    await eachView(page, async () => undefined);
    await page.keyboard.press('1');
  });
  await t.test('details are opened and closed, and the focus is on their line again', async () => {
    const details = page.getByRole('complementary', { name: 'Details' });
    await tabTo(page, lines.first());
    for (const keys of [['Escape'], ['Tab', 'Enter']]) {
      await page.keyboard.press('Enter');
      await details.waitFor();
      assert.ok(await isFocused(details.getByRole('heading').first()));
      for (const key of keys) await page.keyboard.press(key);
      await details.waitFor({ state: 'detached' });
      assert.ok(await isFocused(lines.first()), `after ${keys.join(' and ')}`);
    }
  });
  await t.test('a text is exported, and the focus is where it was', async () => {
    await lines.first().focus();
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.waitFor();
    await tabTo(page, dialog.getByRole('radio', { name: /^PNG/u }));
    for (let step = 0; step < 2; ++step) await page.keyboard.press('ArrowDown');
    const file = await download(page, () => page.keyboard.press('Enter'));
    assert.equal(file.name, 'example-export.csv');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.ok(await isFocused(lines.first()));
  });
  await t.test('a dialog of the menu leaves the focus on the menu', async () => {
    await tabTo(page, menu);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: /^Keys/u }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(await isFocused(menu));
  });
}));

const evil = '<img src=x onerror=alert(1)>\u202e';
const evilHeader = `"(PDH-CSV 4.0) (UTC)(0)","\\\\S\\Process(${evil})\\% Processor Time","\\\\S\\Process(${evil})\\Working Set"`;
const evilLines = Array.from({ length: 30 }, (_, index) => `"11/21/2026 10:00:${String(index).padStart(2, '0')}.000","${index}","${1e6 * index}"`);
const evilLog = { name: '<b>evil</b>.csv', bytes: Buffer.from([evilHeader, ...evilLines, ''].join('\r\n')) };

test('names of a log are text, whatever is in them', { skip }, () => withLog(evilLog, async (page) => {
  await eachView(page, async (view) => assert.equal(await page.locator('img, b b, header b > b').count(), 0, view));
  await page.getByText('<b>evil</b>.csv').first().waitFor();
}));
