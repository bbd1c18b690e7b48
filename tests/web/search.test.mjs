// The search for counters: all words, any order, and what matched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { indexOf, marksIn, nearNames, search } = await load('search.ts');

const counter = (name, more = {}) => ({ name, localName: null, help: null, unit: 'number', factor: 1, type: null, scale: null, reason: null, ...more });
const object = (name, counters, instances = null, more = {}) => ({
  name, localName: null, help: null, machine: null, counters, hasInstances: instances !== null, instances: instances ?? [], instancesLeftOut: 0, ...more,
});
const source = (objects) => ({ letter: 'A', objects });

const small = indexOf([source([
  object('Memory', [counter('Available MBytes', { help: 'What is free for programs at once.' }), counter('Pages/sec')]),
  object('PhysicalDisk', [counter('Avg. Disk sec/Transfer'), counter('Disk Reads/sec')], ['_Total', '0 C:', '1 D:']),
  object('Process', [counter('% Processor Time'), counter('Working Set')], ['sqlservr', 'diskmon', '<img src=x>']),
])]);

const paths = (query, most = 20) => search(small, query, most).found.map((one) => `${one.object.name}|${one.instance}|${one.counter.name}`);

test('all words must match, in any order', () => {
  assert.deepEqual(paths('working sqlservr'), ['Process|sqlservr|Working Set']);
  assert.deepEqual(paths('sqlservr working'), ['Process|sqlservr|Working Set']);
  assert.deepEqual(paths('sqlservr pages'), []);
});

test('the beginning of a name comes before its inside', () => {
  assert.equal(paths('disk')[0].split('|')[0], 'PhysicalDisk');
  assert.ok(paths('disk').some((path) => path.startsWith('Process|diskmon')));
});

test('help is searched, too', () => {
  assert.ok(paths('programs').includes('Memory|null|Available MBytes'));
});

test('a word with a mistake still finds', () => {
  assert.ok(paths('availabel').includes('Memory|null|Available MBytes'));
});

test('what nothing contains has near names', () => {
  const result = search(small, 'zzzz', 20);
  assert.equal(result.count, 0);
  assert.ok(nearNames(small, 'memoru', 5).includes('Memory'));
});

test('marks are the parts that matched', () => {
  const result = search(small, 'avail', 20);
  assert.deepEqual(marksIn('Available MBytes', result), [[0, 5]]);
});

test('markup in a name is text like any other', () => {
  assert.ok(paths('<img').every((path) => path.startsWith('Process|<img src=x>')));
});

test('a search in 20,000 series takes at most 50 ms', () => {
  const instances = Array.from({ length: 800 }, (_, index) => `process${index}`);
  const counters = Array.from({ length: 25 }, (_, index) => counter(`Counter ${index}`));
  const index = indexOf([source([object('Process', counters, instances)])]);
  search(index, 'process79', 100);
  const times = ['process7 counter', 'counter 12', 'proces', 'p', 'zzz'].map((query) => {
    const begin = performance.now();
    search(index, query, 100);
    return performance.now() - begin;
  });
  // A busy machine may be slow once: the fastest of a few counts.
  assert.ok(Math.min(...times) <= 50, `${times.map((time) => time.toFixed(1))} ms`);
});
