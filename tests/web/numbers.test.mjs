// Numbers are written as the tools write them: human_text.txt is made by the C++.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load, root } from './load.mjs';

const numbers = await load('numbers.ts');
const values = await load('views/values.ts');

function tableRows() {
  const rows = [];
  let quantity = '';
  for (const line of readFileSync(join(root, 'tests/web/human_text.txt'), 'utf8').trimEnd().split('\n')) {
    if (line.startsWith('= ')) {
      quantity = line.slice(2);
    } else {
      const [number, text] = line.split('\t');
      rows.push({ quantity, number: Number(number), text });
    }
  }
  return rows;
}

test('each number of the table has the text of the C++', () => {
  const rows = tableRows();
  assert.ok(rows.length >= 10_000, `${rows.length} rows`);
  const wrong = rows.filter((row) => numbers.withUnit(numbers.humanText(row.quantity, row.number)) !== row.text);
  const shown = wrong.slice(0, 5).map((row) => ({ ...row, page: numbers.withUnit(numbers.humanText(row.quantity, row.number)) }));
  assert.deepEqual(shown, []);
});

test('the table has all quantities', () => {
  assert.deepEqual([...new Set(tableRows().map((row) => row.quantity))], [...numbers.quantities]);
});

test('a range is two texts, or one if both are the same', () => {
  assert.equal(numbers.rangeText('3.0 %', '97.0 %'), '3.0 % to 97.0 %');
  assert.equal(numbers.rangeText('–', '–'), '–');
});

test('a number that is missing or that no machine has is said', () => {
  assert.equal(numbers.quantityText('percent', NaN), '?');
  assert.equal(numbers.quantityText('percent', null), '?');
  assert.equal(numbers.cellText('percent', undefined), '–');
  assert.equal(numbers.quantityText('bytes', 1.234e25), '1.23e+25');
  assert.equal(numbers.quantityText('number', -1e19), '-1e+19');
});

test('a change is written as perflib diff writes it', () => {
  assert.equal(numbers.changeText(10, 250), 'x 25');
  assert.equal(numbers.changeText(0, 3), 'from 0');
  assert.equal(numbers.changeText(7, 0), 'to 0');
  assert.equal(numbers.changeText(-10, -5), '+50 %');
  assert.equal(numbers.changeText(10, 9), '-10 %');
  assert.equal(numbers.changeText(10, 99), '+890 %');
  assert.equal(numbers.changeText(10, 100), 'x 10');
  assert.equal(numbers.changeText(4, 4), 'same');
});

test('counts have commas, and nouns follow them', () => {
  assert.equal(numbers.countText(0), '0');
  assert.equal(numbers.countText(999), '999');
  assert.equal(numbers.countText(198230), '198,230');
  assert.equal(numbers.countText(1234567), '1,234,567');
  assert.equal(numbers.plural(1, 'sample'), '1 sample');
  assert.equal(numbers.plural(2000, 'sample'), '2,000 samples');
  assert.equal(numbers.plural(2, 'series', 'series'), '2 series');
});

test('what counts is whole, what measures has decimals', () => {
  const text = (unit, type, number) => values.textIn({ unit, type, factor: 1 }, number);
  assert.equal(text('number', 'PERF_COUNTER_RAWCOUNT', 4), '4');
  assert.equal(text('number', 'PERF_COUNTER_100NS_QUEUELEN_TYPE', 4), '4.0');
  assert.equal(text('number', null, 4000000000), '4000000000');
  assert.equal(text('1/s', 'PERF_COUNTER_COUNTER', 12), '12.0 /s');
  assert.equal(values.textIn({ unit: 'bytes', type: null, factor: 1048576 }, 12595), '12.3 GB');
  assert.equal(text('percent', null, null), '–');
});
