// Files of the page, read in chunks of 4 MiB. The module reads synchronously, and a browser reads a
// file faster when it is asked ahead: so the chunks after the one that is read are asked for while
// the module works, and only what was not foreseen is read at once.

export const chunkSize = 4 * 1024 * 1024;

// Where the bytes of a file come from.
export interface ByteReader {
  readonly size: number;
  // Throws if the file can no longer be read.
  readNow(begin: number, end: number): Uint8Array;
  // Null: this kind of file is read fast enough when it is needed.
  readonly readLater: ((begin: number, end: number) => Promise<Uint8Array>) | null;
}

// Chunks of all files that are kept, in bytes; files that are read side by side share them.
const mostKept = 96 * 1024 * 1024;
const mostAhead = 2;

// What all files of a Worker share: which chunks are kept, in the order in which they came.
export class ChunkStore {
  private readonly order: { file: ChunkedFile; number: number; size: number }[] = [];
  private kept = 0;
  // How many files are being read.
  readings = 0;

  // How many chunks each reading asks for ahead.
  ahead(): number {
    return Math.min(mostAhead, Math.floor(mostKept / chunkSize / (2 * Math.max(this.readings, 1))));
  }
  // Notes a chunk that came, and drops the oldest ones where there are too many.
  keep(file: ChunkedFile, number: number, size: number): void {
    this.order.push({ file, number, size });
    this.kept += size;
    while (this.kept > mostKept) {
      const oldest = this.order.shift();
      if (oldest === undefined) break;
      this.kept -= oldest.size;
      oldest.file.drop(oldest.number);
    }
  }
}

// A file that the page gave, and its chunks that are there.
export class ChunkedFile {
  private readonly chunks = new Map<number, Uint8Array>();
  private readonly asked = new Map<number, Promise<void>>();

  constructor(
    private readonly reader: ByteReader,
    readonly store: ChunkStore,
  ) {}

  get size(): number {
    return this.reader.size;
  }

  // Returns a chunk, which is read at once unless it is kept. Throws if the file cannot be read.
  chunk(number: number): Uint8Array {
    return this.chunks.get(number) ?? this.keep(number, this.reader.readNow(...this.bounds(number)));
  }

  // Asks for a chunk unless it is there.
  ask(number: number): void {
    const { readLater } = this.reader;
    if (readLater === null || number * chunkSize >= this.size) return;
    if (this.chunks.has(number) || this.asked.has(number)) return;
    const forget = (): void => void this.asked.delete(number);
    const taken = readLater.call(this.reader, ...this.bounds(number)).then((bytes) => {
      forget();
      if (!this.chunks.has(number)) this.keep(number, bytes);
    }, forget);  // chunk() will find out what is wrong
    this.asked.set(number, taken);
  }

  // Waits for a chunk that was asked for; null: it was not, or is there.
  wait(number: number): Promise<void> | null {
    return this.asked.get(number) ?? null;
  }

  drop(number: number): void {
    this.chunks.delete(number);
  }

  private keep(number: number, bytes: Uint8Array): Uint8Array {
    this.chunks.set(number, bytes);
    this.store.keep(this, number, bytes.length);
    return bytes;
  }

  private bounds(number: number): [number, number] {
    return [number * chunkSize, Math.min((number + 1) * chunkSize, this.size)];
  }
}

// One reading of a file, which may be read by several at once.
export class ChunkedReading {
  private current = -1;  // the chunk that is read now

  constructor(private readonly file: ChunkedFile) {
    ++file.store.readings;
  }

  get size(): number {
    return this.file.size;
  }

  // Copies the bytes from `offset` on; returns how many there were. Throws if the file can no longer
  // be read.
  read(offset: number, into: Uint8Array): number {
    let done = 0;
    while (done < into.length && offset + done < this.size) {
      const at = offset + done;
      const begin = at % chunkSize;
      const part = this.chunk(Math.floor(at / chunkSize)).subarray(begin, begin + into.length - done);
      if (part.length === 0) break;  // the file has shrunk
      into.set(part, done);
      done += part.length;
    }
    return done;
  }

  // Waits for the chunk after the one that is read; null: there is nothing to wait for.
  next(): Promise<void> | null {
    return this.file.wait(this.current + 1);
  }

  close(): void {
    --this.file.store.readings;
  }

  private chunk(number: number): Uint8Array {
    const chunk = this.file.chunk(number);
    if (number !== this.current) {
      const isInOrder = number === 0 || number === this.current + 1;
      this.current = number;
      for (let ahead = 1; isInOrder && ahead <= this.file.store.ahead(); ++ahead) this.file.ask(number + ahead);
    }
    return chunk;
  }
}
