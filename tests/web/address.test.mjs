// The address of the page: what it keeps, and that nothing else gets into it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { addressFrom, addressOf } = await load('address.ts');
const { usualOptions } = await load('kept.ts');
const { usualSettings } = await load('state.ts');

const { theme, singleKeys, ...options } = usualOptions;
const usual = { own: [], hidden: [], kinds: {}, moment: null, settings: usualSettings, options };
const series = (path, unit, own = false, hidden = false) => ({ letter: 'A', path, key: `A${path}`, unit, own, hidden });
const state = (more = {}) => ({
  sources: [{ letter: 'A', files: [{ name: 'server & co#1.blg', size: 1 }] }],
  series: [series('\\Process(<img src=x>)\\% Processor Time', 'percent'), series('\\Memory\\Pages/sec', '1/s')],
  kinds: {},
  whole: { begin: 0, end: 100 },
  visible: { begin: 10.5, end: 20 },
  view: 'top',
  moment: null,
  settings: usualSettings,
  options: usualOptions,
  ...more,
});

test('what was written is read back', () => {
  assert.deepEqual(addressFrom(addressOf(state())), {
    files: ['server & co#1.blg'],
    view: 'top',
    span: { begin: 10.5, end: 20 },
    counters: [{ letter: 'A', path: '\\Process(<img src=x>)\\% Processor Time' }, { letter: 'A', path: '\\Memory\\Pages/sec' }],
    ...usual,
  });
});

test('what was chosen in the views is read back', () => {
  const settings = {
    letter: 'B', sorting: { column: 'p95', down: true }, tableShows: 'moment', heat: 'Process\\% Processor Time', topObject: 'SRV: Process',
    topSort: 'Working Set', before: 'B', after: 'A', align: 'shift', shift: -12.5, parts: [{ begin: 1.5, end: 2 }, { begin: 5, end: 5.5 }],
  };
  const shown = { clock: 'utc', fit: true, factors: true, fromZero: false };
  const lines = [series('\\Memory\\Pages/sec', '1/s'), series('\\Memory\\Free', 'bytes', false, true)];
  const address = addressFrom(addressOf(state({ settings, options: { ...usualOptions, ...shown, theme: 'dark' }, moment: 12.25, series: lines })));
  assert.deepEqual(address.settings, settings);
  assert.deepEqual(address.options, shown);
  assert.deepEqual([address.moment, address.hidden], [12.25, ['A\\Memory\\Free']]);
  const up = { ...usualSettings, sorting: { column: 'name', down: false } };
  assert.deepEqual(addressFrom(addressOf(state({ settings: up }))).settings, up);
});

test('what is as usual is not in the address, nor what belongs to who looks at it', () => {
  const names = (more) => [...addressOf(state(more)).matchAll(/[#&](\w+)=/gu)].map(([, name]) => name);
  assert.deepEqual(names({}), ['f', 'v', 't', 'c', 'c']);
  assert.deepEqual(names({ options: { ...usualOptions, theme: 'dark', singleKeys: false, fit: true } }), ['f', 'v', 't', 'c', 'c', 'fit']);
});

test('values that the page does not write are passed over, and so are names that it does not know', () => {
  const hostile = {
    letter: ['AB', 'a', '<b>', ''], sorting: ['size', '--p95', '-', '-name '], tableShows: ['all', '__proto__'], heat: ['x'.repeat(1001)],
    topObject: ['x'.repeat(1001)], before: ['1'], after: ['__proto__'], align: ['end', 'constructor'], shift: ['NaN', 'Infinity', '1e999', '', 'x'],
    parts: ['1~2', '1~2~3', '2~1~3~4', '1~2~4~3', 'a~b~c~d', '1~2~3~Infinity'], clock: ['here2', 'toString'], fit: ['2', 'true', ''],
    factors: ['-1'], fromZero: ['no'], m: ['', 'NaN', '-Infinity'], theme: ['dark'], singleKeys: ['0'], constructor: ['1'], toString: ['1'],
  };
  const none = addressFrom('#f=a.blg');
  assert.deepEqual([none.settings, none.options, none.moment], [usualSettings, options, null]);
  for (const [name, texts] of [...Object.entries(hostile), ['__proto__', ['1']]]) {
    for (const text of texts) assert.deepEqual(addressFrom(`#f=a.blg&${name}=${encodeURIComponent(text)}`), none, `${name}=${text.slice(0, 20)}`);
  }
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
