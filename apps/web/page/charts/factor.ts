// The factors of Perfmon: a power of ten for each counter, which brings its usual values to 0 to 100.
import type { Series } from '../state';
import type { Line } from './line';

const largestPower = 7; // as Windows has them; what is beyond is an error of a provider

// A counter whose log names no scale has the factor 1.
function powerOf({ scale }: Pick<Series, 'scale'>): number {
  return scale === null || Math.abs(scale) > largestPower ? 0 : scale;
}

// 'x 0.001': what the values of the log are multiplied by.
export function factorText(series: Pick<Series, 'scale'>): string {
  const power = powerOf(series);
  return power < 0 ? `x 0.${'0'.repeat(-power - 1)}1` : `x 1${'0'.repeat(power)}`;
}

// What values in the unit of the series are multiplied by: a scale is that of the values in the log.
export function factorOf(series: Pick<Series, 'scale' | 'factor'>): number {
  return Number(`1e${powerOf(series)}`) / series.factor;
}

export function timesFactor(line: Line, factor: number): Line {
  const times = (values: Float64Array): Float64Array => values.map((value) => value * factor);
  return { ...line, first: times(line.first), least: times(line.least), largest: times(line.largest), last: times(line.last) };
}
