// Native: the tools of `perflib mcp`, which answer as the module does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { root } from './node_core.mjs';

export const perflib = process.env.PERFLIB ?? path.join(root, 'build/dev/bin/perflib');

export class Native {
  #server;
  #answers;
  #folder;
  #id = 0;

  // A server that may read the files of one folder.
  constructor(folder, program = perflib) {
    this.#folder = folder;
    this.#server = spawn(program, ['mcp', folder], { stdio: ['pipe', 'pipe', 'inherit'], env: { TZ: 'UTC' } });
    this.#answers = readline.createInterface({ input: this.#server.stdout })[Symbol.asyncIterator]();
  }

  get pid() {
    return this.#server.pid;
  }

  // The text of the answer, without the name of the folder. Errors: the sentence of a refusal.
  async ask(name, args) {
    const request = { jsonrpc: '2.0', id: ++this.#id, method: 'tools/call', params: { name, arguments: args } };
    this.#server.stdin.write(`${JSON.stringify(request)}\n`);
    const { value } = await this.#answers.next();
    const answer = JSON.parse(value);
    if (answer.error !== undefined) throw new Error(answer.error.message);
    const text = answer.result.content[0].text.replaceAll(`${this.#folder}/`, '');
    if (answer.result.isError) throw new Error(text);
    return text;
  }

  async end() {
    this.#server.stdin.end();
    await once(this.#server, 'exit');
  }
}
