// What is in the page, with the licences and notices as its makers wrote them: from the packages that
// it is built of.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

// The packages of Debian whose code is compiled into the module. clang's runtime, libc++ and libc++abi
// are one work with one copyright file.
const debianParts = [
  { name: 'libc++', licence: 'Apache-2.0 WITH LLVM-exception', package: 'libc++-22-dev-wasm32' },
  { name: 'wasi-libc, with musl', licence: 'CC0-1.0 AND MIT AND BSD-2-Clause AND ISC', package: 'wasi-libc' },
  { name: 'fmt', licence: 'MIT', package: 'libfmt-dev' },
  { name: 'nlohmann-json', licence: 'MIT', package: 'nlohmann-json3-dev' },
];

function debianVersion(name) {
  return execFileSync('dpkg-query', ['-W', '-f', '${Version}', name], { encoding: 'utf8' });
}

function debianPart({ name, licence, package: debianPackage }) {
  const text = fs.readFileSync(`/usr/share/doc/${debianPackage}/copyright`, 'utf8');
  return { name, version: debianVersion(debianPackage), licence, text };
}

function npmPart(modules, name) {
  const folder = path.join(modules, name);
  const { version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { name, version, licence: license, text: fs.readFileSync(path.join(folder, 'LICENSE'), 'utf8') };
}

function zstdPart(root) {
  const sources = path.join(root, 'build/source');
  const folder = fs.readdirSync(sources).filter((name) => name.startsWith('libzstd-')).sort().at(-1);
  const text = fs.readFileSync(path.join(sources, folder, 'LICENSE'), 'utf8');
  return { name: 'zstd', version: folder.replace('libzstd-', ''), licence: 'BSD-3-Clause', text };
}

function ownPart(root) {
  const version = /project\(OpenPerflib VERSION (\S+)/.exec(fs.readFileSync(path.join(root, 'CMakeLists.txt'), 'utf8'))[1];
  return { name: 'OpenPerflib', version, licence: 'Apache-2.0', text: fs.readFileSync(path.join(root, 'LICENSE'), 'utf8') };
}

// All parts, OpenPerflib first. `modules`: the folder of npm's packages, of which `names` are bundled.
export function aboutParts(root, modules, names) {
  return [ownPart(root), ...names.map((name) => npmPart(modules, name)), zstdPart(root), ...debianParts.map(debianPart)];
}
