// The CPU time, in ms, of requests that the module answers in Node, and of the same requests to `perflib mcp`:
// node module.mjs PERFLIB LOG
import fs from 'node:fs';
import path from 'node:path';
import { Native } from '../../tests/web/native.mjs';
import { NodeCore } from '../../tests/web/node_core.mjs';
import { firstPaths } from './paths.mjs';
import { median } from './page.mjs';

const warmUps = 2; // the engine compiles what runs often
const moduleRounds = 7;
const nativeRounds = 20; // the clock of a process has steps of 10 ms
const ticksPerSecond = 100;
const [, , perflib, log] = process.argv;
const name = path.basename(log);

const core = await NodeCore.start();
core.give(name, log);
const native = new Native(path.dirname(log), perflib);
const askModule = (tool, args) => core.ask(tool, args).then((answer) => answer.text);
const askNative = (tool, args) => native.ask(tool, args);

// Returns the CPU time of all threads of a process, in ms.
function cpuTimeOf(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /su, '').split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

async function moduleTime(request) {
  const times = [];
  for (let round = 0; round < warmUps + moduleRounds; ++round) {
    const begin = process.cpuUsage();
    await request(askModule);
    const { user, system } = process.cpuUsage(begin);
    if (round >= warmUps) times.push((user + system) / 1000);
  }
  return median(times);
}

async function nativeTime(request) {
  await request(askNative);
  const begin = cpuTimeOf(native.pid);
  for (let round = 0; round < nativeRounds; ++round) await request(askNative);
  return (cpuTimeOf(native.pid) - begin) / nativeRounds;
}

// A list is made when a log is opened. Names of logs are the same in both: they are numbered.
const { log: opened } = JSON.parse(await askModule('open_log', { path: name }));
await askNative('open_log', { path: name });
const [first] = await firstPaths(askModule, opened, 1);
const requests = {
  list: (ask) => ask('open_log', { path: name }),
  series: (ask) => ask('chart', { log: opened, paths: [first], columns: 80 }),
  summary: (ask) => ask('summary', { log: opened, paths: [first], limit: 1 }),
};

const figures = {};
for (const [what, request] of Object.entries(requests)) figures[what] = { module: await moduleTime(request), native: await nativeTime(request) };
await native.end();
console.log(JSON.stringify(figures));
