// Numbers for people, written as the tools write them: openperflib/counter/human_text.h. The tests
// compare both (tests/web/human_text.txt).

// What a number measures; the names are those of Quantity in human_text.h.
export const quantities = [
  'number', 'whole', 'hexadecimal', 'percent', 'rate', 'seconds', 'bytes', 'kibibytes', 'mebibytes',
  'byte_rate', 'kibibyte_rate', 'mebibyte_rate', 'bits_per_second', 'megahertz',
] as const;
export type Quantity = (typeof quantities)[number];

interface HumanText {
  readonly number: string; // '12.4'
  readonly unit: string; // '%', 'MB/s', 'us', or empty
}

// One step of a unit, and its worth in the quantity's own unit.
interface Step {
  readonly worth: number;
  readonly unit: string;
}

interface Style {
  readonly steps: readonly Step[];
  readonly counted: boolean; // 12 things rather than 12.0 per second
  readonly factor: number; // from the stored number to the steps' unit
}

const ki = 1024, mi = ki * ki, gi = mi * ki, ti = gi * ki, pi = ti * ki;

const step = (worth: number, unit: string): Step => ({ worth, unit });
const wholeSteps = [step(1, '')];
const numberSteps = [step(1, ''), step(1e6, 'M'), step(1e9, 'G')];
const percentSteps = [step(1, '%')];
const rateSteps = [step(1, '/s'), step(1e3, 'k/s'), step(1e6, 'M/s'), step(1e9, 'G/s')];
const secondSteps = [step(1e-6, 'us'), step(1e-3, 'ms'), step(1, 's'), step(60, 'min'), step(3600, 'h'), step(86_400, 'd')];
const byteSteps = [step(1, 'B'), step(ki, 'KB'), step(mi, 'MB'), step(gi, 'GB'), step(ti, 'TB'), step(pi, 'PB')];
const byteRateSteps = byteSteps.map((one) => step(one.worth, `${one.unit}/s`));
const bitSteps = [step(1, 'bit/s'), step(1e3, 'kbit/s'), step(1e6, 'Mbit/s'), step(1e9, 'Gbit/s')];
const megahertzSteps = [step(1, 'MHz')];

const style = (steps: readonly Step[], counted: boolean, factor = 1): Style => ({ steps, counted, factor });
const styles: Record<Quantity, Style> = {
  number: style(numberSteps, false),
  whole: style(wholeSteps, true),
  hexadecimal: style(wholeSteps, true),
  percent: style(percentSteps, false),
  rate: style(rateSteps, false),
  seconds: style(secondSteps, false),
  bytes: style(byteSteps, true),
  kibibytes: style(byteSteps, true, ki),
  mebibytes: style(byteSteps, true, mi),
  byte_rate: style(byteRateSteps, false),
  kibibyte_rate: style(byteRateSteps, false, ki),
  mebibyte_rate: style(byteRateSteps, false, mi),
  bits_per_second: style(bitSteps, true),
  megahertz: style(megahertzSteps, true),
};

// A number that rounds up to the next step is shown in that step: '1.0 ms', not '1000 us'.
const roundsUp = 0.9995;
// A number below it has fewer than three significant digits among its first three decimals.
const threeDecimals = 0.09995;
const leastWithoutExponent = 1e-6;
const leastDecimals = 3;
const beyondMachines = 1e19;

// Returns the largest step that the number reaches; 0 is written in the unit itself.
function fitting(steps: readonly Step[], magnitude: number): Step {
  const reached = magnitude === 0 ? 1 : magnitude;
  let best = steps[0] ?? step(1, '');
  for (const next of steps.slice(1)) {
    if (reached >= next.worth * roundsUp) best = next;
  }
  return best;
}

// The exact decimal expansion of `number` ends this many digits after the point, in a number that
// lies halfway between two numbers with `decimals` digits, so that more digits tell it from others.
const digitsThatDecide = 70;

// Returns `number` with so many decimals. toFixed() rounds halves up, C to the even digit.
function fixed(number: number, decimals: number): string {
  const magnitude = Math.abs(number);
  const sign = number < 0 ? '-' : '';
  if (magnitude >= 1e21) return sign + BigInt(magnitude).toString() + (decimals > 0 ? `.${'0'.repeat(decimals)}` : '');
  const long = magnitude.toFixed(decimals + digitsThatDecide > 100 ? 100 : decimals + digitsThatDecide);
  const cut = long.indexOf('.') + 1 + decimals;
  const isHalf = /^50*$/.test(long.slice(cut));
  if (!isHalf) return sign + magnitude.toFixed(decimals);
  const kept = decimals === 0 ? long.slice(0, cut - 1) : long.slice(0, cut);
  const isEven = Number(kept.at(-1)) % 2 === 0;
  return sign + (isEven ? kept : magnitude.toFixed(decimals));
}

// Returns `number` as %.3g of C writes it where it needs an exponent: '1.23e-09'.
function withExponent(number: number, significant: number): string {
  const [digits = '', exponent = '0'] = number.toExponential(significant - 1).split('e');
  const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  const size = exponent.replace(/^[+-]/, '').padStart(2, '0');
  return `${short}e${exponent.startsWith('-') ? '-' : '+'}${size}`;
}

// Returns a number with so many significant digits, but at least three decimals, and without zeros
// at the end after them.
function smallDigits(number: number, significant: number): string {
  const magnitude = Math.abs(number);
  if (magnitude < leastWithoutExponent) return withExponent(number, significant);
  const exponent = Number(magnitude.toExponential(20).split('e')[1]);
  let text = fixed(number, Math.max(leastDecimals, -exponent - 1 + significant));
  const shortest = text.indexOf('.') + 1 + leastDecimals;
  while (text.length > shortest && text.endsWith('0')) text = text.slice(0, -1);
  return text;
}

// Returns a percentage with one decimal, or with one digit if that would show it as 0.
function percentDigits(number: number): string {
  const oneDecimal = 0.05;
  if (number === 0 || Math.abs(number) >= oneDecimal) return fixed(number, 1);
  const text = smallDigits(number, 1);
  return text.includes('e') ? text : text.replace(/0+$/, '');
}

function decimalsOf(magnitude: number): number {
  if (magnitude < roundsUp) return 3;
  return magnitude < 99.95 ? 1 : 0;
}

function digitsIn(quantity: Quantity, number: number, unit: Step): string {
  if (quantity === 'percent') return percentDigits(number);
  if (number === 0) return '0';
  if (styles[quantity].counted && unit.worth === 1 && Number.isInteger(number)) return fixed(number, 0);
  const shown = number / unit.worth;
  if (Math.abs(shown) < threeDecimals) return smallDigits(shown, 3);
  return fixed(shown, decimalsOf(Math.abs(shown)));
}

// Returns a finite number and its unit. Whole numbers are written in full, percentages with one
// decimal, all others with one decimal below 100 and three below 1; no number but 0 is shown as 0.
export function humanText(quantity: Quantity, number: number): HumanText {
  const base = number * styles[quantity].factor;
  const unit = fitting(styles[quantity].steps, Math.abs(base));
  return { number: digitsIn(quantity, base, unit), unit: unit.unit };
}

export function withUnit(text: HumanText): string {
  return text.unit === '' ? text.number : `${text.number} ${text.unit}`;
}

// Returns '80.0 %', '2.1 GB', '410 us'; '?' for a number that is missing, as view/text does.
// Impossible numbers are shown as powers of ten.
export function quantityText(quantity: Quantity, number: number | null): string {
  if (number === null || !Number.isFinite(number)) return '?';
  if (Math.abs(number) >= beyondMachines) return withExponent(number, 3);
  return withUnit(humanText(quantity, number));
}

// Returns the text of a number in a table, '–' for one that is missing.
export function cellText(quantity: Quantity, number: number | null | undefined): string {
  return number === null || number === undefined || !Number.isFinite(number) ? '–' : quantityText(quantity, number);
}

// Returns '3.0 % to 97.0 %', or one text if both are the same.
export function rangeText(least: string, largest: string): string {
  return least === largest ? least : `${least} to ${largest}`;
}

// Returns a count with commas between thousands: '198,230'.
export function countText(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

// Returns '1 sample', '2,000 samples'.
export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${countText(count)} ${count === 1 ? noun : several}`;
}

// Returns how an average changed, as `perflib diff` writes it: '+50 %', 'x 25', 'from 0', 'to 0'.
// From ten times on a factor reads better than percent.
export function changeText(before: number, after: number): string {
  const factorFrom = 9;
  if (after === before) return 'same';
  if (before === 0) return 'from 0';
  if (after === 0) return 'to 0';
  const part = (after - before) / Math.abs(before);
  if (part >= factorFrom) return `x ${fixed(part + 1, 0)}`;
  return `${part < 0 ? '-' : '+'}${fixed(Math.abs(part * 100), 0)} %`;
}
