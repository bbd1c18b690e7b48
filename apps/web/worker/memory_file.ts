// Files that the module writes, which stay in memory until the page takes them.

const blockSize = 1024 * 1024;
// A page that needs more is told to use the command.
export const mostWrittenBytes = 1024 * 1024 * 1024;

// Bytes of all files that were written.
export interface WrittenBytes {
  count: number;
}

export class MemoryFile {
  private blocks: Uint8Array<ArrayBuffer>[] = [];
  size = 0;

  constructor(private readonly written: WrittenBytes) {}

  read(offset: number, into: Uint8Array): number {
    const end = Math.min(offset + into.length, this.size);
    for (let at = offset; at < end; ) {
      const part = this.part(at, end);
      into.set(part, at - offset);
      at += part.length;
    }
    return Math.max(end - offset, 0);
  }

  // Returns false if there is no room: nothing was written.
  write(offset: number, bytes: Uint8Array): boolean {
    if (!this.grow(offset + bytes.length)) return false;
    for (let done = 0; done < bytes.length; ) {
      const part = this.part(offset + done, offset + bytes.length);
      part.set(bytes.subarray(done, done + part.length));
      done += part.length;
    }
    return true;
  }

  // Returns false if there is no room. What is added is 0.
  resize(size: number): boolean {
    if (size >= this.size) return this.grow(size);
    if (size % blockSize !== 0) this.block(size).fill(0, size % blockSize);
    this.drop(Math.ceil(size / blockSize));
    this.size = size;
    return true;
  }

  // The whole file, which is gone afterwards.
  take(): Blob {
    const last = this.size % blockSize;
    const parts = this.blocks.map((block, i) => (i + 1 === this.blocks.length && last !== 0 ? block.subarray(0, last) : block));
    const blob = new Blob(parts);
    this.drop(0);
    this.size = 0;
    return blob;
  }

  private grow(size: number): boolean {
    const blocks = Math.ceil(size / blockSize);
    const added = Math.max(blocks - this.blocks.length, 0) * blockSize;
    if (this.written.count + added > mostWrittenBytes) return false;
    while (this.blocks.length < blocks) this.blocks.push(new Uint8Array(blockSize));
    this.written.count += added;
    this.size = Math.max(this.size, size);
    return true;
  }

  private drop(from: number): void {
    this.written.count -= (this.blocks.length - from) * blockSize;
    this.blocks = this.blocks.slice(0, from);
  }

  private block(offset: number): Uint8Array {
    const block = this.blocks[Math.floor(offset / blockSize)];
    if (block === undefined) throw new RangeError('beyond the file');
    return block;
  }

  // As much of the bytes from `begin` to `end` as lie in one block.
  private part(begin: number, end: number): Uint8Array {
    const at = begin % blockSize;
    return this.block(begin).subarray(at, Math.min(at + end - begin, blockSize));
  }
}
