// What the page keeps in this browser from one visit to the next: options and names of counters,
// never anything of a log's values.
import { clocks, type Options } from './state';

export interface Kept {
  readonly options: Options;
  readonly favourites: readonly string[];
  readonly used: readonly string[];
}

const key = 'openperflib.page';

export const usualOptions: Options = {
  clock: 'log',
  theme: 'system',
  fit: false,
  factors: false,
  fromZero: true,
  singleKeys: true,
};

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function oneOf<T extends string>(value: unknown, choices: readonly T[], usual: T): T {
  return choices.find((choice) => choice === value) ?? usual;
}

function flag(value: unknown, usual: boolean): boolean {
  return typeof value === 'boolean' ? value : usual;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

// The options in a value that was written as JSON; those that it lacks are as `usual`.
export function optionsFrom(value: unknown, usual: Options): Options {
  const options = isRecord(value) ? value : {};
  return {
    clock: oneOf(options['clock'], clocks, usual.clock),
    theme: oneOf(options['theme'], ['system', 'light', 'dark'], usual.theme),
    fit: flag(options['fit'], usual.fit),
    factors: flag(options['factors'], usual.factors),
    fromZero: flag(options['fromZero'], usual.fromZero),
    singleKeys: flag(options['singleKeys'], usual.singleKeys),
  };
}

// A browser may refuse storage to a page from disk: then nothing is kept.
export function readKept(): Kept {
  let stored: unknown = null;
  try {
    stored = JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    stored = null;
  }
  const kept = isRecord(stored) ? stored : {};
  return {
    options: optionsFrom(kept['options'], usualOptions),
    favourites: texts(kept['favourites']).slice(0, 100),
    used: texts(kept['used']).slice(0, 20),
  };
}

export function keep(kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Nothing is kept, which costs nothing but convenience.
  }
}
