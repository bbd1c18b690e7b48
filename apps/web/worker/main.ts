// The Worker of the page: takes its messages, and answers them by the module.

import { readerOfFile } from './file_reader';
import { Files } from './files';
import { unpackLzma } from './lzma';
import type { FromWorker, ToWorker } from './messages';
import { ModuleHost } from './module_host';
import { Requests } from './requests';

// What a Worker is to this file; TypeScript's library of pages lacks it.
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}
const scope = globalThis as unknown as WorkerScope;

const files = new Files();
let requests: Requests | null = null;

function send(message: FromWorker, transfer: Transferable[] = []): void {
  scope.postMessage(message, transfer);
}

// A timer would wait for 4 ms.
const channel = new MessageChannel();
function turn(): Promise<void> {
  return new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });
}

async function start(packed: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const host = await ModuleHost.start(unpackLzma(packed), files);
    requests = new Requests(host, files, send, turn);
    send({ type: 'ready' });
  } catch (error) {
    send({ type: 'trap', message: String(error), path: null, offset: 0 });
  }
}

function save(id: number, path: string): void {
  const file = files.take(path);
  if (file !== null) return send({ type: 'saved', id, file });
  send({ type: 'refused', id, message: `no file was written as ${path}`, changed: null, isFull: false });
}

scope.onmessage = ({ data: message }) => {
  switch (message.type) {
    case 'start':
      return void start(message.module);
    case 'give':
      return message.files.forEach(({ path, file }) => files.give(path, readerOfFile(file)));
    case 'drop':
      return files.drop(message.path);
    case 'ask':
      return requests?.ask(message.id, message.tool, message.args, message.background);
    case 'cancel':
      return requests?.cancel(message.id);
    case 'save':
      return save(message.id, message.path);
  }
};
