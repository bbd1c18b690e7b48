// The paths of a line: on a canvas, or in SVG.
import type { ChartKind } from '../state';
import type { LineRows } from './line';

// The part of the picture that a line is drawn in, and the numbers at its edges.
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly begin: number; // the time at the left edge
  readonly end: number;
  readonly low: number; // the value at the lower edge
  readonly high: number;
}

// What a path is drawn with: a Path2D, or the text of an SVG.
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

// One decimal of a pixel is finer than any screen.
function place(x: number, y: number): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

// Writes a path as `d` of SVG has it.
export class SvgPen implements Pen {
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

export interface LinePath<P extends Pen> {
  readonly stroke: P;
  readonly fill: P | null;
}

// How a line is drawn, and its place among those of its chart.
export interface Shape {
  readonly kind: ChartKind;
  readonly below: LineRows | null; // in a stack: what the line stands on, with the same rows
  readonly index: number; // of the line in its chart
  readonly count: number; // of the lines of the chart
  readonly slot: number; // the seconds in which the bars of a row stand; 0: not known
  readonly pixel: number; // the length of a CSS pixel in the frame
}

// Half of the length of a value that no line connects with others.
const dot = 1.25;

const barPart = 0.8; // of its slot; the rest is space between bars
const widestSlot = 48; // CSS pixels
const leastWithEdges = 4;

export function pathOf<P extends Pen>(line: LineRows, frame: Frame, shape: Shape, newPen: () => P): LinePath<P> {
  if (shape.kind === 'bars') return pathOfBars(line, frame, shape, newPen);
  const [stroke, fill] = [newPen(), shape.kind === 'line' ? null : newPen()];
  const plane = new Plane(frame);
  const width = columnWidth(line, frame, shape.pixel);
  if (width > 0) {
    strokeColumns(line, plane, stroke, width, shape.pixel);
    if (fill !== null) drawRows(line, new PathBuilder(plane, null, fill), shape.below);
  } else {
    drawRows(line, new PathBuilder(plane, stroke, fill), shape.below);
  }
  return { stroke, fill };
}

// Draws a line without a filling.
export function strokeOf<P extends Pen>(line: LineRows, frame: Frame, pen: P): P {
  const width = columnWidth(line, frame, 1);
  if (width > 0) strokeColumns(line, new Plane(frame), pen, width, 1);
  else drawRows(line, new PathBuilder(new Plane(frame), pen, null), null);
  return pen;
}

const widestColumn = 3; // CSS pixels

// Returns the width of the columns as which a line is drawn whose rows are pixels, most of them with several records, in
// whole device pixels; 0: it is drawn from value to value.
export function columnWidth(line: LineRows, { width, begin, end }: Pick<Frame, 'width' | 'begin' | 'end'>, pixel: number): number {
  let several = 0;
  let [steps, seconds] = [0, 0];
  for (let row = 0; row < line.rows; ++row) {
    if ((line.ends[row] ?? 0) > (line.times[row] ?? 0)) ++several;
    if (row === 0 || (line.breaks.size > 0 && line.breaks.has(row))) continue;
    ++steps;
    seconds += (line.times[row] ?? 0) - (line.times[row - 1] ?? 0);
  }
  const step = (seconds / steps) * (width / (end - begin));
  return 2 * several > line.rows && step <= widestColumn * pixel ? Math.max(1, Math.round(step)) : 0;
}

// Draws each row as vertical lines side by side, each a device pixel wide, from the least to the largest value and on to the
// row before. Engines that draw without a graphics processor take 200 times longer for a connected line of so many points.
function strokeColumns(line: LineRows, plane: Plane, stroke: Pen, width: number, pixel: number): void {
  const half = 0.75 * pixel; // of a line that stays at one value
  let [lastX, lastY, top, bottom] = [NaN, NaN, NaN, NaN]; // of the row before, if a line connects both
  for (let row = 0; row < line.rows; ++row) {
    const first = line.first[row] ?? NaN;
    if (Number.isNaN(first) || line.breaks.has(row)) lastX = lastY = top = bottom = NaN;
    if (Number.isNaN(first)) continue;
    const x = Math.floor(plane.x(line.times[row] ?? 0)) + 0.5;
    const [high, low] = [plane.y(line.largest[row] ?? first), plane.y(line.least[row] ?? first)];
    const isFar = x - lastX > 2 * width;
    if (isFar) connect(stroke, lastX, lastY, x, plane.y(first));
    const from = !isFar && bottom < high ? bottom : high;
    const to = !isFar && top > low ? top : low;
    for (let at = 0; at < width; ++at) connect(stroke, x + at, from - half, x + at, to + half);
    [lastX, lastY, top, bottom] = [x, plane.y(line.last[row] ?? first), high, low];
  }
}

// Draws each row as its first, least, largest and last value, so that no peak is lost, and connects
// rows unless there is a gap between them. The filling ends at 0, or at what the line stands on.
function drawRows(line: LineRows, builder: PathBuilder, below: LineRows | null): void {
  for (let row = 0; row < line.rows; ++row) {
    const first = line.first[row] ?? NaN;
    if (Number.isNaN(first)) {
      builder.lift();
      continue;
    }
    if (line.breaks.has(row)) builder.lift();
    const begin = line.times[row] ?? 0;
    const end = line.ends[row] ?? begin;
    builder.to(begin, first, below?.first[row]);
    const least = line.least[row] ?? first;
    const largest = line.largest[row] ?? first;
    // Records of one row may have the same time.
    if (end > begin || largest > least) {
      const middle = (begin + end) / 2;
      const last = line.last[row] ?? first;
      // The order that gives the shorter way through both extremes.
      builder.to(middle, first <= last ? least : largest);
      builder.to(middle, first <= last ? largest : least);
      builder.to(end, last);
    }
  }
  builder.lift();
}

// Draws one bar for each row, up to its last value, which is what the table shows at the cursor. In a
// row of several records a line goes from the least to the largest value, so that no peak is lost. The
// bars of several lines stand side by side; where they would be narrower than a pixel, they share the
// place, and only their upper ends are drawn in full.
function pathOfBars<P extends Pen>(line: LineRows, frame: Frame, shape: Shape, newPen: () => P): LinePath<P> {
  const { pixel, index, count } = shape;
  const plane = new Plane(frame);
  const stroke = newPen();
  const fill = newPen();
  const usual = shape.slot > 0 ? plane.lengthOf(shape.slot) : Infinity;
  const slot = barPart * Math.min(Math.max(usual, pixel), widestSlot * pixel);
  const isBeside = slot / count >= pixel;
  const width = isBeside ? slot / count : slot;
  const shift = isBeside ? (index - count / 2) * width : -width / 2;
  for (let row = 0; row < line.rows; ++row) {
    const last = line.last[row] ?? NaN;
    if (Number.isNaN(last)) continue;
    const begin = line.times[row] ?? 0;
    const left = plane.x((begin + (line.ends[row] ?? begin)) / 2) + shift;
    const top = plane.y(last);
    box(fill, left, top, width, plane.zero);
    if (width >= leastWithEdges * pixel) box(stroke, left, top, width, plane.zero);
    else connect(stroke, left, top, left + width, top);
    const least = line.least[row] ?? last;
    const largest = line.largest[row] ?? last;
    if (largest > least) connect(stroke, left + width / 2, plane.y(least), left + width / 2, plane.y(largest));
  }
  return { stroke, fill };
}

function box(pen: Pen, left: number, top: number, width: number, bottom: number): void {
  pen.moveTo(left, bottom);
  pen.lineTo(left, top);
  pen.lineTo(left + width, top);
  pen.lineTo(left + width, bottom);
  pen.closePath();
}

function connect(pen: Pen, fromX: number, fromY: number, toX: number, toY: number): void {
  pen.moveTo(fromX, fromY);
  pen.lineTo(toX, toY);
}

// Places in a frame. A span or a range of no length is taken for one of 1.
export class Plane {
  readonly zero: number; // the y of 0, or of the nearest value in the frame
  private readonly perSecond: number;
  private readonly perValue: number;

  constructor(private readonly frame: Frame) {
    this.perSecond = frame.width / (frame.end - frame.begin || 1);
    this.perValue = frame.height / (frame.high - frame.low || 1);
    this.zero = this.y(Math.min(Math.max(0, frame.low), frame.high));
  }

  lengthOf(seconds: number): number {
    return seconds * this.perSecond;
  }

  x(time: number): number {
    return this.frame.left + (time - this.frame.begin) * this.perSecond;
  }

  y(value: number): number {
    const y = this.frame.top + (this.frame.high - value) * this.perValue;
    // Numbers that no machine has would leave the range of a canvas.
    return Math.min(Math.max(y, -1e6), 1e6);
  }
}

// A line in stretches, each with its filling.
class PathBuilder {
  private readonly lower: [x: number, y: number][] = []; // the lower edge of the filling, in a stack
  private firstX = 0;
  private lastX = 0;
  private lastY = 0;
  private points = 0; // since the pen was set down

  constructor(
    private readonly plane: Plane,
    private readonly stroke: Pen | null,
    private readonly fill: Pen | null,
  ) {}

  // The filling goes down to `base`, or to 0 if there is none.
  to(time: number, value: number, base?: number): void {
    const x = this.plane.x(time);
    const y = this.plane.y(value);
    if (this.points === 0) {
      this.stroke?.moveTo(x, y);
      this.fill?.moveTo(x, y);
      this.firstX = x;
    } else {
      this.stroke?.lineTo(x, y);
      this.fill?.lineTo(x, y);
    }
    if (base !== undefined && this.fill !== null) this.lower.push([x, this.plane.y(base)]);
    this.lastX = x;
    this.lastY = y;
    ++this.points;
  }

  // Ends a stretch. A single value becomes a dot.
  lift(): void {
    if (this.points === 0) return;
    if (this.points === 1 && this.stroke !== null) connect(this.stroke, this.lastX - dot, this.lastY, this.lastX + dot, this.lastY);
    if (this.fill !== null) this.close(this.fill);
    this.points = 0;
  }

  private close(fill: Pen): void {
    if (this.lower.length === 0) {
      fill.lineTo(this.lastX, this.plane.zero);
      fill.lineTo(this.firstX, this.plane.zero);
    }
    for (const [x, y] of this.lower.reverse()) fill.lineTo(x, y);
    fill.closePath();
    this.lower.length = 0;
  }
}
