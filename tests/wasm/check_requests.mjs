// check_requests.mjs MODULE FOLDER SCRATCH: the program for WebAssembly opens a genuine log of FOLDER, summarises it and reports
// on it, with the same numbers as the programs for Linux.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { WASI } from 'node:wasi';

const [module, folder, scratch] = process.argv.slice(2);

function call(id, name, args) {
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
}

// The answers to requests, one for each.
async function answers(requests) {
  const input = path.join(scratch, 'requests.txt');
  const output = path.join(scratch, 'answers.txt');
  fs.writeFileSync(input, requests.join('\n') + '\n');
  const stdin = fs.openSync(input, 'r');
  const stdout = fs.openSync(output, 'w');
  const wasi = new WASI({ version: 'preview1', stdin, stdout, preopens: { '/logs': folder }, returnOnExit: true });
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(module), wasi.getImportObject());
  assert.equal(wasi.start(instance), 0);
  return fs.readFileSync(output, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line).result);
}

const [opened, summary, report, missing] = await answers([
  call(1, 'open_log', { path: '/logs/BasicPerfCounters.blg' }),
  call(2, 'summary', { log: 'log1' }),
  call(3, 'report', { log: 'log1' }),
  call(4, 'open_log', { path: '/logs/none.blg' }),
]);
const text = (result) => JSON.parse(result.content[0].text);
assert.equal(text(opened).machine, 'GEORGIS3');
assert.equal(text(opened).zone, 'Pacific Standard Time');
assert.equal(text(summary).records, 601);
assert.equal(text(summary).first, '2013-02-19T18:50:17.844');
assert.equal(text(report).verdict, 'Nothing found by the few rules that could be judged');
assert.equal(missing.isError, true);
assert.equal(missing.content[0].text, 'no such file: /logs/none.blg');
