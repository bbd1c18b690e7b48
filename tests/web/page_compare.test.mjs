// Comparisons: two parts of one log, two logs by their beginnings, by a shift that is typed or dragged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, show, skip, tableTexts, testFile, withLog } from './browser.mjs';

const basic = testFile('blg/BasicPerfCounters.blg');
const compare = (page) => page.getByRole('region', { name: 'Compare', exact: true });

test('two parts of one log are those of perflib diff --at --at --for', { skip }, () => withLog(basic, async (page) => {
  await show(page, '6', 'Compare');
  await page.getByLabel('Before begins').fill('18:52');
  await page.getByLabel('After begins').fill('18:57');
  await page.getByLabel('Length').fill('120');
  await page.getByRole('button', { name: 'Compare', exact: true }).last().click();
  await compare(page).getByText('18:52:00', { exact: false }).first().waitFor();
  await settled(page);
  await show(page, '2', 'Table');
  await page.getByLabel('Show', { exact: true }).selectOption('largest');
  await show(page, '6', 'Compare'); // what was chosen stays
  assert.equal(await page.getByLabel('Length').inputValue(), '120');
  const rows = await tableTexts(compare(page).getByRole('table'));
  assert.deepEqual(rows[0], ['Change', 'Before', 'After', 'p95 before', 'p95 after', 'Counter']);
  assert.deepEqual(rows[1], ['-29 %', '10.9 %', '7.7 %', '28.1 %', '14.3 %', '\\Processor(2)\\% Processor Time']);
  await show(page, '2', 'Table');
  assert.equal(await page.getByLabel('Show', { exact: true }).inputValue(), 'largest');
}));

test('with another log in its place the views are as usual again', { skip }, () => withLog(basic, async (page) => {
  await show(page, '2', 'Table');
  assert.equal(await page.getByLabel('Show', { exact: true }).inputValue(), 'average');
}));

test('a time that is none is said', { skip }, () => withLog(basic, async (page) => {
  await show(page, '6', 'Compare');
  await page.getByLabel('Before begins').fill('noon');
  await page.getByRole('button', { name: 'Compare', exact: true }).last().click();
  await page.getByRole('alert').filter({ hasText: '14:05' }).waitFor();
}));

test('two logs are aligned by their beginnings, or by a shift that is typed', { skip }, () => withLog(basic, async (page) => {
  await open(page, basic);
  await page.getByRole('button', { name: 'Show beside' }).click();
  await page.locator('.letter', { hasText: 'B' }).first().waitFor();
  await show(page, '6', 'Compare');
  await compare(page).getByText('changed by less than 5 %').waitFor();
  assert.equal(await compare(page).getByRole('table').count(), 0);
  await page.getByLabel('Aligned by').selectOption('shift');
  await page.getByLabel('After begins').fill('300');
  await page.keyboard.press('Tab');
  await compare(page).getByRole('table').waitFor();
  await compare(page).getByText(/301 samples/u).first().waitFor();
  await settled(page);
  // The chart shows 300 s: dragged to the right by a third of its lines, the second begins 100 s earlier.
  const box = await compare(page).getByRole('img').boundingBox();
  const third = (box.width - 92) / 3;
  await page.mouse.move(box.x + 100, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + 100 + third / 2, box.y + 50);
  await page.mouse.move(box.x + 100 + third, box.y + 50);
  await page.mouse.up();
  await compare(page).getByText(/(399|400|401|402) samples/u).first().waitFor();
  const shift = Number(await page.getByLabel('After begins').inputValue());
  assert.ok(Math.abs(shift - 200) <= 1, `${shift}`); // a pixel is a third of a second
}));
