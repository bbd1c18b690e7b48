// Numbers of wasi_snapshot_preview1.
// Source: https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md.

export const errno = {
  success: 0,
  acces: 2,
  badf: 8,
  exist: 20,
  inval: 28,
  io: 29,
  isdir: 31,
  noent: 44,
  nospc: 51,
  nosys: 52,
} as const;

export const filetype = { directory: 3, regularFile: 4 } as const;

export const oflags = { creat: 1, directory: 2, excl: 4, trunc: 8 } as const;

export const rightOfFdWrite = 1n << 6n;

export const whence = { set: 0, cur: 1, end: 2 } as const;

export const clock = { realtime: 0, monotonic: 1 } as const;
