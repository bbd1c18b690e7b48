// Opens what was chosen or dropped: files that follow one another become one log, others logs of
// their own.
import { CoreError, type Core, type Progress } from './core';
import type { ListAnswer, ListedCounter, ListedObject, OpenLogAnswer } from './answers';
import { formatOfLog, isMeant, nothingIn, ofKind, refusalOf } from './dropping';
import type { CounterFacts, NamedClock, ObjectFacts, Reading, Source } from './state';
import { unitNamed } from './units';
import { isZip, unzipped, ZipFault } from './zip';

export interface Opened {
  readonly sources: readonly Source[];
  readonly faults: readonly Fault[]; // what was not opened
}

// A sentence, or what the core says.
type Fault = string | CoreError;

export interface Watch {
  readonly signal: AbortSignal;
  readonly onReading: (reading: Reading) => void;
}

// Arguments of open_log.
type OpenArgs = Readonly<Record<string, unknown>>;

// What stands beside logs, as paths of the core.
interface Beside {
  readonly notes: readonly { readonly log: string; readonly path: string }[];
  readonly names: readonly string[]; // for all logs
}

interface Opening extends Watch {
  readonly beside: Beside;
}

const mostObjects = 1000;
const mostInstances = 100_000;

// 'server.blg', 'server.blg and 2 more'.
export function sourceName(names: readonly string[]): string {
  const first = names[0] ?? 'a log';
  return names.length < 2 ? first : `${first} and ${names.length - 1} more`;
}

export async function openLogs(core: Core, files: readonly File[], letters: readonly string[], watch: Watch): Promise<Opened> {
  const faults: Fault[] = [];
  const all = await withoutZips(files, faults, watch);
  const logs = ofKind(all, 'log');
  const opening = { ...watch, beside: besideOf(core, all, logs, faults) };
  const sources: Source[] = [];
  for (const group of groupsOf(logs, faults)) {
    if (!(await openUnlessStopped(core, group, letters, opening, sources, faults))) break;
  }
  return { sources, faults };
}

// Reads the rest of a log that was stopped while it was opened: the core continues where it was.
export async function openRest(core: Core, source: Source, watch: Watch): Promise<Source> {
  return { ...(await openOne(core, source.files, source.letter, source.beside, watch)), assumedClock: source.assumedClock };
}

// Returns a log that does not tell the offset of its clock as one of this clock: it is read again. If that fails or
// is stopped, the log stays as it is.
export async function openOnClock(core: Core, source: Source, clock: NamedClock, watch: Watch): Promise<Source> {
  const beside = { ...source.beside, bias_minutes: clock.biasMinutes };
  try {
    const next = await openOne(core, source.files, source.letter, beside, watch);
    core.forget(next.isPart ? next.log : source.log);
    return next.isPart ? source : { ...next, assumedClock: clock.name };
  } catch {
    return source;
  }
}

// The clock that logs which do not tell theirs are taken to have beside others: that of the first log that does;
// null: none does.
export function clockAmong(sources: readonly Source[]): NamedClock | null {
  for (const { name, biasMinutes, assumedClock } of sources) if (biasMinutes !== null && assumedClock === '') return { name, biasMinutes };
  return null;
}

// Gives the notes and names to the core. Those that belong to none of the logs are faults.
function besideOf(core: Core, files: readonly File[], logs: readonly File[], faults: Fault[]): Beside {
  const [notes, names] = [ofKind(files, 'notes'), ofKind(files, 'names')];
  const logOf = (file: File): string => file.name.replace(/\.notes\.txt$/iu, '');
  for (const file of notes) {
    if (!logs.some((log) => log.name === logOf(file))) faults.push(`${file.name} has notes of ${logOf(file)}: drop both together.`);
  }
  if (logs.length === 0) faults.push(...names.map((file) => `${file.name} may have names for a log in another language: drop both together.`));
  const paths = core.give(notes);
  return { notes: notes.map((file, index) => ({ log: logOf(file), path: paths[index] ?? file.name })), names: core.give(names) };
}

// The arguments of open_log for what stands beside these files.
function argsBeside(files: readonly File[], { notes, names }: Beside): OpenArgs {
  const own = notes.filter((one) => files.some((file) => file.name === one.log)).map((one) => one.path);
  return { ...(own.length > 0 ? { notes: own } : {}), ...(names.length > 0 ? { names } : {}) };
}

// False: the user pressed Stop before anything was read. What was opened before stays.
async function openUnlessStopped(
  core: Core, group: readonly File[], letters: readonly string[], watch: Opening, sources: Source[], faults: Fault[],
): Promise<boolean> {
  try {
    await openGroup(core, group, letters, watch, sources, faults);
    return true;
  } catch (error) {
    if (!watch.signal.aborted) throw error;
    faults.push(`Reading ${sourceName(group.map((file) => file.name))} was stopped before its first sample: it is not shown.`);
    return false;
  }
}

async function withoutZips(files: readonly File[], faults: Fault[], watch: Watch): Promise<File[]> {
  const logs: File[] = [];
  for (const file of files) {
    if (!isZip(file.name)) {
      logs.push(file);
      continue;
    }
    try {
      const inside = await unzipped(file, isMeant, watch.signal);
      if (inside.length === 0) faults.push(nothingIn(file.name));
      logs.push(...inside);
    } catch (error) {
      if (!(error instanceof ZipFault)) throw error;
      faults.push(error.message);
    }
  }
  return logs;
}

// Files of one format, in the order of their names. A file of no known format is tried alone: the core
// looks at what is in it.
function groupsOf(files: readonly File[], faults: Fault[]): File[][] {
  const groups = new Map<string, File[]>();
  for (const file of files) {
    const refusal = refusalOf(file.name);
    if (refusal !== null) {
      faults.push(refusal);
      continue;
    }
    const format = formatOfLog(file.name) ?? `other ${groups.size}`;
    groups.set(format, [...(groups.get(format) ?? []), file]);
  }
  const byName = (a: File, b: File): number => a.name.localeCompare(b.name, 'en', { numeric: true });
  return Array.from(groups.values(), (group) => group.sort(byName));
}

// Opens a group as one log or, if that is refused, its parts.
async function openGroup(
  core: Core, group: readonly File[], letters: readonly string[], watch: Opening, sources: Source[], faults: Fault[],
): Promise<void> {
  try {
    const letter = letters[sources.length];
    if (letter === undefined) {
      faults.push(`${sourceName(group.map((file) => file.name))} was not opened: 26 logs are open already.`);
      return;
    }
    sources.push(await openOne(core, group, letter, argsBeside(group, watch.beside), watch));
  } catch (error) {
    if (!(error instanceof CoreError) || error.kind === 'too_old') throw error;
    if (group.length === 1 || error.kind === 'trap') {
      faults.push(error);
      return;
    }
    for (const part of partsOfRefused(group, core.give(group), error.file)) await openGroup(core, part, letters, watch, sources, faults);
  }
}

// Returns the parts of a group of files that was refused as one log: the file that is the reason is tried alone, or
// each if none is. `paths`: those of the group.
export function partsOfRefused(group: readonly File[], paths: readonly string[], reason: string | null): (readonly File[])[] {
  const odd = group[paths.indexOf(reason ?? '')];
  return odd === undefined ? group.map((file) => [file]) : [group.filter((file) => file !== odd), [odd]];
}

async function openOne(core: Core, files: readonly File[], letter: string, beside: OpenArgs, watch: Watch): Promise<Source> {
  const name = sourceName(files.map((file) => file.name));
  const answer = await openOrPart(core, files, beside, watch, progressOf(name, watch.onReading));
  const args = { log: answer.log, details: true, limit: mostObjects, instances: mostInstances };
  const { result } = await core.ask<ListAnswer>('list', args);
  return sourceOf(letter, files, beside, answer, result);
}

// Stop keeps what was read: the core has it, and tells it without reading on.
async function openOrPart(
  core: Core, files: readonly File[], beside: OpenArgs, watch: Watch, tell: (progress: Progress) => void,
): Promise<OpenLogAnswer> {
  let read = 0;
  const onProgress = (progress: Progress): void => {
    read = progress.position;
    tell(progress);
  };
  try {
    return await core.open(files, { signal: watch.signal, onProgress, args: beside });
  } catch (error) {
    if (!watch.signal.aborted || read === 0) throw error;
    const part = await core.open(files, { args: { ...beside, at_most_bytes: read } });
    if (part.records === 0) throw error;
    return part;
  }
}

// Turns progress into what the reading line says. The time left is known after a second.
export function progressOf(name: string, onReading: (reading: Reading) => void): (progress: Progress) => void {
  let begin: { time: number; position: number } | null = null;
  return ({ position, size }) => {
    const now = performance.now();
    if (begin === null || position < begin.position) begin = { time: now, position };
    const seconds = (now - begin.time) / 1000;
    const read = position - begin.position;
    const left = read > 0 && size > position && seconds > 1 ? (seconds * (size - position)) / read : null;
    onReading({ name, done: position, total: size, secondsLeft: left });
  };
}

function sourceOf(letter: string, files: readonly File[], beside: OpenArgs, opened: OpenLogAnswer, list: ListAnswer): Source {
  const damage = opened.damage ?? [];
  return {
    letter,
    log: opened.log,
    name: sourceName(files.map((file) => file.name)),
    files,
    beside,
    format: opened.format,
    holdsReadings: opened.holds === 'readings',
    machine: opened.machine ?? '',
    zone: opened.zone ?? '',
    biasMinutes: opened.bias_minutes,
    assumedClock: '',
    records: opened.records,
    span: spanOf(opened),
    interval: opened.interval_seconds,
    gaps: (opened.gaps ?? []).map(([begin, end]) => ({ begin, end })),
    gapsLeftOut: opened.gaps_left_out ?? 0,
    damage,
    damageLeftOut: Math.max((opened.odd_count ?? 0) - damage.length, 0),
    notes: (opened.notes ?? []).map((note) => ({ time: note.time_unix, text: note.text })),
    remarks: remarksOf(opened),
    objects: list.objects.map(objectOf),
    report: { kind: 'waiting' },
    stopped: opened.unfinished === undefined ? null : { bytes: opened.unfinished.read_bytes, time: opened.unfinished.read_to_unix },
    isPart: opened.unfinished !== undefined,
  };
}

function remarksOf({ notes_left_out: left = 0, note_remarks: ofNotes = [], names = [] }: OpenLogAnswer): string[] {
  return [...ofNotes, ...(left > 0 ? [`${left.toLocaleString('en')} more notes are not shown.`] : []), ...names];
}

function objectOf(object: ListedObject): ObjectFacts {
  const instances = object.instances ?? [];
  return {
    name: object.name,
    localName: object.original_name ?? null,
    help: object.help ?? object.measures ?? null,
    machine: object.machine ?? null,
    counters: (object.counters ?? []).map(counterOf),
    hasInstances: object.instance_count !== undefined,
    instances,
    instancesLeftOut: Math.max((object.instance_count ?? 0) - instances.length, 0),
  };
}

function counterOf(counter: ListedCounter): CounterFacts {
  const reason = counter.has_values === false ? (counter.reason ?? 'It has no value in this log.') : null;
  return {
    name: counter.name,
    localName: counter.original_name ?? null,
    help: counter.help ?? counter.measures ?? null,
    unit: unitNamed(counter.unit),
    factor: counter.factor ?? 1,
    type: counter.type ?? null,
    scale: counter.scale ?? null,
    reason,
  };
}

// A log of one sample is shown as one interval.
function spanOf(opened: OpenLogAnswer): Source['span'] {
  const begin = opened.first_unix ?? 0;
  const end = opened.last_unix ?? begin;
  return { begin, end: end > begin ? end : begin + (opened.interval_seconds ?? 1) };
}
