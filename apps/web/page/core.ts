// Core: the C++ core of this page, in a Worker. The page knows only this interface of it.
//
//   const core = await Core.start();
//   const log = await core.open(files);
//   const { result, numbers } = await core.ask<Picture>('picture', { log: log.log, paths, pixels });
//
// Every failure is a `CoreError`, but for a request that its signal ended: that is a `DOMException`
// named AbortError, as of fetch(). The tools and their arguments are in docs/protocol.md.

import type { FromWorker, GivenFile, ToWorker } from '../worker/messages';
import type { OpenLogAnswer } from './answers';
import { packedModule, packedText } from './packed';

// refused: a sentence for people: the arguments or the file are not what the tool takes.
// full:    what the tool writes is larger than the page can keep.
// trap:    the module failed; the next request starts it again, with the same logs.
// too_old: this browser lacks something that the page needs; the message names it.
export type CoreErrorKind = 'refused' | 'full' | 'trap' | 'too_old';

export class CoreError extends Error {
  override readonly name = 'CoreError';
  readonly kind: CoreErrorKind;
  // The path of the file that is the reason or, when the module failed, that was read last, and the first byte that
  // it asked for.
  readonly file: string | null;
  readonly offset: number | null;
  // The file that changed on disk after it was opened, and so cannot be read any more.
  readonly changed: string | null;
  // For a report about the fault: the engine's words and where in the module it happened.
  readonly details: string;

  constructor(kind: CoreErrorKind, message: string, facts: CoreErrorFacts = {}) {
    super(message);
    this.kind = kind;
    this.file = facts.file ?? null;
    this.offset = facts.offset ?? null;
    this.changed = facts.changed ?? null;
    this.details = facts.details ?? message;
  }
}

export interface CoreErrorFacts {
  file?: string | null;
  offset?: number | null;
  changed?: string | null;
  details?: string;
}

// In bytes of what the request reads; a size of 0 is not known.
export interface Progress {
  position: number;
  size: number;
}

export interface AskOptions {
  // Called at most ten times a second.
  onProgress?: (progress: Progress) => void;
  // Ends the request: its promise is rejected with AbortError.
  signal?: AbortSignal;
  // The request runs only while no other one does: a report must not delay a picture.
  background?: boolean;
}

export interface OpenOptions extends AskOptions {
  // More arguments of the tool open_log, such as `encoding`.
  args?: Record<string, unknown>;
}

export interface Answer<T> {
  // The JSON object of the tool.
  result: T;
  // The columns that it describes by offset and count; empty for most tools.
  numbers: Float64Array;
}

// The result of open_log; `log` is the name of the log for other tools.
export type OpenAnswer = OpenLogAnswer;

// What a Core is made from; tests give their own. The module is packed as LZMA.
export interface CoreParts {
  module: Uint8Array<ArrayBuffer>;
  newWorker: () => CoreWorker;
}

// What Core needs of a Worker.
export interface CoreWorker {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Pending {
  resolve: (message: Answered) => void;
  reject: (error: Error) => void;
  onProgress: ((progress: Progress) => void) | undefined;
}
type Answered = Extract<FromWorker, { type: 'answer' | 'saved' }>;

// A log that is open, as it is opened again after the module failed.
interface OpenedLog {
  readonly args: OpenArgs;
  name: string; // that the module has for it
  fault: CoreError | null; // why it could not be opened again
}

// The arguments of open_log that name files.
interface OpenArgs {
  readonly path: string;
  readonly more?: readonly string[];
  readonly notes?: readonly string[];
  readonly names?: readonly string[];
}

// The arguments of tools that name logs.
const logArguments = ['log', 'before', 'after'] as const;

export class Core {
  private worker: CoreWorker | null = null;
  // Settled once the worker takes requests.
  private running: Promise<void> | null = null;
  private onReady: (() => void) | null = null;
  private onFailure: ((error: CoreError) => void) | null = null;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private readonly given = new Map<string, File | null>(); // null: it was forgotten, and its path is not used again
  private readonly paths = new Map<File, string>(); // the reverse
  // By the names that the page has for them: the module numbers its logs anew each time it starts.
  private readonly opened = new Map<string, OpenedLog>();
  private lastLog = 0;
  // Called with each file that changed on disk, and so cannot be read any more, and with the sentence about it.
  onChanged: ((file: File, sentence: string) => void) | null = null;

  private constructor(private readonly parts: CoreParts) {}

  // Starts the core of this page. Errors: too_old.
  static async start(parts?: CoreParts): Promise<Core> {
    const core = new Core(parts ?? (await partsOfPage()));
    await core.run();
    return core;
  }

  // Opens files that belong together as one log. Errors: refused, with what is wrong and what to
  // do about it; trap.
  async open(files: readonly File[], options: OpenOptions = {}): Promise<OpenAnswer> {
    const paths = this.give(files);
    const [path, ...more] = paths;
    const args = { path, ...(more.length > 0 ? { more } : {}), ...options.args };
    const { result } = await this.ask<OpenAnswer>('open_log', args, options);
    return result;
  }

  // Makes files known, so that tools can open them by the paths that are returned: the names of the
  // files, with a number before those that are taken. A file that is known keeps its path.
  give(files: readonly File[]): string[] {
    const added: GivenFile[] = [];
    const paths = files.map((file) => {
      const known = this.paths.get(file);
      if (known !== undefined) return known;
      const path = this.freePath(file.name);
      this.given.set(path, file);
      this.paths.set(file, path);
      added.push({ path, file });
      return path;
    });
    this.worker?.postMessage({ type: 'give', files: added });
    return paths;
  }

  // Runs a tool. Errors: refused, full, trap; AbortError.
  async ask<T>(tool: string, args: object, options: AskOptions = {}): Promise<Answer<T>> {
    await this.run();
    const asked = this.request(tool, this.withNamesOfModule(args), options);
    const { text, numbers } = await (tool === 'export' ? asked.catch((error: unknown) => this.dropExport(args, error)) : asked);
    const result = JSON.parse(text) as T;
    return { result: tool === 'open_log' ? this.remembered(result, args as OpenArgs) : result, numbers };
  }

  // Returns the files of a log, also those of notes and names.
  filesOf(name: string): File[] {
    const log = this.opened.get(name);
    return log === undefined ? [] : pathsIn(log.args).flatMap((path) => this.given.get(path) ?? []);
  }

  // Forgets a log: it is not opened again when the module starts anew, and files that no other log needs go.
  forget(name: string): void {
    const log = this.opened.get(name);
    if (log === undefined) return;
    this.opened.delete(name);
    const needed = new Set(Array.from(this.opened.values(), (one) => pathsIn(one.args)).flat());
    for (const path of pathsIn(log.args)) {
      const file = this.given.get(path) ?? null;
      if (file === null || needed.has(path)) continue;
      this.given.set(path, null);
      this.paths.delete(file);
      this.worker?.postMessage({ type: 'drop', path });
    }
  }

  // Takes a file that a tool has written under this path. Errors: refused: there is none.
  async saved(path: string): Promise<Blob> {
    await this.run();
    const answer = await this.send((id) => ({ type: 'save', id, path }));
    return answer.type === 'saved' ? answer.file : new Blob();
  }

  // Ends the Worker. Requests that run are rejected with AbortError.
  close(): void {
    this.end(new DOMException('The core was closed.', 'AbortError'));
  }

  private freePath(name: string): string {
    let path = name;
    for (let number = 2; this.given.has(path); ++number) path = `${number}/${name}`;
    return path;
  }

  // Drops what an export has written that failed: it would take the room of the next one. A log of that name stays.
  private dropExport(args: { file?: string }, error: unknown): never {
    if (args.file !== undefined && !this.given.get(args.file)) this.worker?.postMessage({ type: 'drop', path: args.file });
    throw error;
  }

  // Returns the answer of open_log with the name that the page has for the log from now on.
  private remembered<T>(answer: T, args: OpenArgs): T {
    const log = `log${++this.lastLog}`;
    this.opened.set(log, { args, name: (answer as OpenAnswer).log, fault: null });
    return { ...answer, log };
  }

  // Returns the arguments as the module takes them. Errors: refused: the log was closed; why it could not be
  // opened again.
  private withNamesOfModule(args: object): object {
    const named: Record<string, unknown> = { ...args };
    for (const argument of logArguments) {
      const name = named[argument];
      if (typeof name !== 'string') continue;
      const log = this.opened.get(name);
      if (log === undefined) throw new CoreError('refused', 'This log was closed.');
      if (log.fault !== null) throw log.fault;
      named[argument] = log.name;
    }
    return named;
  }

  // Starts the Worker unless it runs.
  private run(): Promise<void> {
    this.running ??= this.restart().catch((error: Error) => {
      this.end(error);
      throw error;
    });
    return this.running;
  }

  private async restart(): Promise<void> {
    const worker = this.parts.newWorker();
    this.worker = worker;
    worker.onmessage = (event) => this.take(event.data);
    worker.onerror = (event) => this.fail({ type: 'trap', message: event.message, path: null, offset: 0 });
    await new Promise<void>((resolve, reject) => {
      this.onReady = resolve;
      this.onFailure = (error) => reject(tooOld('a WebAssembly engine that runs this module', error.details));
      worker.postMessage({ type: 'start', module: this.parts.module });
    });
    this.onFailure = null;
    const files = Array.from(this.given).flatMap(([path, file]) => (file === null ? [] : [{ path, file }]));
    worker.postMessage({ type: 'give', files });
    for (const log of this.opened.values()) await this.reopen(log);
  }

  // A log that cannot be opened again, as one that was deleted, leaves the others as they are.
  private async reopen(log: OpenedLog): Promise<void> {
    if (log.fault?.kind === 'trap') return; // it would end the module again
    log.fault = null;
    try {
      log.name = (JSON.parse((await this.request('open_log', log.args, {})).text) as OpenAnswer).log;
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      log.fault = error;
      if (error.kind === 'trap') throw error;
    }
  }

  private async request(tool: string, args: object, options: AskOptions): Promise<{ text: string; numbers: Float64Array }> {
    const background = options.background ?? false;
    const answer = await this.send((id) => ({ type: 'ask', id, tool, args: JSON.stringify(args), background }), options);
    if (answer.type !== 'answer') throw new CoreError('trap', 'The core gave an answer of another kind.');
    return answer;
  }

  private send(message: (id: number) => ToWorker, { signal, onProgress }: AskOptions = {}): Promise<Answered> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      if (signal?.aborted || this.worker === null) return reject(aborted());
      const abort = (): void => {
        if (!this.pending.delete(id)) return;
        this.worker?.postMessage({ type: 'cancel', id });
        reject(aborted());
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.pending.set(id, { resolve, reject, onProgress });
      this.worker?.postMessage(message(id));
    });
  }

  private take(message: FromWorker): void {
    if (message.type === 'ready') return this.onReady?.();
    if (message.type === 'trap') return this.fail(message);
    const pending = this.pending.get(message.id);
    if (pending === undefined) return;  // it was aborted
    if (message.type === 'progress') return pending.onProgress?.(message);
    this.pending.delete(message.id);
    if (message.type === 'refused') pending.reject(this.refusal(message));
    else pending.resolve(message);
  }

  private refusal({ message, file: path, changed, isFull }: Extract<FromWorker, { type: 'refused' }>): CoreError {
    if (isFull) return new CoreError('full', 'The file would be larger than 1 GiB, which is the most that this page keeps.', { details: message });
    if (changed === null) return new CoreError('refused', message, { file: path ?? null });
    const file = this.given.get(changed) ?? null;
    const sentence = `${file?.name ?? changed} changed on disk after it was opened.`;
    if (file !== null) this.onChanged?.(file, sentence);
    return new CoreError('refused', sentence, { changed, details: message });
  }

  private fail(trap: Extract<FromWorker, { type: 'trap' }>): void {
    const where = trap.path === null ? '' : ` at byte ${trap.offset.toLocaleString('en')} of ${trap.path}`;
    const error = new CoreError('trap', `Reading failed${where}. Nothing of it left this page.`, {
      file: trap.path,
      offset: trap.path === null ? null : trap.offset,
      details: trap.message,
    });
    this.onFailure?.(error);
    this.end(error);
  }

  // Ends the Worker and all that waits for it; the next request starts a new one.
  private end(error: Error): void {
    this.worker?.terminate();
    this.worker = null;
    this.running = null;
    const waiting = Array.from(this.pending.values());
    this.pending.clear();
    for (const one of waiting) one.reject(error);
  }
}

function pathsIn({ path, more = [], notes = [], names = [] }: OpenArgs): readonly string[] {
  return [path, ...more, ...notes, ...names];
}

function aborted(): DOMException {
  return new DOMException('The request was stopped.', 'AbortError');
}

function tooOld(what: string, details?: string): CoreError {
  const message = `This browser is too old: it needs ${what}.`;
  return new CoreError('too_old', message, details === undefined ? {} : { details });
}

// What a browser must have, in words.
const needed: [string, () => boolean][] = [
  ['WebAssembly', () => typeof WebAssembly === 'object'],
  ['Workers', () => typeof Worker === 'function'],
  ['DecompressionStream', () => typeof DecompressionStream === 'function'],
  ['Blob.arrayBuffer', () => typeof Blob.prototype.arrayBuffer === 'function'],
];

async function partsOfPage(): Promise<CoreParts> {
  for (const [name, exists] of needed) {
    if (!exists()) throw tooOld(name);
  }
  const module = packedModule();
  const script = await packedText('worker');
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return { module, newWorker: () => new Worker(url) };
}
