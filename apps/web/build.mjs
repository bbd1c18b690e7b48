// Builds the page: node apps/web/build.mjs, called by script/web. The module must have been built.
//
//   build/perfmon.html        one file, to be opened from disk or from any server
//   build/perfmon-serve.html  the same without the policy in it, for a server that sends one
//   build/web/                parts of the Worker, for tests in Node
//
// The same sources give the same bytes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { aboutParts } from './about.mjs';

const mostBytes = 1_000_000;
const web = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(web, '../..');
const out = path.join(root, 'build');
const modulePath = path.join(out, 'wasm/apps/web/module/module.wasm');
const examplePath = path.join(web, 'example.perfrec');
const packageFile = JSON.parse(fs.readFileSync(path.join(web, 'package.json'), 'utf8'));

const shared = {
  absWorkingDir: web,
  bundle: true,
  charset: 'utf8',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',  // About has them all
  logLevel: 'warning',
  target: 'es2022',
  write: false,
};

// The outputs of an entry: its script, and its style sheet if it imports one.
async function bundled(entry) {
  const { outputFiles } = await esbuild.build({ ...shared, entryPoints: [entry], format: 'iife', minify: true, outdir: out });
  const text = (end) => outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
  return { script: text('.js').trim(), style: text('.css').trim() };
}

function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function policyOf(scripts, style) {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(' ')} 'wasm-unsafe-eval' blob:`,
    'worker-src blob:',
    `style-src ${hashOf(style)}`,
    'img-src data: blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
}

// Five characters for four bytes (page/base85.ts).
function textOf(bytes) {
  const codes = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const group = Buffer.alloc(4);
    const length = bytes.copy(group, 0, at, at + 4);
    let value = group.readUInt32BE();
    const digits = [];
    for (let i = 0; i < 5; ++i, value = Math.floor(value / 85)) digits.unshift(value % 85);
    for (const digit of digits.slice(0, length + 1)) codes.push(digit === 20 ? 125 : digit + 40);
  }
  return Buffer.from(codes).toString('latin1');
}

function part(name, bytes) {
  return `<script type="text/plain" id="packed-${name}">${textOf(bytes)}</script>\n`;
}

// A part that the page unpacks itself (page/packed.ts).
function packed(name, bytes) {
  return part(name, gzipSync(bytes, { level: 9 }));
}

// The module, which its Worker unpacks (worker/lzma.ts): that needs to know its size.
function packedModule() {
  const bytes = execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e', '--stdout', modulePath], { maxBuffer: 1 << 28 });
  bytes.writeBigUInt64LE(BigInt(fs.statSync(modulePath).size), 5);
  return part('module', bytes);
}

// Puts `text` before the only `mark`.
function insertedBefore(mark, text, html) {
  const parts = html.split(mark);
  if (parts.length !== 2) throw new Error(`page/index.html must have one ${mark}`);
  return parts.join(text + mark);
}

// In an element of this name the end of the element must not occur.
function checkEmbeddable(name, text) {
  if (new RegExp(`</${name}|<!--`, 'i').test(text)) throw new Error(`a ${name} has text that would end its element`);
  return text;
}

async function writeParts() {
  const { outputFiles } = await esbuild.build({ ...shared, entryPoints: ['worker/parts.ts'], format: 'esm', outdir: out });
  fs.mkdirSync(path.join(out, 'web'), { recursive: true });
  fs.writeFileSync(path.join(out, 'web/worker_parts.mjs'), outputFiles[0].text);
}

async function build() {
  const [page, worker, loader] = await Promise.all([bundled('page/main.tsx'), bundled('worker/main.ts'), bundled('loader.ts')]);
  checkEmbeddable('script', loader.script);
  const about = aboutParts(root, path.join(root, 'node_modules'), Object.keys(packageFile.dependencies));
  const body =
    packed('style', page.style) +
    packed('page', page.script) +
    packed('worker', worker.script) +
    packed('example', fs.readFileSync(examplePath)) +
    packed('about', JSON.stringify(about)) +
    packedModule() +
    `<script>${loader.script}</script>\n`;
  const policy = policyOf([loader.script, page.script], page.style);
  const template = fs.readFileSync(path.join(web, 'page/index.html'), 'utf8');
  const served = insertedBefore('</body>', body, template);
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`;
  write('perfmon.html', served.replace('<meta charset="utf-8">\n', (charset) => charset + meta), meta);
  write('perfmon-serve.html', served, '');
  await writeParts();
}

function write(name, html, meta) {
  if (!html.includes(meta)) throw new Error('page/index.html must have <meta charset="utf-8"> on a line of its own');
  const bytes = Buffer.byteLength(html);
  if (bytes > mostBytes) throw new Error(`${name} has ${bytes} bytes, more than ${mostBytes}`);
  fs.writeFileSync(path.join(out, name), html);
  console.error(`build/${name}: ${bytes.toLocaleString('en')} bytes`);
}

await build();
