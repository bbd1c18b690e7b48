// Times as people type them into the field of the toolbar.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

process.env.TZ = 'Europe/Berlin';
const { readTimes, timeExamples } = await load('times_reading.ts');
const { shortSpanText } = await load('times.ts');

const at = (day, hour = 0, minute = 0, second = 0) => Date.UTC(2026, 10, day, hour, minute, second) / 1000;
const utc = { kind: 'utc', biasMinutes: 0, zone: '' };

const oneDay = { begin: at(21, 10), end: at(21, 16) };
const severalDays = { begin: at(20, 8), end: at(23, 8) };
const overMidnight = { begin: at(21, 22), end: at(22, 2) };

const read = (text, whole = oneDay, visible = whole, clock = utc) => readTimes(text, whole, visible, clock);
const span = (begin, end) => ({ kind: 'span', span: { begin, end } });
const moment = (time, room) => ({ kind: 'moment', time, room });

function assertFault(text, pattern, whole = oneDay) {
  const reading = read(text, whole);
  assert.equal(reading.kind, 'fault', text);
  assert.match(reading.text, pattern);
}

test('a minute or a second is a moment with room around it', () => {
  assert.deepEqual(read('14:05'), moment(at(21, 14, 5), 300));
  assert.deepEqual(read(' 14:05:30 '), moment(at(21, 14, 5, 30), 30));
  assert.deepEqual(read('14:05:30.5'), moment(at(21, 14, 5, 30) + 0.5, 30));
  assert.deepEqual(read('14:05:30,5'), moment(at(21, 14, 5, 30) + 0.5, 30));
});

test('hours may be those of a half of a day', () => {
  assert.deepEqual(read('2 pm'), moment(at(21, 14), 300));
  assert.deepEqual(read('2:05PM'), moment(at(21, 14, 5), 300));
  assert.deepEqual(read('12:05 am', overMidnight), moment(at(22, 0, 5), 300));
  assert.deepEqual(read('12 pm'), moment(at(21, 12), 300));
});

test('two times are a part of the time, however they are joined', () => {
  const texts = [
    '14:00 to 15:00', '14:00 TO 15:00', 'from 14:00 until 15:00', '14:00-15:00', '14:00 - 15:00', '14:00 -15:00', '14:00–15:00', '14:00..15:00',
    '2pm-3pm', '2 pm to 3 pm', '14:00:00 to 15:00:00',
  ];
  for (const text of texts) assert.deepEqual(read(text), span(at(21, 14), at(21, 15)), text);
});

test('a date is written as people and programs write it', () => {
  const texts = [
    '21 Nov 14:00 to 15:00', 'Nov 21 14:00 to 15:00', '21 November 2026 14:00 to 15:00', 'November 21, 2026, 14:00 to 15:00', '21st nov, 14:00 to 15:00',
    '21. Nov. 14:00-15:00', '2026-11-21 14:00 to 15:00', '2026-11-21T14:00-15:00', '2026-11-21 14:00-2026-11-21 15:00', '21 Nov 14:00 to 21 Nov 15:00',
  ];
  for (const text of texts) assert.deepEqual(read(text, severalDays), span(at(21, 14), at(21, 15)), text);
  assert.deepEqual(read('2026-11-21 14:05', severalDays), moment(at(21, 14, 5), 300));
});

test('a day is all of its hours that the log has', () => {
  assert.deepEqual(read('21 Nov', severalDays), span(at(21), at(22)));
  assert.deepEqual(read('2026-11-20', severalDays), span(at(20, 8), at(21)));
  assert.deepEqual(read('21 Nov to 22 Nov', severalDays), span(at(21), at(23)));
  assert.deepEqual(read('21 Nov - 21 Nov', severalDays), span(at(21), at(22)));
});

test('without a date it is the day that is visible, or the nearest', () => {
  const visible = { begin: at(22), end: at(22, 6) };
  assert.deepEqual(read('14:05', severalDays), moment(at(20, 14, 5), 300));
  assert.deepEqual(read('3:00', severalDays, visible), moment(at(22, 3), 300));
  assert.deepEqual(read('14:05', severalDays, visible), moment(at(22, 14, 5), 300));
  assert.deepEqual(read('20:00', severalDays, visible), moment(at(21, 20), 300));
  assert.deepEqual(read('7:00', severalDays), moment(at(21, 7), 300)); // the log begins at 8:00
});

test('an end at an earlier time of the day is on the next day', () => {
  assert.deepEqual(read('22 Nov 22:00 to 2:00', severalDays), span(at(22, 22), at(23, 2)));
  assert.deepEqual(read('21 Nov 22:00 to 22 Nov 3:00', severalDays), span(at(21, 22), at(22, 3)));
  assert.deepEqual(read('22:00 to 22 Nov 3:00', severalDays), span(at(21, 22), at(22, 3)));
});

test('a log over midnight has both days', () => {
  assert.deepEqual(read('23:30', overMidnight), moment(at(21, 23, 30), 300));
  assert.deepEqual(read('1:15', overMidnight), moment(at(22, 1, 15), 300));
  assert.deepEqual(read('23:00 to 1:00', overMidnight), span(at(21, 23), at(22, 1)));
  assert.deepEqual(read('24:00', overMidnight), moment(at(22), 300));
});

test('a log over New Year has both years', () => {
  const whole = { begin: Date.UTC(2026, 11, 31, 20) / 1000, end: Date.UTC(2027, 0, 1, 4) / 1000 };
  assert.deepEqual(read('1 Jan 2:00', whole), moment(Date.UTC(2027, 0, 1, 2) / 1000, 300));
  assert.deepEqual(read('31 Dec 22:00 to 1 Jan 2:00', whole), span(Date.UTC(2026, 11, 31, 22) / 1000, Date.UTC(2027, 0, 1, 2) / 1000));
});

test('a damaged log of thousands of years has times without a date in its first days', () => {
  const whole = { begin: Date.UTC(1601, 0, 1, 12) / 1000, end: Date.UTC(29_000, 0, 1) / 1000 };
  assert.deepEqual(read('14:05', whole), moment(Date.UTC(1601, 0, 1, 14, 5) / 1000, 300));
  const late = { begin: Date.UTC(28_000, 0, 1) / 1000, end: Date.UTC(28_001, 0, 1) / 1000 };
  assert.ok(read('14:05', whole, late).time < Date.UTC(1650, 0, 1) / 1000);
});

test('what reaches beyond the log ends with it', () => {
  assert.deepEqual(read('9:00 to 11:00'), span(at(21, 10), at(21, 11)));
  assert.deepEqual(read('15:30 to 18:00'), span(at(21, 15, 30), at(21, 16)));
  assert.deepEqual(read('23:50 to 0:40', { begin: at(22, 0, 30), end: at(22, 2) }), span(at(22, 0, 30), at(22, 0, 40)));
  assert.deepEqual(read('10:00', { begin: at(21, 10, 0, 20), end: at(21, 16) }), moment(at(21, 10, 0, 20), 300));
});

test('times are those of the clock that is shown', () => {
  const whole = { begin: at(21, 18), end: at(22) };
  const log = { kind: 'log', biasMinutes: 480, zone: 'Pacific Standard Time' };
  const expected = moment(at(21, 22, 5), 300);
  assert.deepEqual(read('14:05', whole, whole, log), expected);
  assert.deepEqual(read('22:05', whole, whole, { ...log, kind: 'utc' }), expected);
  assert.deepEqual(read('23:05', whole, whole, { ...log, kind: 'here' }), expected);
  assert.deepEqual(read('22:05', whole, whole, { ...log, biasMinutes: null }), expected);
});

test('on the night when this computer’s clock is set back, later times are those of the winter', () => {
  const whole = { begin: Date.UTC(2026, 9, 25, 0) / 1000, end: Date.UTC(2026, 9, 25, 4) / 1000 };
  const here = { kind: 'here', biasMinutes: 0, zone: '' };
  assert.deepEqual(read('3:30', whole, whole, here), moment(Date.UTC(2026, 9, 25, 2, 30) / 1000, 300));
});

test('the text of what is visible can be read', () => {
  const parts = [[oneDay, oneDay], [severalDays, severalDays], [{ begin: at(21, 14, 0, 5), end: at(22, 3) }, severalDays], [overMidnight, overMidnight]];
  for (const [visible, whole] of parts) {
    assert.deepEqual(read(shortSpanText(visible, whole, utc), whole, visible), span(visible.begin, visible.end));
  }
});

test('what is not understood is said, with how to write it', () => {
  for (const text of ['noon', '18', 'tomorrow', '14:00 to', 'to 15:00', '14:00 to 15:00 to 16:00', '5 foo 14:00', '2026-11-21T14:00Z', '']) {
    assertFault(text, /is not a time that can be read here\. Write 14:05, /u);
  }
  assertFault('noon', /^“noon” /u);
  assert.match(timeExamples, /21 Nov 14:00 to 15:00/u);
});

test('each example is understood', () => {
  for (const text of timeExamples.split(/, | or /u)) assert.notEqual(read(text, severalDays).kind, 'fault', text);
});

test('times and dates that do not exist are named', () => {
  for (const text of ['25:00', '14:60', '14:05:60', '24:30', '13 pm', '0 am']) assertFault(text, new RegExp(`^There is no time “${text}”`, 'u'));
  for (const text of ['31 feb', '2026-13-40', '30 february 2026', '0 nov']) assertFault(`${text} 10:00`, new RegExp(`^There is no date “${text}”`, 'u'));
});

test('what is outside of the log says where the log is', () => {
  for (const text of ['9:00', '22 Nov 14:00', '2025-11-21 14:00 to 15:00', '29 Feb']) {
    assertFault(text, /is outside of the log, which is from 2026-11-21 10:00:00 to 16:00:00\.$/u);
  }
});

test('an end before the beginning is refused', () => {
  assertFault('2026-11-22 10:00 to 2026-11-21 10:00', /ends before it begins/u, severalDays);
  assertFault('22 Nov to 21 Nov', /ends before it begins/u, severalDays);
});
