// The files of the module: those that the page gave, under their paths, and those that the module
// writes. There is nothing else: no folder, no link, no file of this computer.

import { ChunkedFile, ChunkedReading, ChunkStore, type ByteReader } from './chunked_file';
import { MemoryFile, type WrittenBytes } from './memory_file';
import { errno } from './wasi_constants';

// An open file; its position is that of fd_read, fd_write and fd_seek.
export interface OpenFile {
  readonly path: string;
  readonly file: ChunkedReading | MemoryFile;
  position: number;
}

export interface OpenMode {
  create: boolean;
  exclusive: boolean;
  truncate: boolean;
  write: boolean;
}

// Why the module could not read or write.
export interface FileFaults {
  readonly changed: string | null; // the path of a file that could no longer be read
  readonly isFull: boolean;
}

const noFaults: FileFaults = { changed: null, isFull: false };

// 0 to 2 are the standard streams, which the module does not have, and 3 is the folder.
const firstDescriptor = 4;

export class Files {
  private readonly given = new Map<string, ChunkedFile>();
  private readonly written = new Map<string, MemoryFile>();
  private readonly writtenBytes: WrittenBytes = { count: 0 };
  private readonly store = new ChunkStore();
  private readonly open = new Map<number, OpenFile>();
  private faults: FileFaults = noFaults;
  // The read that was begun last, for messages.
  lastRead: { path: string; offset: number } | null = null;

  give(path: string, reader: ByteReader): void {
    this.given.set(path, new ChunkedFile(reader, this.store));
  }

  // Forgets a file that is not needed any more. One that is open can be read until it is closed.
  drop(path: string): void {
    this.given.delete(path);
    this.remove(path);
  }

  // Takes a file that the module has written. Null: there is none.
  take(path: string): Blob | null {
    const file = this.written.get(path);
    this.written.delete(path);
    return file?.take() ?? null;
  }

  // Returns what went wrong since the last call.
  takeFaults(): FileFaults {
    const { faults } = this;
    this.faults = noFaults;
    return faults;
  }

  // Notes that there was no room for what was to be written.
  noteFull(): void {
    this.faults = { ...this.faults, isFull: true };
  }

  // Waits for what the module will read next, where it was asked for and has not come yet. Null:
  // there is nothing to wait for.
  next(): Promise<unknown> | null {
    const waits: Promise<void>[] = [];
    for (const { file } of this.open.values()) {
      const wait = file instanceof ChunkedReading ? file.next() : null;
      if (wait !== null) waits.push(wait);
    }
    return waits.length === 0 ? null : Promise.all(waits);
  }

  // The size of a file; null: there is none.
  sizeOf(path: string): number | null {
    return this.written.get(path)?.size ?? this.given.get(path)?.size ?? null;
  }

  // Returns a descriptor, or an error as a negative number.
  openFile(path: string, mode: OpenMode): number {
    const file = this.fileOf(path, mode);
    if (typeof file === 'number') return -file;
    let descriptor = firstDescriptor;
    while (this.open.has(descriptor)) ++descriptor;
    this.open.set(descriptor, { path, file, position: 0 });
    return descriptor;
  }

  descriptor(number: number): OpenFile | null {
    return this.open.get(number) ?? null;
  }

  close(number: number): boolean {
    const file = this.open.get(number)?.file;
    if (file instanceof ChunkedReading) file.close();
    return this.open.delete(number);
  }

  // Removes a file that the module has written.
  remove(path: string): boolean {
    this.written.get(path)?.resize(0);
    return this.written.delete(path);
  }

  // Returns how many bytes were read; null: the file cannot be read any more.
  read(open: OpenFile, offset: number, into: Uint8Array): number | null {
    this.lastRead = { path: open.path, offset };
    try {
      return open.file.read(offset, into);
    } catch {
      this.faults = { ...this.faults, changed: open.path };
      return null;
    }
  }

  // The file, or an error.
  private fileOf(path: string, mode: OpenMode): ChunkedReading | MemoryFile | number {
    const written = this.written.get(path);
    const given = this.given.get(path);
    const exists = written !== undefined || given !== undefined;
    if (exists && mode.create && mode.exclusive) return errno.exist;
    if (written !== undefined) {
      if (mode.truncate) written.resize(0);
      return written;
    }
    if (given !== undefined) return mode.write ? errno.acces : new ChunkedReading(given);
    if (!mode.create) return errno.noent;
    const made = new MemoryFile(this.writtenBytes);
    this.written.set(path, made);
    return made;
  }
}
