// A small chart as SVG: in the report, in comparisons, and as the file that Export writes.
import type { ComponentChildren, JSX } from 'preact';
import { dashes, type Span, type Unit } from '../state';
import { timeTicks, type ShownClock } from '../times';
import { tickText, valueAxis, type ValueAxis } from '../units';
import { extremesOf, linePath, plotScale, type PlotColumns } from './plot';

export interface PlotLine {
  readonly key: string;
  readonly columns: PlotColumns;
  readonly colour: number; // 0 to 7
  readonly dash: number; // a row of `dashes`
}

// Colours as SVG takes them. In the page they are variables of its style, in a file constants.
export interface PlotColours {
  readonly text: string;
  readonly grid: string;
  readonly band: string;
  readonly lines: readonly string[];
}

export const pageColours: PlotColours = {
  text: 'var(--soft)',
  grid: 'var(--grid)',
  band: 'var(--band)',
  lines: Array.from({ length: 8 }, (_, index) => `var(--line-${index + 1})`),
};

interface PlotArea {
  readonly width: number; // with the labels of the axes
  readonly height: number;
  readonly span: Span;
  readonly clock: ShownClock;
  readonly colours?: PlotColours;
  readonly bands?: readonly Span[]; // parts of the time that are marked
  readonly timeLabel?: (time: number) => string; // in place of the clock
  readonly timeSteps?: readonly number[]; // the times of these labels
  readonly x?: number; // of the top left corner, in a picture of several
  readonly y?: number;
}

interface PlotProps extends PlotArea {
  readonly unit: Unit;
  readonly lines: readonly PlotLine[];
  readonly fits?: boolean; // the axis of percent ends where the values do, not at 100
}

const fontSize = 12;
const left = 64;
const right = 28;
const top = 8;
const bottom = 24;

// The size of the part with the lines.
export function innerSize(width: number, height: number): { readonly width: number; readonly height: number } {
  return { width: Math.max(width - left - right, 1), height: Math.max(height - top - bottom, 1) };
}

// Lines over their axes.
export function Plot(props: PlotProps): JSX.Element {
  const { width, height, span, unit, lines, colours = pageColours, fits = false } = props;
  const inner = innerSize(width, height);
  const extremes = extremesOf(lines.map((line) => line.columns));
  const least = fits ? Math.min(extremes?.least ?? 0, 0) : extremes?.least ?? 0;
  const axis = valueAxis(least, extremes?.largest ?? 1, unit, !fits, Math.max(2, Math.floor(inner.height / 36)));
  const scale = plotScale(span, axis.low, axis.high, inner.width, inner.height);
  return (
    <Axes {...props} axis={axis} labels={axis.ticks.map((tick) => tickText(unit, tick))}>
      {lines.map((line) => (
        <path key={line.key} d={linePath(line.columns, scale)} fill="none" stroke={colours.lines[line.colour] ?? colours.text}
          stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round" stroke-dasharray={(dashes[line.dash] ?? []).join(' ')} />
      ))}
    </Axes>
  );
}

interface AxesProps extends PlotArea {
  readonly axis: ValueAxis;
  readonly labels: readonly string[]; // of its ticks
  readonly children: ComponentChildren; // from the left upper corner of the part with the lines
}

// Axes with what is drawn between them. They have no name for screen readers: the element around them has one.
export function Axes(props: AxesProps): JSX.Element {
  const { width, height, span, axis, labels, colours = pageColours, bands = [], x = 0, y = 0 } = props;
  const inner = innerSize(width, height);
  const scale = plotScale(span, axis.low, axis.high, inner.width, inner.height);
  return (
    <svg x={x} y={y} width={width} height={height} viewBox={`0 0 ${width} ${height}`} font-size={fontSize} aria-hidden="true" focusable="false">
      <g transform={`translate(${left} ${top})`}>
        {bands.map((band) => <Band key={band.begin} band={band} span={span} at={scale.x} height={inner.height} colour={colours.band} />)}
        {axis.ticks.map((tick, index) => (
          <g key={tick} transform={`translate(0 ${Math.round(scale.y(tick)) + 0.5})`}>
            <line x2={inner.width} stroke={colours.grid} />
            <text x={-8} dy="0.35em" text-anchor="end" fill={colours.text}>{labels[index]}</text>
          </g>
        ))}
        <TimeLabels {...props} at={scale.x} inner={inner} colour={colours.text} grid={colours.grid} />
        {props.children}
      </g>
    </svg>
  );
}

interface BandProps {
  readonly band: Span;
  readonly span: Span;
  readonly at: (time: number) => number;
  readonly height: number;
  readonly colour: string;
}

// A band is at least two pixels wide, so that a moment is seen.
function Band({ band, span, at, height, colour }: BandProps): JSX.Element | null {
  const begin = Math.max(band.begin, span.begin);
  const end = Math.min(band.end, span.end);
  if (end < begin) return null;
  const start = at(begin);
  return <rect class="view-band" x={start} width={Math.max(at(end) - start, 2)} height={height} fill={colour} />;
}

interface TimeLabelsProps extends PlotArea {
  readonly at: (time: number) => number;
  readonly inner: { readonly width: number; readonly height: number };
  readonly colour: string;
  readonly grid: string;
}

function TimeLabels({ span, clock, timeLabel, timeSteps, at, inner, colour, grid }: TimeLabelsProps): JSX.Element {
  const most = Math.max(1, Math.floor(inner.width / 84));
  const ticks = timeLabel !== undefined && timeSteps !== undefined
    ? timeSteps.map((time) => ({ time, label: timeLabel(time) }))
    : timeTicks(span, most, clock).map((tick) => ({ time: tick.time, label: tick.date === '' ? tick.label : `${tick.date} ${tick.label}` }));
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick.time} transform={`translate(${Math.round(at(tick.time)) + 0.5} ${inner.height})`}>
          <line y2={5} stroke={grid} />
          <text y={18} text-anchor="middle" fill={colour}>{tick.label}</text>
        </g>
      ))}
    </g>
  );
}

