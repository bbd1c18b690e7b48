// How the series of a chart are drawn: the axis, and each line with its values, with these times a
// factor, or upon the lines below it.
import { kindOf, type Panel } from '../series';
import { dashes, type ChartKind, type Series, type Span, type State, type Unit } from '../state';
import { tickTexts, titleOfUnit, valueAxis, type ValueAxis } from '../units';
import { factorOf, timesFactor } from './factor';
import { rangeOf, usualStep, type Line } from './line';
import { stackOf } from './stack';

export interface ChartLine {
  readonly series: Series;
  readonly line: Line | null; // null: it has no picture yet
}

export interface Look {
  readonly kind: ChartKind;
  readonly isScaled: boolean; // each line times its factor, from 0 to 100
  readonly fit: boolean; // each line over its own range
  readonly fromZero: boolean; // of lines and areas; stacks and bars always begin at 0
}

export interface DrawnLine {
  readonly line: Line;
  readonly below: Line | null; // in a stack: what it stands on
  readonly low: number; // the values at the edges of the chart
  readonly high: number;
}

export interface Drawing {
  readonly axis: ValueAxis;
  readonly lines: ReadonlyMap<string, DrawnLine>; // by the key of the series
  readonly slot: number; // the usual seconds from one row to the next, in which bars stand; 0: not known
}

export function lookOf(panel: Panel, { kinds, options }: Pick<State, 'kinds' | 'options'>): Look {
  const kind = kindOf(panel, kinds);
  const { isScaled } = panel;
  return { kind, isScaled, fit: options.fit && !isScaled && kind !== 'stacked', fromZero: options.fromZero };
}

export function titleOfChart({ unit, isScaled }: Pick<Panel, 'unit' | 'isScaled'>): string {
  return isScaled ? 'Perfmon scale' : titleOfUnit(unit);
}

export function drawingOf(chart: readonly ChartLine[], unit: Unit, look: Look, mostTicks: number): Drawing {
  const lines = chart.flatMap(({ series, line }) => (line === null ? [] : [look.isScaled ? timesFactor(line, factorOf(series)) : line]));
  const slot = look.kind === 'bars' ? slotOf(lines) : 0;
  const drawn = new Map<string, DrawnLine>();
  if (look.fit) {
    for (const line of lines) drawn.set(line.key, { line, below: null, ...ownRange(line) });
    return { axis: { low: 0, high: 1, ticks: [0, 1] }, lines: drawn, slot };
  }
  const placed: readonly Pick<DrawnLine, 'line' | 'below'>[] = look.kind === 'stacked' ? stackOf(lines) : lines.map((line) => ({ line, below: null }));
  const axis = axisOf(placed.map(({ line }) => line), unit, look, mostTicks);
  for (const { line, below } of placed) drawn.set(line.key, { line, below, low: axis.low, high: axis.high });
  return { axis, lines: drawn, slot };
}

function ownRange(line: Line): { low: number; high: number } {
  const { least, largest } = rangeOf([line]);
  const room = largest > least ? (largest - least) * 0.04 : Math.max(Math.abs(largest), 1) * 0.5;
  return { low: least - room, high: largest + room };
}

function axisOf(lines: readonly Line[], unit: Unit, look: Look, mostTicks: number): ValueAxis {
  if (look.isScaled) return valueAxis(0, 100, 'percent', true, mostTicks);
  const { least, largest } = rangeOf(lines);
  return valueAxis(least, largest, unit, look.fromZero || look.kind === 'stacked' || look.kind === 'bars', mostTicks);
}

// The labels of the axis.
export function axisTexts(unit: Unit, { fit }: Look, ticks: readonly number[]): string[] {
  return fit ? ticks.map((tick) => (tick === 0 ? 'least' : 'largest')) : tickTexts(unit, ticks);
}

// The seconds between rows of the longest line.
function slotOf(lines: readonly Line[]): number {
  const longest = lines.reduce<Line | null>((best, line) => (line.rows > (best?.rows ?? 0) ? line : best), null);
  return longest === null ? 0 : usualStep(longest.times, longest.breaks);
}

// Points that are further apart than this, in CSS pixels, have their dash; dense ones would look
// like noise.
const denseSpacing = 4;

// The dash of a line in CSS pixels, where `width` is that of the part of the time; none for bars.
export function dashOf(series: Series, line: Line | null, look: Look, span: Span, width: number): readonly number[] {
  const rows = line === null ? 0 : rowsIn(line, span);
  return look.kind === 'bars' || rows === 0 || width / rows <= denseSpacing ? [] : (dashes[series.dash] ?? []);
}

function rowsIn(line: Line, span: Span): number {
  let rows = 0;
  for (let row = 0; row < line.rows; ++row) {
    const time = line.times[row] ?? 0;
    if (time >= span.begin && time <= span.end) ++rows;
  }
  return rows;
}

// How opaque the filling of a line is.
export const fillAlphas: Readonly<Record<ChartKind, number>> = { line: 0, area: 0.14, stacked: 0.45, bars: 0.45 };
