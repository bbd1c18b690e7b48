// The address holds the view: the names of the files, the counters, the charts, the time and the view.
// It is only ever a fragment, every part of it encoded, and set by replaceState: nothing is loaded.
import { panelsOf, scaledKey } from './series';
import { chartKinds, viewNames, type ChartKind, type Span, type State, type ViewName } from './state';

export interface Address {
  readonly files: readonly string[];
  readonly view: ViewName;
  readonly span: Span | null;
  readonly counters: readonly { readonly letter: string; readonly path: string }[];
  readonly own: readonly string[]; // keys of series that have a chart of their own
  readonly kinds: Readonly<Record<string, ChartKind>>; // by the key of the chart
}

const mostCounters = 200;

export function addressOf(state: State): string {
  if (state.sources.length === 0) return '';
  const parts = state.sources.flatMap((source) => source.files.map((file) => part('f', file.name)));
  parts.push(part('v', state.view));
  const { visible, whole } = state;
  const isPart = visible !== null && whole !== null && (visible.begin !== whole.begin || visible.end !== whole.end);
  if (isPart) parts.push(part('t', `${visible.begin}~${visible.end}`));
  for (const one of state.series.slice(0, mostCounters)) parts.push(part('c', `${one.letter}${one.path}`));
  for (const one of state.series.slice(0, mostCounters)) if (one.own) parts.push(part('g', one.key));
  for (const chart of chartsOf(state)) {
    const kind = state.kinds[chart] ?? 'line';
    if (kind !== 'line') parts.push(part('k', `${kind} ${chart}`));
  }
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
  const kinds: [string, ChartKind][] = [];
  let view: ViewName = 'charts';
  let span: Span | null = null;
  for (const text of fragment.replace(/^#/u, '').split('&')) {
    const equals = text.indexOf('=');
    if (equals < 0) continue;
    const value = decoded(text.slice(equals + 1));
    if (value === null) return null;
    const name = text.slice(0, equals);
    if (name === 'f') files.push(value);
    if (name === 'v') view = viewNames.find((one) => one === value) ?? 'charts';
    if (name === 't') span = spanFrom(value);
    if (name === 'c' && counters.length < mostCounters) counters.push({ letter: value.slice(0, 1), path: value.slice(1) });
    if (name === 'g' && own.length < mostCounters) own.push(value);
    if (name === 'k' && kinds.length < mostCounters) kinds.push(...kindFrom(value));
  }
  return files.length === 0 ? null : { files, view, span, counters, own, kinds: Object.fromEntries(kinds) };
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
