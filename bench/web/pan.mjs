// 200 series of 3,600 points in the page: frames a second while they are dragged, those of a page that does nothing,
// and the longest time between two frames of a full redraw: node pan.mjs LOG.csv
import fs from 'node:fs';
import path from 'node:path';
import { load } from '../../tests/web/load.mjs';
import { framesSince, median, noteFrames, openLog, print, withBrowser, withPage } from './page.mjs';

const rowCount = 3600;
const steps = 180; // of the mouse
const idleFrames = 120;
const [, , log] = process.argv;

// The first rows of the log as a file of their own, and the paths of its columns.
function cutLog() {
  const text = fs.readFileSync(log, 'latin1');
  const lines = text.split('\r\n', rowCount + 1); // with the header
  if (lines.length <= rowCount) throw new Error(`${log} has less than ${rowCount} rows`);
  const file = path.join(path.dirname(log), 'bench.csv');
  fs.writeFileSync(file, `${lines.join('\r\n')}\r\n`, 'latin1');
  const paths = lines[0].slice(1, -1).split('","').slice(1).map((column) => column.replace(/^\\\\[^\\]*/u, ''));
  return { file, paths };
}

// The address of a page that shows all of them.
async function fragmentOf({ file, paths }) {
  const { addressOf } = await load('address.ts');
  const source = { letter: 'A', files: [{ name: path.basename(file), size: 0 }] };
  const series = paths.map((one) => ({ letter: 'A', path: one }));
  return addressOf({ sources: [source], series, kinds: {}, whole: null, visible: null, view: 'charts' });
}

function rateOf(frames) {
  return ((frames.length - 1) * 1000) / (frames.at(-1) - frames[0]);
}

function longestGap(frames) {
  return Math.max(...frames.slice(1).map((time, index) => time - frames[index]));
}

async function rateAlone(page) {
  await page.evaluate(() => document.activeElement?.blur());
  await noteFrames(page);
  return rateOf(await framesSince(page, idleFrames));
}

// Presses a key that draws all lines again, and waits until nothing is drawn any more.
async function redrawTime(page, key) {
  await noteFrames(page);
  await page.keyboard.press(key);
  return longestGap(await framesSince(page, idleFrames));
}

async function panRate(page) {
  const box = await page.locator('.chart-plot .u-over').first().boundingBox();
  const at = (step) => [box.x + box.width * (0.2 + (0.6 * step) / steps), box.y + box.height / 2];
  await page.mouse.move(...at(0));
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await noteFrames(page);
  for (let step = 1; step <= steps; ++step) await page.mouse.move(...at(step));
  const frames = await framesSince(page);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  return rateOf(frames);
}

async function measure(page, { file, paths }) {
  await openLog(page, file);
  const rows = await page.locator('[role=grid] tbody tr').count();
  if (rows !== paths.length) throw new Error(`${rows} lines`);
  const alone = await rateAlone(page);
  const redraws = [];
  for (const key of ['+', '0', '+', '0', '+']) redraws.push(await redrawTime(page, key));
  return { frames: await panRate(page), frames_alone: alone, redraw: median(redraws) };
}

const cut = cutLog();
const fragment = await fragmentOf(cut);
await withBrowser(async (browser) => print(await withPage(browser, (page) => measure(page, cut), { fragment })));
