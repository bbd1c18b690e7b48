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

// The row whose time is nearest; -1 without rows.
export function nearestRow({ times, rows }: Pick<LineRows, 'times' | 'rows'>, time: number): number {
  const before = lastNotAbove(times, time);
  if (before < 0) return rows > 0 ? 0 : -1;
  if (before === rows - 1) return before;
  return time - (times[before] ?? 0) <= (times[before + 1] ?? 0) - time ? before : before + 1;
}

// The value of a line at a time: that of the row which has it, NaN if there is none.
export function valueAt(line: LineRows, time: number): number {
  return line.last[lastNotAbove(line.times, time)] ?? NaN;
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
