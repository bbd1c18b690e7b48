// Counter paths, and which series belong to one chart.
import type { CounterFacts, ObjectFacts, Series, Source } from './state';

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

// The title of a series without its counter: 'Processor(_Total)'.
export function ownerOf(series: Pick<Series, 'object' | 'instance'>): string {
  return series.instance === null ? series.object : `${series.object}(${series.instance})`;
}

// 'Processor(_Total)\% Processor Time', with the letter of its log if there are several.
export function titleOf(series: Series, severalSources: boolean): string {
  const title = `${ownerOf(series)}\\${series.counter}`;
  return severalSources ? `${series.letter}: ${title}` : title;
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

// The object, instance and counter that a path names; one with values if there is one.
export function placeOf(source: Source, path: string): Place | null {
  const places = placesOf(source, path);
  return places.find((place) => place.counter.reason === null) ?? places[0] ?? null;
}

// All that a path names; an instance or a counter may have '*'. Instances may contain parentheses
// and backslashes, so that only the list of the log tells where a name ends.
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

function splitMachine(path: string): { machine: string | null; rest: string } {
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

// A chart: all series of one unit.
export interface Panel {
  readonly unit: Series['unit'];
  readonly series: readonly Series[];
}

// One panel for each unit, in the order in which they were chosen.
export function panelsOf(series: readonly Series[]): Panel[] {
  const panels = new Map<Series['unit'], Series[]>();
  for (const one of series) {
    const panel = panels.get(one.unit);
    if (panel === undefined) panels.set(one.unit, [one]);
    else panel.push(one);
  }
  return Array.from(panels, ([unit, list]) => ({ unit, series: list }));
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
