// The geometry of a small chart: where lines go on a plane of pixels. Pure functions.
import type { PictureAnswer, PicturedSeries } from '../answers';
import type { Span } from '../state';
import { columnOf } from './values';

// The columns of one series of a picture, in the unit of its chart.
export interface PlotColumns {
  readonly times: Float64Array;
  readonly first: Float64Array;
  readonly least: Float64Array;
  readonly largest: Float64Array;
  readonly last: Float64Array;
  readonly breaks: ReadonlySet<number>; // rows that no line connects with the row before
}

export interface PlotScale {
  readonly x: (time: number) => number;
  readonly y: (value: number) => number;
}

export function plotColumns(picture: PictureAnswer, series: PicturedSeries, numbers: Float64Array): PlotColumns {
  const inUnit = (column: Float64Array): Float64Array => (series.factor === 1 ? column : column.map((value) => value * series.factor));
  return {
    times: columnOf(numbers, picture.times),
    first: inUnit(columnOf(numbers, series.first)),
    least: inUnit(columnOf(numbers, series.least)),
    largest: inUnit(columnOf(numbers, series.largest)),
    last: inUnit(columnOf(numbers, series.last)),
    breaks: new Set(series.breaks ?? []),
  };
}

// The same line at other times: later by `seconds`.
export function movedBy(columns: PlotColumns, seconds: number): PlotColumns {
  return { ...columns, times: columns.times.map((time) => time + seconds) };
}

// The least and the largest value of all lines; null: there is no value.
export function extremesOf(lines: readonly PlotColumns[]): { least: number; largest: number } | null {
  let least = Infinity;
  let largest = -Infinity;
  for (const line of lines) {
    for (const value of line.least) if (value < least) least = value;
    for (const value of line.largest) if (value > largest) largest = value;
  }
  return least <= largest ? { least, largest } : null;
}

// Places from 0 to `width` and from `height`, which is the lowest value, up to 0.
export function plotScale(span: Span, low: number, high: number, width: number, height: number): PlotScale {
  const perSecond = width / (span.end - span.begin || 1);
  const perValue = height / (high - low || 1);
  return {
    x: (time) => (time - span.begin) * perSecond,
    y: (value) => height - (value - low) * perValue,
  };
}

// One decimal of a pixel is finer than any screen.
function place(x: number, y: number): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

// Writes a path as `d` of SVG has it.
export class SvgPen {
  text = '';

  moveTo(x: number, y: number): void {
    this.text += `M${place(x, y)}`;
  }

  lineTo(x: number, y: number): void {
    this.text += `L${place(x, y)}`;
  }

  closePath(): void {
    this.text += 'Z';
  }
}

// The path of a line for `d` of SVG, through the first, least, largest and last value of each row.
// A line ends where a value is missing and at each break; a value alone is a dot.
export function linePath(columns: PlotColumns, scale: PlotScale): string {
  let path = '';
  let isDown = false;
  for (let row = 0; row < columns.times.length; ++row) {
    const first = columns.first[row] ?? NaN;
    const least = columns.least[row] ?? NaN;
    if (Number.isNaN(least)) {
      isDown = false;
      continue;
    }
    if (columns.breaks.has(row)) isDown = false;
    const x = scale.x(columns.times[row] ?? 0);
    const start = place(x, scale.y(Number.isNaN(first) ? least : first));
    path += isDown ? `L${start}` : `M${start}h0`;
    isDown = true;
    const largest = columns.largest[row] ?? NaN;
    if (largest === least) continue;
    const last = columns.last[row] ?? NaN;
    path += `L${place(x, scale.y(least))}L${place(x, scale.y(largest))}`;
    if (!Number.isNaN(last)) path += `L${place(x, scale.y(last))}`;
  }
  return path;
}

// The points of a spark line, scaled to its own range; empty without a value.
export function sparkPath(columns: PlotColumns, width: number, height: number): string {
  const extremes = extremesOf([columns]);
  const begin = columns.times[0];
  const end = columns.times[columns.times.length - 1];
  if (extremes === null || begin === undefined || end === undefined) return '';
  const low = Math.min(0, extremes.least);
  const room = 2; // for the width of the line
  const scale = plotScale({ begin, end }, low, Math.max(extremes.largest, low + Number.EPSILON), width - 2 * room, height - 2 * room);
  return linePath(columns, { x: (time) => room + scale.x(time), y: (value) => room + scale.y(value) });
}

// The mean of each row in place of its extremes, which are noise in a line as small as a word.
export function averageColumns(picture: PictureAnswer, series: PicturedSeries, numbers: Float64Array): PlotColumns {
  const average = columnOf(numbers, series.average);
  return { times: columnOf(numbers, picture.times), first: average, least: average, largest: average, last: average, breaks: new Set(series.breaks ?? []) };
}
