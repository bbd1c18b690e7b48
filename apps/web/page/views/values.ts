// What the numbers of a counter mean, for views that know only its path.
import { cellText, type Quantity } from '../numbers';
import type { NumberColumn } from '../answers';
import { pathOf, sameName, splitMachine } from '../series';
import type { CounterFacts, ObjectFacts, Source, Span, Unit } from '../state';
import { quantityOfUnit } from '../units';

// Types whose numbers are counts: they are written in full, without a decimal.
const countedTypes = new Set([
  'PERF_COUNTER_RAWCOUNT', 'PERF_COUNTER_LARGE_RAWCOUNT', 'PERF_COUNTER_RAWCOUNT_HEX',
  'PERF_COUNTER_LARGE_RAWCOUNT_HEX', 'PERF_COUNTER_DELTA', 'PERF_COUNTER_LARGE_DELTA',
]);

export interface Measure {
  readonly unit: Unit;
  readonly factor: number;
  readonly type: string | null;
}

export const plainNumber: Measure = { unit: 'number', factor: 1, type: '' };

// A log of values has no types: numbers without a unit are written as they are.
export function quantityOf(measure: Pick<Measure, 'unit' | 'type'>): Quantity {
  if (measure.unit !== 'number') return quantityOfUnit(measure.unit);
  return measure.type === null || countedTypes.has(measure.type) ? 'whole' : 'number';
}

// A number as the log has it, in its unit; '–' for one that is missing.
export function textIn(measure: Measure, number: number | null | undefined): string {
  if (number === null || number === undefined) return '–';
  return cellText(quantityOf(measure), number * measure.factor);
}

export interface NamedCounter {
  readonly object: ObjectFacts;
  readonly counter: CounterFacts;
}

// The object and counter of a path, which may have any instance, also a pattern; null: the log does
// not list them.
export function counterOf(source: Source, path: string): NamedCounter | null {
  const { machine, rest } = splitMachine(path);
  const text = rest.toLowerCase();
  for (const object of source.objects) {
    if (machine !== null && object.machine !== null && !sameName(machine, object.machine)) continue;
    const start = `\\${object.name.toLowerCase()}`;
    const next = text[start.length];
    if (!text.startsWith(start) || (next !== '(' && next !== '\\')) continue;
    const counter = object.counters.find((one) => text.endsWith(`\\${one.name.toLowerCase()}`));
    if (counter !== undefined) return { object, counter };
  }
  return null;
}

export function measureOf(source: Source, path: string): Measure {
  return counterOf(source, path)?.counter ?? plainNumber;
}

// '\Memory\Pages/sec' of '\\SERVER\Memory\Pages/sec'.
export function withoutMachine(path: string): string {
  return splitMachine(path).rest;
}

// The part of a path between the object and the counter: '_Total'; null without an instance.
export function instanceOf(path: string): string | null {
  const text = withoutMachine(path);
  const begin = text.indexOf('(');
  const end = text.lastIndexOf(')\\');
  return begin < 0 || end < begin ? null : text.slice(begin + 1, end);
}

export function columnOf(numbers: Float64Array, column: NumberColumn): Float64Array {
  return numbers.subarray(column.offset, column.offset + column.count);
}

// The index of the last number that is not above `wanted`, in rising numbers; -1: all are above.
export function lastNotAbove(rising: Float64Array, wanted: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// All instances of one counter, as the tools take it.
export function patternOf(object: Pick<ObjectFacts, 'name' | 'machine'>, counter: string): string {
  return pathOf({ name: `${object.name}(*)`, machine: object.machine }, null, counter);
}

// The part of a span in which a log has samples; null: none.
export function partOf(source: Source, span: Span): Span | null {
  const begin = Math.max(span.begin, source.span.begin);
  const end = Math.min(span.end, source.span.end);
  return begin <= end ? { begin, end } : null;
}

// The arguments with which a picture shows what was read of a log that was stopped, as the charts do.
export function upToStop({ stopped }: Source): { readonly at_most_bytes?: number } {
  return stopped === null ? {} : { at_most_bytes: stopped.bytes };
}
