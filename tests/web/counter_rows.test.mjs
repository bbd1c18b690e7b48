// The rows of the counter tree: what is open, as a flat list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { treeRows } = await load('counter_rows.ts');

const counter = (name, more = {}) => ({ name, localName: null, help: null, unit: 'number', factor: 1, type: null, scale: null, reason: null, ...more });
const object = (name, counters, instances) => ({
  name, localName: null, help: null, machine: null, counters, hasInstances: true, instances, instancesLeftOut: 0,
});
const rowsOf = (objects, open, more = {}) =>
  treeRows({ sources: [{ letter: 'A', name: 'a.blg', objects }], favourites: [], used: [], open: new Set(open), long: new Set(), ...more });

const many = [...Array.from({ length: 1234 }, (_, i) => `p${i}`), '_Total'];
const processes = [object('Process', [counter('Working Set')], many)];
const opened = ['A\n\nProcess', 'A\n\nProcess\nWorking Set'];

test('what is closed has no rows below it', () => {
  assert.deepEqual(rowsOf(processes, []).map((row) => [row.kind, row.name, row.isOpen]), [['object', 'Process', false]]);
  assert.deepEqual(rowsOf(processes, opened.slice(0, 1)).map((row) => [row.kind, row.name, row.note]), [['object', 'Process', '1'], ['counter', 'Working Set', '1,235']]);
});

test('all instances and the total head a list, which ends after a hundred with the number of the others', () => {
  const rows = rowsOf(processes, opened).slice(2);
  assert.equal(rows.length, 102);
  assert.deepEqual([rows[0].name, rows[0].note, rows[0].paths.length], ['All instances', '1,234', 1234]);
  assert.deepEqual([rows[1].name, rows[2].name], ['_Total', 'p0']);
  assert.equal(rows[101].name, 'Show 1,135 more');
});

test('a list is shown to its end when that was asked for', () => {
  const rows = rowsOf(processes, opened, { long: new Set([opened[1]]) });
  assert.equal(rows.length, 2 + 1 + 1235);
  assert.equal(rows.at(-1).name, 'p1233');
});
