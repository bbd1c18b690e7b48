// Counter paths, and which series belong to one chart.
import type { ChartKind, CounterFacts, ObjectFacts, Series, Source, Unit } from './state';

// A counter of one instance, found in the list of a log.
export interface Place {
  readonly object: ObjectFacts;
  readonly counter: CounterFacts;
  readonly instance: string | null;
}

// '\Processor(_Total)\% Processor Time', as the tools take it: after the machine if the log has
// several, and with '*' and '?' of a name as [*] and [?].
export function pathOf(object: Pick<ObjectFacts, 'name' | 'machine'>, instance: string | null, counter: string): string {
  const machine = object.machine === null ? '' : `\\\\${object.machine}`;
  const owner = instance === null ? object.name : `${object.name}(${instance.replace(/[*?]/gu, '[$&]')})`;
  return `${machine}\\${owner}\\${counter}`;
}

export function pathOfPlace(place: Place): string {
  return pathOf(place.object, place.instance, place.counter.name);
}

export function keyOf(letter: string, path: string): string {
  return `${letter}${path}`;
}

// The name of an object, after its machine if the log has several: 'SERVER: Processor'.
export function objectTitle(machine: string | null, object: string): string {
  return machine === null ? object : `${machine}: ${object}`;
}

// The title of a series without its counter: 'Processor(_Total)'.
export function ownerOf({ machine, object, instance }: Pick<Series, 'machine' | 'object' | 'instance'>): string {
  const title = objectTitle(machine, object);
  return instance === null ? title : `${title}(${instance})`;
}

// The owner of a series in a few words: '_Total', or '_Total of SERVER' if the log has several machines.
export function shortOwnerOf({ machine, object, instance }: Pick<Series, 'machine' | 'object' | 'instance'>): string {
  const name = instance ?? object;
  return machine === null ? name : `${name} of ${machine}`;
}

// 'Processor(_Total)\% Processor Time', with the letter of its log if there are several.
export function titleOf(series: Series, severalSources: boolean): string {
  const title = `${ownerOf(series)}\\${series.counter}`;
  return severalSources ? `${series.letter}: ${title}` : title;
}

export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

// Returns the object, instance and counter that a path names: if there are several, one with values.
export function placeOf(source: Source, path: string): Place | null {
  const places = placesOf(source, path);
  return places.find((place) => place.counter.reason === null) ?? places[0] ?? null;
}

// Returns everything that a path names; an instance or a counter may have '*'. Instances may contain
// parentheses and backslashes: a name ends where one in the list of the log does.
export function placesOf(source: Source, path: string): Place[] {
  const { machine, rest: text } = splitMachine(path);
  const found: Place[] = [];
  for (const object of source.objects) {
    if (machine !== null && object.machine !== null && !sameName(machine, object.machine)) continue;
    const rest = afterName(text, object.name) ?? (object.localName === null ? null : afterName(text, object.localName));
    if (rest !== null) addPlaces(found, object, rest);
  }
  return found;
}

// The machine at the beginning of a path, and what follows it.
export function splitMachine(path: string): { machine: string | null; rest: string } {
  const end = path.startsWith('\\\\') ? path.indexOf('\\', 2) : -1;
  return end < 0 ? { machine: null, rest: path } : { machine: path.slice(2, end), rest: path.slice(end) };
}

// What follows '\Name': '(Instance)\Counter' or '\Counter'.
function afterName(path: string, name: string): string | null {
  const start = `\\${name}`;
  if (!sameName(path.slice(0, start.length), start)) return null;
  const rest = path.slice(start.length);
  return rest.startsWith('(') || rest.startsWith('\\') ? rest : null;
}

function addPlaces(found: Place[], object: ObjectFacts, rest: string): void {
  for (const counter of object.counters) {
    if (!object.hasInstances) {
      if (rest.startsWith('\\') && isCounter(rest.slice(1), counter)) found.push({ object, counter, instance: null });
      continue;
    }
    const wanted = instanceIn(rest, counter);
    if (wanted === null) continue;
    for (const instance of object.instances) {
      if (matchesPattern(wanted, instance)) found.push({ object, counter, instance });
    }
  }
}

// The instance of '(Instance)\Counter' if it is of that counter. Counters may have parentheses and
// backslashes as well, as in '% Time (ms)\Total'.
function instanceIn(rest: string, counter: CounterFacts): string | null {
  if (!rest.startsWith('(')) return null;
  for (let end = rest.indexOf(')\\'); end >= 0; end = rest.indexOf(')\\', end + 1)) {
    if (isCounter(rest.slice(end + 2), counter)) return rest.slice(1, end);
  }
  return null;
}

function isCounter(wanted: string, counter: CounterFacts): boolean {
  return matchesPattern(wanted, counter.name) || (counter.localName !== null && sameName(wanted, counter.localName));
}

// A pattern is a name in which '*' is any characters; '[*]' and '[?]' are these characters.
export function matchesPattern(pattern: string, name: string): boolean {
  const text = name.toLowerCase();
  const parts = pattern
    .toLowerCase()
    .split(/(?<!\[)\*/u)
    .map((part) => part.replace(/\[([*?])\]/gu, '$1'));
  const first = parts[0] ?? '';
  if (parts.length === 1) return first === text;
  const last = parts[parts.length - 1] ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const next = text.indexOf(part, at);
    if (next < 0 || next + part.length > text.length - last.length) return false;
    at = next + part.length;
  }
  return true;
}

// A chart: the series of one unit, or all that are drawn by their factors, or one that has a chart of
// its own.
export interface Panel {
  readonly key: string; // the unit, `scaledKey`, or the key of the only series
  readonly unit: Unit; // of the axis
  readonly isOwn: boolean;
  readonly isScaled: boolean; // each series times its factor
  readonly series: readonly Series[];
}

// The key of the chart that has the series of all units, each times its factor.
export const scaledKey = 'scaled';

// One panel for each unit, or one for all units if they are drawn by their factors, in the order in
// which the series were chosen.
export function panelsOf(series: readonly Series[], isScaled: boolean): Panel[] {
  const panels = new Map<string, Series[]>();
  for (const one of series) {
    const key = one.own ? one.key : isScaled ? scaledKey : one.unit;
    const panel = panels.get(key);
    if (panel === undefined) panels.set(key, [one]);
    else panel.push(one);
  }
  return Array.from(panels, ([key, list]) => {
    const [first] = list;
    const unit = isScaled || first === undefined ? 'number' : first.unit;
    return { key, unit, isOwn: first?.own === true, isScaled, series: list };
  });
}

// Returns how a chart is drawn. Values of several units have no sum: they are areas instead of a stack.
export function kindOf(panel: Pick<Panel, 'key' | 'isScaled'>, kinds: Readonly<Record<string, ChartKind>>): ChartKind {
  const kind = kinds[panel.key] ?? 'line';
  return kind === 'stacked' && panel.isScaled ? 'area' : kind;
}

const colourCount = 8;
const dashCount = 4;

type Sign = Pick<Series, 'colour' | 'dash'>;

// The sign that the fewest of these series have: a new dash comes only after all colours.
export function freeSign(chosen: readonly Sign[]): Sign {
  let best: Sign = { colour: 0, dash: 0 };
  let fewest = Infinity;
  for (let dash = 0; dash < dashCount; ++dash) {
    for (let colour = 0; colour < colourCount; ++colour) {
      const users = chosen.filter((one) => one.colour === colour && one.dash === dash).length;
      if (users >= fewest) continue;
      fewest = users;
      best = { colour, dash };
    }
  }
  return best;
}
