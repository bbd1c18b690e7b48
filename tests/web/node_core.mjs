// NodeCore: the module in Node, with the Worker's own code and files of the disk. For tests and benches.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
// build.mjs bundles it.
const parts = await import(pathToFileURL(path.join(root, 'build/web/worker_parts.mjs')));
export const { ChunkedFile, ChunkedReading, ChunkStore, Files, MemoryFile, ModuleHost, Requests } = parts;
export const { bytesOfText, chunkSize, decodeCodePage, hasCodePage, mostWrittenBytes, unpackLzma } = parts;
export const modulePath = path.join(root, 'build/wasm/apps/web/module/module.wasm');

function later() {
  return new Promise((resolve) => setImmediate(resolve));
}

// A file of the disk. `isAhead`: its chunks are asked for ahead, as in a browser.
export function readerOfFile(file, isAhead = false) {
  const descriptor = fs.openSync(file, 'r');
  const readNow = (begin, end) => {
    const bytes = new Uint8Array(end - begin);
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, begin));
  };
  const readLater = async (begin, end) => {
    await later();
    return readNow(begin, end);
  };
  return { size: fs.fstatSync(descriptor).size, readNow, readLater: isAhead ? readLater : null };
}

// With the interface of the page's Core.
export class NodeCore {
  files = new Files();
  host = null;
  #requests = null;
  #waiting = new Map();
  #lastId = 0;

  static async start(options = {}) {
    const core = new NodeCore();
    core.host = await ModuleHost.start(new Uint8Array(fs.readFileSync(modulePath)), core.files, options);
    core.#requests = new Requests(core.host, core.files, (message) => core.#take(message), later);
    return core;
  }

  // Makes a file of the disk known under a path.
  give(name, file, isAhead = false) {
    this.files.give(name, readerOfFile(file, isAhead));
  }

  giveBytes(name, bytes) {
    this.files.give(name, { size: bytes.length, readNow: (begin, end) => bytes.slice(begin, end), readLater: null });
  }

  // The answer: its text and numbers. Errors: the sentence of a refusal; a trap, which begins with "trap".
  async ask(tool, args, { background = false } = {}) {
    const id = ++this.#lastId;
    const message = await new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#requests.ask(id, tool, JSON.stringify(args), background);
    });
    if (message.type === 'answer') return message;
    throw new Error(message.type === 'trap' ? `trap: ${message.message}` : message.message);
  }

  #take(message) {
    if (message.type === 'progress') return;
    const waiting = message.type === 'trap' ? [...this.#waiting.keys()] : [message.id];
    for (const id of waiting) {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    }
  }
}
