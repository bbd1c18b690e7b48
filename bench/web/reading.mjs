// One pass of the page's core over a log beside a Worker that only reads it, and the longest task of the main
// thread while the page reads it: node reading.mjs LOG
import { addCore, addFile, median, openLog, print, readingTime, withBrowser, withPage } from './page.mjs';

const rounds = 3;
const [, , log] = process.argv;

// Browsers report tasks of 50 ms and more.
const shortest = 50;
const noteTasks = `globalThis.benchTasks = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) globalThis.benchTasks.push({ startTime, duration });
}).observe({ type: 'longtask', buffered: true });`;

async function passTime(page) {
  return page.evaluate(async () => {
    const begin = performance.now();
    await globalThis.benchCore.open([globalThis.benchFile]);
    return performance.now() - begin;
  });
}

async function measurePasses(page) {
  await addFile(page, log);
  await addCore(page);
  const times = { pass: [], reading: [] };
  for (let round = 0; round < rounds; ++round) {
    times.reading.push(await readingTime(page));
    times.pass.push(await passTime(page));
  }
  return { pass: median(times.pass), reading: median(times.reading) };
}

async function longestTask(page) {
  await openLog(page, log);
  return page.evaluate((least) => {
    const tasks = globalThis.benchTasks.filter((task) => task.startTime >= globalThis.chosenAt);
    return Math.max(least, ...tasks.map((task) => task.duration));
  }, shortest);
}

await withBrowser(async (browser) => {
  const passes = await withPage(browser, measurePasses);
  const task = await withPage(browser, longestTask, { script: noteTasks });
  print({ ...passes, longest_task: task });
});
