// What is compared, and which rows of the difference are shown. Pure functions.
import type { Align, Source, Span } from '../state';
import { day } from '../times';

export interface Compared {
  readonly first: Source;
  readonly second: Source;
  readonly align: Align;
  readonly shift: number; // seconds that the second begins later than the first
  readonly parts: readonly [Span, Span] | null; // of one log
}

export interface Numbers {
  readonly count: number;
  readonly average: number | null;
  readonly p95: number | null;
}

export interface Change {
  readonly path: string;
  readonly type: string | null;
  readonly before: Numbers;
  readonly after: Numbers;
  readonly difference: number;
  readonly part: number | null;
  readonly weight: number;
  readonly duplicate_of: string | null;
}

export interface Side {
  readonly records: number;
  readonly first_unix: number | null;
  readonly last_unix: number | null;
}

export interface LoneSeries {
  readonly objects: readonly { readonly path: string }[];
  readonly instances: readonly { readonly path: string }[];
  readonly counters: readonly { readonly path: string }[];
  readonly left_out?: number; // of one of the lists
}

export interface DifferenceAnswer {
  readonly before: Side;
  readonly after: Side;
  readonly changes: readonly Change[];
  readonly left_out?: number;
  readonly only_before: LoneSeries;
  readonly only_after: LoneSeries;
}

export interface DifferenceRow {
  readonly change: Change;
  readonly same: number; // changes that say the same
}

const mostChanges = 200; // that are asked for
const mostRows = 40;
const leastPart = 0.05; // as `perflib diff` has them

// The arguments of the tool `difference`.
export function differenceArgs({ first, second, align, shift, parts }: Compared): object {
  const logs = { before: first.log, after: second.log, limit: mostChanges };
  if (parts !== null) {
    return { ...logs, at_before: parts[0].begin, at_after: parts[1].begin, seconds: parts[0].end - parts[0].begin };
  }
  if (align === 'clock') return { ...logs, by_clock: true };
  if (align === 'shift') return { ...logs, at_before: first.span.begin + Math.max(-shift, 0), at_after: second.span.begin + Math.max(shift, 0) };
  return logs;
}

// The rows as `perflib diff` has them: without small changes, and with one row for changes that say
// the same.
export function rowsOf(changes: readonly Change[]): { rows: DifferenceRow[]; unchanged: number } {
  const rows = new Map<string, { change: Change; same: number }>();
  let unchanged = 0;
  for (const change of changes) {
    if (!isWorthARow(change)) {
      ++unchanged;
      continue;
    }
    const first = change.duplicate_of === null ? undefined : rows.get(change.duplicate_of);
    if (first === undefined) rows.set(change.path, { change, same: 0 });
    else ++first.same;
  }
  return { rows: [...rows.values()].slice(0, mostRows), unchanged };
}

function isWorthARow({ before, after, difference }: Change): boolean {
  const larger = Math.max(Math.abs(before.average ?? 0), Math.abs(after.average ?? 0));
  return difference !== 0 && Math.abs(difference) >= leastPart * larger;
}

// The parts that were compared; null: one is empty.
export function partsOf({ before, after }: DifferenceAnswer): readonly [Span, Span] | null {
  if (before.first_unix === null || before.last_unix === null || after.first_unix === null || after.last_unix === null) return null;
  return [{ begin: before.first_unix, end: before.last_unix }, { begin: after.first_unix, end: after.last_unix }];
}

// The seconds from a time of the first to that of the second which is shown at the same place.
export function shiftOf(answer: DifferenceAnswer, { align, parts, first, second, shift }: Compared): number {
  if (parts !== null) return parts[1].begin - parts[0].begin;
  const compared = partsOf(answer);
  if (compared === null) return 0;
  if (align === 'shift') return second.span.begin + Math.max(shift, 0) - first.span.begin - Math.max(-shift, 0);
  if (align === 'start') return second.span.begin - first.span.begin;
  // The same time of day: whole days, and the difference of the zones.
  const bias = 60 * ((second.biasMinutes ?? 0) - (first.biasMinutes ?? 0));
  return Math.round((compared[1].begin - compared[0].begin - bias) / day) * day + bias;
}

// The shift that aligns the two as they are aligned now, whichever way that was chosen.
export function presentShift(answer: DifferenceAnswer, compared: Compared): number {
  return shiftOf(answer, compared) - (compared.second.span.begin - compared.first.span.begin);
}

// The shift with which the second log is drawn later by `seconds` than it is now: with as many digits
// as a pixel is worth, at most three.
export function draggedShift(answer: DifferenceAnswer, compared: Compared, seconds: number, secondsPerPixel: number): number {
  const digits = Math.min(3, Math.max(0, Math.ceil(-Math.log10(secondsPerPixel))));
  return Number((presentShift(answer, compared) - seconds).toFixed(digits)) + 0; // never -0
}

// The seconds by which the second log is drawn later than it was compared, until the answer for the
// wanted shift is there.
export function drawnLater(answer: DifferenceAnswer, compared: Compared, wanted: Compared): number {
  const isSame = wanted.first.letter === compared.first.letter && wanted.second.letter === compared.second.letter;
  return isSame && wanted.parts === null && wanted.align === 'shift' ? presentShift(answer, compared) - wanted.shift : 0;
}

// The largest shift with which the two may still overlap.
export function mostShift(first: Source, second: Source): number {
  return Math.max(1, Math.floor(Math.max(first.span.end - first.span.begin, second.span.end - second.span.begin)));
}
