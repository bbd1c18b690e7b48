// Times as people type them: '14:05', '14:05:30', '21 Nov 14:00 to 15:00', '2026-11-21 14:00'. They
// are times of the clock that is shown. A date may be left out: then it is a day of the log.
import type { Span } from './state';
import { day, hour, minute, monthNames, shownAt, spanText, timeShownAs, type ShownClock } from './times';

interface Fault {
  readonly kind: 'fault';
  readonly text: string; // what is wrong, and what can be written
}

export type TimeReading =
  | { readonly kind: 'span'; readonly span: Span } // in the log
  | { readonly kind: 'moment'; readonly time: number; readonly room: number } // seconds before and after it
  | Fault;

export const timeExamples = '14:05, 14:05:30, 14:00 to 15:00, 21 Nov 14:00 to 15:00 or 2026-11-21 14:05';

const roomOfMinute = 5 * minute;
const roomOfSecond = 30;
const mostDays = 10_000; // of a log in which a time without a date is looked for; a log that claims more is damaged

// A date as it was written. Without a year it is one of the years of the log.
interface WrittenDate {
  readonly year: number | null;
  readonly month: number; // 0 to 11
  readonly day: number;
}

// A day, a minute or a second as it was written.
interface Point {
  readonly kind: 'point';
  readonly date: WrittenDate | null;
  readonly seconds: number; // since midnight
  readonly length: number; // seconds
}

function fault(text: string): Fault {
  return { kind: 'fault', text };
}

function notUnderstood(text: string): Fault {
  return fault(`“${text}” is not a time that can be read here. Write ${timeExamples}.`);
}

// '14:00 to 15:00', '14:00 - 15:00', '14:00-15:00', '21 Nov 22:00 – 22 Nov 1:00': one or two points. A
// hyphen without spaces separates them only after a time, because dates have hyphens, too.
const separators = [/\s+(?:to|until|till)\s+/u, /\s*(?:[–—…]|\.{2,3})\s*/u, /\s+-\s+/u, /(?<=:\d\d(?:\.\d+)?|[ap]m) ?- ?/u];

function parted(text: string): string[] {
  for (const separator of separators) {
    const parts = text.split(separator);
    if (parts.length > 1) return parts;
  }
  return [text];
}

const isoDate = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?!\d)/u;
const dayFirst = /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)? ?(?<name>[a-z]{3,9})\.?,?(?: (?<year>\d{4})(?![\d:]))?(?![a-z\d])/u;
const monthFirst = /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?(?![a-z\d:])/u;
const timeOfDay = /^(?<hours>\d{1,2})(?::(?<minutes>\d\d)(?::(?<seconds>\d\d(?:\.\d+)?))?)? ?(?<half>am|pm)?$/u;

// The index of the month that begins with these letters; -1: none.
function monthNamed(name: string): number {
  return monthNames.findIndex((month) => month.toLowerCase().startsWith(name));
}

interface FoundDate {
  readonly kind: 'date';
  readonly date: WrittenDate | null;
  readonly rest: string; // what follows the date
}

// The date at the beginning of a text.
function dateIn(text: string): FoundDate | Fault {
  const found = isoDate.exec(text) ?? dayFirst.exec(text) ?? monthFirst.exec(text);
  const groups = found?.groups;
  if (found === null || groups === undefined) return { kind: 'date', date: null, rest: text };
  const name = groups['name'];
  const month = name === undefined ? Number(groups['month']) - 1 : monthNamed(name);
  if (month < 0 && name !== undefined) return { kind: 'date', date: null, rest: text };
  const year = groups['year'] === undefined ? null : Number(groups['year']);
  const date = { year, month, day: Number(groups['day']) };
  // 2024 has a 29 February.
  if (dayNumber(date, year ?? 2024) === null) return fault(`There is no date “${found[0]}”. Write ${timeExamples}.`);
  return { kind: 'date', date, rest: text.slice(found[0].length).replace(/^(?:,? | ?t(?=\d))/u, '') };
}

// The days from 1970 to a date; null: the year has no such date.
function dayNumber({ month, day: dayOfMonth }: WrittenDate, year: number): number | null {
  const time = Date.UTC(year, month, dayOfMonth);
  const date = new Date(time);
  const exists = date.getUTCMonth() === month && date.getUTCDate() === dayOfMonth && date.getUTCFullYear() === year;
  return exists ? time / 1000 / day : null;
}

function pointFrom(text: string): Point | Fault {
  const found = dateIn(text);
  if (found.kind === 'fault') return found;
  const { date, rest } = found;
  if (rest === '' && date !== null) return { kind: 'point', date, seconds: 0, length: day };
  const groups = timeOfDay.exec(rest)?.groups;
  if (groups === undefined || (groups['minutes'] === undefined && groups['half'] === undefined)) return notUnderstood(text);
  const hours = hoursOf(Number(groups['hours']), groups['half']);
  const minutes = Number(groups['minutes'] ?? 0);
  const seconds = Number(groups['seconds'] ?? 0);
  const since = hours * hour + minutes * minute + seconds;
  if (!(minutes < 60 && seconds < 60 && since <= day)) return fault(`There is no time “${rest}”. Write ${timeExamples}.`);
  return { kind: 'point', date, seconds: since, length: groups['seconds'] === undefined ? minute : Number.isInteger(seconds) ? 1 : 0 };
}

// 12 am is midnight. Hours that a half of a day does not have are NaN.
function hoursOf(hours: number, half: string | undefined): number {
  if (half === undefined) return hours;
  if (hours < 1 || hours > 12) return NaN;
  return (hours % 12) + (half === 'pm' ? 12 : 0);
}

// The days that a date can mean, or a time without a date, in a log that is from `log.begin` to
// `log.end` on the clock. What was written may begin on the day before the log.
function daysOf(date: WrittenDate | null, log: Span): number[] {
  const [first, last] = [Math.floor(log.begin / day) - 1, Math.floor(log.end / day)];
  if (date === null) return range(first, Math.min(last, first + mostDays));
  const yearOf = (number: number): number => new Date(number * day * 1000).getUTCFullYear();
  const years = date.year === null ? range(yearOf(first), yearOf(last)) : [date.year];
  return years.map((year) => dayNumber(date, year)).filter((number) => number !== null);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

// The parts of the time that can be meant, as the clock shows them. An end without a date is on the day
// of the beginning, or on the next day if it is an earlier time of the day.
function meanings(first: Point, second: Point | null, log: Span): Span[] {
  const lasting = (length: number): Span[] => {
    return daysOf(first.date, log).map((number) => ({ begin: number * day + first.seconds, end: number * day + first.seconds + length }));
  };
  if (second === null) return lasting(first.length);
  if (second.date === null) return lasting(second.seconds - first.seconds + (second.seconds > first.seconds ? 0 : day));
  const wholeDay = second.length === day ? day : 0; // a day is meant with all its hours
  return daysOf(second.date, log).flatMap((number) => {
    const end = number * day + second.seconds + wholeDay;
    const begins = first.date === null ? [number, number - 1] : daysOf(first.date, log).reverse();
    const begin = begins.map((one) => one * day + first.seconds).find((one) => one < end);
    return begin === undefined ? [] : [{ begin, end }];
  });
}

// How far a part of the time is from what is visible.
function distance(span: Span, visible: Span): number {
  return Math.max(span.begin - visible.end, visible.begin - span.end, 0);
}

// The first of the nearest parts that have some of the log; null: none has.
function nearestIn(whole: Span, visible: Span, spans: readonly Span[]): Span | null {
  let best: Span | null = null;
  for (const span of spans) {
    const isInside = span.begin <= whole.end && (span.end > whole.begin || span.begin === whole.begin);
    if (isInside && (best === null || distance(span, visible) < distance(best, visible))) best = span;
  }
  return best === null ? null : { begin: Math.max(best.begin, whole.begin), end: Math.min(best.end, whole.end) };
}

// What a text means in a log of that time. What can be on several days is on the one that is visible
// or, if none is, nearest to what is.
export function readTimes(text: string, whole: Span, visible: Span, clock: ShownClock): TimeReading {
  const written = text.trim();
  const plain = written.toLowerCase().replace(/\s+/gu, ' ').replace(/^from /u, '').replace(/(?<=:\d\d),(?=\d)/gu, '.');
  const points: Point[] = [];
  for (const part of parted(plain)) {
    const point = pointFrom(part);
    if (point.kind === 'fault') return point;
    points.push(point);
  }
  const [first, second = null] = points;
  if (first === undefined || points.length > 2) return notUnderstood(written);
  const meant = meanings(first, second, { begin: shownAt(whole.begin, clock), end: shownAt(whole.end, clock) });
  if (second !== null && meant.length === 0) return fault(`“${written}” ends before it begins.`);
  const spans = meant.map(({ begin, end }) => ({ begin: timeShownAs(begin, clock), end: timeShownAs(end, clock) }));
  const span = nearestIn(whole, visible, spans);
  if (span === null) return fault(`“${written}” is outside of the log, which is from ${spanText(whole, clock)}.`);
  if (second !== null || first.length === day) return { kind: 'span', span };
  return { kind: 'moment', time: span.begin, room: first.length === minute ? roomOfMinute : roomOfSecond };
}
