// Times on the clock of the log, in UTC and on this computer's clock, and the ticks of their axis.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

process.env.TZ = 'Europe/Berlin';
const times = await load('times.ts');

const log = { kind: 'log', biasMinutes: 480, zone: 'Pacific Standard Time' };
const utc = { ...log, kind: 'utc' };
const here = { ...log, kind: 'here' };
const at = Date.UTC(2013, 1, 20, 2, 50, 17) / 1000;

test('a moment is shown on each clock', () => {
  assert.equal(times.showTime(at, log), '2013-02-19 18:50:17');
  assert.equal(times.showTime(at, utc), '2013-02-20 02:50:17');
  assert.equal(times.showTime(at, here), '2013-02-20 03:50:17');
});

test('the zone stands beside the axis', () => {
  assert.equal(times.zoneName(utc, at), 'UTC');
  assert.match(times.zoneName(log, at), /^UTC.8/u);
  assert.match(times.zoneName(here, at), /^UTC\+1, this computer$/u);
  assert.equal(times.zoneName({ kind: 'log', biasMinutes: null, zone: '' }, at), 'clock of the log');
});

test('the zone of an axis is short', () => {
  assert.deepEqual([utc, here].map((clock) => times.shortZone(clock, at)), ['UTC', 'UTC+1']);
  assert.match(times.shortZone(log, at), /^UTC.8$/u);
  assert.equal(times.shortZone({ kind: 'log', biasMinutes: null, zone: '' }, at), 'log’s clock');
});

test('the clock of the page is that of the first log, and says so beside others', () => {
  const first = { letter: 'A', biasMinutes: 480, zone: 'Pacific Standard Time', span: { begin: at, end: at } };
  const second = { letter: 'B', biasMinutes: null, zone: '', span: { begin: at, end: at } };
  const state = (sources, clock = 'log') => ({ sources, options: { clock } });
  assert.match(times.zoneName(times.clockOf(state([first])), at), /^UTC.8, clock of the log$/u);
  assert.match(times.zoneName(times.clockOf(state([first, second])), at), /^UTC.8, clock of log A$/u);
  assert.equal(times.zoneName(times.clockOf(state([second, first], 'utc')), at), 'clock of log B');
  assert.equal(times.differentClock(first, times.clockOf(state([first]))), '');
  assert.match(times.differentClock(first, times.clockOf(state([first], 'utc'))), /^UTC.8$/u);
  assert.match(times.differentClock(first, times.clockOf(state([second, first]))), /^UTC.8$/u);
  assert.equal(times.differentClock(second, times.clockOf(state([first, second]))), 'its offset from UTC is not known');
  assert.equal(times.differentClock(second, times.clockOf(state([second]))), '');
});

test('a span names its second date only if it is another', () => {
  assert.equal(times.spanText({ begin: at, end: at + 600 }, log), '2013-02-19 18:50:17 to 19:00:17');
  assert.equal(times.spanText({ begin: at, end: at + 86_400 }, log), '2013-02-19 18:50:17 to 2013-02-20 18:50:17');
});

test('ticks are round times of the clock, at most as many as there is room for', () => {
  const span = { begin: at, end: at + 600 };
  const ticks = times.timeTicks(span, 6, log);
  assert.ok(ticks.length >= 2 && ticks.length <= 6, `${ticks.length} ticks`);
  assert.deepEqual(ticks.map((tick) => tick.label), ['18:52', '18:54', '18:56', '18:58', '19:00']);
  for (const tick of ticks) assert.ok(tick.time >= span.begin && tick.time <= span.end);
});

test('ticks below a minute have seconds', () => {
  const labels = times.timeTicks({ begin: at, end: at + 20 }, 5, utc).map((tick) => tick.label);
  assert.deepEqual(labels, ['02:50:20', '02:50:25', '02:50:30', '02:50:35']);
});

test('no part of the time is too short or too long for an axis', () => {
  for (const length of [0.01, 1, 59, 3600, 86_400, 40 * 86_400, 3 * 366 * 86_400]) {
    for (const most of [1, 4, 12]) {
      const ticks = times.timeTicks({ begin: at, end: at + length }, most, log);
      assert.ok(ticks.length <= most + 1, `${ticks.length} ticks of ${length} s`);
    }
  }
});

test('lengths are said in two units', () => {
  assert.equal(times.durationText(38), '38 s');
  assert.equal(times.durationText(300), '5 min');
  assert.equal(times.durationText(7800), '2 h 10 min');
  assert.equal(times.durationText(266_400), '3 days 2 h');
});
