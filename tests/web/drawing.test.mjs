// What a chart draws: which series it has, factors, stacks, bars, and the axis.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { axisTexts, dashOf, drawingOf, lookOf } = await load('charts/drawing.ts');
const { factorOf, factorText } = await load('charts/factor.ts');
const { columnWidth, pathOf, strokeOf, SvgPen } = await load('charts/paths.ts');
const { stackOf } = await load('charts/stack.ts');
const { panelsOf } = await load('series.ts');

const doubles = (list) => Float64Array.from(list);

function line(key, { times, ends = times, first, least = first, largest = first, last = first, breaks = [] }) {
  const columns = { times: doubles(times), ends: doubles(ends), first: doubles(first), least: doubles(least), largest: doubles(largest), last: doubles(last) };
  return { key, unit: 'percent', rows: times.length, ...columns, breaks: new Set(breaks), statistics: null };
}

const series = (key, more = {}) => ({ key, unit: 'percent', own: false, scale: 0, factor: 1, dash: 1, ...more });
const keysOf = (panels) => panels.map((panel) => [panel.key, panel.series.map((one) => one.key)]);
const tops = (stack) => stack.map((one) => [...one.line.last]);

test('a chart has the series of one unit, or one series that has its own chart', () => {
  const chosen = [series('a'), series('b', { unit: 'bytes' }), series('c', { own: true }), series('d')];
  assert.deepEqual(keysOf(panelsOf(chosen, false)), [['percent', ['a', 'd']], ['bytes', ['b']], ['c', ['c']]]);
  assert.deepEqual(panelsOf(chosen, false).map((panel) => [panel.unit, panel.isOwn]), [['percent', false], ['bytes', false], ['percent', true]]);
});

test('by their factors all units are in one chart', () => {
  const chosen = [series('a'), series('b', { unit: 'bytes' }), series('c', { own: true })];
  assert.deepEqual(keysOf(panelsOf(chosen, true)), [['scaled', ['a', 'b']], ['c', ['c']]]);
  assert.deepEqual(panelsOf(chosen, true).map((panel) => [panel.unit, panel.isScaled]), [['number', true], ['number', true]]);
});

test('a stack is of one unit and has no ranges of its lines', () => {
  const options = { fit: true, fromZero: true };
  const kinds = { percent: 'stacked', scaled: 'stacked' };
  assert.deepEqual(lookOf({ key: 'percent', isScaled: false }, { kinds, options }), { kind: 'stacked', isScaled: false, fit: false, fromZero: true });
  assert.deepEqual(lookOf({ key: 'scaled', isScaled: true }, { kinds, options }), { kind: 'area', isScaled: true, fit: false, fromZero: true });
  assert.deepEqual(lookOf({ key: 'bytes', isScaled: false }, { kinds, options }), { kind: 'line', isScaled: false, fit: true, fromZero: true });
});

test('a factor is the power of ten that the log names', () => {
  const texts = [[-3, 'x 0.001'], [-6, 'x 0.000001'], [-1, 'x 0.1'], [0, 'x 1'], [2, 'x 100'], [null, 'x 1'], [99, 'x 1']];
  for (const [scale, text] of texts) assert.equal(factorText({ scale }), text);
  assert.equal(factorOf({ scale: -5, factor: 1 }), 0.00001);
  assert.equal(factorOf({ scale: 1, factor: 1024 }), 10 / 1024); // of a value in KB, where the chart has bytes
});

const scaled = { kind: 'line', isScaled: true, fit: false, fromZero: true };

test('on the scale of Perfmon each line is times its factor, from 0 to 100', () => {
  const lines = [
    { series: series('a', { scale: 1 }), line: line('a', { times: [0, 1], first: [5, 70] }) },
    { series: series('b', { factor: 1024 }), line: line('b', { times: [0, 1], first: [2048, NaN] }) },
    { series: series('c'), line: null },
  ];
  const { axis, lines: drawn } = drawingOf(lines, 'number', scaled, 5);
  assert.deepEqual(axis, { low: 0, high: 100, ticks: [0, 25, 50, 75, 100] });
  assert.deepEqual(axisTexts('number', scaled, axis.ticks), ['0', '25', '50', '75', '100']);
  assert.deepEqual([...drawn.get('a').line.largest], [50, 700]);
  assert.deepEqual([...drawn.get('b').line.last], [2, NaN]);
  assert.deepEqual([...drawn.keys()], ['a', 'b']);
});

test('a line of a stack is on top of the sum of those below it', () => {
  const stack = stackOf([line('a', { times: [0, 1, 2], first: [1, 2, 3] }), line('b', { times: [0, 1, 2], first: [10, 20, 30] })]);
  assert.deepEqual(tops(stack), [[1, 2, 3], [11, 22, 33]]);
  assert.deepEqual(stack.map((one) => [...one.below.last]), [[0, 0, 0], [1, 2, 3]]);
});

test('where a line has no value, it and all above it have a hole', () => {
  const times = [0, 1, 2];
  const [a, b] = [line('a', { times, first: [1, 2, 3] }), line('b', { times, first: [10, NaN, 30] })];
  assert.deepEqual(tops(stackOf([a, b])), [[1, 2, 3], [11, NaN, 33]]);
  assert.deepEqual(tops(stackOf([b, a])), [[10, NaN, 30], [11, NaN, 33]]);
});

test('a break of a line is one of all above it', () => {
  const times = [0, 1, 9];
  const [a, b, c] = ['a', 'b', 'c'].map((key) => line(key, { times, first: [1, 1, 1], breaks: key === 'b' ? [2] : [] }));
  assert.deepEqual(stackOf([a, b, c]).map((one) => [...one.line.breaks]), [[], [2], [2]]);
});

test('a row of several records has the sums of its first and its last record', () => {
  const rows = { times: [0, 10], ends: [4, 14], first: [1, 3], last: [2, 4], least: [0, 0], largest: [90, 90] };
  const [, upper] = stackOf([line('a', rows), line('b', rows)]);
  assert.deepEqual([...upper.line.times], [0, 4, 10, 14]);
  assert.deepEqual([...upper.line.largest], [2, 4, 6, 8]);
});

test('lines of two logs are added where both have values', () => {
  const stack = stackOf([line('a', { times: [0, 10], first: [1, 3] }), line('b', { times: [5, 15], first: [10, 20] })]);
  assert.deepEqual([...stack[1].line.times], [0, 5, 10, 15]);
  assert.deepEqual(tops(stack), [[1, 2, 3, NaN], [NaN, 12, 18, NaN]]);
});

test('a line without any value has no place in a stack', () => {
  const [a, none, b] = [[1], [NaN], [2]].map((first, index) => line(`${index}`, { times: [0], first }));
  assert.deepEqual(stackOf([a, none, b]).map((one) => [one.line.key, one.line.last[0]]), [['0', 1], ['2', 3]]);
});

test('the axis of a stack has room for the sum', () => {
  const lines = ['a', 'b'].map((key, index) => ({ series: series(key), line: line(key, { times: [0, 1], first: [80 - 10 * index, 70 + 10 * index] }) }));
  const { axis } = drawingOf(lines, 'percent', { ...scaled, isScaled: false, kind: 'stacked' }, 5);
  assert.deepEqual(axis, { low: 0, high: 150, ticks: [0, 50, 100, 150] });
});

test('bars begin at 0, whatever lines do', () => {
  const lines = [{ series: series('a'), line: line('a', { times: [0, 1], first: [60, 80] }) }];
  const look = { kind: 'bars', isScaled: false, fit: false, fromZero: false };
  assert.equal(drawingOf(lines, 'number', look, 5).axis.low, 0);
  assert.ok(drawingOf(lines, 'number', { ...look, kind: 'line' }, 5).axis.low >= 50);
});

test('bars stand in the usual interval, not in the shortest', () => {
  const first = [1, 1, 1, 1, 1];
  const bars = { kind: 'bars', isScaled: false, fit: false, fromZero: true };
  const slotOf = (rows) => drawingOf([{ series: series('a'), line: line('a', rows) }], 'percent', bars, 5).slot;
  assert.equal(slotOf({ times: [0, 10, 20, 21, 31], first }), 10);
  assert.equal(slotOf({ times: [0, 10, 500, 510, 520], first, breaks: [2] }), 10);
  assert.equal(slotOf({ times: [0], first: [1] }), 0);
});

// 10 pixels are a second, and 10 are a value of 1.
const frame = { left: 0, top: 0, width: 100, height: 100, begin: 0, end: 10, low: 0, high: 10 };

function drawn(one, shape) {
  const { stroke, fill } = pathOf(one, frame, { below: null, index: 0, count: 1, slot: 2, pixel: 1, ...shape }, () => new SvgPen());
  return [stroke.text, fill?.text ?? null];
}

// A pen as a canvas has it: it takes the numbers as they are.
class CanvasPen {
  calls = [];

  moveTo(x, y) {
    this.calls.push(['M', x, y]);
  }

  lineTo(x, y) {
    this.calls.push(['L', x, y]);
  }

  closePath() {
    this.calls.push(['Z']);
  }
}

function svgCalls(text) {
  return [...text.matchAll(/([MLZ])(?:(\S+?) ([^MLZ]+))?/gu)].map(([, name, x, y]) => (x === undefined ? [name] : [name, Number(x), Number(y)]));
}

test('a canvas and an SVG are given the same points', () => {
  const one = line('a', { times: [0, 5, 8], ends: [2, 5, 8], first: [1, 2, NaN], least: [0, 2, NaN], largest: [4, 2, NaN], last: [3, 2, NaN] });
  const shape = { kind: 'area', below: null, index: 0, count: 1, slot: 2, pixel: 1 };
  const [canvas, svg] = [CanvasPen, SvgPen].map((Pen) => pathOf(one, frame, shape, () => new Pen()));
  assert.deepEqual(canvas.stroke.calls, [['M', 0, 90], ['L', 10, 100], ['L', 10, 60], ['L', 20, 70], ['L', 50, 80]]);
  assert.deepEqual(svgCalls(svg.stroke.text), canvas.stroke.calls);
  assert.deepEqual(canvas.fill.calls.slice(5), [['L', 50, 100], ['L', 0, 100], ['Z']]);
  assert.deepEqual(svgCalls(svg.fill.text), canvas.fill.calls);
  assert.deepEqual(strokeOf(one, frame, new CanvasPen()).calls, canvas.stroke.calls);
});

test('a bar is as high as the last value of its row', () => {
  const bars = 'M12 100L12 50L28 50L28 100ZM32 100L32 0L48 0L48 100Z';
  assert.deepEqual(drawn(line('a', { times: [2, 4, 6], first: [5, 10, NaN] }), { kind: 'bars' }), [bars, bars]);
});

test('bars of several lines stand side by side', () => {
  const one = line('a', { times: [2], first: [5] });
  assert.equal(drawn(one, { kind: 'bars', count: 2, index: 0 })[1], 'M12 100L12 50L20 50L20 100Z');
  assert.equal(drawn(one, { kind: 'bars', count: 2, index: 1 })[1], 'M20 100L20 50L28 50L28 100Z');
});

test('a dense bar keeps the extremes of its row', () => {
  const one = line('a', { times: [2], first: [5], least: [3], largest: [8] });
  assert.deepEqual(drawn(one, { kind: 'bars', slot: 0.01 }), ['M19.6 50L20.4 50M20 70L20 20', 'M19.6 100L19.6 50L20.4 50L20.4 100Z']);
});

test('an area is filled down to 0, a stacked one down to what it stands on', () => {
  const times = [0, 10];
  const [, upper] = stackOf([line('a', { times, first: [1, 2] }), line('b', { times, first: [2, 2] })]);
  assert.deepEqual(drawn(upper.line, { kind: 'stacked', below: upper.below }), ['M0 70L100 60', 'M0 70L100 60L100 80L0 90Z']);
  assert.deepEqual(drawn(line('a', { times, first: [1, 2] }), { kind: 'area' }), ['M0 90L100 80', 'M0 90L100 80L100 100L0 100Z']);
  assert.deepEqual(drawn(line('a', { times, first: [1, 2] }), { kind: 'line' }), ['M0 90L100 80', null]);
});

test('lines are dashed where their points are far apart, bars never', () => {
  const one = line('a', { times: [0, 1, 2], first: [1, 1, 1] });
  const span = { begin: 0, end: 2 };
  assert.deepEqual(dashOf(series('a'), one, scaled, span, 300), [8, 4]);
  assert.deepEqual(dashOf(series('a'), one, scaled, span, 12), []);
  assert.deepEqual(dashOf(series('a'), one, { ...scaled, kind: 'bars' }, span, 300), []);
});

// Rows of several records, a pixel of `frame` each.
const pixels = (count, more) => {
  const times = Array.from({ length: count }, (_, row) => row / 10);
  return line('a', { times, ends: times.map((time) => time + 0.05), ...more });
};

test('rows of several records that are pixels are columns, each on to the one before', () => {
  const least = [2, 4, 8, 1];
  const largest = [3, 5, 9, 2];
  const rows = pixels(4, { first: least, least, largest, last: largest });
  const expected = 'M0.5 69.3L0.5 80.8M1.5 49.3L1.5 70.8M2.5 9.3L2.5 50.8M3.5 19.3L3.5 90.8';
  assert.equal(strokeOf(rows, frame, new SvgPen()).text, expected);
  assert.deepEqual(drawn(rows, { kind: 'line' }), [expected, null]);
  const broken = { ...rows, breaks: new Set([2]) };
  assert.equal(strokeOf(broken, frame, new SvgPen()).text, 'M0.5 69.3L0.5 80.8M1.5 49.3L1.5 70.8M2.5 9.3L2.5 20.8M3.5 19.3L3.5 90.8');
});

test('columns are as wide as their rows, and are connected where rows are missing', () => {
  const times = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.9];
  const rows = line('a', { times, ends: times.map((time) => time + 0.05), first: times.map(() => 5) });
  assert.equal(columnWidth(rows, frame, 1), 2); // 1.9 seconds for ten steps
  assert.ok(strokeOf(rows, frame, new SvgPen()).text.endsWith('M9.5 50L19.5 50M19.5 49.3L19.5 50.8M20.5 49.3L20.5 50.8'));
});

test('rows of one record, and rows that are wider than three pixels, are no columns', () => {
  const first = [1, 2, 3, 4];
  assert.equal(columnWidth(pixels(4, { first }), frame, 1), 1);
  assert.equal(columnWidth(pixels(4, { first }), { ...frame, width: 300 }, 1), 3);
  assert.equal(columnWidth(pixels(4, { first }), { ...frame, width: 310 }, 1), 0);
  assert.equal(columnWidth(pixels(4, { first }), { ...frame, width: 310 }, 2), 3);
  assert.equal(columnWidth(line('a', { times: [0, 0.1, 0.2, 0.3], first }), frame, 1), 0);
  assert.equal(columnWidth(pixels(0, { first: [] }), frame, 1), 0);
});

test('a filling below columns goes through the values of their rows', () => {
  const [stroke, fill] = drawn(pixels(2, { first: [2, 4], last: [3, 5], least: [2, 4], largest: [3, 5] }), { kind: 'area' });
  assert.equal(stroke, 'M0.5 69.3L0.5 80.8M1.5 49.3L1.5 70.8');
  assert.ok(fill.startsWith('M0 80L'));
  assert.ok(fill.endsWith('L1.5 50L1.5 100L0 100Z'));
});
