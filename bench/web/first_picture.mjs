// The time from the choice of a log to its lines, beside a Worker that only reads it: node first_picture.mjs LOG
import { addFile, median, openLog, print, readingTime, withBrowser, withPage } from './page.mjs';

const rounds = 5;
const [, , log] = process.argv;

await withBrowser(async (browser) => {
  const times = { picture: [], reading: [] };
  for (let round = 0; round < rounds; ++round) {
    await withPage(browser, async (page) => {
      await addFile(page, log);
      times.reading.push(await readingTime(page));
      times.picture.push(await openLog(page, log));
    });
  }
  print({ picture: median(times.picture), reading: median(times.reading) });
});
