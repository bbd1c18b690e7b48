// Charts while a log is read: what is asked for, what is drawn, and what Stop keeps. The test plays the core.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { PictureRun } = await load('charts/picture.ts');
const { openLogs, partsOfRefused, progressOf } = await load('opening.ts');
const { firstCounters } = await load('first_counters.ts');
const { PageActions } = await load('actions.ts');
const { stoppedText } = await load('messages.tsx');

const mebibyte = 1024 * 1024;

// A picture of one row with one line.
function pictureOf(unfinished) {
  const column = (offset) => ({ offset, count: 1 });
  const value = column(1);
  const series = { path_number: 0, unit: 'number', factor: 1, first: value, least: value, largest: value, last: value, breaks: [] };
  const result = { rows: 1, times: column(0), ends: column(0), gaps: [], series: [series], unfinished };
  return { result, numbers: Float64Array.of(10, 5) };
}
function unfinished(read, time) {
  return { read_bytes: read * mebibyte, size_bytes: 100 * mebibyte, read_to_unix: time };
}

// A run whose requests the test answers: `requests` has them, with `answer(unfinished)`.
function started() {
  const requests = [];
  const shown = [];
  const noted = [];
  const core = {
    ask: (tool, args, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
        requests.push({ tool, args, ...options, answer: (part) => resolve(pictureOf(part)), fail: reject });
      }),
  };
  const actions = {
    noteReading: (letter, read) => noted.push([letter, read]),
    readRest: (letter) => noted.push([letter, 'rest']),
  };
  const run = new PictureRun(core, actions, true, (state) => shown.push(state));
  return { run, requests, shown, noted };
}
function wanted({ stopped = null, span = { begin: 0, end: 100 } } = {}) {
  const source = { letter: 'A', log: 'log1', name: 'a.blg', span: { begin: 0, end: 100 }, records: 100, stopped };
  return { sources: [source], series: [{ key: 'A\\M\\X', letter: 'A', path: '\\M\\X' }], span, pixels: 100 };
}
// All that is ready runs.
function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}
async function answer(request, part) {
  request.answer(part);
  await settled();
}
const bytes = (requests) => requests.map((one) => one.args.at_most_bytes / mebibyte);

test('a log is asked for in pieces that grow, each is drawn, and the last one is whole', async () => {
  const { run, requests, shown } = started();
  run.want(wanted());
  await answer(requests[0], unfinished(4, 20));
  await answer(requests[1], unfinished(12, 40));
  assert.deepEqual(bytes(requests), [4, 12, 28]);
  assert.deepEqual(shown.map((state) => state.pictures.isWhole), [false, false]);
  await answer(requests[2], undefined);
  assert.equal(requests.length, 3);
  assert.equal(shown.at(-1).pictures.isWhole, true);
  assert.equal(shown.at(-1).pictures.lines.get('A\\M\\X').last[0], 5);
});

test('Stop ends the piece that is read: what was read is asked for, drawn and kept', async () => {
  const { run, requests, shown, noted } = started();
  run.want(wanted());
  await answer(requests[0], unfinished(4, 20));
  run.want(wanted({ stopped: { bytes: 9 * mebibyte, time: 20 } }));
  await settled();
  assert.ok(requests[1].signal.aborted);
  await answer(requests[2], unfinished(9.5, 42));
  assert.deepEqual(bytes(requests), [4, 12, 9]);
  assert.equal(shown.at(-1).failure, null);
  assert.equal(shown.at(-1).pictures.lines.size, 1);
  assert.deepEqual(noted, [['A', { position: 9.5 * mebibyte, size: 100 * mebibyte, time: 42 }]]);
  run.want(wanted());
  assert.equal(requests.at(-1).args.at_most_bytes, 9.5 * mebibyte);
});

test('a view that moves does not wait for the piece that is read', async () => {
  const { run, requests } = started();
  run.want(wanted());
  await answer(requests[0], unfinished(8, 20));
  run.want(wanted({ span: { begin: 10, end: 20 } }));
  await settled();
  assert.ok(requests[1].signal.aborted);
  assert.deepEqual([requests[2].args.begin, requests[2].args.at_most_bytes], [10, 8 * mebibyte]);
  run.want(wanted({ span: { begin: 30, end: 40 } }));
  assert.ok(!requests[2].signal.aborted, 'what reads nothing is answered');
});

test('progress is told after a while, draws nothing, and ends with the reading', async (context) => {
  let now = 1000;
  context.mock.method(performance, 'now', () => now);
  const { run, requests, shown, noted } = started();
  run.want(wanted());
  requests[0].onProgress({ position: 1, size: 9 });
  now += 301;
  requests[0].onProgress({ position: 5, size: 9 });
  assert.deepEqual(noted, [['A', { position: 5, size: 9 }]]);
  assert.deepEqual(shown, []);
  await answer(requests[0], undefined);
  assert.deepEqual(noted.at(-1), ['A', null]);
});

test('a log that was stopped and is whole by now is read to its end', async () => {
  const { run, requests, noted } = started();
  run.want(wanted({ stopped: { bytes: 9, time: null } }));
  await answer(requests[0], undefined);
  assert.deepEqual(noted, [['A', 'rest']]);
});

test('charts that go end their request, and say nothing more', async (context) => {
  let now = 1000;
  context.mock.method(performance, 'now', () => now);
  const { run, requests, shown, noted } = started();
  run.want(wanted());
  now += 301;
  requests[0].onProgress({ position: 5, size: 9 });
  run.end();
  await settled();
  assert.ok(requests[0].signal.aborted);
  assert.deepEqual(noted.at(-1), ['A', null]);
  assert.deepEqual(shown, []);
});

test('a request that fails is told, and reading with it', async () => {
  const { run, requests, shown } = started();
  run.want(wanted());
  requests[0].fail(new Error('no'));
  await settled();
  assert.equal(shown.at(-1).failure.text, 'no');
  assert.equal(requests.length, 1);
});

test('the time that is left counts from where the reading began', (context) => {
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const said = [];
  const tell = progressOf('a.blg', (reading) => said.push(reading.secondsLeft));
  tell({ position: 500, size: 1000 });
  now = 2000;
  tell({ position: 600, size: 1000 });
  tell({ position: 100, size: 1000 });  // another log
  now = 4000;
  tell({ position: 300, size: 1000 });
  assert.deepEqual(said, [null, 8, null, 7]);
});

test('what was stopped is said with the time of the last sample', () => {
  const clock = { kind: 'utc', biasMinutes: 0, zone: '' };
  const at = Date.UTC(2026, 10, 21, 14, 5, 30) / 1000;
  const said = (time, end) => stoppedText({ name: 'a.blg', span: { begin: at - 60, end }, stopped: { bytes: 1, time } }, clock);
  assert.equal(said(at, at + 60), 'Reading a.blg was stopped at 14:05:30: what was read until then is shown.');
  assert.equal(said(at, at + 86400), 'Reading a.blg was stopped at 2026-11-21 14:05:30: what was read until then is shown.');
  assert.equal(said(null, at), 'Reading a.blg was stopped: what was read until then is shown.');
});

// A core whose log is stopped after `read` bytes, and then has so many records.
function stoppedCore(stop, read, records) {
  const asked = [];
  const part = { log: 'log1', records, first_unix: 10, last_unix: 12, unfinished: unfinished(7, 12) };
  const open = (files, { args, signal, onProgress }) => {
    asked.push(args);
    if (args.at_most_bytes !== undefined) return Promise.resolve(part);
    return new Promise((resolve, reject) => {
      if (read > 0) onProgress({ position: read, size: 1000 });
      signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      stop.abort();
    });
  };
  return { asked, give: () => [], open, ask: async () => ({ result: { objects: [] } }) };
}
function openStopped(read, records) {
  const stop = new AbortController();
  const core = stoppedCore(stop, read, records);
  const watch = { signal: stop.signal, onReading: () => {} };
  return openLogs(core, [{ name: 'a.csv', size: 1000 }], ['A'], watch).then((opened) => ({ ...opened, asked: core.asked }));
}

test('Stop while a log is opened keeps what was read of it', async () => {
  const { sources, faults, asked } = await openStopped(700, 3);
  assert.deepEqual(asked, [{}, { at_most_bytes: 700 }]);
  assert.deepEqual(faults, []);
  assert.equal(sources.length, 1);
  assert.deepEqual(sources[0].stopped, { bytes: 7 * mebibyte, time: 12 });
  assert.deepEqual([sources[0].isPart, sources[0].span], [true, { begin: 10, end: 12 }]);
});

test('a log of which no sample was read is not shown, and that is said', async () => {
  for (const [read, records] of [[0, 3], [700, 0]]) {
    const { sources, faults } = await openStopped(read, records);
    assert.deepEqual(sources, []);
    assert.deepEqual(faults, ['Reading a.csv was stopped before its first sample: it is not shown.']);
  }
});

test('gaps and damaged places that are not listed are counted', async () => {
  const opened = { log: 'log1', records: 3, first_unix: 10, last_unix: 12, gaps: [[10, 11]], gaps_left_out: 250, damage: [{ text: 'x', is_loss: true }], odd_count: 8 };
  const core = { give: () => [], open: async () => opened, ask: async () => ({ result: { objects: [] } }) };
  const watch = { signal: new AbortController().signal, onReading: () => {} };
  const { sources } = await openLogs(core, [{ name: 'a.blg' }], ['A'], watch);
  assert.deepEqual([sources[0].gaps.length, sources[0].gapsLeftOut, sources[0].damage.length, sources[0].damageLeftOut], [1, 250, 1, 7]);
});

test('of files that were refused as one log the one that is the reason is tried alone', () => {
  const files = ['a.csv', 'aa.csv', 'a.csv'].map((name) => ({ name }));
  const parts = (reason) => partsOfRefused(files, ['a.csv', 'aa.csv', '2/a.csv'], reason).map((part) => part.map((file) => files.indexOf(file)));
  assert.deepEqual(parts('aa.csv'), [[0, 2], [1]]);
  assert.deepEqual(parts('2/a.csv'), [[0, 1], [2]]);
  for (const other of [null, '', 'b.csv']) assert.deepEqual(parts(other), [[0], [1], [2]]);
});

// A log with three network adapters, which the core is asked about.
const networkLog = (() => {
  const object = (name, instances, counter) => {
    const counters = [{ name: counter, localName: null, reason: null }];
    return { name, localName: null, machine: null, hasInstances: instances.length > 0, instances, counters };
  };
  const objects = [object('Memory', [], 'Available MBytes'), object('Network Interface', ['lo', 'a', 'b', 'c'], 'Bytes Total/sec'),
    object('System', [], 'Processor Queue Length')];
  return { letter: 'A', log: 'log1', name: 'a.blg', objects, stopped: null, isPart: false };
})();
const bytesOf = (name) => `\\Network Interface(${name})\\Bytes Total/sec`;
const adapters = ['a', 'b', 'c'].map(bytesOf);
const memory = '\\Memory\\Available MBytes';
const queue = '\\System\\Processor Queue Length';
// All that is chosen, step by step, of a core that answers so.
async function chosen(source, ask) {
  const steps = [];
  const watch = { signal: new AbortController().signal, onReading: () => {} };
  for await (const { paths } of firstCounters({ ask }, source, watch)) steps.push(paths);
  return steps;
}

test('the first lines do not wait until it is known which adapters are the busiest', async () => {
  const asked = [];
  const averages = [5, null, 9];
  const steps = await chosen(networkLog, async (tool, args) => {
    asked.push([tool, args.paths, args.at_most_bytes, args.statistics]);
    const series = averages.map((average, path_number) => ({ path_number, statistics: { average } }));
    return { result: { series, unfinished: asked.length < 2 ? unfinished(4, 20) : undefined } };
  });
  assert.deepEqual(steps, [[memory], [bytesOf('c'), bytesOf('a'), queue]]);
  const together = [memory, ...adapters]; // one reading for the charts and the choice
  assert.deepEqual(asked, [
    ['picture', together, 4 * mebibyte, false],
    ['picture', together, 12 * mebibyte, false],
    ['picture', adapters, undefined, true],
  ]);
});

test('adapters are taken in the order of the log if Stop ends the question, or a part was opened', async () => {
  const refuse = async () => {
    throw new DOMException('stopped', 'AbortError');
  };
  assert.deepEqual(await chosen(networkLog, refuse), [[memory], [bytesOf('a'), bytesOf('b'), queue]]);
  assert.deepEqual(await chosen({ ...networkLog, isPart: true }, () => assert.fail('asked')), [[memory, bytesOf('a'), bytesOf('b'), queue]]);
});

test('a log without the usual counters shows those that vary most, whichever object they are of', async () => {
  const counters = [{ name: 'X', localName: null, reason: null }];
  const many = { name: 'Many', localName: null, machine: null, hasInstances: true, instances: Array.from({ length: 300 }, (_, index) => `${index}`), counters };
  const objects = [many, { name: 'Last', localName: null, machine: null, hasInstances: false, instances: [], counters }];
  const asked = [];
  const ask = async (tool, args) => {
    asked.push(...args.paths);
    return { result: { series: args.paths.map((path) => ({ path, count: 3, p50: 1, p95: path === '\\Last\\X' ? 9 : 1 })) } };
  };
  const watch = { signal: new AbortController().signal, onReading: () => {} };
  const steps = [];
  for await (const step of firstCounters({ ask }, { ...networkLog, objects }, watch)) steps.push(step);
  assert.equal(asked.length, 200);
  assert.equal(steps[0].paths[0], '\\Last\\X');
  assert.equal(steps[0].notice, 'This log has none of the usual counters. Shown are those that vary most among 200 of its counters.');
});

// The offset of a log's clock, which a text log does not tell.
const biasOf = (name, { bias_minutes: given = null }) => (name.endsWith('.csv') ? given : name === 'west.blg' ? 480 : 0);

// A page that chooses the first counters of a log: the test answers `pictures`. `reported` has the logs whose reports were asked for.
async function choosingPage(context, first = 'a.blg') {
  const before = globalThis.location;
  globalThis.location = { hash: '' };
  context.after(() => {
    globalThis.location = before;
  });
  const pictures = [];
  const reported = [];
  const ended = []; // logs whose reports were ended
  const forgotten = [];
  let opened = 0;
  const counter = (name) => [{ name, unit: 'number' }];
  const objects = [
    { name: 'Memory', counters: counter('Available MBytes') },
    { name: 'Network Interface', counters: counter('Bytes Total/sec'), instance_count: 3, instances: ['a', 'b', 'c'] },
    { name: 'System', counters: counter('Processor Queue Length') },
  ];
  const core = {
    objects,
    give: () => [],
    forget: (log) => forgotten.push(log),
    filesOf: () => [{ name: 'a.blg' }, { name: 'more.blg' }, { name: 'a.blg.notes.txt' }],
    open: async (files, { args }) => {
      const [{ name }] = files;
      core.asked = [files.map((file) => file.name), args.notes];
      const bias = biasOf(name, args);
      const answer = { log: `log${++opened}`, format: 'BLG', interval_seconds: 1, bias_minutes: bias };
      const begin = 10 + 60 * (bias ?? 0);
      return name === 'empty.csv' ? { ...answer, records: 0, first_unix: null, last_unix: null } : { ...answer, records: 3, first_unix: begin, last_unix: begin + 2 };
    },
    ask: (tool, args, options) => {
      if (tool === 'list') return Promise.resolve({ result: { objects } });
      if (tool === 'report') reported.push(args.log);
      return new Promise((resolve, reject) => {
        const abort = () => {
          if (tool === 'report') ended.push(args.log);
          reject(new DOMException('stopped', 'AbortError'));
        };
        if (options.signal.aborted) return abort();
        options.signal.addEventListener('abort', abort);
        if (tool === 'picture') pictures.push({ args, ...options, answer: (series) => resolve({ result: { series } }) });
      });
    },
  };
  const page = new PageActions(Promise.resolve(core));
  page.openFiles([{ name: first }]);
  await settled();
  const now = () => page.state.get();
  const lines = () => now().series.map((one) => one.path);
  assert.deepEqual([lines(), pictures.length, reported], [[memory], 1, []]);
  return { page, core, pictures, reported, ended, forgotten, now, lines };
}

test('a log that is dropped during the choice of first counters can be opened, which ends the choice', async (context) => {
  const { page, pictures, now, lines } = await choosingPage(context);
  page.openFiles([{ name: 'b.blg' }]);
  assert.equal(now().offer.names, 'b.blg');
  page.answerOffer('cancel');
  await settled();
  assert.equal(pictures[0].signal.aborted, false);
  page.openFiles([{ name: 'b.blg' }]);
  page.answerOffer('replace');
  await settled();
  assert.equal(pictures[0].signal.aborted, true);
  assert.deepEqual(now().sources.map((one) => [one.letter, one.name]), [['A', 'b.blg']]);
  assert.deepEqual([lines(), pictures.length, now().messages], [[memory], 2, []]);
});

test('a log that is closed or replaced is forgotten, and its report ends', async (context) => {
  const { page, pictures, reported, ended, forgotten } = await choosingPage(context);
  const choose = async (picture) => {
    picture.answer([]);
    await settled();
    pictures.at(-1).answer([{ path_number: 0, statistics: { average: 1 } }]);
    await settled();
  };
  await choose(pictures[0]);
  page.openFiles([{ name: 'b.blg' }]);
  page.answerOffer('beside');
  await settled();
  assert.deepEqual([reported, ended, forgotten], [['log1', 'log2'], [], []]);
  page.closeSource('A');
  await settled();
  assert.deepEqual([ended, forgotten], [['log1'], ['log1']]);
  page.openFiles([{ name: 'c.blg' }]);
  page.answerOffer('replace');
  await settled();
  assert.deepEqual([reported.slice(0, 2), ended, forgotten], [['log1', 'log2'], ['log1', 'log2'], ['log1', 'log2']]);
});

test('a log without samples is named, and leaves the time of the others as it is', async (context) => {
  const { page, now } = await choosingPage(context);
  page.openFiles([{ name: 'empty.csv' }]);
  page.answerOffer('beside');
  await settled();
  assert.deepEqual([now().whole, now().visible], [{ begin: 10, end: 12 }, { begin: 10, end: 12 }]);
  assert.deepEqual(now().messages.map((one) => one.text), ['empty.csv has no samples.']);
  assert.deepEqual(now().series.filter((one) => one.letter === 'B'), []);
  page.closeSource('A');
  assert.deepEqual([now().whole, now().visible], [null, null]);
});

test('a log stays if what was to replace it cannot be read', async (context) => {
  const { page, forgotten, now } = await choosingPage(context);
  page.openFiles([{ name: 'trace.etl' }]);
  page.answerOffer('replace');
  await settled();
  assert.deepEqual([now().sources.map((one) => one.name), forgotten], [['a.blg'], []]);
  assert.deepEqual(now().messages.map((one) => one.text), ['trace.etl is an event trace, not a performance log. Windows Performance Analyzer opens it.']);
});

test('a log of a file that changed on disk is read again without a question, and keeps its lines', async (context) => {
  const { page, core, pictures, forgotten, now, lines } = await choosingPage(context);
  core.onChanged(now().sources[0].files[0], 'a.blg changed on disk after it was opened.');
  assert.deepEqual(now().messages.map((one) => [one.text, one.act.label]), [['a.blg changed on disk after it was opened.', 'Read it again']]);
  page.remove([`A${memory}`]);
  page.add('A', [queue]);
  page.toggleHidden(`A${queue}`);
  page.setMoment(11);
  page.setSettings({ letter: 'A', tableShows: 'p95' });
  const before = now();
  page.openFiles([{ name: 'a.blg' }]);
  await settled();
  assert.equal(now().offer, null);
  assert.deepEqual(now().sources.map((one) => [one.letter, one.log]), [['A', 'log2']]);
  assert.deepEqual(core.asked, [['a.blg', 'more.blg'], ['a.blg.notes.txt']]);
  assert.deepEqual([lines(), pictures.length, forgotten, now().messages, now().wanted], [[queue], 1, ['log1'], [], null]);
  assert.deepEqual([now().series, now().moment, now().settings, now().visible], [before.series, 11, before.settings, before.visible]);
  page.openFiles([{ name: 'a.blg' }]);
  assert.notEqual(now().offer, null);
});

const clocks = (now) => now().sources.map((one) => [one.letter, one.log, one.biasMinutes, one.assumedClock]);

test('a log that does not tell its clock has that of the log beside it', async (context) => {
  const { page, forgotten, now } = await choosingPage(context);
  page.openFiles([{ name: 'b.csv' }]);
  page.answerOffer('beside');
  await settled();
  assert.deepEqual(clocks(now), [['A', 'log1', 0, ''], ['B', 'log3', 0, 'a.blg']]);
  assert.deepEqual(forgotten, ['log2']);
});

test('a log that does not tell its clock is moved to that of the log beside it, and to UTC if the user wants that', async (context) => {
  const { page, now, lines } = await choosingPage(context, 'a.csv');
  assert.deepEqual(clocks(now), [['A', 'log1', null, '']]);
  page.setMoment(11);
  page.openFiles([{ name: 'west.blg' }]);
  page.answerOffer('beside');
  await settled();
  assert.deepEqual(clocks(now), [['A', 'log3', 480, 'west.blg'], ['B', 'log2', 480, '']]);
  const later = { begin: 28_810, end: 28_812 };
  assert.deepEqual([now().whole, now().visible, now().moment, now().messages], [later, later, null, []]);
  const first = [memory, bytesOf('a'), bytesOf('b'), queue];
  assert.deepEqual(lines(), [...first, ...first]);
  page.setClock('A', { name: 'UTC', biasMinutes: 0 });
  await settled();
  assert.deepEqual(clocks(now), [['A', 'log4', 0, 'UTC'], ['B', 'log2', 480, '']]);
  assert.deepEqual(now().visible, { begin: 10, end: 28_812 });
});

test('the visible part of a log moves with it to another clock', async (context) => {
  const { page, now } = await choosingPage(context, 'a.csv');
  page.state.set({ ...now(), whole: { begin: 10, end: 100 }, visible: { begin: 20, end: 30 }, sources: now().sources.map((one) => ({ ...one, span: { begin: 10, end: 100 } })) });
  const core = { span: { begin: 28_810, end: 28_900 } };
  const [source] = now().sources;
  page.showAgain(source, { ...source, log: 'log9', biasMinutes: 480, span: core.span });
  assert.deepEqual([now().whole, now().visible], [core.span, { begin: 28_820, end: 28_830 }]);
});

test('a log that is read again stays before the others, and loses the lines that it lacks', async (context) => {
  const { page, core, now, lines } = await choosingPage(context);
  const [{ files: [file] }] = now().sources;
  page.openFiles([{ name: 'b.blg' }]);
  page.answerOffer('beside');
  await settled();
  page.add('A', [queue]);
  page.openDetails(`A${queue}`);
  core.objects.splice(2); // System
  core.onChanged(file, 'a.blg changed on disk after it was opened.');
  page.openFiles([{ name: 'a.blg' }]);
  await settled();
  assert.deepEqual(now().sources.map((one) => [one.letter, one.log]), [['A', 'log3'], ['B', 'log2']]);
  const before = [memory, bytesOf('a'), bytesOf('b')]; // A has no queue any more
  assert.deepEqual([lines(), now().details], [[...before, ...before, queue], null]);
});

test('what is chosen in views stays with a log beside, and goes with the log that it is about', async (context) => {
  const { page, now } = await choosingPage(context);
  page.setSettings({ tableShows: 'p95' });
  page.openFiles([{ name: 'b.blg' }]);
  page.answerOffer('beside');
  await settled();
  assert.equal(now().settings.tableShows, 'p95');
  page.setSettings({ letter: 'B', before: 'B', after: 'A', align: 'shift', shift: 5 });
  page.cursor.set(11);
  page.closeSource('B');
  const { letter, before, align, tableShows } = now().settings;
  assert.deepEqual([letter, before, align, tableShows, page.cursor.get()], ['', '', 'start', 'p95', null]);
  page.closeSource('A');
  assert.equal(now().settings.tableShows, 'average');
});

test('logs that are opened one right after the other have letters of their own', async (context) => {
  const { page, now } = await choosingPage(context);
  for (const name of ['b.blg', 'c.blg']) {
    page.openFiles([{ name }]);
    page.answerOffer('beside');
  }
  await settled();
  assert.deepEqual(now().sources.map((one) => one.letter), ['A', 'B', 'C']);
});

test('the time of a click that is found later replaces no other one', async (context) => {
  const { page, now } = await choosingPage(context);
  page.setMoment(10);
  page.setMoment(11, 10);
  assert.equal(now().moment, 11);
  page.setMoment(12, 10);
  assert.equal(now().moment, 11);
});

test('a log that is shown beside one whose first counters are being chosen gets the same lines', async (context) => {
  const { page, now } = await choosingPage(context);
  page.openFiles([{ name: 'b.blg' }]);
  page.answerOffer('beside');
  await settled();
  const paths = [memory, bytesOf('a'), bytesOf('b'), queue];
  assert.deepEqual(now().series.map((one) => one.key), [...paths.map((path) => `A${path}`), ...paths.map((path) => `B${path}`)]);
});

test('once the user has chosen counters, no first counters are added', async (context) => {
  const { page, pictures, reported, lines } = await choosingPage(context);
  page.remove([`A${memory}`]);
  pictures[0].answer([]);
  await settled();
  pictures[1].answer([{ path_number: 0, statistics: { average: 1 } }]);
  await settled();
  assert.deepEqual(lines(), []);
  assert.deepEqual(reported, ['log1']);
});

test('closing a log ends the choice of its first counters, and another log can be opened at once', async (context) => {
  const { page, pictures, reported, now } = await choosingPage(context);
  pictures[0].onProgress({ position: 1, size: 9 });
  assert.equal(page.reading.get().name, 'a.blg');
  page.closeSource('A');
  await settled();
  assert.equal(pictures[0].signal.aborted, true);
  assert.deepEqual([page.reading.get(), now().series, reported], [null, [], []]);
  page.openFiles([{ name: 'b.blg' }]);
  await settled();
  assert.deepEqual(now().sources.map((one) => one.name), ['b.blg']);
});

test('Stop during the choice of first counters keeps what the charts have read, and the report waits for the rest', async (context) => {
  const { page, reported, now, lines } = await choosingPage(context);
  page.noteReading('A', { position: 5, size: 9, time: 11 });
  page.stopReading();
  await settled();
  assert.deepEqual(now().sources[0].stopped, { bytes: 5, time: 11 });
  assert.deepEqual([lines(), page.reading.get(), reported], [[memory, bytesOf('a'), bytesOf('b'), queue], null, []]);
  page.readRest('A');
  await settled();
  assert.deepEqual(reported, ['log1']);
});
