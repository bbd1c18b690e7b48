// Files that are dropped on the page, also those in folders, and what they are by their names.
import { isZip } from './zip';

const mostFiles = 1000;
const mostRefusals = 5; // of a folder

// log:   and all that is named like nothing else: the core looks at what is in it.
// notes: what people wrote about the log LOG, in LOG.notes.txt (docs/formats/notes.md).
// names: the English names of a log in another language (docs/formats/language_names.md).
// view:  what Export of this page has written.
export type FileKind = 'log' | 'notes' | 'names' | 'view';

// Files that people have beside their logs, and what to do with them.
const refused: readonly { readonly end: RegExp; readonly advice: string }[] = [
  { end: /\.etl$/iu, advice: 'is an event trace, not a performance log. Windows Performance Analyzer opens it.' },
  { end: /\.gz$/iu, advice: 'is packed. Unpack it with gunzip, or on Windows with tar -xf, and open the log in it.' },
  { end: /\.7z$/iu, advice: 'is packed. Unpack it with 7-Zip and open the logs in it.' },
  { end: /\.rar$/iu, advice: 'is packed. Unpack it and open the logs in it.' },
];

// Returns why a file is refused by its name, as a sentence; null: it is not.
export function refusalOf(name: string): string | null {
  const advice = refused.find((row) => row.end.test(name))?.advice;
  return advice === undefined ? null : `${name} ${advice}`;
}

const fileKinds: readonly { readonly end: RegExp; readonly kind: FileKind }[] = [
  { end: /\.notes\.txt$/iu, kind: 'notes' },
  { end: /\.(ini|reg)$|(^|[^a-z])names\.txt$/iu, kind: 'names' },
  { end: /\.json$/iu, kind: 'view' },
];

export function kindOfFile(name: string): FileKind {
  return fileKinds.find((row) => row.end.test(name))?.kind ?? 'log';
}

export function ofKind(files: readonly File[], kind: FileKind): File[] {
  return files.filter((file) => kindOfFile(file.name) === kind);
}

// Formats of logs by the end of their names. Logs of one format may follow one another.
const logFormats: readonly { readonly end: RegExp; readonly format: string }[] = [
  { end: /\.blg$/iu, format: 'blg' },
  { end: /\.(csv|tsv)$/iu, format: 'text' },
  { end: /\.perfrec$/iu, format: 'recording' },
];

// Null: the name does not tell it.
export function formatOfLog(name: string): string | null {
  return logFormats.find((row) => row.end.test(name))?.format ?? null;
}

// Whether a file of a folder or a zip is meant: its logs, their notes and their names are; what else is in it may
// be anything, and so may an .ini.
export function isMeant(name: string): boolean {
  return formatOfLog(name) !== null || kindOfFile(name) === 'notes' || /(^|[^a-z])names\.(ini|reg|txt)$/iu.test(name);
}

// The files of a drop, and sentences about what is not among them.
export interface Dropped {
  readonly files: readonly File[];
  readonly faults: readonly string[];
}

// Calls `take` for each drop, and `hover` when files are over the page or leave it.
export function watchDrops(take: (dropped: Dropped) => void, hover: (isOver: boolean) => void): void {
  let depth = 0;
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragenter', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (++depth === 1) hover(true);
  });
  addEventListener('dragleave', () => {
    depth = Math.max(depth - 1, 0);
    if (depth === 0) hover(false);
  });
  addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    depth = 0;
    hover(false);
    if (!hasFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then(take);
  });
}

// Items must be asked before anything is awaited: the list of a drop is empty afterwards. Files beside a folder are
// taken from their items, because a page that was opened from disk can read no entry.
async function droppedFiles(dropped: DataTransfer): Promise<Dropped> {
  const items = [...dropped.items].map((item) => ({ file: item.getAsFile(), entry: item.webkitGetAsEntry() }));
  const plain = items.flatMap(({ file, entry }) => (file === null || entry?.isDirectory === true ? [] : [file]));
  const { files, faults } = await filesIn(items.flatMap(({ entry }) => (entry?.isDirectory === true ? [entry] : [])));
  return { files: [...plain, ...files], faults };
}

// Returns the files that are meant, also those in folders.
export async function filesIn(entries: readonly FileSystemEntry[]): Promise<Dropped> {
  const found: Found = { files: [], faults: [], refusals: [], isCut: false };
  for (const entry of entries) {
    const count = found.files.length + found.faults.length;
    found.refusals = [];
    await addEntry(entry, found);
    if (found.files.length + found.faults.length > count || found.isCut) continue;
    found.faults.push(...(found.refusals.length > 0 ? found.refusals : [nothingIn(entry.name)]));
  }
  if (found.isCut) found.faults.push(`Only the first ${mostFiles.toLocaleString('en')} files were taken.`);
  return found;
}

// Returns what is said about a folder or a zip without logs.
export function nothingIn(name: string): string {
  return `${name} has no .blg, .csv, .tsv or .perfrec in it.`;
}

interface Found {
  readonly files: File[];
  readonly faults: string[];
  refusals: string[]; // of a folder, said if nothing else is in it
  isCut: boolean; // there are more files
}

async function addEntry(entry: FileSystemEntry, found: Found): Promise<void> {
  found.isCut ||= found.files.length >= mostFiles;
  if (found.isCut) return;
  try {
    if (isFile(entry)) found.files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    else if (isFolder(entry)) await addFolder(entry, found);
  } catch (error) {
    found.faults.push(cannotRead(entry.name, error));
  }
}

// Browsers that let a page from disk read no folder say so in words that help nobody.
function cannotRead(name: string, error: unknown): string {
  if (globalThis.location?.protocol === 'file:') {
    return `${name}: this browser lets a page that was opened from disk read no folders. Drop the files in it, or a .zip of them.`;
  }
  return `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

async function addFolder(folder: FileSystemDirectoryEntry, found: Found): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // A folder is read in parts of at most 100 entries.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const one of part) {
      const refusal = one.isFile ? refusalOf(one.name) : null;
      if (refusal !== null && found.refusals.length < mostRefusals) found.refusals.push(refusal);
      if (one.isDirectory || isZip(one.name) || isMeant(one.name)) await addEntry(one, found);
    }
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
