// What an export writes, and what it is called. Pure functions.
import type { Series, Source, Span, State } from '../state';

export type ExportFormat = 'png' | 'svg' | 'csv' | 'blg' | 'html' | 'json';

export interface ExportChoice {
  readonly format: ExportFormat;
  readonly which: 'chosen' | 'all';
  readonly part: 'visible' | 'whole';
}

// 'server-export.csv', 'server-report.html' of server.blg: never the name of a file that is open.
export function exportName(source: Source, format: ExportFormat): string {
  const first = source.files[0]?.name ?? 'log';
  const stem = first.slice(first.lastIndexOf('/') + 1).replace(/\.[^.]*$/u, '');
  return `${stem === '' ? 'log' : stem}-${format === 'html' ? 'report' : 'export'}.${format}`;
}

// Returns the command that writes the same without a browser, for the whole log.
export function commandOf(source: Source, format: ExportFormat): string {
  const quoted = (name: string): string => (/^[\w.-]+$/u.test(name) ? name : `"${name}"`);
  const files = source.files.map((file) => quoted(file.name)).join(' ');
  const name = quoted(exportName(source, format));
  return format === 'html' ? `perflib report ${files} -o ${name}` : `perflib convert ${files} ${name}`;
}

// Returns whether a span has all of a log. Of one that was opened in part, the end is not known.
function hasAll({ begin, end }: Span, { span, isPart }: Source): boolean {
  return !isPart && begin <= span.begin && end >= span.end;
}

// The arguments of the tool `export`. The whole time has no bounds, so that the bytes are those of
// `perflib convert`.
export function exportArgs(source: Source, series: readonly Series[], state: State, { which, part }: ExportChoice, file: string): object {
  const { visible } = state;
  const isWhole = part === 'whole' || visible === null || hasAll(visible, source);
  return {
    log: source.log,
    file,
    ...(which === 'chosen' ? { paths: series.map((one) => one.path) } : {}),
    ...(isWhole ? {} : { begin: visible.begin, end: visible.end }),
  };
}
