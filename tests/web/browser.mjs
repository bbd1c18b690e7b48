// A browser with the page in it, as a person has it: files are dropped, keys pressed, and every
// message of the console and every request is watched.
//
// Loading the page takes most of the time of a test: its Worker unpacks and compiles the module each
// time. So tests that need a log and nothing else use withLog(), which loads the page once a file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after } from 'node:test';
import { loadPage, pageAddress, pagePath, startChromium } from './chromium.mjs';
import { root } from './load.mjs';

export { skip } from './chromium.mjs';

const serverAddress = 'https://page.test/';
let browser = null;
let shared = null;  // the visit that the last withLog() left to the next one
after(() => browser?.close());

// A page in a context of its own, with what it says and what it asks for.
async function newVisit(options) {
  browser ??= await startChromium();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const visit = { context, page, said: [], asked: [] };
  page.on('console', (message) => visit.said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => visit.said.push(String(error.stack)));
  page.on('request', (request) => visit.asked.push(request.url().slice(0, 200)));
  await loadPage(page);
  return visit;
}

// Nothing may have been said in the console, and nothing may have been asked of any address but the
// page itself.
function checkQuiet({ said, asked }) {
  assert.deepEqual(said.splice(0), [], 'messages in the console');
  assert.deepEqual(asked.splice(0).filter((url) => !url.startsWith(pageAddress) && url !== serverAddress && !/^(blob|data):/u.test(url)), [], 'requests');
}

// Runs a test with a new page.
export async function withPage(options, run) {
  const visit = await newVisit(options);
  try {
    await run(visit.page, visit.context);
    checkQuiet(visit);
  } finally {
    await visit.context.close();
  }
}

// Runs a test with these logs open and nothing else: their first counters, view 1, the whole time, no
// message and no dialog. The tests of a file share a page; one that fails, or that changes what the
// page keeps from one visit to the next (options, favourites, counters that were added), leaves a
// new page to the next test.
export async function withLog(files, run) {
  const logs = [files].flat();
  let visit = shared;
  shared = null;
  try {
    if (visit === null) {
      visit = await newVisit({});
      await open(visit.page, ...logs);
    } else {
      await openInstead(visit.page, ...logs);
    }
    await run(visit.page, visit.context);
    checkQuiet(visit);
    const isAsNew = await visit.page.evaluate(() => localStorage.length === 0);
    if (isAsNew) shared = visit;
  } finally {
    if (shared === null) await visit?.context.close();
  }
}

// Loads the page as from a web server.
export async function loadFromServer(page) {
  await page.route(serverAddress, (route) => route.fulfill({ path: pagePath, contentType: 'text/html' }));
  await page.goto(serverAddress);
  await page.locator('#files').waitFor({ state: 'attached' });
}

export function testFile(name) {
  const path = join(root, 'tests/data', name);
  return { name: basename(path), bytes: readFileSync(path) };
}

// The log that the page itself has.
export const example = { name: 'example.perfrec', bytes: readFileSync(join(root, 'apps/web/example.perfrec')) };

// Drops files on the page, as from a file manager.
export async function drop(page, ...files) {
  const parts = files.map((file) => ({ name: file.name, text: Buffer.from(file.bytes).toString('base64') }));
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const one of list) {
      const bytes = Uint8Array.from(atob(one.text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], one.name));
    }
    return transfer;
  }, parts);
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
  await data.dispose();
}

// Drops files in the place of the logs that are open, if any are. The page takes none while it reads a log, and a drop ends
// the choice of its first counters. Both have ended when the log has its report, for which a line over the charts waits.
export async function dropInstead(page, ...files) {
  await page.waitForFunction(() => document.querySelector('.reading, .findings-note[role=status]') === null);
  const isOpen = (await page.locator('.log-facts').count()) > 0;
  await drop(page, ...files);
  if (!isOpen) return;
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.querySelector('.reading') === null); // until then the logs before are shown
}

// Drops logs and waits until their charts are drawn.
export async function open(page, ...files) {
  await drop(page, ...files);
  await drawn(page);
}

// Closes what is open on the page, and opens these logs in view 1.
async function openInstead(page, ...files) {
  if ((await page.getByRole('dialog').count()) > 0) {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  const close = page.getByRole('button', { name: 'Close this message' });
  while ((await close.count()) > 0) await close.first().click();
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('1');
  await dropInstead(page, ...files);
  await drawn(page);
}

async function drawn(page) {
  await page.getByRole('grid', { name: 'Values of the lines' }).getByRole('row').nth(1).waitFor();
}

// Shows a view by its key, and waits until it has something.
export async function show(page, key, name) {
  await page.keyboard.press(key);
  await page.getByRole('region', { name, exact: true }).waitFor();
  await settled(page);
}

// Waits until no view waits for an answer.
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

// Types a part of the time in the charts, as '18:52:00 to 18:55:00', and waits until it is shown.
export async function showTime(page, text) {
  await page.keyboard.press('t');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.waitForFunction((shown) => document.querySelector('[role=slider]').getAttribute('aria-valuetext').endsWith(shown), text);
  await settled(page);
}

// Waits until each line in the charts has its values.
export async function hasValues(page) {
  await page.waitForFunction(() => [...document.querySelectorAll('.values-value')].every((cell) => cell.textContent !== '–'));
}

// The texts of the cells of a table that has rows, row by row.
export async function tableTexts(table) {
  await table.getByRole('row').nth(1).waitFor();
  return table.locator('tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
}

// Presses a button that writes a file, and returns its name and bytes.
export async function download(page, press) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
