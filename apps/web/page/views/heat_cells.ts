// The cells of a heat map: which part of a strip has how much colour. Pure functions.
import type { PicturedSeries } from '../answers';
import { usualStep } from '../charts/line';
import type { Span } from '../state';
import { columnOf, instanceOf } from './values';

// The values that have the least and all of the hue.
export interface HeatRange {
  readonly least: number;
  readonly largest: number;
}

export interface HeatCell {
  readonly x: number;
  readonly width: number;
  readonly share: number; // of the colour, from `palest` to 1
}

// The least share of the hue: every value is seen, however small it is.
export const palest = 0.08;

// The series with the largest average first; those without one last.
export function orderOf(series: readonly PicturedSeries[]): PicturedSeries[] {
  const average = (one: PicturedSeries): number => one.statistics?.average ?? -Infinity;
  return [...series].sort((a, b) => average(b) - average(a) || a.path.localeCompare(b.path, 'en', { numeric: true }));
}

// The range of all rows together, from 0 unless values are below; null: there is no value.
export function heatRange(rows: readonly PicturedSeries[], numbers: Float64Array): HeatRange | null {
  let least = 0;
  let largest = -Infinity;
  for (const row of rows) {
    for (const value of columnOf(numbers, row.largest)) {
      if (value > largest) largest = value;
      if (value < least) least = value;
    }
  }
  return largest === -Infinity ? null : { least, largest };
}

export function shareOf(value: number, range: HeatRange): number {
  const room = range.largest - range.least;
  return room > 0 ? palest + (1 - palest) * ((value - range.least) / room) : palest;
}

// A row of the picture reaches from its first to its last record, and on to the next row if that
// follows within the usual distance, so that a steady log has no holes. Missing values have no cell.
// Cells begin and end at whole pixels: half pixels of two cells would add up to a stripe.
export function heatCells(times: Float64Array, ends: Float64Array, values: Float64Array, span: Span, width: number, least: number, range: HeatRange): HeatCell[] {
  const perSecond = width / (span.end - span.begin || 1);
  const placeOf = (time: number): number => Math.round(Math.min(Math.max(0, (time - span.begin) * perSecond), width));
  const usual = usualStep(times, new Set<number>());
  const cells: HeatCell[] = [];
  for (let row = 0; row < times.length; ++row) {
    const value = values[row] ?? NaN;
    if (Number.isNaN(value)) continue;
    const begin = times[row] ?? span.begin;
    const end = ends[row] ?? begin;
    const next = times[row + 1];
    const isJoined = next !== undefined && next - end <= 2.5 * usual;
    const x = placeOf(begin);
    const right = isJoined ? placeOf(next) : Math.max(placeOf(end + usual), Math.min(x + least, width));
    if (right > x) cells.push({ x, width: right - x, share: shareOf(value, range) });
  }
  return cells;
}

// The instances without their total, beside which they would all be pale; the total alone stays.
export function withoutTotal(series: readonly PicturedSeries[]): readonly PicturedSeries[] {
  const others = series.filter((one) => instanceOf(one.path) !== '_Total');
  return others.length > 0 ? others : series;
}
