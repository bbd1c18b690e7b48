// The files of a .zip, unpacked piece by piece. Paths in it are not used, only the names; its sizes
// and counts are claims, which what is unpacked must prove.
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';

// What is wrong with a zip, as a sentence.
export class ZipFault extends Error {
  override readonly name = 'ZipFault';
}

const mostEntries = 1000;
const mostBytes = 4 * 2 ** 30;
const headerLength = 30; // of a file, before its name
// Unpacked, a piece is at most 1,032 times as long.
const pieceLength = 64 * 1024;
// Pieces are given to the browser, which may keep them on disk, when there are so many bytes.
const blobLength = 16 * 2 ** 20;

// One file that is being unpacked.
class Entry {
  private readonly blobs: Blob[] = [];
  private pieces: Uint8Array<ArrayBuffer>[] = [];
  private waiting = 0;
  done = false;

  constructor(readonly name: string) {}

  add(piece: Uint8Array): void {
    this.pieces.push(new Uint8Array(piece));
    this.waiting += piece.length;
    if (this.waiting >= blobLength) this.flush();
  }

  file(): File {
    this.flush();
    return new File(this.blobs, this.name);
  }

  private flush(): void {
    this.blobs.push(new Blob(this.pieces));
    this.pieces = [];
    this.waiting = 0;
  }
}

export function isZip(name: string): boolean {
  return /\.zip$/iu.test(name);
}

// Unpacks the files for which `wanted` is true. `most` limits the bytes of all files. Errors: ZipFault; AbortError.
export async function unzipped(zip: File, wanted: (name: string) => boolean, signal: AbortSignal, most = mostBytes): Promise<File[]> {
  const entries: Entry[] = [];
  let bytes = 0;
  let count = 0;
  const unzip = new Unzip((file) => {
    if (++count > mostEntries) throw new ZipFault(`${zip.name} has more than 1,000 files. Unpack it and open the logs.`);
    const name = baseName(file.name);
    if (isZip(name)) throw new ZipFault(`${zip.name} has another zip in it (${name}). Unpack it and open the logs.`);
    const entry = wanted(name) ? new Entry(name) : null;
    if (entry !== null) entries.push(entry);
    start(file, zip, (piece, isLast) => {
      bytes += piece.length;
      if (bytes > most) throw tooLarge(zip);
      entry?.add(piece);
      if (entry !== null && isLast) entry.done = true;
    });
  });
  unzip.register(UnzipInflate);
  await pushAll(unzip, zip, signal);
  if (count === 0) throw new ZipFault(`${zip.name} is not a zip file, or it is damaged.`);
  const cut = entries.find((entry) => !entry.done);
  if (cut !== undefined) throw new ZipFault(`${zip.name} is damaged: ${cut.name} ends too early.`);
  return entries.map((entry) => entry.file());
}

function start(file: UnzipFile, zip: File, take: (piece: Uint8Array, isLast: boolean) => void): void {
  file.ondata = (error, piece, isLast) => {
    if (error instanceof ZipFault) throw error; // of take(), through the decoder
    if (error !== null) throw new ZipFault(`${baseName(file.name)} in ${zip.name} cannot be unpacked: ${error.message}.`);
    take(piece, isLast);
  };
  file.start();
}

async function pushAll(unzip: Unzip, zip: File, signal: AbortSignal): Promise<void> {
  for (let at = 0; at < zip.size; at += pieceLength) {
    signal.throwIfAborted();
    const begin = Math.max(at - headerLength + 1, 0); // with the beginning of a header that ends in this piece
    const seen = new Uint8Array(await zip.slice(begin, at + pieceLength).arrayBuffer());
    if (hasLargeFile(seen)) throw tooLarge(zip);
    try {
      unzip.push(seen.subarray(at - begin), at + pieceLength >= zip.size);
    } catch (error) {
      if (error instanceof ZipFault) throw error;
      throw new ZipFault(`${zip.name} is damaged at byte ${at}, or of a kind that is not known here.`);
    }
  }
}

// Whether there is the header of a file whose size stands elsewhere, because it does not fit into 32 bits. fflate
// looks for that size without an end in a zip that lacks it, and a file that needs it is too large anyway.
function hasLargeFile(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = new DataView(bytes.buffer);
  for (let at = bytes.indexOf(0x50); at >= 0 && at + headerLength <= bytes.length; at = bytes.indexOf(0x50, at + 1)) {
    const isLarge = view.getUint32(at, true) === 0x04034b50 && view.getUint32(at + 18, true) === 0xffffffff;
    const sizeFollows = (view.getUint16(at + 6, true) & 8) !== 0;
    if (isLarge && !sizeFollows) return true;
  }
  return false;
}

function tooLarge(zip: File): ZipFault {
  return new ZipFault(`${zip.name} has more than 4 GB in it. Unpack it and open the logs.`);
}

// The name without folders of either kind.
function baseName(path: string): string {
  return path.split(/[\\/]/u).at(-1) ?? path;
}
