// Units of charts: their names, the numbers in them, and the ticks of their axes.
import { quantityText, type Quantity } from './numbers';
import type { Unit } from './state';

interface UnitRow {
  readonly quantity: Quantity;
  readonly title: string; // of a chart of this unit
  readonly sign: string; // in a column of a table
}

const rows: Readonly<Record<Unit, UnitRow>> = {
  percent: { quantity: 'percent', title: 'Percent', sign: '%' },
  bytes: { quantity: 'bytes', title: 'Bytes', sign: 'B' },
  'bytes/s': { quantity: 'byte_rate', title: 'Bytes per second', sign: 'B/s' },
  'bits/s': { quantity: 'bits_per_second', title: 'Bits per second', sign: 'bit/s' },
  seconds: { quantity: 'seconds', title: 'Duration', sign: 's' },
  '1/s': { quantity: 'rate', title: 'Per second', sign: '/s' },
  MHz: { quantity: 'megahertz', title: 'Megahertz', sign: 'MHz' },
  number: { quantity: 'number', title: 'Number', sign: '' },
};

function isUnit(name: string): name is Unit {
  return Object.hasOwn(rows, name);
}

// Returns the unit with that name; other names are those of plain numbers.
export function unitNamed(name: string | undefined): Unit {
  return name !== undefined && isUnit(name) ? name : 'number';
}

export function quantityOfUnit(unit: Unit): Quantity {
  return rows[unit].quantity;
}

export function titleOfUnit(unit: Unit): string {
  return rows[unit].title;
}

export function signOfUnit(unit: Unit): string {
  return rows[unit].sign;
}

// A value in its unit, '–' for one that is missing.
export function valueText(unit: Unit, value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return quantityText(quantityOfUnit(unit), value);
}

// The label of a tick: round numbers need no decimals.
export function tickText(unit: Unit, value: number): string {
  return valueText(unit, value).replace(/\.(\d*?)0+(?= |$)/u, (_, digits: string) => (digits === '' ? '' : `.${digits}`));
}

// The worth of the units that people count in, in the unit of the quantity.
const byteWorths: readonly number[] = [1, 2 ** 10, 2 ** 20, 2 ** 30, 2 ** 40, 2 ** 50];
const otherWorths: readonly number[] = [1e-6, 1e-3, 1, 60, 3600, 86_400, 1e3, 1e6, 1e9];

// The labels of an axis. With three digits the ticks of a narrow range far from 0 would look equal: then
// all have the unit of the largest, and as many digits as they need.
export function tickTexts(unit: Unit, ticks: readonly number[]): string[] {
  const texts = ticks.map((tick) => tickText(unit, tick));
  if (new Set(texts).size === texts.length) return texts;
  const largest = ticks.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
  const [number = '', sign = ''] = valueText(unit, largest).split(' ');
  const ratio = largest / Number(number);
  const far = (worth: number): number => Math.abs(Math.log(worth / ratio));
  const worths = unit === 'bytes' || unit === 'bytes/s' ? byteWorths : otherWorths;
  const worth = worths.reduce((best, one) => (far(one) < far(best) ? one : best), 1);
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) / worth;
  const decimals = Math.min(Math.max(Math.ceil(-Math.log10(step) + 0.3), 0), 12);
  return ticks.map((tick) => `${(tick / worth).toFixed(decimals)} ${sign}`.trim());
}

export interface ValueAxis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

const stepsOfSeconds: readonly number[] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600];

// The worth of the unit in which people count a number of that size: 1024 for kilobytes.
function worthOf(unit: Unit, size: number): number {
  if (unit !== 'bytes' && unit !== 'bytes/s') return 1;
  return Math.pow(1024, Math.max(0, Math.floor(Math.log2(size) / 10)));
}

// Returns a round step of at least `wanted`. Steps of bytes are round in KB, MB and so on; steps of longer
// times are those of a clock.
function roundStep(wanted: number, range: number, unit: Unit): number {
  if (unit === 'seconds' && wanted > 1) {
    const known = stepsOfSeconds.find((step) => step >= wanted);
    if (known !== undefined) return known;
    return Math.ceil(wanted / 3600) * 3600;
  }
  const worth = worthOf(unit, range);
  const power = Math.pow(10, Math.floor(Math.log10(wanted / worth)));
  for (const factor of [1, 2, 5, 10]) {
    const step = factor * power * worth;
    if (step >= wanted * (1 - 1e-9)) return step;
  }
  return wanted;
}

const beyondMachines = 1e19;

// Returns the axis that has room for values from `least` to `largest` and about `most` ticks. Percent goes
// to 100 at least; bytes are never parts of a byte.
export function valueAxis(least: number, largest: number, unit: Unit, fromZero: boolean, most: number): ValueAxis {
  let low = Number.isFinite(least) ? Math.max(least, -beyondMachines) : 0;
  let high = Number.isFinite(largest) ? Math.min(largest, beyondMachines) : low;
  if (fromZero) {
    low = Math.min(low, 0);
    high = Math.max(high, 0);
    if (unit === 'percent') high = Math.max(high, 100);
  }
  if (!(high > low)) {
    const room = Math.abs(high) > 0 ? Math.abs(high) * 0.05 : 1;
    high += room;
    if (!fromZero || low < 0) low -= room;
  }
  let step = roundStep((high - low) / Math.max(most, 1), high - low, unit);
  if (fromZero && unit === 'percent' && low === 0 && high === 100) step = most >= 4 ? 25 : 50;
  if (unit === 'bytes') step = Math.max(step, 1);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  const ticks: number[] = [];
  for (let at = first; at <= last && ticks.length < 16; ++at) ticks.push(at * step);
  return { low: first * step, high: last * step, ticks };
}
