// Core: what the page sees of its Worker, with a Worker that the test plays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { Core, CoreError } = await load('core.ts');

// Answers with `answer(message)`, unless that is undefined; notes what came.
class PlayedWorker {
  onmessage = null;
  onerror = null;
  isTerminated = false;
  constructor(answer, posted) {
    this.answer = answer;
    this.posted = posted;
  }
  postMessage(message) {
    this.posted.push(message);
    const answer = this.answer(message);
    if (answer !== undefined) queueMicrotask(() => this.say(answer));
  }
  say(message) {
    if (!this.isTerminated) this.onmessage({ data: message });
  }
  terminate() {
    this.isTerminated = true;
  }
}

const answers = {
  start: () => ({ type: 'ready' }),
  ask: ({ id, tool }) => ({ type: 'answer', id, text: `{"log":"log1","tool":"${tool}"}`, numbers: Float64Array.of(id) }),
};
function usual(message) {
  return answers[message.type]?.(message);
}

// A core whose Workers answer as `answer` does.
async function started(answer = usual) {
  const posted = [];
  const workers = [];
  const newWorker = () => {
    workers.push(new PlayedWorker((message) => answer(message, workers.length), posted));
    return workers.at(-1);
  };
  return { core: await Core.start({ module: new Uint8Array(), newWorker }), posted, workers };
}
function file(name) {
  return { name, size: 3 };
}

test('open gives the files to the Worker and opens them as one log', async () => {
  const { core, posted } = await started();
  const opened = await core.open([file('a.blg'), file('b.blg')], { args: { encoding: 'cp1252' } });
  assert.equal(opened.log, 'log1');
  const asked = posted.find((message) => message.type === 'ask');
  assert.deepEqual(JSON.parse(asked.args), { path: 'a.blg', more: ['b.blg'], encoding: 'cp1252' });
  assert.deepEqual(core.give([file('a.blg'), file('a.blg')]), ['2/a.blg', '3/a.blg']);
});

test('an answer has its object and its numbers', async () => {
  const { core } = await started();
  const { log } = await core.open([file('a.blg')]);
  const { result, numbers } = await core.ask('list', { log });
  assert.equal(result.tool, 'list');
  assert.equal(numbers.length, 1);
});

test('a refusal is a CoreError with the file that changed', async () => {
  const refused = ({ type, id }) =>
    type === 'ask' ? { type: 'refused', id, message: 'a.blg: no', changed: '2/a.blg', isFull: false } : usual({ type });
  const { core } = await started(refused);
  const files = [file('a.blg'), file('a.blg')];
  core.give(files);
  const told = [];
  core.onChanged = (...args) => told.push(args);
  const sentence = 'a.blg changed on disk after it was opened.';
  await assert.rejects(core.ask('list', {}), (error) => {
    assert.ok(error instanceof CoreError);
    assert.deepEqual([error.kind, error.message, error.changed, error.details], ['refused', sentence, '2/a.blg', 'a.blg: no']);
    return true;
  });
  assert.deepEqual(told, [[files[1], sentence]]);
});

test('a refusal has the path of the file that is the reason', async () => {
  const refused = (of) => ({ type, id }) => (type === 'ask' ? { type: 'refused', id, message: 'no', ...of, changed: null, isFull: false } : usual({ type }));
  for (const [of, expected] of [[{ file: '2/a.blg' }, '2/a.blg'], [{}, null]]) {
    const { core } = await started(refused(of));
    await assert.rejects(core.ask('list', {}), { kind: 'refused', message: 'no', file: expected });
  }
});

test('progress comes while a request runs', async () => {
  const { core, workers } = await started((message) => (message.type === 'ask' ? undefined : usual(message)));
  const seen = [];
  const asked = core.ask('report', {}, { onProgress: ({ position, size }) => seen.push([position, size]) });
  await new Promise((resolve) => setImmediate(resolve));
  workers[0].say({ type: 'progress', id: 1, position: 5, size: 9 });
  workers[0].say(answers.ask({ id: 1, tool: 'report' }));
  await asked;
  assert.deepEqual(seen, [[5, 9]]);
});

test('a signal ends its request, whose answer is then ignored', async () => {
  const { core, posted, workers } = await started((message) => (message.type === 'ask' ? undefined : usual(message)));
  const abort = new AbortController();
  const asked = core.ask('report', {}, { signal: abort.signal });
  await new Promise((resolve) => setImmediate(resolve));
  abort.abort();
  await assert.rejects(asked, { name: 'AbortError' });
  assert.deepEqual(posted.at(-1), { type: 'cancel', id: 1 });
  workers[0].say(answers.ask({ id: 1, tool: 'report' }));
  await assert.rejects(core.ask('report', {}, { signal: abort.signal }), { name: 'AbortError' });
});

test('a trap ends the Worker; the next request starts another one with the same files and logs', async () => {
  const trap = (message, worker) =>
    message.type === 'ask' && message.tool === 'report' && worker === 1
      ? { type: 'trap', message: 'RuntimeError: unreachable', path: 'a.blg', offset: 4096 }
      : usual(message);
  const { core, posted, workers } = await started(trap);
  await core.open([file('a.blg')]);
  await assert.rejects(core.ask('report', { log: 'log1' }), (error) => {
    assert.deepEqual([error.kind, error.file, error.offset], ['trap', 'a.blg', 4096]);
    assert.equal(error.message, 'Reading failed at byte 4,096 of a.blg. Nothing of it left this page.');
    assert.equal(error.details, 'RuntimeError: unreachable');
    return true;
  });
  assert.ok(workers[0].isTerminated);
  posted.length = 0;
  assert.equal((await core.ask('report', { log: 'log1' })).result.tool, 'report');
  assert.deepEqual(posted.map(({ type, tool }) => tool ?? type), ['start', 'give', 'open_log', 'report']);
  assert.equal(posted[1].files[0].path, 'a.blg');
});

// A module that numbers its logs, traps at the tool `trap`, and refuses to open what is in `refused`. An answer has
// the name that the module has for the log.
function numbering(refused = new Set()) {
  let worker = 0;
  let logs = 0;
  return (message, number) => {
    if (number !== worker) [worker, logs] = [number, 0];
    if (message.type !== 'ask') return usual(message);
    const { id, tool } = message;
    const args = JSON.parse(message.args);
    if (tool === 'trap') return { type: 'trap', message: 'RuntimeError: unreachable', path: null, offset: 0 };
    if (refused.has(args.path)) return { type: 'refused', id, message: `no such file: ${args.path}`, changed: null, isFull: false };
    const text = JSON.stringify(tool === 'open_log' ? { log: `log${++logs}` } : { is: [args.log, args.before] });
    return { type: 'answer', id, text, numbers: new Float64Array() };
  };
}

test('a log that cannot be opened again after a trap leaves the others as they are', async () => {
  const refused = new Set();
  const { core } = await started(numbering(refused));
  for (const name of ['a.blg', 'b.blg', 'c.blg']) await core.open([file(name)]);
  refused.add('b.blg');
  await assert.rejects(core.ask('trap', {}), { kind: 'trap' });
  assert.deepEqual((await core.ask('difference', { log: 'log1', before: 'log3' })).result.is, ['log1', 'log2']);
  await assert.rejects(core.ask('list', { log: 'log2' }), { kind: 'refused', message: 'no such file: b.blg' });
  assert.equal((await core.open([file('d.blg')])).log, 'log4');
  assert.deepEqual((await core.ask('list', { log: 'log4' })).result.is, ['log3', null]);
});

test('a log at which the module fails again is not opened once more', async () => {
  let isBad = false;
  const answer = numbering();
  const { core } = await started((message, number) => {
    const isIt = isBad && message.tool === 'open_log' && JSON.parse(message.args).path === 'a.blg';
    return isIt ? { type: 'trap', message: 'out of memory', path: 'a.blg', offset: 1 } : answer(message, number);
  });
  for (const name of ['a.blg', 'b.blg']) await core.open([file(name)]);
  isBad = true;
  await assert.rejects(core.ask('trap', {}), { kind: 'trap' });
  await assert.rejects(core.ask('list', { log: 'log2' }), { kind: 'trap', file: 'a.blg' });
  assert.deepEqual((await core.ask('list', { log: 'log2' })).result.is, ['log1', null]);
  await assert.rejects(core.ask('list', { log: 'log1' }), { kind: 'trap', file: 'a.blg' });
});

test('a log that was forgotten is not opened again, and its files go unless another log needs them', async () => {
  const { core, posted } = await started(numbering());
  const [a, b, notes] = ['a.blg', 'b.blg', 'notes.txt'].map(file);
  const args = { notes: core.give([notes]) };
  await core.open([a], { args });
  await core.open([b], { args });
  assert.deepEqual(core.filesOf('log2'), [b, notes]);
  core.forget('log1');
  assert.deepEqual(core.filesOf('log1'), []);
  assert.deepEqual(posted.at(-1), { type: 'drop', path: 'a.blg' });
  await assert.rejects(core.ask('list', { log: 'log1' }), { kind: 'refused', message: 'This log was closed.' });
  await assert.rejects(core.ask('trap', {}), { kind: 'trap' });
  posted.length = 0;
  assert.deepEqual((await core.ask('list', { log: 'log2' })).result.is, ['log1', null]);
  assert.deepEqual(posted.map(({ type, tool }) => tool ?? type), ['start', 'give', 'open_log', 'list']);
  assert.deepEqual(posted[1].files.map((one) => one.path), ['notes.txt', 'b.blg']);
  assert.deepEqual(core.give([a]), ['2/a.blg']);
});

test('a module that cannot start means that the browser is too old', async () => {
  const old = ({ type }) => (type === 'start' ? { type: 'trap', message: 'CompileError', path: null, offset: 0 } : undefined);
  await assert.rejects(started(old), { kind: 'too_old', details: 'CompileError' });
});

test('a file that was written is taken once', async () => {
  const saved = (message) => (message.type === 'save' ? { type: 'saved', id: message.id, file: new Blob(['abc']) } : usual(message));
  const { core } = await started(saved);
  assert.equal(await (await core.saved('out.csv')).text(), 'abc');
});

test('an export that is larger than a page can keep is dropped', async () => {
  const full = { type: 'refused', message: 'No space left on device: out.csv', changed: null, isFull: true };
  const { core, posted } = await started((message) => (message.tool === 'export' ? { ...full, id: message.id } : usual(message)));
  const { log } = await core.open([file('a.blg')]);
  await assert.rejects(core.ask('export', { log, file: 'out.csv' }), {
    kind: 'full', message: 'The file would be larger than 1 GiB, which is the most that this page keeps.', details: full.message,
  });
  assert.deepEqual(posted.at(-1), { type: 'drop', path: 'out.csv' });
  await core.open([file('b-export.csv')]);
  await assert.rejects(core.ask('export', { log, file: 'b-export.csv' }), { kind: 'full' });
  assert.equal(posted.at(-1).tool, 'export'); // the log of that name is not dropped
});

test('a core that was closed rejects what waits', async () => {
  const { core } = await started((message) => (message.type === 'ask' ? undefined : usual(message)));
  const asked = core.ask('report', {});
  await new Promise((resolve) => setImmediate(resolve));
  core.close();
  await assert.rejects(asked, { name: 'AbortError' });
});
