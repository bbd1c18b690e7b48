// The time from the end of the page's file to its first picture: node empty.mjs
import { median, print, withBrowser, withPage } from './page.mjs';

const rounds = 7;
const noteDrawn = `const look = () => {
  if (document.querySelector('main.empty h1') === null) requestAnimationFrame(look);
  else requestAnimationFrame(() => setTimeout(() => { globalThis.benchDrawn = performance.now(); }));
};
requestAnimationFrame(look);`;

function drawnTime(page) {
  return page.waitForFunction(() => globalThis.benchDrawn).then(() => page.evaluate(() => {
    const [{ responseEnd }] = performance.getEntriesByType('navigation');
    return globalThis.benchDrawn - responseEnd;
  }));
}

await withBrowser(async (browser) => {
  const times = [];
  for (let round = 0; round < rounds; ++round) times.push(await withPage(browser, drawnTime, { script: noteDrawn }));
  print({ drawn: median(times) });
});
