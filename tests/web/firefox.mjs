// Firefox ESR of Debian, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): no patched
// browser and no driver is needed. Only what the tests need of it is here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readline from 'node:readline';
import { fromWeb } from './load.mjs';

const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const startMilliseconds = 60_000;
const endMilliseconds = 10_000;

// Why Firefox cannot run here; undefined: it can.
export const skipFirefox = existsSync(firefoxPath) ? undefined : `${firefoxPath} is missing: run script/setup slow`;

export class Firefox {
  #process;
  #profile;
  #socket;
  #context;  // of its only tab
  #answers = new Map();
  #id = 0;
  // What the console of the page says, and the addresses that it asks for.
  said = [];
  asked = [];

  // A Firefox without a window, with a profile and a home of its own.
  static async start() {
    const firefox = new Firefox();
    try {
      await firefox.#launch();
      return firefox;
    } catch (error) {
      await firefox.end();
      throw error;
    }
  }

  async #launch() {
    this.#profile = mkdtempSync(join(tmpdir(), 'page-firefox-'));
    const words = ['--headless', '--no-remote', '--profile', this.#profile, '--remote-debugging-port', '0', 'about:blank'];
    this.#process = spawn(firefoxPath, words, { env: { ...process.env, HOME: this.#profile }, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#socket = new (fromWeb('playwright-core/lib/utilsBundle').ws)(`${await this.#address()}/session`);
    await once(this.#socket, 'open');
    this.#socket.on('message', (text) => this.#take(JSON.parse(text)));
    await this.#send('session.new', { capabilities: {} });
    await this.#send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
    const { contexts } = await this.#send('browsingContext.getTree', {});
    this.#context = contexts[0].context;
  }

  // Firefox writes where it listens.
  #address() {
    return new Promise((resolve, reject) => {
      const said = [];
      const fail = (why) => {
        clearTimeout(late);
        reject(new Error(`Firefox ${why}: ${said.join('\n')}`));
      };
      const late = setTimeout(() => fail('does not listen'), startMilliseconds);
      this.#process.on('error', reject);
      this.#process.on('exit', () => fail('ended'));
      readline.createInterface({ input: this.#process.stderr }).on('line', (line) => {
        const found = /WebDriver BiDi listening on (ws:\S+)/u.exec(line);
        if (found === null) return said.push(line);
        clearTimeout(late);
        return resolve(found[1]);
      });
    });
  }

  #take(message) {
    if (message.type === 'event') return this.#note(message);
    const answer = this.#answers.get(message.id);
    this.#answers.delete(message.id);
    if (message.type === 'success') answer?.resolve(message.result);
    else answer?.reject(new Error(`${message.error}: ${message.message}`));
  }

  #note({ method, params }) {
    if (method === 'log.entryAdded') this.said.push(`${params.level}: ${params.text}`);
    if (method === 'network.beforeRequestSent') this.asked.push(params.request.url.slice(0, 200));
  }

  #send(method, params) {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  async goto(url) {
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  // The value of an expression: a text, a number, true, false or null.
  async evaluate(expression) {
    const { type, result, exceptionDetails } = await this.#send('script.evaluate', {
      expression, target: { context: this.#context }, awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails.text);
    return result.value ?? null;
  }

  // Waits until an expression is true.
  async waitFor(expression, milliseconds = 60_000) {
    const isTrue = await this.evaluate(`new Promise((resolve) => {
      const end = performance.now() + ${milliseconds};
      const look = () => {
        if (${expression}) resolve(true);
        else if (performance.now() > end) resolve(false);
        else setTimeout(look, 20);
      };
      look();
    })`);
    if (!isTrue) throw new Error(`not true in ${milliseconds} ms: ${expression}; the page: ${await this.evaluate('document.body.innerText')}`);
  }

  // Chooses files of the disk in an element <input type=file>.
  async choose(selector, files) {
    const { nodes } = await this.#send('browsingContext.locateNodes', { context: this.#context, locator: { type: 'css', value: selector } });
    await this.#send('input.setFiles', { context: this.#context, element: { sharedId: nodes[0].sharedId }, files });
  }

  async end() {
    this.#socket?.close();
    if (this.#process?.pid !== undefined && this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill('SIGTERM');
      const late = setTimeout(() => this.#process.kill('SIGKILL'), endMilliseconds);
      await ended;
      clearTimeout(late);
    }
    if (this.#profile !== undefined) rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
