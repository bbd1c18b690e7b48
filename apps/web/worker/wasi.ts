// What the module imports: the functions of WASI over `Files`, and what it asks of this host besides
// (openperflib/os/portable/wasi).

import { decodeCodePage, hasCodePage } from './code_pages';
import type { Files, OpenFile } from './files';
import { MemoryFile } from './memory_file';
import { clock, errno, filetype, oflags, rightOfFdWrite, whence } from './wasi_constants';

// The module has ended itself: with proc_exit, which it calls only when something is very wrong.
export class ModuleExit extends Error {
  constructor(code: number) {
    super(`the module ended itself with ${code}`);
  }
}

export interface WasiOptions {
  // Fills bytes at random; tests give their own.
  random?: (bytes: Uint8Array<ArrayBuffer>) => void;
}

const folder = 3;  // the descriptor of the only folder, whose name is /
const allRights = 0xffff_ffff_ffff_ffffn;

export class Wasi {
  private memory: WebAssembly.Memory | null = null;
  // In nanoseconds; see endStep().
  private ahead = 0n;

  constructor(
    private readonly files: Files,
    private readonly options: WasiOptions = {},
  ) {}

  // Before any call of the module.
  use(memory: WebAssembly.Memory): void {
    this.memory = memory;
  }

  // What WebAssembly.instantiate() takes. What is not known here fails with ENOSYS when it is called.
  imports(module: WebAssembly.Module): WebAssembly.Imports {
    const wasi: Record<string, WebAssembly.ImportValue> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      if (from === 'wasi_snapshot_preview1') wasi[name] = () => errno.nosys;
    }
    return { wasi_snapshot_preview1: Object.assign(wasi, this.functions()), openperflib: this.ownFunctions() };
  }

  private functions(): Record<string, WebAssembly.ImportValue> {
    return {
      clock_time_get: (id: number, _precision: bigint, time: number) => this.clockTimeGet(id, time),
      environ_sizes_get: (count: number, size: number) => this.environSizesGet(count, size),
      environ_get: () => errno.success,
      random_get: (begin: number, size: number) => this.randomGet(begin, size),
      proc_exit: (code: number) => {
        throw new ModuleExit(code);
      },
      sched_yield: () => errno.success,
      fd_advise: () => errno.success,
      fd_close: (fd: number) => (this.files.close(fd) ? errno.success : errno.badf),
      fd_datasync: () => errno.success,
      fd_sync: () => errno.success,
      fd_fdstat_get: (fd: number, stat: number) => this.fdFdstatGet(fd, stat),
      fd_fdstat_set_flags: () => errno.success,
      fd_filestat_get: (fd: number, stat: number) => this.fdFilestatGet(fd, stat),
      fd_filestat_set_size: (fd: number, size: bigint) => this.fdFilestatSetSize(fd, size),
      fd_pread: (fd: number, list: number, count: number, offset: bigint, read: number) =>
        this.read(this.files.descriptor(fd), list, count, Number(offset), read),
      fd_prestat_get: (fd: number, stat: number) => this.fdPrestatGet(fd, stat),
      fd_prestat_dir_name: (fd: number, name: number, size: number) => this.fdPrestatDirName(fd, name, size),
      fd_pwrite: (fd: number, list: number, count: number, offset: bigint, written: number) =>
        this.write(this.files.descriptor(fd), list, count, Number(offset), written),
      fd_read: (fd: number, list: number, count: number, read: number) => {
        const open = this.files.descriptor(fd);
        return this.read(open, list, count, open?.position ?? 0, read, true);
      },
      fd_seek: (fd: number, offset: bigint, from: number, position: number) => this.fdSeek(fd, offset, from, position),
      fd_tell: (fd: number, position: number) => this.fdSeek(fd, 0n, whence.cur, position),
      fd_write: (fd: number, list: number, count: number, written: number) => {
        const open = this.files.descriptor(fd);
        return this.write(open, list, count, open?.position ?? 0, written, true);
      },
      path_filestat_get: (_fd: number, _flags: number, path: number, size: number, stat: number) =>
        this.pathFilestatGet(path, size, stat),
      path_open: (
        _fd: number,
        _dirflags: number,
        path: number,
        size: number,
        flags: number,
        rights: bigint,
        _inheriting: bigint,
        _fdflags: number,
        descriptor: number,
      ) => this.pathOpen(path, size, flags, rights, descriptor),
      path_unlink_file: (_fd: number, path: number, size: number) =>
        this.files.remove(this.text(path, size)) ? errno.success : errno.noent,
    };
  }

  private ownFunctions(): Record<string, WebAssembly.ImportValue> {
    return {
      has_code_page: (number: number) => (hasCodePage(number >>> 0) ? 1 : 0),
      decode_code_page: (number: number, text: number, size: number, utf8: number, room: number) => {
        const decoded = decodeCodePage(number >>> 0, this.bytes(text, size));
        if (decoded === null || decoded.length > room >>> 0) return -1;
        this.bytes(utf8, decoded.length).set(decoded);
        return decoded.length;
      },
      local_bias: (seconds: number) => {
        const bias = new Date(seconds * 1000).getTimezoneOffset();
        return Number.isFinite(bias) ? bias : 0;
      },
    };
  }

  // Makes the step of the module end soon, by moving its clock on: a step takes 20 ms, and its end is
  // the moment at which the Worker can wait for what the module will read next.
  private endStep(): void {
    this.ahead += 1_000_000_000n;
  }

  // Addresses are unsigned; memory may grow with each call, so no view of it is kept.
  private bytes(begin: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.buffer(), begin >>> 0, size >>> 0);
  }
  private view(): DataView {
    return new DataView(this.buffer());
  }
  private buffer(): ArrayBuffer {
    if (this.memory === null) throw new ModuleExit(-1);
    return this.memory.buffer as ArrayBuffer;
  }
  private text(begin: number, size: number): string {
    return new TextDecoder().decode(this.bytes(begin, size).slice());
  }
  private put32(address: number, value: number): void {
    this.view().setUint32(address >>> 0, value, true);
  }
  private put64(address: number, value: bigint): void {
    this.view().setBigUint64(address >>> 0, value, true);
  }

  private clockTimeGet(id: number, time: number): number {
    if (id === clock.realtime) {
      this.put64(time, BigInt(Date.now()) * 1_000_000n);
    } else {
      this.put64(time, BigInt(Math.round(performance.now() * 1e6)) + this.ahead);
    }
    return errno.success;
  }

  private environSizesGet(count: number, size: number): number {
    this.put32(count, 0);
    this.put32(size, 0);
    return errno.success;
  }

  private randomGet(begin: number, size: number): number {
    const bytes = new Uint8Array(size >>> 0);
    const fill = this.options.random ?? ((into: Uint8Array<ArrayBuffer>) => void crypto.getRandomValues(into));
    fill(bytes);
    this.bytes(begin, size).set(bytes);
    return errno.success;
  }

  private fdFdstatGet(fd: number, stat: number): number {
    if (fd !== folder && this.files.descriptor(fd) === null) return errno.badf;
    this.bytes(stat, 24).fill(0);
    this.view().setUint8(stat >>> 0, fd === folder ? filetype.directory : filetype.regularFile);
    this.put64(stat + 8, allRights);
    this.put64(stat + 16, allRights);
    return errno.success;
  }

  private fdFilestatGet(fd: number, stat: number): number {
    if (fd === folder) return this.putFilestat(stat, filetype.directory, 0);
    const open = this.files.descriptor(fd);
    return open === null ? errno.badf : this.putFilestat(stat, filetype.regularFile, open.file.size);
  }

  private pathFilestatGet(path: number, size: number, stat: number): number {
    const bytes = this.files.sizeOf(this.text(path, size));
    return bytes === null ? errno.noent : this.putFilestat(stat, filetype.regularFile, bytes);
  }

  private putFilestat(stat: number, kind: number, size: number): number {
    this.bytes(stat, 64).fill(0);
    this.view().setUint8((stat >>> 0) + 16, kind);
    this.put64(stat + 24, 1n);  // links
    this.put64(stat + 32, BigInt(size));
    return errno.success;
  }

  private fdFilestatSetSize(fd: number, size: bigint): number {
    const file = this.files.descriptor(fd)?.file;
    if (!(file instanceof MemoryFile)) return errno.badf;
    return file.resize(Number(size)) ? errno.success : this.noSpace();
  }

  private noSpace(): number {
    this.files.noteFull();
    return errno.nospc;
  }

  private fdPrestatGet(fd: number, stat: number): number {
    if (fd !== folder) return errno.badf;
    this.put32(stat, 0);  // a folder
    this.put32(stat + 4, 1);  // bytes of its name
    return errno.success;
  }

  private fdPrestatDirName(fd: number, name: number, size: number): number {
    if (fd !== folder || size < 1) return errno.badf;
    this.bytes(name, 1).set([0x2f]);
    return errno.success;
  }

  private pathOpen(path: number, size: number, flags: number, rights: bigint, descriptor: number): number {
    if ((flags & oflags.directory) !== 0) return errno.noent;
    const opened = this.files.openFile(this.text(path, size), {
      create: (flags & oflags.creat) !== 0,
      exclusive: (flags & oflags.excl) !== 0,
      truncate: (flags & oflags.trunc) !== 0,
      write: (rights & rightOfFdWrite) !== 0n,
    });
    if (opened < 0) return -opened;
    this.put32(descriptor, opened);
    return errno.success;
  }

  // The parts of memory that a list of iovecs names.
  private parts(list: number, count: number): Uint8Array<ArrayBuffer>[] {
    const view = this.view();
    return Array.from({ length: count }, (_, i) => {
      const at = (list >>> 0) + 8 * i;
      return this.bytes(view.getUint32(at, true), view.getUint32(at + 4, true));
    });
  }

  private read(open: OpenFile | null, list: number, count: number, offset: number, read: number, moves = false): number {
    if (open === null) return errno.badf;
    let done = 0;
    for (const part of this.parts(list, count)) {
      const got = this.files.read(open, offset + done, part);
      if (got === null) return errno.io;
      done += got;
      if (got < part.length) break;
    }
    if (this.files.next() !== null) this.endStep();
    if (moves) open.position += done;
    this.put32(read, done);
    return errno.success;
  }

  private write(open: OpenFile | null, list: number, count: number, offset: number, written: number, moves = false): number {
    if (!(open?.file instanceof MemoryFile)) return errno.badf;
    let done = 0;
    for (const part of this.parts(list, count)) {
      if (!open.file.write(offset + done, part)) return this.noSpace();
      done += part.length;
    }
    if (moves) open.position += done;
    this.put32(written, done);
    return errno.success;
  }

  private fdSeek(fd: number, offset: bigint, from: number, position: number): number {
    const open = this.files.descriptor(fd);
    if (open === null) return errno.badf;
    const base = from === whence.cur ? open.position : from === whence.end ? open.file.size : 0;
    const moved = base + Number(offset);
    if (moved < 0) return errno.inval;
    open.position = moved;
    this.put64(position, BigInt(moved));
    return errno.success;
  }
}
