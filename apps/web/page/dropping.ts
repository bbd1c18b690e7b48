// Files that are dropped on the page, also those in folders, and what they are by their names.
import { isZip } from './zip';

const mostFiles = 1000;

// log:   and all that is named like nothing else: the core looks at what is in it.
// notes: what people wrote about the log LOG, in LOG.notes.txt (docs/formats/notes.md).
// names: the English names of a log in another language (docs/formats/language_names.md).
// view:  what Export of this page has written.
export type FileKind = 'log' | 'notes' | 'names' | 'view';

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

// Whether a file of a folder or a zip is meant: its logs and their notes are; what else is in it may be
// anything.
export function isMeant(name: string): boolean {
  return formatOfLog(name) !== null || kindOfFile(name) === 'notes';
}

// Calls `take` with the files of each drop, and `hover` when files are over the page or leave it.
export function watchDrops(take: (files: readonly File[]) => void, hover: (isOver: boolean) => void): void {
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

// Entries must be asked for before anything is awaited: the list of a drop is empty afterwards.
async function droppedFiles(dropped: DataTransfer): Promise<File[]> {
  const plain = [...dropped.files];
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  const files: File[] = [];
  for (const entry of entries) await addEntry(entry, files);
  return files;
}

async function addEntry(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= mostFiles) return;
  if (isFile(entry)) {
    files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    for (;;) {
      // A folder is read in parts of at most 100 entries.
      const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (part.length === 0) return;
      for (const one of part) if (isWanted(one)) await addEntry(one, files);
    }
  }
}

function isWanted(entry: FileSystemEntry): boolean {
  return entry.isDirectory || isZip(entry.name) || isMeant(entry.name);
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
