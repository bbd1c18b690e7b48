// A line as small as a word.
import type { PictureAnswer, PicturedSeries } from '../answers';
import { oneValueRows, rangeOf, type LineRows } from '../charts/line';
import { strokeOf, SvgPen } from '../charts/paths';
import { columnOf } from './values';

const room = 2; // for the width of the line

// Returns the mean of each row in place of its extremes, which are noise in a line of that size.
export function averageRows(picture: Pick<PictureAnswer, 'times'>, series: PicturedSeries, numbers: Float64Array): LineRows {
  return oneValueRows(columnOf(numbers, picture.times), columnOf(numbers, series.average), new Set(series.breaks ?? []));
}

// Returns the line over its own range, as `d` of SVG has it; empty without a value.
export function sparkPath(line: LineRows, width: number, height: number): string {
  const { least, largest } = rangeOf([line]);
  if (!(largest >= least)) return '';
  const low = Math.min(0, least);
  const span = { begin: line.times[0] ?? 0, end: line.times[line.rows - 1] ?? 0 };
  const size = { left: room, top: room, width: width - 2 * room, height: height - 2 * room };
  return strokeOf(line, { ...size, ...span, low, high: Math.max(largest, low + Number.EPSILON) }, new SvgPen()).text;
}
