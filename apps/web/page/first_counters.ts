// The counters that are shown first.
import type { PictureAnswer } from './answers';
import { SourcePicture } from './charts/picture';
import type { Core } from './core';
import { progressOf, type Watch } from './opening';
import { pathOf, pathOfPlace, placeOf, placesOf, type Place } from './series';
import type { ObjectFacts, Source } from './state';

// Each row has counters for one purpose: the first one that the log has is shown.
const rows: readonly (readonly string[])[] = [
  ['\\Processor Information(_Total)\\% Processor Time', '\\Processor(_Total)\\% Processor Time'],
  ['\\Memory\\Available MBytes', '\\Memory\\Available Bytes'],
  ['\\PhysicalDisk(_Total)\\Avg. Disk sec/Transfer', '\\PhysicalDisk(_Total)\\% Idle Time'],
  ['\\Network Interface(*)\\Bytes Total/sec'],
  ['\\System\\Processor Queue Length'],
  ['\\Process(_Total)\\Working Set'],
];

const most = 5;
const mostOfRow = 2; // network interfaces
const mostCompared = 200; // series of a log without the usual ones
const notACable = /^lo$|loopback|isatap|teredo|6to4|tunnel|pseudo/iu;

export interface FirstCounters {
  readonly paths: readonly string[];
  readonly notice: string | null; // said if none of the usual counters exists
}

interface RankedSeries {
  readonly path: string;
  readonly count: number;
  readonly p50: number | null;
  readonly p95: number | null;
}

// Yields the counters in the order in which they are shown: those before a question at once, so that
// their charts fill while the log is read for it. Stop ends the question: the counters are then taken
// in the order of the log.
export async function* firstCounters(core: Core, source: Source, watch: Watch): AsyncGenerator<FirstCounters> {
  const paths: string[] = [];
  let yielded = 0;
  for (const row of rows) {
    const room = Math.min(most - paths.length, mostOfRow);
    const found = pathsOfRow(source, row);
    const isQuestion = found.length > room && room > 0 && !source.isPart;
    if (isQuestion && paths.length > 0) yield { paths: paths.slice(), notice: null };
    if (isQuestion) yielded = paths.length;
    const best = isQuestion ? await busiest(core, source, paths, found, watch) : found;
    paths.push(...best.slice(0, room));
  }
  yield paths.length > 0 ? { paths: paths.slice(yielded), notice: null } : await mostVarying(core, source, watch);
}

// Returns the first counter of a row that the log has; for a pattern, those of all network adapters.
function pathsOfRow(source: Source, row: readonly string[]): string[] {
  for (const path of row) {
    if (path.includes('(*)')) return placesOf(source, path).filter(isAdapter).map(pathOfPlace);
    const place = placeOf(source, path);
    if (place !== null) return [pathOfPlace(place)];
  }
  return [];
}

function isAdapter({ counter, instance }: Place): boolean {
  return counter.reason === null && instance !== null && instance !== '_Total' && !notACable.test(instance);
}

// Returns the paths that have the largest averages, the largest first. They are read together with those
// that are shown: the core continues one reading for the charts and for this, so that the log is read once.
async function busiest(core: Core, source: Source, shown: readonly string[], paths: readonly string[], watch: Watch): Promise<readonly string[]> {
  const picture = { log: source.log, pixels: 2, limit: 1000 };
  const options = { signal: watch.signal, onProgress: progressOf(source.name, watch.onReading) };
  try {
    const reading = new SourcePicture(source, [], { ...picture, paths: [...shown, ...paths], statistics: false }, 0);
    while (reading.isUnfinished) await reading.ask(core, options);
    const { result } = await core.ask<PictureAnswer>('picture', { ...picture, paths, statistics: true }, options);
    const average = new Map(result.series.map((one) => [paths[one.path_number], one.statistics?.average ?? null]));
    const known = paths.filter((path) => (average.get(path) ?? null) !== null);
    return known.length > 0 ? known.sort((a, b) => (average.get(b) ?? 0) - (average.get(a) ?? 0)) : paths;
  } catch {
    return paths;
  }
}

// Returns statistics of series over the whole log; an empty list if its opening was stopped.
async function summarized(core: Core, source: Source, paths: readonly string[], watch: Watch): Promise<readonly RankedSeries[]> {
  if (source.isPart) return [];
  try {
    const options = { signal: watch.signal, onProgress: progressOf(source.name, watch.onReading) };
    const { result } = await core.ask<{ series: readonly RankedSeries[] }>('summary', { log: source.log, paths, limit: 500 }, options);
    return result.series;
  } catch {
    return []; // the counters are then taken in the order of the log
  }
}

// Returns the counters for a log without the usual ones: those whose p95 is furthest above their
// median, otherwise any.
async function mostVarying(core: Core, source: Source, watch: Watch): Promise<FirstCounters> {
  const known = (path: string): Place | null => placeOf(source, path);
  const all = firstPaths(source, mostCompared + 1);
  const some = all.slice(0, mostCompared);
  const series = await summarized(core, source, some, watch);
  const ratio = (one: RankedSeries): number => {
    if (one.p95 === null || one.p50 === null || one.count === 0) return 0;
    return one.p50 > 0 ? one.p95 / one.p50 : one.p95 > 0 ? 1e6 : 0;
  };
  const best = [...series].sort((a, b) => ratio(b) - ratio(a)).map((one) => known(one.path));
  const places = best.filter((place) => place !== null).slice(0, most);
  const paths = places.length > 0 ? places.map(pathOfPlace) : some.slice(0, most);
  if (paths.length === 0) return { paths, notice: null };
  const among = all.length > some.length ? ` among ${some.length} of its counters` : '';
  const which = places.length > 0 ? ` Shown are those that vary most${among}.` : '';
  return { paths, notice: `This log has none of the usual counters.${which}` };
}

// Returns paths of all objects in turn, so that none takes the room of the others.
function firstPaths(source: Source, count: number): string[] {
  const paths: string[] = [];
  let turns = source.objects.map(pathsOfObject);
  while (turns.length > 0 && paths.length < count) {
    turns = turns.filter((turn) => {
      const { value } = turn.next();
      if (value !== undefined) paths.push(value);
      return value !== undefined;
    });
  }
  return paths.slice(0, count);
}

function* pathsOfObject(object: ObjectFacts): Generator<string, undefined> {
  for (const counter of object.counters) {
    if (counter.reason !== null) continue;
    for (const instance of object.hasInstances ? object.instances : [null]) yield pathOf(object, instance, counter.name);
  }
}

