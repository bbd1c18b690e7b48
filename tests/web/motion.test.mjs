// The part of the time that is shown while a hand moves it: when the page is drawn, and where the picture is meanwhile. The test
// plays the page and the clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { restMilliseconds, shifted, SpanMotion, transformOf, zoomed } = await load('charts/motion.ts');

const span = (begin, end) => ({ begin, end });

// A motion over a log from 0 to 100: `shown` has what the page showed, `reached` each place of the hand, and pass() lets
// time pass.
function started({ mock }) {
  let now = 0;
  const timers = new Map();
  mock.method(globalThis, 'setTimeout', (run, milliseconds) => {
    timers.set(timers.size + 1, { run, time: now + milliseconds });
    return timers.size;
  });
  mock.method(globalThis, 'clearTimeout', (timer) => {
    if (timers.has(timer)) timers.set(timer, null);
  });
  const pass = (milliseconds) => {
    now += milliseconds;
    for (const [timer, one] of timers) {
      if (one === null || one.time > now) continue;
      timers.set(timer, null);
      one.run();
    }
  };
  const shown = [];
  const reached = [];
  const clip = ({ begin, end }) => shifted({ begin, end }, Math.max(0, -begin) - Math.max(0, end - 100));
  const motion = new SpanMotion({ clip, show: (one) => shown.push(one) });
  motion.moving.subscribe(() => reached.push(motion.moving.get()));
  return { motion, shown, reached, pass };
}

test('what moves is shown once, when the hand rests', (context) => {
  const { motion, shown, reached, pass } = started(context);
  motion.move(span(10, 20));
  pass(restMilliseconds - 1);
  motion.move(span(11, 21));
  pass(restMilliseconds - 1);
  assert.deepEqual(shown, []);
  pass(1);
  assert.deepEqual(shown, [span(11, 21)]);
  assert.deepEqual(reached, [span(10, 20), span(11, 21), null]);
  pass(restMilliseconds);
  assert.equal(shown.length, 1);
});

test('when the hand lets go, the page is drawn at once and not again', (context) => {
  const { motion, shown, reached, pass } = started(context);
  motion.move(span(10, 20));
  motion.end();
  assert.deepEqual(shown, [span(10, 20)]);
  motion.end();
  pass(restMilliseconds);
  assert.deepEqual(shown, [span(10, 20)]);
  assert.deepEqual(reached, [span(10, 20), null]);
});

test('the hand moves no further than the log', (context) => {
  const { motion, shown } = started(context);
  motion.move(span(95, 105));
  assert.deepEqual(motion.moving.get(), span(90, 100));
  motion.end();
  assert.deepEqual(shown, [span(90, 100)]);
});

test('nothing moves without a log', () => {
  const motion = new SpanMotion({ clip: () => null, show: assert.fail });
  motion.move(span(0, 1));
  assert.equal(motion.moving.get(), null);
  motion.end();
});

test('a picture is moved to its place in another part of the time', () => {
  assert.equal(transformOf(span(10, 20), span(10, 20)), 'translateX(0%) scaleX(1)');
  assert.equal(transformOf(span(10, 20), span(15, 25)), 'translateX(-50%) scaleX(1)');
  assert.equal(transformOf(span(10, 20), span(12, 17)), 'translateX(-40%) scaleX(2)');
  assert.equal(transformOf(span(10, 20), span(0, 40)), 'translateX(25%) scaleX(0.25)');
});

test('a zoom keeps the time under the pointer where it is', () => {
  assert.deepEqual(zoomed(span(10, 20), 0.5, 10), span(10, 15));
  assert.deepEqual(zoomed(span(10, 20), 0.5, 20), span(15, 20));
  assert.deepEqual(zoomed(zoomed(span(10, 20), 2, 15), 0.5, 15), span(10, 20));
});
