// Files that the page writes: what the browser is given, and the report as a page.
import type { Core } from '../core';
import { quantityText } from '../numbers';
import type { Source } from '../state';
import { exportName } from './export_parts';

interface PageAnswer {
  readonly file: string;
  readonly bytes: number;
}

// Gives a file to the browser, which asks where it goes.
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// Writes the report of a log, the bytes of `perflib report -o FILE.html`, and says what was written.
export async function saveReport(core: Core, source: Source): Promise<string> {
  const name = exportName(source, 'html');
  const { result } = await core.ask<PageAnswer>('export', { log: source.log, file: name });
  save(await core.saved(result.file), name);
  return `${name} was written: ${quantityText('bytes', result.bytes)}.`;
}
