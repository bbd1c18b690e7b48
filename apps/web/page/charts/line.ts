// A line of a chart, row by row: what it is made of, and what is found in it. Pure functions.
import type { PictureAnswer, PicturedSeries } from '../answers';
import type { Span, Unit } from '../state';
import { columnOf, lastNotAbove } from '../views/values';

// The rows of a line: a row is a pixel that has records. NaN: no value.
export interface LineRows {
  readonly rows: number;
  readonly times: Float64Array; // of the first record of each row
  readonly ends: Float64Array; // and of the last
  readonly first: Float64Array;
  readonly least: Float64Array;
  readonly largest: Float64Array;
  readonly last: Float64Array;
  readonly breaks: ReadonlySet<number>; // rows that no line connects with the row before
}

// The statistics of a line in the part that is shown, in the unit of the chart.
export interface LineStatistics {
  readonly count: number;
  readonly gaps: number;
  readonly min: number | null;
  readonly average: number | null;
  readonly max: number | null;
  readonly p95: number | null;
  readonly last: number | null;
  readonly isMean: boolean; // the average is the mean of the values
}

// The line of a chosen series. Values are in the unit.
export interface Line extends LineRows {
  readonly key: string;
  readonly unit: Unit;
  readonly statistics: LineStatistics | null;
}

// Returns the rows of a series of a picture, in the unit of its chart.
export function lineRows(picture: Pick<PictureAnswer, 'times' | 'ends'>, series: PicturedSeries, numbers: Float64Array): LineRows {
  const times = columnOf(numbers, picture.times);
  const inUnit = (column: Float64Array): Float64Array => (series.factor === 1 ? column : column.map((value) => value * series.factor));
  return {
    rows: times.length,
    times,
    ends: columnOf(numbers, picture.ends),
    first: inUnit(columnOf(numbers, series.first)),
    least: inUnit(columnOf(numbers, series.least)),
    largest: inUnit(columnOf(numbers, series.largest)),
    last: inUnit(columnOf(numbers, series.last)),
    breaks: new Set(series.breaks ?? []),
  };
}

// Returns a line through one value at each time.
export function oneValueRows(times: Float64Array, values: Float64Array, breaks: ReadonlySet<number>): LineRows {
  return { rows: times.length, times, ends: times, first: values, least: values, largest: values, last: values, breaks };
}

// Returns a line of at most `most` rows, each with the largest value of as many rows of the given line. No
// line crosses a break.
export function thinned({ rows, times, largest, breaks }: LineRows, most: number): LineRows {
  const each = Math.max(Math.ceil(rows / most), 1);
  const values = new Float64Array(Math.ceil(rows / each)).fill(NaN);
  largest.forEach((value, row) => {
    const place = Math.floor(row / each);
    if (value > (values[place] ?? NaN) || Number.isNaN(values[place])) values[place] = value;
  });
  const joined = new Set([...breaks].map((row) => Math.ceil(row / each)));
  return oneValueRows(times.filter((_, row) => row % each === 0), values, joined);
}

// Returns the line at other times: later by `seconds`.
export function movedBy(line: LineRows, seconds: number): LineRows {
  const moved = (times: Float64Array): Float64Array => times.map((time) => time + seconds);
  return { ...line, times: moved(line.times), ends: moved(line.ends) };
}

// Returns the rows that begin in a part of the time.
export function rowsWithin(line: LineRows, span: Span): LineRows {
  const begin = line.times.findIndex((time) => time >= span.begin);
  const after = line.times.findIndex((time) => time > span.end);
  const [first, end] = [begin < 0 ? line.rows : begin, after < 0 ? line.rows : after];
  const cut = (column: Float64Array): Float64Array => column.subarray(first, end);
  return {
    rows: end - first,
    times: cut(line.times),
    ends: cut(line.ends),
    first: cut(line.first),
    least: cut(line.least),
    largest: cut(line.largest),
    last: cut(line.last),
    breaks: new Set([...line.breaks].map((row) => row - first)),
  };
}

// The least and the largest value of lines in the part that is shown; not finite without values.
export function rangeOf(lines: readonly LineRows[]): { least: number; largest: number } {
  let least = Infinity;
  let largest = -Infinity;
  for (const line of lines) {
    for (let row = 0; row < line.rows; ++row) {
      const low = line.least[row] ?? NaN;
      const high = line.largest[row] ?? NaN;
      if (low < least) least = low;
      if (high > largest) largest = high;
    }
  }
  return { least, largest };
}

// The middle one of the distances between rows, so that neither gaps nor a short interval after a
// restart count; 0 if there is none.
export function usualStep(times: Float64Array, breaks: ReadonlySet<number>): number {
  const steps: number[] = [];
  for (let row = 1; row < times.length; ++row) {
    if (!breaks.has(row)) steps.push((times[row] ?? 0) - (times[row - 1] ?? 0));
  }
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 1] ?? 0;
}

// The row that has a time, or the nearest one; -1 without rows.
export function nearestRow({ times, ends, rows }: Pick<LineRows, 'times' | 'ends' | 'rows'>, time: number): number {
  const before = lastNotAbove(times, time);
  if (before < 0) return rows > 0 ? 0 : -1;
  if (before === rows - 1) return before;
  return time - (ends[before] ?? 0) <= (times[before + 1] ?? 0) - time ? before : before + 1;
}

// The least and the largest value of the row that has a time; NaN if there is none.
export function rangeAt(line: LineRows, time: number): readonly [least: number, largest: number] {
  const row = lastNotAbove(line.times, time);
  return [line.least[row] ?? NaN, line.largest[row] ?? NaN];
}

// Returns the row that has a time if it has several records; null: it has one.
export function severalAt({ times, ends }: LineRows, time: number): Span | null {
  const row = lastNotAbove(times, time);
  const begin = times[row] ?? NaN;
  const end = ends[row] ?? NaN;
  return end > begin ? { begin, end } : null;
}

// A place, from above, to which a line reaches at the time under the pointer.
export interface Reach {
  readonly key: string;
  readonly top: number;
  readonly bottom: number;
}

// Returns the key of the line that is nearest to a place, at most `most` away: of several that reach over
// it, that of the shortest reach; null: there is none.
export function nearestReach(lines: readonly Reach[], place: number, most: number): string | null {
  let best: Reach | null = null;
  let distance = most;
  for (const one of lines) {
    const away = Math.max(one.top - place, place - one.bottom, 0);
    const isNearer = away < distance || (away === distance && best !== null && one.bottom - one.top < best.bottom - best.top);
    if (!isNearer) continue;
    distance = away;
    best = one;
  }
  return best?.key ?? null;
}

// Returns the row with the value that is nearest by `distanceTo`; -1: there is no value.
export function rowNear({ rows, least, largest }: LineRows, distanceTo: (value: number) => number): number {
  let best = -1;
  let distance = Infinity;
  for (let row = 0; row < rows; ++row) {
    const away = Math.min(distanceTo(least[row] ?? NaN), distanceTo(largest[row] ?? NaN));
    if (!(away < distance)) continue;
    distance = away;
    best = row;
  }
  return best;
}

// The first time with a value after a part of the time or, if there is none, the last before it.
export function nextValue(lines: readonly LineRows[], span: Span): number | null {
  let after = Infinity;
  let before = -Infinity;
  for (const line of lines) {
    for (let row = 0; row < line.rows; ++row) {
      const time = line.times[row] ?? NaN;
      if (Number.isNaN(line.first[row] ?? NaN)) continue;
      if (time > span.end) after = Math.min(after, time);
      if (time < span.begin) before = Math.max(before, time);
    }
  }
  if (Number.isFinite(after)) return after;
  return Number.isFinite(before) ? before : null;
}
