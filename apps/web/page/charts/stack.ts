// Lines upon one another: the top of each is the sum of its values and of those of all lines below it.
//
// A sum is made of values of the same time. So a stack goes through the first and the last value of
// each row, and not through its extremes: the largest values of two lines need not be of one moment,
// and their sum may never have been. Lines of several logs have different rows: between two values
// that a line connects, it has the value that it is drawn with.
//
// Where a line has no value, nothing is known of the height of what stands on it: there it and all
// lines above it have a hole, and those below it do not. A line without any value in the part that is
// shown has no place in the stack.
import { oneValueRows, type Line } from './line';

export interface StackedLine {
  readonly line: Line; // the top
  readonly below: Line; // the top of the line below it; 0 for the lowest
}

export function stackOf(lines: readonly Line[]): StackedLine[] {
  const present = lines.filter(hasValue);
  const times = timesOf(present);
  let base = new Float64Array(times.length);
  let breaks: ReadonlySet<number> = new Set<number>();
  return present.map((line) => {
    const own = valuesAt(line, times);
    const below = { ...line, ...oneValueRows(times, base, breaks) };
    base = base.map((value, index) => value + (own.values[index] ?? NaN));
    breaks = new Set([...breaks, ...own.breaks]);
    return { line: { ...line, ...oneValueRows(times, base, breaks) }, below };
  });
}

function hasValue(line: Line): boolean {
  return line.first.some((value) => !Number.isNaN(value));
}

// The beginnings and ends of all rows, in order. Lines of one log have the same rows, in one column.
function timesOf(lines: readonly Line[]): Float64Array {
  const columns: Float64Array[] = [];
  for (const column of lines.flatMap((line) => [line.times, line.ends])) {
    if (!columns.some((one) => one.buffer === column.buffer && one.byteOffset === column.byteOffset)) columns.push(column);
  }
  const all = new Float64Array(columns.reduce((sum, column) => sum + column.length, 0));
  let filled = 0;
  for (const column of columns) {
    all.set(column, filled);
    filled += column.length;
  }
  all.sort();
  return all.filter((time, index) => index === 0 || time !== all[index - 1]);
}

// The values of a line at these times, and the times that no line connects with the one before.
function valuesAt(line: Line, times: Float64Array): { values: Float64Array; breaks: ReadonlySet<number> } {
  const breaks = new Set<number>();
  let row = 0;
  const values = times.map((time, index) => {
    while (row + 1 < line.rows && (line.times[row + 1] ?? NaN) <= time) {
      ++row;
      if (line.breaks.has(row)) breaks.add(index);
    }
    return valueIn(line, row, time);
  });
  return { values, breaks };
}

// The value of a line at a time in a row or after it, before the next row begins; NaN if it has none.
function valueIn(line: Line, row: number, time: number): number {
  const begin = line.times[row] ?? NaN;
  const end = line.ends[row] ?? NaN;
  const first = line.first[row] ?? NaN;
  const last = line.last[row] ?? NaN;
  if (!(time >= begin)) return NaN;
  if (time === end) return last;
  if (time === begin) return first;
  if (time < end) return between(time, begin, end, first, last);
  const isConnected = row + 1 < line.rows && !line.breaks.has(row + 1);
  return isConnected ? between(time, end, line.times[row + 1] ?? NaN, last, line.first[row + 1] ?? NaN) : NaN;
}

function between(time: number, begin: number, end: number, first: number, last: number): number {
  return first + ((last - first) * (time - begin)) / (end - begin);
}
