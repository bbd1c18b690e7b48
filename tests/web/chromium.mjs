// Chromium with the page in it, for tests and benches. browser.mjs has what only tests need.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromWeb, root } from './load.mjs';

export const pagePath = process.env.PERFMON_PAGE ?? join(root, 'build/perfmon.html');
export const pageAddress = pathToFileURL(pagePath).href;
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

// Why the page cannot run here; undefined: it can.
export const skip = !existsSync(pagePath) ? `${pagePath} is missing: run script/web`
  : !existsSync(chromiumPath) ? `${chromiumPath} is missing: run script/setup web`
  : undefined;

// The browser runs without its sandbox, which needs rights that a container does not have.
export function startChromium() {
  return fromWeb('playwright-core').chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
}

// Loads the page, with a view in its address, until it takes files.
export async function loadPage(page, fragment = '') {
  await page.goto(pageAddress + fragment);
  await page.locator('#files').waitFor({ state: 'attached' });
}
