// What an export writes, and what it is called. Pure functions.
import type { Series, Source, State } from '../state';

export type ExportFormat = 'png' | 'svg' | 'csv' | 'blg' | 'json';

export interface ExportChoice {
  readonly format: ExportFormat;
  readonly which: 'chosen' | 'all';
  readonly part: 'visible' | 'whole';
}

// 'server-export.csv' of server.blg: never the name of a file that is open.
export function exportName(source: Source, format: ExportFormat): string {
  const first = source.files[0]?.name ?? 'log';
  const stem = first.slice(first.lastIndexOf('/') + 1).replace(/\.[^.]*$/u, '');
  return `${stem === '' ? 'log' : stem}-export.${format}`;
}

// The arguments of the tool `export`. The whole time has no bounds, so that the bytes are those of
// `perflib convert`.
export function exportArgs(source: Source, series: readonly Series[], state: State, { which, part }: ExportChoice, file: string): object {
  const { visible } = state;
  const isWhole = part === 'whole' || visible === null || (visible.begin <= source.span.begin && visible.end >= source.span.end);
  return {
    log: source.log,
    file,
    ...(which === 'chosen' ? { paths: series.map((one) => one.path) } : {}),
    ...(isWhole ? {} : { begin: visible.begin, end: visible.end }),
  };
}

// The view as a file: what the address has, for people and programs to read.
export function viewFile(state: State): string {
  const view = {
    page: 'perfmon.html',
    version: 1,
    logs: state.sources.map((source) => ({ letter: source.letter, files: source.files.map((file) => file.name) })),
    counters: state.series.map((one) => ({ log: one.letter, path: one.path, hidden: one.hidden })),
    begin_unix: state.visible?.begin ?? null,
    end_unix: state.visible?.end ?? null,
    view: state.view,
  };
  return `${JSON.stringify(view, null, 2)}\n`;
}
