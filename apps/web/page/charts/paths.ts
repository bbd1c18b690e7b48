// The path of a line on a canvas.
import type { Line } from './picture';

// The part of the canvas that a line is drawn in, and the numbers at its edges.
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

export interface LinePath {
  readonly stroke: Path2D;
  readonly fill: Path2D | null;
}

// Half of the length of a value that no line connects with others.
const dot = 1.25;

// Draws each row as its first, least, largest and last value, so that no peak is lost, and connects
// rows unless there is a gap between them.
export function pathOfLine(line: Line, frame: Frame, withFill: boolean): LinePath {
  const builder = new PathBuilder(frame, withFill);
  for (let row = 0; row < line.rows; ++row) {
    const first = line.first[row] ?? NaN;
    if (Number.isNaN(first)) {
      builder.lift();
      continue;
    }
    if (line.breaks.has(row)) builder.lift();
    const begin = line.times[row] ?? 0;
    const end = line.ends[row] ?? begin;
    builder.to(begin, first);
    if (end > begin) {
      const middle = (begin + end) / 2;
      const least = line.least[row] ?? first;
      const largest = line.largest[row] ?? first;
      const last = line.last[row] ?? first;
      // The order that gives the shorter way through both extremes.
      builder.to(middle, first <= last ? least : largest);
      builder.to(middle, first <= last ? largest : least);
      builder.to(end, last);
    }
  }
  return builder.finish();
}

class PathBuilder {
  private readonly stroke = new Path2D();
  private readonly fill: Path2D | null;
  private readonly xFactor: number;
  private readonly yFactor: number;
  private readonly base: number; // the y of 0, or of the nearest value in the frame
  private firstX = 0;
  private lastX = 0;
  private lastY = 0;
  private points = 0; // since the pen was set down

  constructor(private readonly frame: Frame, withFill: boolean) {
    this.fill = withFill ? new Path2D() : null;
    this.xFactor = frame.width / (frame.end - frame.begin);
    this.yFactor = frame.height / (frame.high - frame.low);
    this.base = this.y(Math.min(Math.max(0, frame.low), frame.high));
  }

  to(time: number, value: number): void {
    const x = this.frame.left + (time - this.frame.begin) * this.xFactor;
    const y = this.y(value);
    if (this.points === 0) {
      this.stroke.moveTo(x, y);
      this.fill?.moveTo(x, this.base);
      this.firstX = x;
    } else {
      this.stroke.lineTo(x, y);
    }
    this.fill?.lineTo(x, y);
    this.lastX = x;
    this.lastY = y;
    ++this.points;
  }

  // Ends a stretch. A single value becomes a dot.
  lift(): void {
    if (this.points === 0) return;
    if (this.points === 1) {
      this.stroke.moveTo(this.lastX - dot, this.lastY);
      this.stroke.lineTo(this.lastX + dot, this.lastY);
    }
    this.fill?.lineTo(this.lastX, this.base);
    this.fill?.lineTo(this.firstX, this.base);
    this.fill?.closePath();
    this.points = 0;
  }

  finish(): LinePath {
    this.lift();
    return { stroke: this.stroke, fill: this.fill };
  }

  private y(value: number): number {
    const y = this.frame.top + (this.frame.high - value) * this.yFactor;
    // Numbers that no machine has would leave the range of a canvas.
    return Math.min(Math.max(y, -1e6), 1e6);
  }
}

// The least and the largest value of lines in the part that is shown; not finite without values.
export function rangeOf(lines: readonly Line[]): { least: number; largest: number } {
  let least = Infinity;
  let largest = -Infinity;
  for (const line of lines) {
    for (let row = 0; row < line.rows; ++row) {
      const low = line.least[row] ?? NaN;
      const high = line.largest[row] ?? NaN;
      if (low < least) least = low;
      if (high > largest) largest = high;
    }
  }
  return { least, largest };
}
