// Requests: what the page asked for, one after the other, step by step. Those in the background run
// while there are no others.

import type { Files } from './files';
import type { FromWorker } from './messages';
import type { ModuleHost } from './module_host';

export type Send = (message: FromWorker, transfer: Transferable[]) => void;

interface Request {
  id: number;
  tool: string;
  args: string;
  background: boolean;
  handle: number | null;  // of the module, once it has begun
}

// As the module has it.
interface Refusal {
  sentence: string;
  file?: string;
}

const betweenProgress = 100;  // ms

export class Requests {
  private readonly waiting: Request[] = [];
  private isRunning = false;
  private toldAt = 0;

  // `turn` lets messages of the page come in: a promise that a later task settles.
  constructor(
    private readonly host: ModuleHost,
    private readonly files: Files,
    private readonly send: Send,
    private readonly turn: () => Promise<void>,
  ) {}

  // Errors come as a message `trap`; then this must not be used any more.
  ask(id: number, tool: string, args: string, background: boolean): void {
    this.waiting.push({ id, tool, args, background, handle: null });
    if (this.isRunning) return;
    this.isRunning = true;
    void this.run().catch((error: unknown) => this.tellTrap(error));
  }

  cancel(id: number): void {
    const request = this.waiting.find((one) => one.id === id);
    if (request !== undefined) this.drop(request);
  }

  private async run(): Promise<void> {
    for (let request = this.first(); request !== undefined; request = this.first()) {
      this.step(request);
      await this.files.next();
      await this.turn();
    }
    this.isRunning = false;
  }

  private first(): Request | undefined {
    return this.waiting.find((one) => !one.background) ?? this.waiting[0];
  }

  private step(request: Request): void {
    request.handle ??= this.host.begin(request.tool, request.args);
    const state = this.host.step(request.handle);
    if (state === 'runs') return this.tellProgress(request, request.handle);
    const text = this.host.text(request.handle);
    const { changed, isFull } = this.files.takeFaults(); // also with an answer: they are not those of the next request
    if (state === 'has_answer') {
      const numbers = this.host.numbers(request.handle);
      this.send({ type: 'answer', id: request.id, text, numbers }, [numbers.buffer]);
    } else {
      const { sentence, ...why } = JSON.parse(text) as Refusal;
      this.send({ type: 'refused', id: request.id, message: sentence, ...why, changed, isFull }, []);
    }
    this.drop(request);
  }

  private drop(request: Request): void {
    this.waiting.splice(this.waiting.indexOf(request), 1);
    if (request.handle !== null) this.host.end(request.handle);
  }

  private tellProgress(request: Request, handle: number): void {
    const now = performance.now();
    if (now - this.toldAt < betweenProgress) return;
    this.toldAt = now;
    this.send({ type: 'progress', id: request.id, ...this.host.progress(handle) }, []);
  }

  private tellTrap(error: unknown): void {
    const request = this.first();
    const { stack, message } = error instanceof Error ? error : new Error(String(error));
    const memory = `${Math.round(this.host.memorySize / 1048576)} MiB of memory`;
    this.send(
      {
        type: 'trap',
        message: `${request?.tool ?? 'no tool'}, ${memory}: ${stack ?? message}`,
        path: this.files.lastRead?.path ?? null,
        offset: this.files.lastRead?.offset ?? 0,
      },
      [],
    );
  }
}
