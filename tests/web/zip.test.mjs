// Zips: what is unpacked, and that hostile ones end in words.
import assert from 'node:assert/strict';
import { File as NodeFile } from 'node:buffer';
import { test } from 'node:test';
import { fromWeb, load } from './load.mjs';

globalThis.File ??= NodeFile; // Node 18 lacks it
const { unzipped, ZipFault } = await load('zip.ts');
const { strToU8, zipSync } = fromWeb('fflate');

const never = new AbortController().signal;
const isLog = (name) => name.endsWith('.csv');

function zipFile(bytes, name = 'logs.zip') {
  return new File([bytes], name);
}

function unpacked(bytes, most) {
  return unzipped(zipFile(bytes), isLog, never, most);
}

// Where the headers of files are.
function headersOf(zip) {
  return Array.from(zip.keys()).filter((at) => Buffer.from(zip.subarray(at, at + 4)).equals(Buffer.from('PK\x03\x04')));
}

// The rejection of a zip is a ZipFault with these words.
function refused(bytes, words, most) {
  return assert.rejects(unpacked(bytes, most), (error) => {
    assert.ok(error instanceof ZipFault, String(error.stack));
    assert.equal(error.message, words);
    return true;
  });
}

test('files are unpacked, and of their paths only the names are used', async () => {
  const files = await unpacked(zipSync({ '../../etc/a.csv': strToU8('first'), 'C:\\logs\\b.csv': strToU8('second'), 'notes.txt': strToU8('other') }));
  assert.deepEqual(files.map((file) => file.name), ['a.csv', 'b.csv']);
  assert.deepEqual(await Promise.all(files.map((file) => file.text())), ['first', 'second']);
});

test('a zip of more than 1,000 files, and a zip in a zip, are refused', async () => {
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`${i}.txt`, strToU8('1')]));
  await refused(zipSync(many), 'logs.zip has more than 1,000 files. Unpack it and open the logs.');
  delete many['1000.txt'];
  assert.deepEqual(await unpacked(zipSync(many)), []);
  const inner = zipSync({ 'a.csv': strToU8('1') });
  await refused(zipSync({ 'more/inner.ZIP': inner }), 'logs.zip has another zip in it (inner.ZIP). Unpack it and open the logs.');
});

test('a zip bomb ends where it is larger than a page may unpack, whether or not its files are wanted', async () => {
  const most = 4 * 2 ** 20;
  const zeros = new Uint8Array(most + 1);
  const words = 'logs.zip has more than 4 GB in it. Unpack it and open the logs.';
  await refused(zipSync({ 'bomb.csv': zeros }), words, most);
  await refused(zipSync({ 'bomb.txt': zeros }), words, most);
  await refused(zipSync({ 'a.csv': zeros.subarray(most / 2), 'b.csv': zeros.subarray(most / 2) }), words, most);
  const [file] = await unpacked(zipSync({ 'a.csv': zeros.subarray(1) }), most);
  assert.equal(file.size, most);
});

test('a file that claims more than 32 bits can count is refused before anything looks for its size', async () => {
  const zip = zipSync({ 'notes.txt': strToU8('first'), 'a.csv': strToU8('second') });
  assert.equal(headersOf(zip).length, 2);
  for (const header of headersOf(zip)) {
    const copy = zip.slice();
    copy.fill(0xff, header + 18, header + 26);
    await refused(copy, 'logs.zip has more than 4 GB in it. Unpack it and open the logs.');
  }
});

test('a zip that is cut anywhere gives whole files, or words', async () => {
  const texts = { 'a.csv': 'first '.repeat(50), 'b.csv': 'second '.repeat(50) };
  const whole = zipSync({ 'a.csv': strToU8(texts['a.csv']), 'b.csv': strToU8(texts['b.csv']) });
  for (let length = 0; length < whole.length; ++length) {
    try {
      for (const file of await unpacked(whole.subarray(0, length))) assert.equal(await file.text(), texts[file.name], `${length} bytes`);
    } catch (error) {
      assert.ok(error instanceof ZipFault, `${length} bytes: ${error.stack}`);
    }
  }
});

test('damaged bytes of a zip give files, or words', async () => {
  const whole = zipSync({ 'a.csv': strToU8('first '.repeat(50)), 'b.csv': strToU8('second '.repeat(50)) });
  for (let at = 0; at < whole.length; ++at) {
    const copy = whole.slice();
    copy[at] ^= 0x5a;
    await unpacked(copy).catch((error) => assert.ok(error instanceof ZipFault, `byte ${at}: ${error.stack}`));
  }
});
