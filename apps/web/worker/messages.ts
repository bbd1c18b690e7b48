// The messages between the page and its Worker. The page sends `ToWorker`, the Worker `FromWorker`.

export type ToWorker =
  // First of all. The module is packed as LZMA.
  | { type: 'start'; module: Uint8Array<ArrayBuffer> }
  // Files that the core may open from now on, under their paths.
  | { type: 'give'; files: GivenFile[] }
  // A file that is not needed any more: one that was given, or one that the core has written.
  | { type: 'drop'; path: string }
  // `args` is JSON text. A request in the background runs only while no other one does.
  | { type: 'ask'; id: number; tool: string; args: string; background: boolean }
  | { type: 'cancel'; id: number }
  // Asks for a file that the core has written. It leaves the Worker's memory.
  | { type: 'save'; id: number; path: string };

export interface GivenFile {
  path: string;
  file: Blob;
}

export type FromWorker =
  | { type: 'ready' }
  | { type: 'progress'; id: number; position: number; size: number }
  | { type: 'answer'; id: number; text: string; numbers: Float64Array<ArrayBuffer> }
  // `file`: the path of the file that is the reason. `changed`: that of a file that can no longer be read because it
  // changed on disk. `isFull`: there was no room for what was to be written.
  | { type: 'refused'; id: number; message: string; file?: string; changed: string | null; isFull: boolean }
  | { type: 'saved'; id: number; file: Blob }
  // The module cannot continue; nothing follows. `path` and `offset`: what it read last.
  | { type: 'trap'; message: string; path: string | null; offset: number };
