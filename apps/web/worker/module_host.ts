// ModuleHost: the module with its files, as typed functions. A call that throws leaves the module in
// an unknown state: it must not be called again.

import type { Files } from './files';
import { Wasi, type WasiOptions } from './wasi';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  allocate(size: number): number;
  release(memory: number): void;
  open_core(): number;
  begin_request(core: number, text: number, size: number): number;
  step(request: number): number;
  end_request(request: number): void;
  position(request: number): number;
  size(request: number): number;
  text(request: number): number;
  text_size(request: number): number;
  numbers(request: number): number;
  number_count(request: number): number;
}

export type RequestState = 'runs' | 'has_answer' | 'is_refused';
const states: readonly RequestState[] = ['runs', 'has_answer', 'is_refused'];

export class ModuleHost {
  private constructor(
    private readonly exports: Exports,
    private readonly core: number,
  ) {}

  static async start(code: Uint8Array<ArrayBuffer>, files: Files, options: WasiOptions = {}): Promise<ModuleHost> {
    const module = await WebAssembly.compile(code);
    const wasi = new Wasi(files, options);
    const instance = await WebAssembly.instantiate(module, wasi.imports(module));
    const exports = instance.exports as unknown as Exports;
    wasi.use(exports.memory);
    exports._initialize();
    return new ModuleHost(exports, exports.open_core());
  }

  // In bytes; it never shrinks.
  get memorySize(): number {
    return this.exports.memory.buffer.byteLength;
  }

  // Begins a tool, with its arguments as JSON, and returns the request; end() ends it.
  begin(tool: string, args: string): number {
    const bytes = new TextEncoder().encode(`{"tool":${JSON.stringify(tool)},"arguments":${args}}`);
    const memory = this.exports.allocate(bytes.length);
    if (memory === 0) throw new RangeError('no memory for the request');
    new Uint8Array(this.exports.memory.buffer, memory >>> 0, bytes.length).set(bytes);
    const request = this.exports.begin_request(this.core, memory, bytes.length);
    this.exports.release(memory);
    return request;
  }

  // Runs it for about 20 ms.
  step(request: number): RequestState {
    return states[this.exports.step(request)] ?? 'is_refused';
  }

  progress(request: number): { position: number; size: number } {
    return { position: this.exports.position(request), size: this.exports.size(request) };
  }

  // After the last step: the JSON object of the tool, or that of its refusal.
  text(request: number): string {
    const { buffer } = this.exports.memory;
    const begin = this.exports.text(request) >>> 0;
    return new TextDecoder().decode(new Uint8Array(buffer, begin, this.exports.text_size(request) >>> 0));
  }

  // After the last step: a copy of the columns.
  numbers(request: number): Float64Array<ArrayBuffer> {
    const count = this.exports.number_count(request) >>> 0;
    if (count === 0) return new Float64Array();
    return new Float64Array(this.exports.memory.buffer, this.exports.numbers(request) >>> 0, count).slice() as Float64Array<ArrayBuffer>;
  }

  end(request: number): void {
    this.exports.end_request(request);
  }
}
