// The memory of the module, in MiB, after a log was read and five of its series were drawn: node memory.mjs LOG
import path from 'node:path';
import { NodeCore } from '../../tests/web/node_core.mjs';
import { firstPaths } from './paths.mjs';

const seriesCount = 5;
const [, , log] = process.argv;

const core = await NodeCore.start();
core.give(path.basename(log), log, true);
const { log: name } = JSON.parse((await core.ask('open_log', { path: path.basename(log) })).text);
const paths = await firstPaths((tool, args) => core.ask(tool, args).then((answer) => answer.text), name, seriesCount);
await core.ask('picture', { log: name, paths, pixels: 1200 });
console.log(JSON.stringify({ memory: core.host.memorySize / 2 ** 20 }));
