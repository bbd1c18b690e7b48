// The time from the press of a key in the search box to the frame with its results: node search.mjs LOG
import { nextFrame, print, withBrowser, withPage } from './page.mjs';

const keys = 'worker7 io read bytes';
const [, , log] = process.argv;

// Notes for each key when the frame after a change of the list comes.
function watchResults() {
  let pressedAt = null;
  globalThis.benchTimes = [];
  addEventListener('keydown', (event) => {
    pressedAt = event.timeStamp;
  }, { capture: true });
  new MutationObserver(() => {
    if (pressedAt === null) return;
    const begin = pressedAt;
    pressedAt = null;
    requestAnimationFrame(() => globalThis.benchTimes.push(performance.now() - begin));
  }).observe(document.querySelector('.counters-list'), { childList: true, subtree: true, characterData: true, attributes: true });
}

await withBrowser((browser) => withPage(browser, async (page) => {
  await page.setInputFiles('#files', log);
  const search = page.getByRole('searchbox', { name: 'Search counters' });
  await search.waitFor();
  await page.waitForFunction(() => document.querySelector('progress') === null);
  await search.focus();
  await page.evaluate(watchResults);
  for (const key of keys) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await nextFrame(page);
  }
  const times = await page.evaluate(() => globalThis.benchTimes);
  const words = keys.split(' ').length;
  if (times.length < keys.length - words) throw new Error(`${times.length} results of ${keys.length} keys`);
  print({ slowest_key: Math.max(...times) });
}));
