// The bytes of a file that the user chose, in a Worker of a browser.

import type { ByteReader } from './chunked_file';

// Only Workers have it, so that TypeScript's library of pages lacks it.
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

export function readerOfFile(file: Blob): ByteReader {
  const reader = new FileReaderSync();
  return {
    size: file.size,
    readNow: (begin, end) => new Uint8Array(reader.readAsArrayBuffer(file.slice(begin, end))),
    readLater: async (begin, end) => new Uint8Array(await file.slice(begin, end).arrayBuffer()),
  };
}
