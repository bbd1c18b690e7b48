// The parts of the Worker: files in chunks, files in memory, code pages, requests.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  bytesOfText, ChunkedFile, ChunkedReading, ChunkStore, chunkSize, decodeCodePage, Files, hasCodePage, MemoryFile, mostWrittenBytes, Requests, root,
  unpackLzma,
} from './node_core.mjs';

const pattern = new Uint8Array(chunkSize + 251).map((_, i) => i % 251);

// A file whose byte at n is n modulo 251; it notes what is read.
function countedReader(size, isAhead = true) {
  const read = { now: [], later: [] };
  const bytes = (begin, end) => pattern.slice(begin % 251, (begin % 251) + end - begin);
  return {
    read,
    size,
    readNow: (begin, end) => (read.now.push(begin / chunkSize), bytes(begin, end)),
    readLater: isAhead ? async (begin, end) => (read.later.push(begin / chunkSize), bytes(begin, end)) : null,
  };
}

test('a read across the end of a chunk has the bytes of both', () => {
  const file = new ChunkedReading(new ChunkedFile(countedReader(2 * chunkSize, false), new ChunkStore()));
  const into = new Uint8Array(10);
  assert.equal(file.read(chunkSize - 4, into), 10);
  assert.deepEqual([...into], Array.from({ length: 10 }, (_, i) => (chunkSize - 4 + i) % 251));
  assert.equal(file.read(2 * chunkSize - 3, into), 3);
  assert.equal(file.read(2 * chunkSize, into), 0);
});

test('two chunks are asked for ahead of one that is read in order, and read at once only if they are late', async () => {
  const reader = countedReader(5 * chunkSize);
  const file = new ChunkedReading(new ChunkedFile(reader, new ChunkStore()));
  const byte = new Uint8Array(1);
  file.read(0, byte);
  assert.deepEqual(reader.read, { now: [0], later: [1, 2] });
  await file.next();
  file.read(chunkSize, byte);
  assert.deepEqual(reader.read, { now: [0], later: [1, 2, 3] });
  file.read(4 * chunkSize, byte);  // out of order
  assert.deepEqual(reader.read, { now: [0, 4], later: [1, 2, 3] });
});

test('chunks beyond 96 MiB are dropped, the oldest first', () => {
  const reader = countedReader(26 * chunkSize, false);
  const file = new ChunkedReading(new ChunkedFile(reader, new ChunkStore()));
  const byte = new Uint8Array(1);
  for (let chunk = 0; chunk < 26; ++chunk) file.read(chunk * chunkSize, byte);
  file.read(25 * chunkSize, byte);
  assert.equal(reader.read.now.length, 26);
  file.read(0, byte);
  assert.equal(reader.read.now.length, 27);
});

test('a file in memory grows, shrinks and is given away', async () => {
  const written = { count: 0 };
  const file = new MemoryFile(written);
  assert.ok(file.write(3, Uint8Array.of(1, 2, 3)));
  assert.ok(file.write(1024 * 1024 - 1, Uint8Array.of(7, 8)));
  const into = new Uint8Array(4);
  assert.equal(file.read(2, into), 4);
  assert.deepEqual([...into], [0, 1, 2, 3]);
  assert.equal(file.size, 1024 * 1024 + 1);
  assert.ok(file.resize(5));
  assert.ok(file.resize(7));
  assert.deepEqual([...new Uint8Array(await file.take().arrayBuffer())], [0, 0, 0, 1, 2, 0, 0]);
  assert.equal(written.count, 0);
});

test('files in memory have at most 1 GiB', () => {
  const file = new MemoryFile({ count: mostWrittenBytes - 1024 });
  assert.equal(file.write(0, Uint8Array.of(1)), false);
  assert.equal(file.size, 0);
});

test('the module opens what was given, and writes only files of its own', () => {
  const files = new Files();
  const mode = { create: false, exclusive: false, truncate: false, write: false };
  assert.equal(files.openFile('a.blg', mode), -44);
  files.give('a.blg', countedReader(10));
  const given = files.openFile('a.blg', mode);
  assert.ok(given > 3);
  assert.equal(files.openFile('a.blg', { ...mode, create: true, write: true }), -2);
  assert.equal(files.openFile('a.blg', { ...mode, create: true, exclusive: true }), -20);
  assert.ok(files.close(given));
  assert.equal(files.close(given), false);
  assert.ok(files.openFile('out.csv', { ...mode, create: true, write: true }) > 3);
  assert.equal(files.sizeOf('out.csv'), 0);
});

test('a file that is dropped is gone, and one that was written leaves its room', () => {
  const files = new Files();
  const mode = { create: true, exclusive: false, truncate: false, write: true };
  files.give('a.blg', countedReader(10));
  assert.ok(files.descriptor(files.openFile('out.csv', mode)).file.write(0, Uint8Array.of(1)));
  assert.ok(files.writtenBytes.count > 0);
  files.drop('out.csv');
  files.drop('a.blg');
  files.drop('never.csv');
  assert.deepEqual([files.sizeOf('out.csv'), files.sizeOf('a.blg'), files.writtenBytes.count], [null, null, 0]);
});

test('a file that changed on disk is named', () => {
  const files = new Files();
  const reader = { size: 10, readLater: null, readNow: () => { throw new Error('NotReadableError'); } };
  files.give('a.blg', reader);
  const open = files.descriptor(files.openFile('a.blg', { create: false, exclusive: false, truncate: false, write: false }));
  assert.equal(files.read(open, 4, new Uint8Array(1)), null);
  assert.deepEqual(files.lastRead, { path: 'a.blg', offset: 4 });
  assert.deepEqual(files.takeFaults(), { changed: 'a.blg', isFull: false });
  assert.deepEqual(files.takeFaults(), { changed: null, isFull: false });
});

// The cases of openperflib/os/portable/code_page_test.cc that browsers know.
const letters = [
  [1252, [0x4d, 0xfc, 0x20, 0x80], 'Mü €'],
  [1251, [0xcf, 0xf0, 0xe8], 'При'],
  [1250, [0xa3, 0xf3, 0xbe], 'Łóľ'],
  [1253, [0xc1, 0xe2], 'Αβ'],
  [1254, [0xdd, 0xfd], 'İı'],
  [1255, [0xe0, 0xe1], 'אב'],
  [1256, [0xc7], 'ا'],
  [1257, [0xc0], 'Ą'],
  [874, [0xa1], 'ก'],
  [932, [0x83, 0x65, 0x83, 0x58], 'テス'],
  [936, [0xd6, 0xd0], '中'],
  [949, [0xb0, 0xa1], '가'],
  [950, [0xa4, 0xa4], '中'],
  [866, [0x8f], 'П'],
  [20866, [0xd0], 'п'],
  [28591, [0xe9, 0x80], 'é\u0080'],
  [65001, [0xc3, 0xa9], 'é'],
  [1252, [], ''],
];
test('code pages become UTF-8', () => {
  for (const [page, bytes, text] of letters) {
    assert.ok(hasCodePage(page));
    assert.equal(new TextDecoder('utf-8', { ignoreBOM: true }).decode(decodeCodePage(page, Uint8Array.from(bytes))), text, `${page}`);
  }
});
test('bytes that are not text, and code pages that browsers lack, are nothing', () => {
  assert.equal(decodeCodePage(932, Uint8Array.of(0x83)), null);
  assert.equal(decodeCodePage(65001, Uint8Array.of(0xff)), null);
  assert.equal(decodeCodePage(1252, Uint8Array.of(0x81)), null);
  assert.equal(decodeCodePage(20127, Uint8Array.of(0x80)), null);
  assert.equal(hasCodePage(437), false);
  assert.equal(decodeCodePage(437, Uint8Array.of(0x81)), null);
});

// A module whose requests need so many steps; the tool `trap` throws.
function fakeHost() {
  const left = new Map();
  const ran = [];
  let last = 0;
  return {
    ran,
    memorySize: 65536,
    begin: (tool, args) => (left.set(++last, { tool, steps: JSON.parse(args).steps }), last),
    step: (request) => {
      const one = left.get(request);
      ran.push(one.tool);
      if (one.tool === 'trap') throw new WebAssembly.RuntimeError('unreachable');
      return --one.steps > 0 ? 'runs' : 'has_answer';
    },
    progress: () => ({ position: 1, size: 2 }),
    text: () => '{}',
    numbers: () => new Float64Array(),
    end: (request) => left.delete(request),
  };
}
async function sent(host, ask, files = new Files()) {
  const messages = [];
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const requests = new Requests(host, files, (message) => messages.push(message), turn);
  ask(requests);
  for (let i = 0; i < 50; ++i) await turn();
  return messages.filter((message) => message.type !== 'progress');
}

test('requests run in their order, those in the background last', async () => {
  const host = fakeHost();
  const messages = await sent(host, (requests) => {
    requests.ask(1, 'report', '{"steps":3}', true);
    requests.ask(2, 'picture', '{"steps":2}', false);
    requests.ask(3, 'list', '{"steps":1}', false);
  });
  assert.deepEqual(messages.map((message) => message.id), [2, 3, 1]);
  assert.deepEqual(host.ran, ['report', 'picture', 'picture', 'list', 'report', 'report']);
});

test('a request that was cancelled gets no answer', async () => {
  const messages = await sent(fakeHost(), (requests) => {
    requests.ask(1, 'report', '{"steps":9}', false);
    requests.ask(2, 'list', '{"steps":1}', false);
    requests.cancel(1);
  });
  assert.deepEqual(messages.map((message) => [message.type, message.id]), [['answer', 2]]);
});

test('a fault of a request that is answered is not that of the next one', async () => {
  const files = new Files();
  const host = { ...fakeHost(), step: (request) => (request === 1 ? (files.noteFull(), 'has_answer') : 'is_refused') };
  const messages = await sent(host, (requests) => {
    requests.ask(1, 'list', '{"steps":1}', false);
    requests.ask(2, 'list', '{"steps":1}', false);
  }, files);
  assert.deepEqual(messages.map(({ type, isFull }) => [type, isFull]), [['answer', undefined], ['refused', false]]);
});

test('a refusal is its sentence and the file that is the reason', async () => {
  const refusals = [{ sentence: 'b.csv: is empty', file: 'b.csv' }, { sentence: 'there is no tool "x"' }];
  const host = { ...fakeHost(), step: () => 'is_refused', text: (request) => JSON.stringify(refusals[request - 1]) };
  const messages = await sent(host, (requests) => [1, 2].forEach((id) => requests.ask(id, 'list', '{}', false)));
  assert.deepEqual(messages.map(({ message, file }) => [message, file]), [['b.csv: is empty', 'b.csv'], ['there is no tool "x"', undefined]]);
});

test('a trap is one message, and nothing follows', async () => {
  const messages = await sent(fakeHost(), (requests) => {
    requests.ask(1, 'trap', '{"steps":1}', false);
    requests.ask(2, 'list', '{"steps":1}', false);
  });
  assert.deepEqual(messages.map((message) => message.type), ['trap']);
  assert.match(messages[0].message, /^trap, 0 MiB of memory: RuntimeError: unreachable/);
});

function packedByXz(file, options) {
  const bytes = execFileSync('xz', ['--format=lzma', `--lzma1=${options}`, '--stdout', file], { maxBuffer: 1 << 26 });
  bytes.writeBigUInt64LE(BigInt(fs.statSync(file).size), 5);
  return bytes;
}
test('what xz has packed is unpacked, with all kinds of contexts', () => {
  for (const name of ['tests/data/blg/SampleLog.blg', 'openperflib/analysis/rules.json', 'LICENSE']) {
    const file = path.join(root, name);
    for (const options of ['preset=9e', 'preset=9e,lc=4,pb=0', 'preset=0,lc=0,lp=4,pb=4', 'preset=1,lc=1,lp=2,pb=1']) {
      assert.ok(fs.readFileSync(file).equals(unpackLzma(packedByXz(file, options))), `${name}, ${options}`);
    }
  }
});
test('damaged packed bytes never read beyond what is there', () => {
  const packed = packedByXz(path.join(root, 'LICENSE'), 'preset=6');
  for (let at = 13; at < packed.length; at += 97) {
    const copy = Buffer.from(packed);
    copy[at] ^= 0x5a;
    try {
      assert.equal(unpackLzma(copy).length, fs.statSync(path.join(root, 'LICENSE')).size);
    } catch (error) {
      assert.equal(error.name, 'RangeError');
    }
  }
});

test('base 85 gives the bytes back, whatever their number', () => {
  assert.deepEqual([...bytesOfText('')], []);
  assert.deepEqual([...bytesOfText('((')], [0]);
  assert.deepEqual([...bytesOfText('((((}')], [0, 0, 0, 20]);
  assert.deepEqual([...bytesOfText('z?^4(')], [255, 255, 255, 255]);
  assert.equal(Buffer.from(bytesOfText('GALf^HZ/')).toString(), 'abcdef');
});
