// A small chart as SVG: in the report, in comparisons, and as the file that Export writes.
import type { ComponentChildren, JSX } from 'preact';
import { rangeOf, type LineRows } from '../charts/line';
import { Plane, strokeOf, SvgPen, type Frame } from '../charts/paths';
import { dashes, type Span, type Unit } from '../state';
import { shortZone, tickLabel, timeTicks, type ShownClock } from '../times';
import { tickText, valueAxis, type ValueAxis } from '../units';

export interface PlotLine {
  readonly key: string;
  readonly line: LineRows;
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

type Size = Pick<Frame, 'width' | 'height'>;

// The size of the part with the lines.
export function innerSize(width: number, height: number): Size {
  return { width: Math.max(width - left - right, 1), height: Math.max(height - top - bottom, 1) };
}

function frameOf(inner: Size, span: Span, { low, high }: ValueAxis): Frame {
  return { left: 0, top: 0, ...inner, ...span, low, high };
}

// Lines over their axes.
export function Plot(props: PlotProps): JSX.Element {
  const { width, height, span, unit, lines, colours = pageColours, fits = false } = props;
  const inner = innerSize(width, height);
  const { least, largest } = rangeOf(lines.map(({ line }) => line));
  const high = largest >= least ? largest : 1;
  const axis = valueAxis(fits ? Math.min(least, 0) : least, high, unit, !fits, Math.max(2, Math.floor(inner.height / 36)));
  const frame = frameOf(inner, span, axis);
  return (
    <Axes {...props} axis={axis} labels={axis.ticks.map((tick) => tickText(unit, tick))}>
      {lines.map(({ key, line, colour, dash }) => (
        <path key={key} d={strokeOf(line, frame, new SvgPen()).text} fill="none" stroke={colours.lines[colour] ?? colours.text}
          stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round" stroke-dasharray={(dashes[dash] ?? []).join(' ')} />
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
  const plane = new Plane(frameOf(inner, span, axis));
  return (
    <svg x={x} y={y} width={width} height={height} viewBox={`0 0 ${width} ${height}`} font-size={fontSize} aria-hidden="true" focusable="false">
      <g transform={`translate(${left} ${top})`}>
        {bands.map((band) => <Band key={band.begin} band={band} span={span} plane={plane} height={inner.height} colour={colours.band} />)}
        {axis.ticks.map((tick, index) => (
          <g key={tick} transform={`translate(0 ${Math.round(plane.y(tick)) + 0.5})`}>
            <line x2={inner.width} stroke={colours.grid} />
            <text x={-8} dy="0.35em" text-anchor="end" fill={colours.text}>{labels[index]}</text>
          </g>
        ))}
        <TimeLabels {...props} plane={plane} inner={inner} colour={colours.text} grid={colours.grid} />
        {props.children}
      </g>
    </svg>
  );
}

interface BandProps {
  readonly band: Span;
  readonly span: Span;
  readonly plane: Plane;
  readonly height: number;
  readonly colour: string;
}

// A band is at least two pixels wide, so that a moment is seen.
function Band({ band, span, plane, height, colour }: BandProps): JSX.Element | null {
  const begin = Math.max(band.begin, span.begin);
  const end = Math.min(band.end, span.end);
  if (end < begin) return null;
  const start = plane.x(begin);
  return <rect class="view-band" x={start} width={Math.max(plane.x(end) - start, 2)} height={height} fill={colour} />;
}

interface TimeLabelsProps extends PlotArea {
  readonly plane: Plane;
  readonly inner: Size;
  readonly colour: string;
  readonly grid: string;
}

function TimeLabels({ span, clock, timeLabel, timeSteps, plane, inner, colour, grid }: TimeLabelsProps): JSX.Element {
  const most = Math.max(1, Math.floor(inner.width / 84));
  const ticks = timeLabel !== undefined && timeSteps !== undefined
    ? timeSteps.map((time) => ({ time, label: timeLabel(time) }))
    : timeTicks(span, most, clock).map((tick) => ({ time: tick.time, label: tickLabel(tick) }));
  return (
    <g>
      {timeLabel !== undefined ? null : <text x={-8} y={inner.height + 18} text-anchor="end" fill={colour}>{shortZone(clock, span.begin)}</text>}
      {ticks.map((tick) => (
        <g key={tick.time} transform={`translate(${Math.round(plane.x(tick.time)) + 0.5} ${inner.height})`}>
          <line y2={5} stroke={grid} />
          <text y={18} text-anchor="middle" fill={colour}>{tick.label}</text>
        </g>
      ))}
    </g>
  );
}

