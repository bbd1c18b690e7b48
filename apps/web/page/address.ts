// The address holds the view: the names of the files, the counters, the time and the view. It is
// only ever a fragment, every part of it encoded, and set by replaceState: nothing is loaded.
import { viewNames, type Span, type State, type ViewName } from './state';

export interface Address {
  readonly files: readonly string[];
  readonly view: ViewName;
  readonly span: Span | null;
  readonly counters: readonly { readonly letter: string; readonly path: string }[];
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
  return `#${parts.join('&')}`;
}

function part(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}`;
}

// Reads a fragment that this page has written; null: it holds no view.
export function addressFrom(fragment: string): Address | null {
  const files: string[] = [];
  const counters: { letter: string; path: string }[] = [];
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
  }
  return files.length === 0 ? null : { files, view, span, counters };
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

// Shows the address in the browser's bar. Some browsers refuse that to a page from disk, or if it
// is done often; the view is the same without it.
export function showAddress(fragment: string): void {
  try {
    if (fragment !== '' || location.hash !== '') history.replaceState(null, '', fragment === '' ? '#' : fragment);
  } catch {
    // The address stays as it was.
  }
}
