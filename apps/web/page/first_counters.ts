// The counters that are shown first.
import type { Core } from './core';
import { progressOf, type Watch } from './opening';
import { pathOf, pathOfPlace, placeOf, placesOf, type Place } from './series';
import type { Source } from './state';

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
const mostInterfaces = 2;
const notACable = /^lo$|loopback|isatap|teredo|6to4|tunnel|pseudo/iu;

interface FirstCounters {
  readonly paths: readonly string[];
  readonly notice: string | null; // said if none of the usual counters exists
}

interface RankedAnswer {
  readonly series: readonly RankedSeries[];
}

interface RankedSeries {
  readonly path: string;
  readonly count: number;
  readonly p50: number | null;
  readonly p95: number | null;
}

// Stop ends what is read for the choice: the counters are then taken in the order of the log.
export async function firstCounters(core: Core, source: Source, watch: Watch): Promise<FirstCounters> {
  const paths: string[] = [];
  for (const row of rows) {
    if (paths.length >= most) break;
    paths.push(...(await pathsOfRow(core, source, row, watch)).slice(0, most - paths.length));
  }
  if (paths.length > 0) return { paths, notice: null };
  return mostVarying(core, source, watch);
}

async function pathsOfRow(core: Core, source: Source, row: readonly string[], watch: Watch): Promise<string[]> {
  for (const path of row) {
    if (path.includes('(*)')) return busiest(core, source, path, watch);
    const place = placeOf(source, path);
    if (place !== null) return [pathOfPlace(place)];
  }
  return [];
}

// Returns the instances that are network adapters and have the largest averages.
async function busiest(core: Core, source: Source, path: string, watch: Watch): Promise<string[]> {
  const places = placesOf(source, path).filter(
    (place) => place.counter.reason === null && place.instance !== null && place.instance !== '_Total' && !notACable.test(place.instance),
  );
  if (places.length <= mostInterfaces) return places.map(pathOfPlace);
  const paths = await ranked(core, source, 'top', { path, limit: 50 }, watch);
  const found = paths.map((one) => placeOf(source, one.path)).filter((place) => place !== null);
  const busy = found.filter((place) => places.some((one) => one.instance === place.instance));
  return (busy.length > 0 ? busy : places).slice(0, mostInterfaces).map(pathOfPlace);
}

// Ranking reads all of a log: it is not done for one whose opening was stopped.
async function ranked(
  core: Core, source: Source, tool: 'top' | 'summary', args: object, watch: Watch,
): Promise<readonly RankedSeries[]> {
  if (source.isPart) return [];
  try {
    const options = { signal: watch.signal, onProgress: progressOf(source.name, watch.onReading) };
    const { result } = await core.ask<RankedAnswer>(tool, { log: source.log, ...args }, options);
    return result.series;
  } catch {
    return []; // the counters are then taken in the order of the log
  }
}

// Returns the counters for a log without the usual ones: those whose p95 is furthest above their
// median, otherwise any.
async function mostVarying(core: Core, source: Source, watch: Watch): Promise<FirstCounters> {
  const known = (path: string): Place | null => placeOf(source, path);
  const some = firstPaths(source, 200);
  const series = await ranked(core, source, 'summary', { paths: some, limit: 500 }, watch);
  const ratio = (one: RankedSeries): number => {
    if (one.p95 === null || one.p50 === null || one.count === 0) return 0;
    return one.p50 > 0 ? one.p95 / one.p50 : one.p95 > 0 ? 1e6 : 0;
  };
  const best = [...series].sort((a, b) => ratio(b) - ratio(a)).map((one) => known(one.path));
  const places = best.filter((place) => place !== null).slice(0, most);
  const paths = places.length > 0 ? places.map(pathOfPlace) : some.slice(0, most);
  if (paths.length === 0) return { paths, notice: null };
  const which = places.length > 0 ? ' Shown are those that vary most.' : '';
  return { paths, notice: `This log has none of the usual counters.${which}` };
}

function firstPaths(source: Source, count: number): string[] {
  const paths: string[] = [];
  for (const object of source.objects) {
    for (const counter of object.counters) {
      if (counter.reason !== null) continue;
      const instances = object.hasInstances ? object.instances : [null];
      for (const instance of instances) {
        if (paths.length >= count) return paths;
        paths.push(pathOf(object, instance, counter.name));
      }
    }
  }
  return paths;
}

