// The pure functions of the views: lines, cells, comparisons, exports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const lines = await load('charts/line.ts');
const { Plane, strokeOf, SvgPen } = await load('charts/paths.ts');
const { recordIn } = await load('charts/picture.ts');
const spark = await load('views/spark.ts');
const heat = await load('views/heat_cells.ts');
const comparison = await load('views/comparison.ts');
const values = await load('views/values.ts');
const exportParts = await load('views/export_parts.ts');
const top = await load('views/top.tsx');
const findings = await load('findings.ts');
const heatMap = await load('views/heat_map.tsx');
const table = await load('views/table.tsx');
const titles = await load('series.ts');

const doubles = (...list) => Float64Array.from(list);
// A second is a pixel to the right, and a value of 1 a pixel down.
const frame = { left: 0, top: 1, width: 1, height: -1, begin: 0, end: 1, low: 0, high: 1 };
const linePath = (line) => strokeOf(line, frame, new SvgPen()).text;

function columns({ times, ends = times, first, least = first, largest = first, last = first, breaks = [] }) {
  const made = { times: doubles(...times), ends: doubles(...ends), first: doubles(...first), least: doubles(...least), largest: doubles(...largest), last: doubles(...last) };
  return { rows: times.length, ...made, breaks: new Set(breaks) };
}

test('a line goes through the extremes of each row', () => {
  const line = columns({ times: [0, 1], first: [5, 6], least: [2, 6], largest: [9, 6], last: [4, 6] });
  assert.equal(linePath(line), 'M0 5L0 9L0 2L0 4L1 6');
  assert.equal(linePath({ ...line, ends: doubles(0.8, 1) }), 'M0 5L0.4 9L0.4 2L0.8 4L1 6');
});

test('a line ends at a missing value and at a break', () => {
  assert.equal(linePath(columns({ times: [0, 1, 2], first: [5, NaN, 7] })), 'M0 5M-1.2 5L1.3 5M2 7M0.8 7L3.3 7');
  assert.equal(linePath(columns({ times: [0, 1, 9], first: [5, 6, 7], breaks: [2] })), 'M0 5L1 6M9 7M7.8 7L10.3 7');
});

test('a thinned line has the largest values, and crosses no break', () => {
  const line = columns({ times: [0, 1, 2, 3, 4, 5, 6], first: [3, 8, 2, NaN, NaN, 5, 1], breaks: [3, 4] });
  const thin = lines.thinned(line, 4);
  assert.deepEqual([...thin.times], [0, 2, 4, 6]);
  assert.deepEqual([...thin.largest], [8, 2, 5, 1]);
  assert.deepEqual([...thin.breaks], [2]);
  assert.deepEqual([...lines.thinned(line, 7).largest], [...line.largest]);
  assert.equal(lines.thinned(columns({ times: [], first: [] }), 4).rows, 0);
});

const several = columns({ times: [0, 10], ends: [4, 10], first: [5, 6], least: [2, 6], largest: [9, 6], last: [4, 6] });

test('a row of several records has a least and a largest value, and a part of the time', () => {
  assert.deepEqual(lines.rangeAt(several, 7), [2, 9]);
  assert.deepEqual(lines.rangeAt(several, 10), [6, 6]);
  assert.deepEqual(lines.rangeAt(several, -1), [NaN, NaN]);
  assert.deepEqual(lines.severalAt(several, 0), { begin: 0, end: 4 });
  assert.equal(lines.severalAt(several, 10), null);
  assert.equal(lines.severalAt(several, -1), null);
});

test('the nearest line is one that reaches over the place, or one whose end is near', () => {
  const reach = (key, upper, bottom = upper) => ({ key, top: upper, bottom });
  assert.equal(lines.nearestReach([reach('flat', 100), reach('peak', 10, 90)], 12, 14), 'peak');
  assert.equal(lines.nearestReach([reach('wide', 0, 90), reach('narrow', 40, 60)], 50, 14), 'narrow');
  assert.equal(lines.nearestReach([reach('narrow', 40, 60), reach('wide', 0, 90)], 50, 14), 'narrow');
  assert.equal(lines.nearestReach([reach('far', 100), reach('near', 95)], 92, 14), 'near');
  assert.equal(lines.nearestReach([reach('far', 100), reach('none', NaN)], 80, 14), null);
});

test('a click on a row of several records finds the one with the nearest value', async () => {
  // A picture of 5 records, the third of which is the peak; of more than 3 seconds, two records are a row.
  const values = [1, 2, 9, NaN, 3];
  const asked = [];
  const ask = async (_tool, { begin, end }) => {
    asked.push([begin, end]);
    const each = end - begin > 3 ? 2 : 1;
    const rows = [];
    for (let at = begin; at <= end; at += each) rows.push([at, Math.min(at + each - 1, end)]);
    const of = ([from, to], pick) => pick(...values.slice(from, to + 1).filter((value) => !Number.isNaN(value)));
    const orNone = (row, pick) => (values.slice(row[0], row[1] + 1).every(Number.isNaN) ? NaN : of(row, pick));
    const column = (index) => ({ offset: index * rows.length, count: rows.length });
    const numbers = [rows.map(([from]) => from), rows.map(([, to]) => to), rows.map((row) => orNone(row, Math.min)), rows.map((row) => orNone(row, Math.max))];
    const series = { path_number: 0, unit: 'percent', factor: 1, first: column(2), least: column(2), largest: column(3), last: column(3) };
    return { result: { times: column(0), ends: column(1), series: [series] }, numbers: doubles(...numbers.flat()) };
  };
  const near = (wanted) => (line) => lines.rowNear(line, (value) => Math.abs(value - wanted));
  const find = (wanted) => recordIn({ ask }, { log: 'log1', stopped: null }, { key: 'A', path: '\\X' }, { begin: 0, end: 4 }, near(wanted));
  assert.equal(await find(8.5), 2);
  assert.deepEqual(asked, [[0, 4], [2, 3]]);
  assert.equal(await find(3), 4);
  assert.equal(await find(NaN), null);
});

test('without a value there is no line', () => {
  assert.equal(linePath(columns({ times: [0], first: [NaN] })), '');
  assert.equal(spark.sparkPath(columns({ times: [0, 1], first: [NaN, NaN] }), 100, 20), '');
  assert.deepEqual(lines.rangeOf([columns({ times: [0], first: [NaN] })]), { least: Infinity, largest: -Infinity });
});

test('a log of one sample has a place in a line', () => {
  assert.equal(spark.sparkPath(columns({ times: [50], first: [3] }), 100, 20), 'M2 2M0.8 2L3.3 2');
});

test('times go from the left edge to the right, values from below', () => {
  const scaled = new Plane({ left: 0, top: 0, width: 400, height: 80, begin: 100, end: 200, low: 0, high: 50 });
  assert.equal(scaled.x(150), 200);
  assert.equal(scaled.y(50), 0);
  assert.equal(scaled.y(0), 80);
});

test('a picture becomes columns in its unit', () => {
  const column = (offset) => ({ offset, count: 2 });
  const picture = { times: column(0), ends: column(0) };
  const series = { factor: 1024, first: column(2), least: column(2), largest: column(2), last: column(2), breaks: [1] };
  const made = lines.lineRows(picture, series, doubles(10, 20, 3, NaN));
  assert.deepEqual([...made.times], [10, 20]);
  assert.deepEqual([...made.least], [3072, NaN]);
  assert.ok(made.breaks.has(1));
  assert.deepEqual([...lines.movedBy(made, -10).times], [0, 10]);
  assert.deepEqual([...lines.movedBy(made, -10).ends], [0, 10]);
});

test('cells join where samples follow one another, and leave gaps open', () => {
  const times = doubles(0, 10, 20, 100);
  const cells = heat.heatCells(times, times, doubles(0, 5, 10, 10), { begin: 0, end: 110 }, 110, 1, { least: 0, largest: 10 });
  assert.deepEqual(cells.map((cell) => [cell.x, cell.width]), [[0, 10], [10, 10], [20, 10], [100, 10]]);
  assert.equal(cells[0].share, heat.palest);
  assert.equal(cells[2].share, 1);
});

test('a missing value has no cell', () => {
  const times = doubles(0, 10);
  assert.equal(heat.heatCells(times, times, doubles(NaN, 1), { begin: 0, end: 20 }, 20, 1, { least: 0, largest: 1 }).length, 1);
  assert.equal(heat.heatRange([{ largest: { offset: 0, count: 1 } }], doubles(NaN)), null);
});

test('rows are in the order of their averages, those without one last', () => {
  const row = (path, average) => ({ path, statistics: { average } });
  const order = heat.orderOf([row('a', 1), row('b', null), row('c10', 5), row('c9', 5)]).map((one) => one.path);
  assert.deepEqual(order, ['c9', 'c10', 'a', 'b']);
});

const change = (path, before, after, same = null) =>
  ({ path, type: null, before: { average: before, p95: before, count: 1 }, after: { average: after, p95: after, count: 1 }, difference: after - before, part: null, weight: 1, duplicate_of: same });

test('rows of a difference are those of perflib diff', () => {
  const { rows, unchanged } = comparison.rowsOf([change('a', 10, 20), change('b', 10, 20, 'a'), change('c', 100, 104), change('d', 100, 95)]);
  assert.deepEqual(rows.map((row) => [row.change.path, row.same]), [['a', 1], ['d', 0]]);
  assert.equal(unchanged, 1);
});

test('what says the same as a change without a row has a row', () => {
  const { rows } = comparison.rowsOf([change('a', 100, 102), change('b', 10, 20, 'a')]);
  assert.deepEqual(rows.map((row) => row.change.path), ['b']);
});

const log = (name, begin, end, biasMinutes = 0) => ({ log: name, letter: name, span: { begin, end }, biasMinutes, files: [{ name: `${name}.blg`, size: 1 }] });
const compared = (more) => ({ first: log('x', 1000, 2000), second: log('y', 90_000, 91_000), align: 'start', shift: 0, parts: null, ...more });
const answer = (before, after) => ({ before: { records: 2, first_unix: before[0], last_unix: before[1] }, after: { records: 2, first_unix: after[0], last_unix: after[1] } });

test('each alignment has its arguments', () => {
  assert.deepEqual(comparison.differenceArgs(compared({})), { before: 'x', after: 'y', limit: 200 });
  assert.equal(comparison.differenceArgs(compared({ align: 'clock' })).by_clock, true);
  const later = comparison.differenceArgs(compared({ align: 'shift', shift: 30 }));
  assert.deepEqual([later.at_before, later.at_after], [1000, 90_030]);
  const earlier = comparison.differenceArgs(compared({ align: 'shift', shift: -30 }));
  assert.deepEqual([earlier.at_before, earlier.at_after], [1030, 90_000]);
  const parts = [{ begin: 1000, end: 1100 }, { begin: 1500, end: 1600 }];
  const two = comparison.differenceArgs(compared({ parts }));
  assert.deepEqual([two.at_before, two.at_after, two.seconds], [1000, 1500, 100]);
});

test('the second is moved to the time of the first', () => {
  assert.equal(comparison.shiftOf(answer([1000, 2000], [90_000, 91_000]), compared({})), 89_000);
  assert.equal(comparison.shiftOf(answer([1030, 2000], [90_000, 90_970]), compared({ align: 'shift', shift: -30 })), 88_970);
  assert.equal(comparison.shiftOf(answer([1000, 2000], [87_401, 88_400]), compared({ align: 'clock' })), 86_400);
});

test('a drag to the right lets the second begin earlier, as exactly as a pixel shows', () => {
  const start = answer([1000, 2000], [90_000, 91_000]);
  assert.equal(comparison.draggedShift(start, compared({}), 12.34, 2), -12);
  assert.equal(comparison.draggedShift(start, compared({}), -12.34, 0.25), 12.3);
  assert.equal(comparison.draggedShift(start, compared({}), 0.0004, 0.00001), 0);
  const shifted = answer([1000, 1970], [90_030, 91_000]);
  assert.equal(comparison.draggedShift(shifted, compared({ align: 'shift', shift: 30 }), 10, 1), 20);
  const byClock = answer([1000, 2000], [87_401, 88_400]);
  assert.equal(comparison.draggedShift(byClock, compared({ align: 'clock' }), 0, 1), -2600);
});

test('until a shift is compared, the second is drawn where it will be', () => {
  const start = answer([1000, 2000], [90_000, 91_000]);
  assert.equal(comparison.drawnLater(start, compared({}), compared({ align: 'shift', shift: 40 })), -40);
  assert.equal(comparison.drawnLater(start, compared({}), compared({ align: 'clock' })), 0);
});

test('a line in a part of the time has the rows in it, and their breaks', () => {
  const line = columns({ times: [0, 10, 20, 30], first: [1, 2, 3, 4], breaks: [2] });
  const cut = lines.rowsWithin(line, { begin: 5, end: 20 });
  assert.deepEqual([...cut.times], [10, 20]);
  assert.deepEqual([...cut.largest], [2, 3]);
  assert.deepEqual([...cut.breaks], [1]);
  assert.equal(cut.rows, 2);
  assert.deepEqual([...cut.ends], [10, 20]);
  assert.equal(lines.rowsWithin(line, { begin: 40, end: 50 }).times.length, 0);
});

test('paths are taken apart from behind: instances may have anything', () => {
  assert.equal(values.withoutMachine('\\\\SRV\\Memory\\Pages/sec'), '\\Memory\\Pages/sec');
  assert.equal(values.instanceOf('\\\\SRV\\Process(a (x)\\b)\\Working Set'), 'a (x)\\b');
  assert.equal(values.instanceOf('\\Memory\\Pages/sec'), null);
  const source = { objects: [
    { name: 'Process', machine: null, counters: [{ name: 'Working Set' }, { name: 'Working Set Peak' }] },
    { name: 'Process V2', machine: null, counters: [{ name: 'Working Set' }] },
  ] };
  assert.equal(values.counterOf(source, '\\\\S\\PROCESS V2(x)\\working set').object.name, 'Process V2');
  assert.equal(values.counterOf(source, '\\Process(x)\\Working Set Peak').counter.name, 'Working Set Peak');
  assert.equal(values.counterOf(source, '\\Thread(x)\\Working Set'), null);
});

test('counters of several machines are kept apart', () => {
  const object = (machine) => ({ name: 'Processor', machine, hasInstances: true, counters: [{ name: 'X', reason: null, machine }] });
  const source = { objects: [object('S1'), object('S2')] };
  assert.equal(values.counterOf(source, '\\\\s2\\Processor(0)\\X').object.machine, 'S2');
  assert.equal(values.counterOf(source, '\\\\S3\\Processor(0)\\X'), null);
  assert.deepEqual([...heatMap.counterChoices(source)].map(([name, { object: of }]) => [name, of.machine]), [['S1: Processor\\X', 'S1'], ['S2: Processor\\X', 'S2']]);
  const series = ['S1', 'S2'].map((machine) => ({ machine, object: 'Processor', instance: '0', counter: 'X', letter: 'A' }));
  assert.deepEqual(series.map((one) => titles.titleOf(one, true)), ['A: S1: Processor(0)\\X', 'A: S2: Processor(0)\\X']);
  const groups = table.groupsOf(series, series.map((_, index) => ({ path_number: index })));
  assert.deepEqual(groups.map((group) => [group.object, group.cells.size]), [['S1: Processor', 1], ['S2: Processor', 1]]);
  assert.deepEqual(groups.map((group) => [...group.cells.values()][0].series.machine), ['S1', 'S2']);
});

test('of more instances than a picture has series the heat map shows the largest, once the whole log is read', () => {
  const object = (count, left = 0) => ({ instances: Array(count).fill('i'), instancesLeftOut: left });
  assert.equal(heatMap.areRanked({ stopped: null }, object(1000)), false);
  assert.equal(heatMap.areRanked({ stopped: null }, object(1000, 1)), true);
  assert.equal(heatMap.areRanked({ stopped: { bytes: 1 } }, object(2000)), false);
});

test('keys move to the next cell that has a value', () => {
  const places = [[0, 0], [0, 2], [1, 0], [2, 0], [2, 1], [2, 2]];
  const after = (key, from) => table.placeAfter(key, from, places);
  assert.deepEqual(after('ArrowRight', [0, 0]), [0, 2]);
  assert.deepEqual(after('ArrowLeft', [0, 2]), [0, 0]);
  assert.deepEqual(after('ArrowDown', [0, 2]), [2, 2]);
  assert.deepEqual(after('ArrowUp', [2, 0]), [1, 0]);
  assert.deepEqual([after('Home', [2, 1]), after('End', [2, 1])], [[2, 0], [2, 2]]);
  assert.deepEqual([after('ArrowUp', [0, 0]), after('ArrowRight', [1, 0]), after('x', [0, 0])], [null, null, null]);
});

test('the last sample at or before a time is found', () => {
  assert.equal(values.lastNotAbove(doubles(1, 2, 3), 2.5), 1);
  assert.equal(values.lastNotAbove(doubles(1, 2, 3), 0.5), -1);
  assert.equal(values.lastNotAbove(doubles(1, 2, 3), 9), 2);
});

test('a process is shown by its name and id', () => {
  assert.equal(top.nameOf({ path: '', title: '\\Process(sqlservr#1), process 1234' }, 'Process'), 'sqlservr#1, process 1234');
  assert.equal(top.nameOf({ path: '\\\\S\\PhysicalDisk(0 C:)\\X' }, 'PhysicalDisk'), '0 C:');
});

test('Top at a time has the values of that sample, the largest first, without totals', () => {
  const line = (path, value, competes = true) => ({ path, label: path.slice(path.indexOf('(') + 1, path.lastIndexOf(')')), value, competes });
  const group = (counter, ...values) => ({ is_list: true, lines: [...values.map((value, index) => line(`\\\\S\\Process(p${index})\\${counter}`, value)), line(`\\\\S\\Process(_Total)\\${counter}`, 99, false)] });
  const columns = ['CPU', 'Set'].map((name) => ({ name, localName: null }));
  const rows = top.valuesIn({ gap: null, groups: [group('CPU', 1, 5, null), group('Set', 10, null, 30)] }, { object: { name: 'Process' }, columns });
  assert.deepEqual(rows.map((row) => [row.name, row.path, ...row.numbers.values()]), [
    ['p1', '\\\\S\\Process(p1)\\CPU', 5, null],
    ['p0', '\\\\S\\Process(p0)\\CPU', 1, 10],
  ]);
  assert.deepEqual(top.valuesIn({ gap: {}, groups: [group('CPU', 1)] }, { object: { name: 'Process' }, columns }), []);
  const alone = { is_list: false, lines: [{ path: '\\Process(only)\\cpu', label: 'cpu', value: 3, competes: true }] };
  assert.equal(top.valuesIn({ gap: null, groups: [alone] }, { object: { name: 'Process' }, columns })[0].name, 'only');
});

test('all instances of a rule have their place in the strip, each in the row of its level', () => {
  const run = (begin) => ({ begin_unix: begin, end_unix: begin + 1 });
  const rule = { instances: [{ level: 'critical', runs: [run(10)] }, { level: 'warning', runs: [run(20), run(30)] }, { severity: 'info' }] };
  const held = findings.heldRuns([{ rule, instance: rule.instances[0], level: 'critical' }]);
  assert.deepEqual([...held].map(([level, runs]) => [level, runs.map((one) => one.begin)]), [['critical', [10]], ['warning', [20, 30]], ['info', []]]);
  const source = { letter: 'A', report: { kind: 'done', answer: { findings: [rule] } } };
  const chosen = (instance) => findings.chosenRuns({ sources: [source], finding: { letter: 'A', index: 0, instance } });
  assert.deepEqual(chosen(1), [{ begin: 20, end: 21 }, { begin: 30, end: 31 }]);
});

test('an export has a name of its own, and bounds only for a part', () => {
  const source = log('server', 0, 100);
  assert.equal(exportParts.exportName(source, 'csv'), 'server-export.csv');
  assert.equal(exportParts.exportName(source, 'html'), 'server-report.html');
  const series = [{ path: '\\Memory\\Pages/sec' }];
  const state = { visible: { begin: 0, end: 100 } };
  assert.deepEqual(exportParts.exportArgs(source, series, state, { which: 'chosen', part: 'visible' }, 'f.csv'), { log: 'server', file: 'f.csv', paths: ['\\Memory\\Pages/sec'] });
  assert.deepEqual(exportParts.exportArgs(source, series, { visible: { begin: 10, end: 20 } }, { which: 'all', part: 'visible' }, 'f.csv'), { log: 'server', file: 'f.csv', begin: 10, end: 20 });
});

test('the command for what a page cannot write names the files', () => {
  const source = { ...log('server', 0, 100), files: [{ name: 'server.blg' }, { name: 'the second.blg' }] };
  assert.equal(exportParts.commandOf(source, 'csv'), 'perflib convert server.blg "the second.blg" server-export.csv');
  assert.equal(exportParts.commandOf(source, 'html'), 'perflib report server.blg "the second.blg" -o server-report.html');
});

test('the visible part of a log that was opened in part is not exported as the whole log', () => {
  const source = { log: 'server', files: [{ name: 'server.blg' }], span: { begin: 0, end: 100 }, isPart: true };
  const state = { visible: source.span };
  const all = { which: 'all', part: 'visible' };
  assert.deepEqual(exportParts.exportArgs(source, [], state, all, 'f.csv'), { log: 'server', file: 'f.csv', begin: 0, end: 100 });
  assert.deepEqual(exportParts.exportArgs(source, [], state, { ...all, part: 'whole' }, 'f.csv'), { log: 'server', file: 'f.csv' });
});

test('a total is no row beside its instances', () => {
  const rows = ['\\Processor(_Total)\\X', '\\Processor(0)\\X'].map((path) => ({ path }));
  assert.deepEqual(heat.withoutTotal(rows), [rows[1]]);
  assert.deepEqual(heat.withoutTotal([rows[0]]), [rows[0]]);
});
