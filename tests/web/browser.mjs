// A browser with the page in it, as a person has it: files are dropped, keys pressed, and every
// message of the console and every request is watched.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after } from 'node:test';
import { fromWeb, root } from './load.mjs';

export const pagePath = process.env.PERFMON_PAGE ?? join(root, 'build/perfmon.html');
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

// Why the tests of the page cannot run here; undefined: they can.
export const skip = !existsSync(pagePath) ? `${pagePath} is missing: run script/web`
  : !existsSync(chromiumPath) ? `${chromiumPath} is missing: run script/setup web`
  : undefined;

let browser = null;
after(() => browser?.close());

// The browser runs without its sandbox, which needs rights that a container does not have.
async function startBrowser() {
  browser ??= await fromWeb('playwright-core').chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  return browser;
}

// Runs a test with a new page. Afterwards nothing may have been said in the console, and nothing
// may have been asked of any address but the page itself.
export async function withPage(options, run) {
  const context = await (await startBrowser()).newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const said = [];
  const asked = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(String(error.stack)));
  page.on('request', (request) => asked.push(request.url().slice(0, 200)));
  const address = pathToFileURL(pagePath).href;
  try {
    await page.goto(address);
    await page.locator('#files').waitFor({ state: 'attached' }); // the page takes drops from now on
    await run(page, context);
    assert.deepEqual(said, [], 'messages in the console');
    assert.deepEqual(asked.filter((url) => !url.startsWith(address) && !/^(blob|data):/u.test(url)), [], 'requests');
  } finally {
    await context.close();
  }
}

export function testFile(name) {
  const path = join(root, 'tests/data', name);
  return { name: basename(path), bytes: readFileSync(path) };
}

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
}

// Drops a log and waits until its charts are drawn.
export async function open(page, ...files) {
  await drop(page, ...files);
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

// The texts of the cells of a table, row by row.
export async function tableTexts(table) {
  return table.locator('tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
}

// Presses a button that writes a file, and returns its name and bytes.
export async function download(page, press) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
