// Firefox ESR opens the page from disk, reads a log and shows four charts. For script/test-slow.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pageAddress, pagePath } from './chromium.mjs';
import { Firefox, skipFirefox } from './firefox.mjs';
import { root } from './load.mjs';

const skip = existsSync(pagePath) ? skipFirefox : `${pagePath} is missing: run script/web`;
const isRead = `document.querySelector('progress') === null && document.querySelector('[role=grid] tbody tr') !== null`;

let firefox;
before(async () => {
  if (skip === undefined) firefox = await Firefox.start();
});
after(() => firefox?.end());

// Opens the page without a log, then one of this tree.
async function openLog(name) {
  await firefox.goto(pageAddress);
  await firefox.waitFor(`document.getElementById('files') !== null`);
  await firefox.choose('#files', [join(root, name)]);
  await firefox.waitFor(isRead);
}

// Whether each chart has words about its lines, and a canvas with something on it.
const areDrawn = `[...document.querySelectorAll('figure.chart')].every((chart) => chart.textContent.includes('average ') &&
  [...chart.querySelectorAll('canvas')].some((canvas) => canvas.width > 0 &&
    canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value !== 0)))`;

test('a recording has four charts with lines, and findings', { skip }, async () => {
  await openLog('apps/web/example.perfrec');
  await firefox.waitFor(`document.querySelectorAll('figure.chart').length >= 4`);
  await firefox.waitFor(areDrawn);
  await firefox.waitFor(`document.querySelector('button.finding') !== null`);
});

test('a binary log is read', { skip }, async () => {
  await openLog('tests/data/blg/BasicPerfCounters.blg');
  const head = await firefox.evaluate(`document.querySelector('header.head').innerText`);
  for (const part of ['BasicPerfCounters.blg', '601 samples', '2013-02-19 18:50:17']) assert.ok(head.includes(part), `${part} in ${head}`);
});

test('nothing was said in the console, and nothing was asked of any address but the page', { skip }, () => {
  assert.deepEqual(firefox.said, []);
  assert.deepEqual(firefox.asked.filter((url) => !url.startsWith(pageAddress) && !/^(about|blob|data):/u.test(url)), []);
});
