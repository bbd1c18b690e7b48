// The address of the page: what it keeps, and that nothing else gets into it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { addressFrom, addressOf } = await load('address.ts');

const series = (path, unit, own = false) => ({ letter: 'A', path, key: `A${path}`, unit, own });
const state = (more = {}) => ({
  sources: [{ letter: 'A', files: [{ name: 'server & co#1.blg', size: 1 }] }],
  series: [series('\\Process(<img src=x>)\\% Processor Time', 'percent'), series('\\Memory\\Pages/sec', '1/s')],
  kinds: {},
  whole: { begin: 0, end: 100 },
  visible: { begin: 10.5, end: 20 },
  view: 'top',
  ...more,
});

test('what was written is read back', () => {
  assert.deepEqual(addressFrom(addressOf(state())), {
    files: ['server & co#1.blg'],
    view: 'top',
    span: { begin: 10.5, end: 20 },
    counters: [{ letter: 'A', path: '\\Process(<img src=x>)\\% Processor Time' }, { letter: 'A', path: '\\Memory\\Pages/sec' }],
    own: [],
    kinds: {},
  });
});

test('the whole time is not in the address', () => {
  const address = addressFrom(addressOf(state({ visible: { begin: 0, end: 100 } })));
  assert.equal(address.span, null);
});

test('charts of one line and the kinds of charts are read back, without those that are gone', () => {
  const pages = 'A\\Memory\\Pages/sec';
  const kinds = { percent: 'stacked', scaled: 'area', [pages]: 'bars', bytes: 'bars', '1/s': 'area' };
  const own = [series('\\Process(a)\\% Processor Time', 'percent'), series('\\Memory\\Pages/sec', '1/s', true)];
  const address = addressFrom(addressOf(state({ kinds, series: own })));
  assert.deepEqual(address.own, [pages]);
  assert.deepEqual(address.kinds, { percent: 'stacked', scaled: 'area', [pages]: 'bars' });
  assert.deepEqual(addressFrom('#f=a.blg&k=pie%20percent&k=bars').kinds, {});
});

test('it is a fragment without anything that has a meaning in an address', () => {
  assert.match(addressOf(state()), /^#[\w.~!*'()%=&-]+$/u);
  assert.equal(addressOf(state({ sources: [] })), '');
});

test('other fragments are no view', () => {
  for (const text of ['', '#', '#top', '#f=%E0%A4%A', '#v=charts']) assert.equal(addressFrom(text), null, text);
  assert.equal(addressFrom('#f=a.blg&v=nonsense&t=5~1').view, 'charts');
  assert.equal(addressFrom('#f=a.blg&t=5~1').span, null);
});
