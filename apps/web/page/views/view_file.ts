// The view as a file: what Export writes, and what is read of it when it is dropped. A file may come
// from anywhere: a value of the wrong kind makes it another file, and its texts are only shown as text.
import { isRecord, optionsFrom } from '../kept';
import { placeOf, type Place } from '../series';
import { chartKinds, viewNames, type ChartKind, type Options, type Source, type Span, type State, type ViewName, type ViewOptions } from '../state';

// What is wrong with a file, as a sentence.
export class ViewFault extends Error {
  override readonly name = 'ViewFault';
}

export interface SavedLog {
  readonly letter: string;
  readonly files: readonly string[];
}

export interface SavedCounter {
  readonly log: string; // the letter of one of the logs
  readonly path: string;
  readonly hidden: boolean;
  readonly own: ChartKind | null; // of the chart of its own; null: it has none
}

type Kinds = Readonly<Record<string, ChartKind>>;

export interface SavedView {
  readonly logs: readonly SavedLog[];
  readonly counters: readonly SavedCounter[];
  readonly kinds: Kinds; // of the charts of several lines, by their keys
  readonly span: Span | null;
  readonly view: ViewName;
  readonly options: Options;
}

const page = 'perfmon.html';
const version = 1;
const mostBytes = 2 ** 20;
const mostLogs = 26;
const mostFiles = 1000; // of a log
const mostCounters = 1000;
const mostKinds = 100;
const longestName = 255; // of a file
const mostNamed = 3; // in a message

function viewOptions({ theme, singleKeys, ...options }: Options): ViewOptions {
  return options;
}

function kindOfChart({ kinds }: State, key: string): ChartKind {
  return kinds[key] ?? 'line';
}

// The letters of the logs may be others when the view is opened: charts of one line, whose keys have
// them, are kept with their counters.
function kindsOfUnits({ kinds, series }: State): Kinds {
  const own = new Set(series.map((one) => one.key));
  return Object.fromEntries(Object.entries(kinds).filter(([key, kind]) => !own.has(key) && kind !== 'line'));
}

export function viewFile(state: State): string {
  const view = {
    page,
    version,
    logs: state.sources.map((source) => ({ letter: source.letter, files: source.files.map((file) => file.name) })),
    counters: state.series.map((one) => ({ log: one.letter, path: one.path, hidden: one.hidden, own: one.own ? kindOfChart(state, one.key) : null })),
    kinds: kindsOfUnits(state),
    begin_unix: state.visible?.begin ?? null,
    end_unix: state.visible?.end ?? null,
    view: state.view,
    options: viewOptions(state.options),
  };
  return `${JSON.stringify(view, null, 2)}\n`;
}

// Reads a file that was dropped; options that it lacks are as `usual`. Errors: ViewFault; the file
// cannot be read.
export async function readView(file: File, usual: Options): Promise<SavedView> {
  if (file.size > mostBytes) throw new ViewFault(`${file.name} is larger than any view that this page exports.`);
  return viewFrom(file.name, await file.text(), usual);
}

// Errors: ViewFault.
export function viewFrom(name: string, text: string, usual: Options): SavedView {
  const view = parsed(text);
  const other = new ViewFault(`${name} is not a view that this page has exported.`);
  if (!isRecord(view) || view['page'] !== page) throw other;
  if (view['version'] !== version) throw new ViewFault(`${name} is a view of another version of this page.`);
  const logs = listFrom(view['logs'], mostLogs, logFrom);
  const counters = listFrom(view['counters'], mostCounters, counterFrom);
  const span = spanFrom(view['begin_unix'], view['end_unix']);
  const shown = viewNames.find((one) => one === view['view']);
  if (logs === null || logs.length === 0 || counters === null || span === undefined || shown === undefined) throw other;
  const { theme, singleKeys } = usual;
  const kinds = kindsFrom(view['kinds']);
  return { logs, counters, kinds, span, view: shown, options: { ...optionsFrom(view['options'], usual), theme, singleKeys } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

// Null: it is not a list of such elements, or it is too long.
function listFrom<T>(value: unknown, most: number, read: (one: unknown) => T | null): T[] | null {
  if (!Array.isArray(value) || value.length > most) return null;
  const list: T[] = [];
  for (const one of value as unknown[]) {
    const element = read(one);
    if (element === null) return null;
    list.push(element);
  }
  return list;
}

function nameFrom(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= longestName ? value : null;
}

function letterFrom(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z]$/u.test(value) ? value : null;
}

function logFrom(value: unknown): SavedLog | null {
  if (!isRecord(value)) return null;
  const letter = letterFrom(value['letter']);
  const files = listFrom(value['files'], mostFiles, nameFrom);
  return letter === null || files === null || files.length === 0 ? null : { letter, files };
}

function counterFrom(value: unknown): SavedCounter | null {
  if (!isRecord(value)) return null;
  const log = letterFrom(value['log']);
  const path = value['path'];
  return log === null || typeof path !== 'string' ? null : { log, path, hidden: value['hidden'] === true, own: kindFrom(value['own']) };
}

function kindFrom(value: unknown): ChartKind | null {
  return chartKinds.find((kind) => kind === value) ?? null;
}

function kindsFrom(value: unknown): Kinds {
  const kinds: [string, ChartKind][] = [];
  for (const [key, text] of Object.entries(isRecord(value) ? value : {}).slice(0, mostKinds)) {
    const kind = kindFrom(text);
    if (kind !== null) kinds.push([key, kind]);
  }
  return Object.fromEntries(kinds);
}

// Undefined: they are not the ends of a part of the time; null: there is none.
function spanFrom(begin: unknown, end: unknown): Span | null | undefined {
  if (begin === null && end === null) return null;
  const isSpan = typeof begin === 'number' && typeof end === 'number' && Number.isFinite(begin) && Number.isFinite(end) && begin < end;
  return isSpan ? { begin, end } : undefined;
}

// The open logs of a view, by its letters: those that have the same files.
export function sourcesOf(view: SavedView, sources: readonly Source[]): Map<string, Source> {
  const found = new Map<string, Source>();
  for (const log of view.logs) {
    const same = sources.filter((source) => hasFiles(source, log.files) && ![...found.values()].includes(source));
    const source = same.find((one) => one.letter === log.letter) ?? same[0];
    if (source !== undefined) found.set(log.letter, source);
  }
  return found;
}

function hasFiles(source: Source, files: readonly string[]): boolean {
  const names = new Set(files);
  return source.files.length === files.length && source.files.every((file) => names.has(file.name));
}

// What must be dropped so that a view can be shown, as a sentence; empty: nothing.
export function missingText(view: SavedView, sources: ReadonlyMap<string, Source>): string {
  const names = view.logs.filter((log) => !sources.has(log.letter)).flatMap((log) => log.files);
  const others = names.length - mostNamed;
  const shown = others > 0 ? [...names.slice(0, mostNamed), `${others} more`] : names;
  return shown.length === 0 ? '' : `Drop ${shown.join(' and ')} too to see this view.`;
}

export interface SavedPlace {
  readonly source: Source;
  readonly place: Place;
  readonly hidden: boolean;
  readonly own: ChartKind | null;
}

// The counters of a view that its logs have, and how many they do not.
export function placesOfView(view: SavedView, sources: ReadonlyMap<string, Source>): { places: SavedPlace[]; absent: number } {
  const places: SavedPlace[] = [];
  for (const { log, path, hidden, own } of view.counters) {
    const source = sources.get(log);
    const place = source === undefined ? null : placeOf(source, path);
    if (source !== undefined && place !== null) places.push({ source, place, hidden, own });
  }
  return { places, absent: view.counters.length - places.length };
}
