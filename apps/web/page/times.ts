// Times for people: on the clock of the log, in UTC, or on the clock of this computer.
import type { Clock, NamedClock, Source, Span, State } from './state';

// A clock that times are shown on.
export interface ShownClock {
  readonly kind: Clock;
  readonly biasMinutes: number | null; // of the log; null: its own clock is taken for UTC
  readonly zone: string; // the name in the log, '' if none
  readonly letter?: string; // of the log if there are several
}

export interface Tick {
  readonly time: number;
  readonly label: string;
  readonly date: string; // '' unless the axis covers several days
}

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

// Steps that people know from a clock.
const timeSteps: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5,
  1, 2, 5, 10, 15, 30,
  minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
  hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour,
  day, 2 * day, 7 * day, 14 * day, 30 * day, 90 * day, 365 * day,
];

export const monthNames: readonly string[] = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
];
const months = monthNames.map((name) => name.slice(0, 3));

// The clock of the page: that of the first log. A log without an offset from UTC has only its own
// clock.
export function clockOf(state: State): ShownClock {
  const first = state.sources[0];
  const biasMinutes = first?.biasMinutes ?? null;
  const kind = biasMinutes === null ? 'log' : state.options.clock;
  const letter = first !== undefined && state.sources.length > 1 ? { letter: first.letter } : {};
  return { kind, biasMinutes, zone: first?.zone ?? '', ...letter };
}

// Seconds that are added to UTC at that time.
function offsetAt(time: number, clock: ShownClock): number {
  if (clock.kind === 'utc') return 0;
  if (clock.kind === 'here') return -new Date(time * 1000).getTimezoneOffset() * minute;
  return clock.biasMinutes === null ? 0 : -clock.biasMinutes * minute;
}

// What the clock shows at that time, as the seconds since 1970 of a clock that shows UTC.
export function shownAt(time: number, clock: ShownClock): number {
  return time + offsetAt(time, clock);
}

// The time at which the clock shows that: the first of both in an hour that a clock shows twice, and as
// much later in the hour that it skips.
export function timeShownAs(shown: number, clock: ShownClock): number {
  if (clock.kind !== 'here') return shown - offsetAt(shown, clock);
  const date = new Date(shown * 1000);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const local = new Date(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds());
  return local.getTime() / 1000;
}

// The date whose UTC fields are what the clock shows.
function civil(time: number, clock: ShownClock): Date {
  return new Date(Math.round(shownAt(time, clock) * 1000));
}

function two(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}

// '14:05', '14:05:30' or, with fractions, '14:05:30.250'.
export function clockText(time: number, clock: ShownClock, precision: 'minute' | 'second' | 'ms' = 'second'): string {
  const date = civil(time, clock);
  const minutes = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  if (precision === 'minute') return minutes;
  const seconds = `${minutes}:${two(date.getUTCSeconds())}`;
  if (precision === 'second') return seconds;
  return `${seconds}.${date.getUTCMilliseconds().toString().padStart(3, '0')}`;
}

// '2026-11-21'.
export function dateText(time: number, clock: ShownClock): string {
  const date = civil(time, clock);
  const year = date.getUTCFullYear().toString().padStart(4, '0');
  return `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

// '2026-11-21 14:05:30'.
export function showTime(time: number, clock: ShownClock): string {
  return `${dateText(time, clock)} ${clockText(time, clock)}`;
}

// '2026-11-21 10:00:00 to 11:00:00', with the second date if it differs.
export function spanText(span: Span, clock: ShownClock): string {
  const sameDay = dateText(span.begin, clock) === dateText(span.end, clock);
  const end = sameDay ? clockText(span.end, clock) : showTime(span.end, clock);
  return `${showTime(span.begin, clock)} to ${end}`;
}

// The same without the date if all of `whole` is on one day.
export function shortSpanText(span: Span, whole: Span, clock: ShownClock): string {
  if (dateText(whole.begin, clock) !== dateText(whole.end, clock)) return spanText(span, clock);
  return `${clockText(span.begin, clock)} to ${clockText(span.end, clock)}`;
}

function offsetText(seconds: number): string {
  if (seconds === 0) return 'UTC';
  const minutes = Math.round(Math.abs(seconds) / minute);
  const rest = minutes % 60 === 0 ? '' : `:${two(minutes % 60)}`;
  return `UTC${seconds < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`;
}

// The zone beside a time axis: 'UTC', 'UTC+1, this computer', "UTC−5, clock of the log".
export function zoneName(clock: ShownClock, time: number): string {
  if (clock.kind === 'utc') return 'UTC';
  if (clock.kind === 'here') return `${offsetText(offsetAt(time, clock))}, this computer`;
  const owner = clock.letter === undefined ? 'clock of the log' : `clock of log ${clock.letter}`;
  return clock.biasMinutes === null ? owner : `${offsetText(offsetAt(time, clock))}, ${owner}`;
}

// The zone in so few characters that it fits beside an axis: 'UTC−5', 'log’s clock'.
export function shortZone(clock: ShownClock, time: number): string {
  return clock.kind === 'log' && clock.biasMinutes === null ? 'log’s clock' : offsetText(offsetAt(time, clock));
}

// Returns the zone of a log's own clock if it differs from the clock on which times are shown; '': they are equal,
// or a log without an offset from UTC has its own clock only.
export function differentClock({ biasMinutes, zone, span }: Pick<Source, 'biasMinutes' | 'zone' | 'span'>, shown: ShownClock): string {
  const own: ShownClock = { kind: 'log', biasMinutes, zone };
  if (offsetAt(span.begin, own) === offsetAt(span.begin, shown)) return '';
  return biasMinutes === null ? 'its offset from UTC is not known' : offsetText(offsetAt(span.begin, own));
}

// The clock of UTC, as a log may be taken to have it.
export const utc: NamedClock = { name: 'UTC', biasMinutes: 0 };

// 'clock of server.blg assumed'.
export function assumedText({ assumedClock }: Pick<Source, 'assumedClock'>): string {
  return `${assumedClock === utc.name ? '' : 'clock of '}${assumedClock} assumed`;
}

// '38 s', '5 min', '2 h 10 min', '3 days 2 h': rounded to the second, from an hour on to the
// minute; below ten seconds with a fraction.
export function durationText(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  let rest = Math.round(seconds);
  if (rest >= hour) rest = Math.round(rest / minute) * minute;
  const days = Math.floor(rest / day);
  const hours = Math.floor((rest % day) / hour);
  const minutes = Math.floor((rest % hour) / minute);
  if (days > 0) return joined([[days, days === 1 ? 'day' : 'days'], [hours, 'h']]);
  if (hours > 0) return joined([[hours, 'h'], [minutes, 'min']]);
  return joined([[minutes, 'min'], [rest % minute, 's']]);
}

function joined(parts: readonly (readonly [number, string])[]): string {
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length > 0 ? shown.join(' ') : '0 s';
}

function dayText(time: number, clock: ShownClock, withYear: boolean): string {
  const date = civil(time, clock);
  const month = months[date.getUTCMonth()] ?? '';
  return withYear ? `${month} ${date.getUTCFullYear()}` : `${date.getUTCDate()} ${month}`;
}

// The step of an axis with at most `most` ticks.
export function timeStep(length: number, most: number): number {
  for (const step of timeSteps) {
    if (length / step <= most) return step;
  }
  return length / Math.max(most, 1);
}

// The label of a tick after the date, where it has one.
export function tickLabel({ label, date }: Tick): string {
  return date === '' ? label : `${date} ${label}`;
}

// Round times between the ends of `span`, on the clock that is shown.
export function timeTicks(span: Span, most: number, clock: ShownClock): Tick[] {
  const step = timeStep(span.end - span.begin, Math.max(most, 1));
  const severalDays = dateText(span.begin, clock) !== dateText(span.end, clock);
  const precision = step < 1 ? 'ms' : step < minute ? 'second' : 'minute';
  const ticks: Tick[] = [];
  const shift = offsetAt(span.begin, clock);
  const first = Math.ceil((span.begin + shift) / step - 1e-9);
  for (let count = 0; count <= most + 1; ++count) {
    const time = (first + count) * step - shift;
    if (time > span.end) break;
    if (step >= day) {
      ticks.push({ time, label: dayText(time, clock, span.end - span.begin > 365 * day), date: '' });
    } else {
      const isFirst = ticks.length === 0 || dateText(time, clock) !== dateText(time - step, clock);
      const date = severalDays && isFirst ? dayText(time, clock, false) : '';
      ticks.push({ time, label: clockText(time, clock, precision), date });
    }
  }
  return ticks;
}
