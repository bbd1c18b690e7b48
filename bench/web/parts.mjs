// New parts of the time of 10 million points, asked of the Worker: the slowest of them, beside a pass over as many
// doubles as its pixels have: node parts.mjs LOG
import { addCore, addFile, print, withBrowser, withPage } from './page.mjs';

const seriesCount = 50; // of 200,000 samples
const width = 1200;
const parts = 30;
const [, , log] = process.argv;

async function partTimes({ seriesCount: count, width: pixels, parts: rounds }) {
  const core = globalThis.benchCore;
  const { log: name, first_unix: first, last_unix: last } = await core.open([globalThis.benchFile]);
  const { result } = await core.ask('list', { log: name, details: true, limit: 1, instances: count });
  const [object] = result.objects;
  const paths = object.instances.flatMap((instance) => object.counters.map((counter) => `\\${object.name}(${instance})\\${counter.name}`));
  const ask = (begin, end) => core.ask('picture', { log: name, paths: paths.slice(0, count), begin, end, pixels, limit: count, statistics: false });
  const whole = await ask(first, last);
  if (whole.result.series.length !== count) throw new Error(`${whole.result.series.length} series`);
  const times = [];
  for (let round = 0; round < rounds; ++round) {
    const length = (last - first) / 2 ** (round % 10);
    const begin = first + ((last - first - length) * ((round * 7) % rounds)) / rounds;
    const start = performance.now();
    await ask(begin, begin + length);
    times.push(performance.now() - start);
  }
  return times;
}

// Extremes of each pixel of each series, in a Worker's engine.
function passTimes({ seriesCount: count, width: pixels, parts: rounds }) {
  const doubles = Float64Array.from({ length: 2 * pixels * count }, (_, index) => Math.sin(index));
  const times = [];
  for (let round = 0; round < rounds; ++round) {
    const start = performance.now();
    let [least, largest] = [Infinity, -Infinity];
    for (const value of doubles) {
      if (value < least) least = value;
      if (value > largest) largest = value;
    }
    times.push(performance.now() - start);
    globalThis.benchExtremes = [least, largest];
  }
  return times;
}

await withBrowser((browser) => withPage(browser, async (page) => {
  await addFile(page, log);
  await addCore(page);
  const wanted = { seriesCount, width, parts };
  const times = await page.evaluate(partTimes, wanted);
  const passes = await page.evaluate(passTimes, wanted);
  print({ part: Math.max(...times), pass: Math.min(...passes) });
}));
