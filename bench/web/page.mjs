// What the programs of this folder share: the page in Chromium, files in it, and its core.
import { loadPage, skip, startChromium } from '../../tests/web/chromium.mjs';
import { fromWeb, web } from '../../tests/web/load.mjs';

export function print(figures) {
  console.log(JSON.stringify(figures));
}

export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

// Runs with a browser.
export async function withBrowser(run) {
  if (skip !== undefined) throw new Error(skip);
  const browser = await startChromium();
  try {
    await run(browser);
  } finally {
    await browser.close();
  }
}

// Runs with a new page. `script` runs before any other in it; `fragment` is that of its address.
export async function withPage(browser, run, { script, fragment } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    if (script !== undefined) await page.addInitScript(script);
    await loadPage(page, fragment);
    return await run(page);
  } finally {
    await context.close();
  }
}

// Makes a file of the disk known to scripts as `benchFile`, while the page does not open it.
export async function addFile(page, path) {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'bench-file';
    input.hidden = true;
    document.body.append(input);
  });
  await page.setInputFiles('#bench-file', path);
  await page.evaluate(() => {
    globalThis.benchFile = document.getElementById('bench-file').files[0];
  });
}

// The milliseconds of a Worker that only reads `benchFile`, by slices of 4 MiB.
export function readingTime(page) {
  return page.evaluate(async () => {
    const code = `onmessage = async ({ data: file }) => {
      const begin = performance.now();
      const size = 4 * 1024 * 1024;
      for (let at = 0; at < file.size; at += size) await file.slice(at, at + size).arrayBuffer();
      postMessage(performance.now() - begin);
    };`;
    const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
    const worker = new Worker(url);
    const time = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(globalThis.benchFile);
    });
    worker.terminate();
    URL.revokeObjectURL(url);
    return time;
  });
}

// Starts a core beside that of the page, as `benchCore`: the same Worker and module.
export async function addCore(page) {
  const contents = "import { Core } from './page/core'; globalThis.startedCore = Core.start();";
  const { outputFiles } = await fromWeb('esbuild').build({
    stdin: { contents, resolveDir: web, loader: 'ts' }, bundle: true, format: 'iife', target: 'es2022', write: false, logLevel: 'silent',
  });
  await page.evaluate(outputFiles[0].text);
  await page.evaluate(async () => {
    globalThis.benchCore = await globalThis.startedCore;
  });
}

// Notes in `benchAsked` what the page asks its Worker from now on, until that is answered. What runs in the background
// is left out.
function noteRequests() {
  const asked = new Set();
  globalThis.benchAsked = asked;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.type === 'cancel') asked.delete(message.id);
    if (message.type === 'ask' && !message.background) {
      asked.add(message.id);
      const take = ({ data }) => {
        if (data.id !== message.id || data.type === 'progress') return;
        asked.delete(message.id);
        this.removeEventListener('message', take);
      };
      this.addEventListener('message', take);
    }
    return post.call(this, message, ...more);
  };
}

// Chooses a log in the page, and waits until its lines and their numbers are there, those of the whole log: charts fill
// while it is read. Returns the milliseconds from the choice on.
export async function openLog(page, path) {
  await page.evaluate(noteRequests);
  await page.evaluate(() => {
    document.getElementById('files').addEventListener('change', () => {
      globalThis.chosenAt = performance.now();
    }, { capture: true, once: true });
  });
  await page.setInputFiles('#files', path);
  const drawn = await page.waitForFunction(() => {
    const hasNumbers = [...document.querySelectorAll('figure.chart')].some((chart) => chart.textContent.includes('average '));
    return hasNumbers && globalThis.benchAsked.size === 0 ? performance.now() - globalThis.chosenAt : false;
  });
  return drawn.jsonValue();
}

// Waits until what was done to the page is drawn.
export function nextFrame(page) {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

// Notes the time of each frame in `benchFrames` from now on.
export function noteFrames(page) {
  return page.evaluate(() => {
    cancelAnimationFrame(globalThis.benchFrame ?? 0);
    globalThis.benchFrames = [];
    const note = (now) => {
      globalThis.benchFrames.push(now);
      globalThis.benchFrame = requestAnimationFrame(note);
    };
    globalThis.benchFrame = requestAnimationFrame(note);
  });
}

// The times of the frames that were noted, once there are so many.
export async function framesSince(page, count = 2) {
  await page.waitForFunction((least) => globalThis.benchFrames.length >= least, count);
  return page.evaluate(() => globalThis.benchFrames);
}
