// A view as a file: what is written is read again, and anything else is refused in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const files = await load('views/view_file.ts');
const dropping = await load('dropping.ts');

const options = { clock: 'utc', theme: 'dark', fit: true, factors: true, fromZero: false, singleKeys: false };
const usual = { clock: 'log', theme: 'system', fit: false, factors: false, fromZero: true, singleKeys: true };
const counter = { name: 'Pages/sec', localName: null, reason: null };
const memory = { name: 'Memory', localName: null, machine: null, counters: [counter], hasInstances: false, instances: [] };
const source = (letter, ...names) => ({ letter, files: names.map((name) => ({ name, size: 1 })), objects: [memory] });
const series = { key: 'A\\Memory\\Pages/sec', letter: 'A', path: '\\Memory\\Pages/sec', hidden: true, own: true };
const kinds = { number: 'stacked', bytes: 'line', [series.key]: 'bars' };
const state = { sources: [source('A', 'server.blg')], series: [series], kinds, visible: { begin: 10, end: 20.5 }, view: 'table', options };

// The view of that state, with other members.
const text = (change = {}) => JSON.stringify({ ...JSON.parse(files.viewFile(state)), ...change });
const read = (change) => files.viewFrom('v.json', text(change), usual);
const refusal = (content) => {
  try {
    files.viewFrom('v.json', content, usual);
  } catch (error) {
    return error.message;
  }
  return 'it was read';
};

test('a view that was written is read again', () => {
  assert.deepEqual(files.viewFrom('v.json', files.viewFile(state), usual), {
    logs: [{ letter: 'A', files: ['server.blg'] }],
    counters: [{ log: 'A', path: '\\Memory\\Pages/sec', hidden: true, own: 'bars' }],
    kinds: { number: 'stacked' },
    span: { begin: 10, end: 20.5 },
    view: 'table',
    // The theme and the keys are those of the one who looks at it.
    options: { clock: 'utc', fit: true, factors: true, fromZero: false, theme: 'system', singleKeys: true },
  });
});

test('options that a view lacks are as before', () => {
  assert.deepEqual(read({ options: undefined }).options, usual);
  assert.deepEqual(read({ options: { fit: 'yes', clock: 'utc', factors: 7 } }).options, { ...usual, clock: 'utc' });
});

test('a file that is not a view is refused', () => {
  const refused = 'v.json is not a view that this page has exported.';
  const contents = [
    '', 'null', '[]', '7', '{}', '{"page":"perfmon.html"', '['.repeat(100_000),
    text({ page: 'other' }), text({ logs: [] }), text({ logs: 'A' }), text({ logs: [{ letter: 'A' }] }),
    text({ logs: [{ letter: 'AB', files: ['a'] }] }), text({ logs: [{ letter: 'A', files: [''] }] }),
    text({ logs: [{ letter: 'A', files: ['x'.repeat(256)] }] }), text({ logs: [{ letter: 'A', files: Array(1001).fill('a') }] }),
    text({ counters: null }), text({ counters: [null] }), text({ counters: [{ log: 'A', path: 7 }] }),
    text({ counters: Array(1001).fill({ log: 'A', path: '\\A\\X', hidden: false }) }),
    text({ begin_unix: 5, end_unix: 5 }), text({ begin_unix: '5' }), text({ begin_unix: null }), text({ view: '__proto__' }),
  ];
  for (const content of contents) assert.equal(refusal(content), refused, content.slice(0, 80));
  assert.equal(refusal(text({ version: 2 })), 'v.json is a view of another version of this page.');
});

test('a file that is too large is not read', async () => {
  const large = { name: 'v.json', size: 2 ** 20 + 1, text: () => assert.fail('it was read') };
  await assert.rejects(files.readView(large, usual), { message: 'v.json is larger than any view that this page exports.' });
});

test('a view belongs to logs of the same files, whatever their letters', () => {
  const view = read({ logs: [{ letter: 'A', files: ['a.blg'] }, { letter: 'B', files: ['b.blg', 'c.blg'] }], counters: [] });
  const open = [source('C', 'c.blg', 'b.blg'), source('D', 'a.blg')];
  const found = files.sourcesOf(view, open);
  assert.equal(found.get('A').letter, 'D');
  assert.equal(found.get('B').letter, 'C');
  assert.equal(files.missingText(view, found), '');
  assert.equal(files.missingText(view, files.sourcesOf(view, [open[1]])), 'Drop b.blg and c.blg too to see this view.');
  assert.equal(files.missingText(view, new Map()), 'Drop a.blg and b.blg and c.blg too to see this view.');
});

test('of two logs with the same files each is taken once', () => {
  const log = (letter) => ({ letter, files: ['a.blg'] });
  const view = read({ logs: [log('A'), log('B')], counters: [] });
  const found = files.sourcesOf(view, [source('B', 'a.blg'), source('C', 'a.blg')]);
  assert.deepEqual([...found].map(([letter, one]) => letter + one.letter), ['AB', 'BC']);
  assert.equal(files.sourcesOf(view, [source('A', 'a.blg')]).size, 1);
});

test('counters that the logs do not have are counted', () => {
  const counters = ['\\Memory\\Pages/sec', '\\Memory\\<img src=x onerror=alert(1)>'].map((path) => ({ log: 'A', path, hidden: false }));
  const view = read({ counters: [...counters, { log: 'Z', path: '\\Memory\\Pages/sec', hidden: false }] });
  const { places, absent } = files.placesOfView(view, files.sourcesOf(view, state.sources));
  assert.deepEqual(places.map((one) => one.place.counter.name), ['Pages/sec']);
  assert.equal(absent, 2);
});

test('files are known by their names', () => {
  const kinds = {
    'a.blg': 'log', 'names.csv': 'log', 'a.txt': 'log', 'a.blg.notes.txt': 'notes', 'A.NOTES.TXT': 'notes',
    'names.ini': 'names', 'perflib.reg': 'names', 'names.txt': 'names', 'german-names.txt': 'names', 'surnames.txt': 'log',
    'view.json': 'view',
  };
  for (const [name, kind] of Object.entries(kinds)) assert.equal(dropping.kindOfFile(name), kind, name);
});

test('of a folder or a zip only what belongs to logs is meant', () => {
  const meant = ['a.blg', 'A.CSV', 'a.tsv', 'a.perfrec', 'a.blg.notes.txt', 'names.ini', 'german-names.reg', 'names.txt'];
  for (const name of meant) assert.ok(dropping.isMeant(name), name);
  for (const name of ['desktop.ini', 'readme.txt', 'view.json', 'surnames.ini', 'trace.etl']) assert.ok(!dropping.isMeant(name), name);
});

// Entries of a drop; a file whose content is an Error cannot be read. A folder is read in parts of two.
const fileEntry = (name, fault) => ({
  name, isFile: true, isDirectory: false,
  file: (take, fail) => (fault === undefined ? take({ name }) : fail(fault)),
});
function folderEntry(name, ...inside) {
  const createReader = () => {
    const left = [...inside];
    return { readEntries: (take) => take(left.splice(0, 2)) };
  };
  return { name, isFile: false, isDirectory: true, createReader };
}
async function dropped(...entries) {
  const { files, faults } = await dropping.filesIn(entries);
  return [files.map((file) => file.name), faults];
}

test('a folder gives its logs, with their notes and names', async () => {
  const folder = folderEntry('logs', fileEntry('a.blg'), fileEntry('a.etl'), folderEntry('inner', fileEntry('names.ini'), fileEntry('photo.jpg')), fileEntry('b.zip'));
  assert.deepEqual(await dropped(folder, fileEntry('c.log')), [['a.blg', 'names.ini', 'b.zip', 'c.log'], []]);
});

test('a folder without a log is named, or what is refused in it', async () => {
  assert.deepEqual(await dropped(folderEntry('photos', fileEntry('a.jpg'))), [[], ['photos has no .blg, .csv, .tsv or .perfrec in it.']]);
  const [files, faults] = await dropped(folderEntry('traces', fileEntry('a.etl'), fileEntry('b.7z')));
  assert.deepEqual(files, []);
  assert.deepEqual(faults.map((one) => one.split('.')[0]), ['a', 'b']);
});

test('a file of a folder that cannot be read is named, and the others are taken', async () => {
  const folder = folderEntry('logs', fileEntry('a.blg', new Error('no permission')), fileEntry('b.blg'));
  assert.deepEqual(await dropped(folder), [['b.blg'], ['a.blg cannot be read: no permission']]);
});

test('of more than 1,000 files the first ones are taken, and that is said', async () => {
  const [files, faults] = await dropped(folderEntry('logs', ...Array.from({ length: 1001 }, (_, index) => fileEntry(`${index}.csv`))));
  assert.deepEqual([files.length, faults], [1000, ['Only the first 1,000 files were taken.']]);
});
