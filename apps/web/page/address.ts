// The address holds the view: the names of the files, the counters, the charts, the time, the view, and what was
// chosen in it. It is only ever a fragment, every part of it encoded, and set by replaceState: nothing is loaded.
// Parts that are not known are passed over, and so are values that this page does not write.
import { usualOptions } from './kept';
import { panelsOf, scaledKey } from './series';
import {
  alignments, chartKinds, clocks, tableShows, usualSettings, valueColumns, viewNames,
  type ChartKind, type Sorting, type Span, type State, type ViewName, type ViewOptions, type ViewSettings,
} from './state';

export interface Address {
  readonly files: readonly string[];
  readonly view: ViewName;
  readonly span: Span | null;
  readonly counters: readonly { readonly letter: string; readonly path: string }[];
  readonly own: readonly string[]; // keys of series that have a chart of their own
  readonly hidden: readonly string[]; // keys of series that are not drawn
  readonly kinds: Readonly<Record<string, ChartKind>>; // by the key of the chart
  readonly moment: number | null;
  readonly settings: ViewSettings;
  readonly options: ViewOptions;
}

const mostCounters = 200;
const longestText = 1000;

// How each member is read; undefined: the page does not write such a text.
type Readers<T> = { readonly [Name in keyof T]: (text: string) => T[Name] | undefined };

function among<T extends string>(all: readonly T[]): (text: string) => T | undefined {
  return (text) => all.find((one) => one === text);
}

function letterFrom(text: string): string | undefined {
  return /^[A-Z]$/u.test(text) ? text : undefined;
}

function textFrom(text: string): string | undefined {
  return text.length <= longestText ? text : undefined;
}

function numberFrom(text: string): number | undefined {
  const number = Number(text);
  return text !== '' && Number.isFinite(number) ? number : undefined;
}

function flagFrom(text: string): boolean | undefined {
  return text === '1' || (text === '0' ? false : undefined);
}

function sortingFrom(text: string): Sorting | undefined {
  const column = valueColumns.find((one) => one === text.replace(/^-/u, ''));
  return column === undefined ? undefined : { column, down: text.startsWith('-') };
}

function partsFrom(text: string): readonly [Span, Span] | undefined {
  const [begin = '', end = '', ...others] = text.split('~');
  const first = spanFrom(`${begin}~${end}`);
  const second = spanFrom(others.join('~'));
  return first === null || second === null ? undefined : [first, second];
}

const settingReaders: Readers<ViewSettings> = {
  letter: letterFrom,
  sorting: sortingFrom,
  tableShows: among(tableShows),
  heat: textFrom,
  topObject: textFrom,
  topSort: textFrom,
  before: letterFrom,
  after: letterFrom,
  align: among(alignments),
  shift: numberFrom,
  parts: partsFrom,
};

const optionReaders: Readers<ViewOptions> = { clock: among(clocks), fit: flagFrom, factors: flagFrom, fromZero: flagFrom };

function isParts(value: object): value is readonly [Span, Span] {
  return Array.isArray(value);
}

// The text of a setting or an option, which its reader reads.
function textOf(value: ViewSettings[keyof ViewSettings] | boolean): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object') return String(value);
  return isParts(value) ? value.map(textOfSpan).join('~') : `${value.down ? '-' : ''}${value.column}`;
}

function textOfSpan({ begin, end }: Span): string {
  return `${begin}~${end}`;
}

// The members that are not as usual, as parts of the address.
function unusual<T extends ViewSettings | ViewOptions>(readers: Readers<T>, values: T, usual: T): string[] {
  const names = Object.keys(readers) as (keyof T & string)[];
  const text = (one: T, name: keyof T): string => textOf(one[name] as Parameters<typeof textOf>[0]);
  return names.filter((name) => text(values, name) !== text(usual, name)).map((name) => part(name, text(values, name)));
}

// The members of an address; those that it does not have, or not as this page writes them, are as usual.
function readWith<T extends ViewSettings | ViewOptions>(readers: Readers<T>, parts: ReadonlyMap<string, string>, usual: T): T {
  const names = Object.keys(readers) as (keyof T & string)[];
  return Object.fromEntries(names.map((name) => [name, readers[name](parts.get(name) ?? '') ?? usual[name]])) as unknown as T;
}

export function addressOf(state: State): string {
  if (state.sources.length === 0) return '';
  const parts = state.sources.flatMap((source) => source.files.map((file) => part('f', file.name)));
  parts.push(part('v', state.view));
  const { visible, whole } = state;
  const isPart = visible !== null && whole !== null && (visible.begin !== whole.begin || visible.end !== whole.end);
  if (isPart) parts.push(part('t', textOfSpan(visible)));
  for (const one of state.series.slice(0, mostCounters)) parts.push(part('c', `${one.letter}${one.path}`));
  for (const one of state.series.slice(0, mostCounters)) {
    if (one.own) parts.push(part('g', one.key));
    if (one.hidden) parts.push(part('h', one.key));
  }
  for (const chart of chartsOf(state)) {
    const kind = state.kinds[chart] ?? 'line';
    if (kind !== 'line') parts.push(part('k', `${kind} ${chart}`));
  }
  if (state.moment !== null) parts.push(part('m', String(state.moment)));
  parts.push(...unusual(settingReaders, state.settings, usualSettings), ...unusual(optionReaders, state.options, usualOptions));
  return `#${parts.join('&')}`;
}

// The keys of the charts that can be shown: those of removed series are left out.
function chartsOf(state: State): string[] {
  return [...panelsOf(state.series, false).map((panel) => panel.key), scaledKey];
}

function part(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}`;
}

// Returns the view in a fragment that this page has written; null: there is none.
export function addressFrom(fragment: string): Address | null {
  const files: string[] = [];
  const counters: { letter: string; path: string }[] = [];
  const own: string[] = [];
  const hidden: string[] = [];
  const kinds: [string, ChartKind][] = [];
  let view: ViewName = 'charts';
  let span: Span | null = null;
  const named = new Map<string, string>(); // the parts of which there is one each
  for (const text of fragment.replace(/^#/u, '').split('&')) {
    const equals = text.indexOf('=');
    if (equals < 0) continue;
    const value = decoded(text.slice(equals + 1));
    if (value === null) return null;
    const name = text.slice(0, equals);
    named.set(name, value);
    if (name === 'f') files.push(value);
    if (name === 'v') view = viewNames.find((one) => one === value) ?? 'charts';
    if (name === 't') span = spanFrom(value);
    if (name === 'c' && counters.length < mostCounters) counters.push({ letter: value.slice(0, 1), path: value.slice(1) });
    if (name === 'g' && own.length < mostCounters) own.push(value);
    if (name === 'h' && hidden.length < mostCounters) hidden.push(value);
    if (name === 'k' && kinds.length < mostCounters) kinds.push(...kindFrom(value));
  }
  if (files.length === 0) return null;
  return {
    files, view, span, counters, own, hidden,
    kinds: Object.fromEntries(kinds),
    moment: numberFrom(named.get('m') ?? '') ?? null,
    settings: readWith(settingReaders, named, usualSettings),
    options: readWith<ViewOptions>(optionReaders, named, usualOptions),
  };
}

// The key and the kind of a chart in 'stacked percent'; empty for a kind that does not exist.
function kindFrom(text: string): [string, ChartKind][] {
  const space = text.indexOf(' ');
  const kind = chartKinds.find((one) => one === text.slice(0, space));
  return space < 0 || kind === undefined ? [] : [[text.slice(space + 1), kind]];
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function spanFrom(text: string): Span | null {
  const [begin, end] = text.split('~').map(Number);
  if (begin === undefined || end === undefined || !Number.isFinite(begin) || !Number.isFinite(end)) return null;
  return begin < end ? { begin, end } : null;
}

// Shows the address in the browser's bar. Some browsers refuse that to a page from disk, or when it
// is set often; the view is the same without it.
export function showAddress(fragment: string): void {
  try {
    if (fragment !== '' || location.hash !== '') history.replaceState(null, '', fragment === '' ? '#' : fragment);
  } catch {
    // The address stays as it was.
  }
}
