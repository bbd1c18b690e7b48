// A strip above the charts that shows when findings held, in one row for each severity.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { heldRuns, levels, type ShownFinding } from '../findings';
import type { Palette } from '../palette';
import type { Span } from '../state';
import { transformOf, type SpanMotion } from './motion';

export interface HeldStripProps {
  readonly findings: readonly ShownFinding[];
  readonly span: Span;
  readonly width: number; // of the lines
  readonly palette: Palette;
  readonly motion: SpanMotion;
}

const height = 8;
const rowHeight = 2;
const rowStep = 3;

export function HeldStrip({ findings, span, width, palette, motion }: HeldStripProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(span);
  latest.current = span;
  // While the time moves, the strip is moved as the charts are, and not drawn.
  const follow = (): void => {
    if (canvas.current !== null) canvas.current.style.transform = transformOf(latest.current, motion.moving.get() ?? latest.current);
  };
  useEffect(() => motion.moving.subscribe(follow), [motion]);
  useLayoutEffect(follow);
  useLayoutEffect(() => {
    const ctx = canvas.current?.getContext('2d');
    if (canvas.current === null || ctx === null || ctx === undefined) return;
    canvas.current.width = Math.max(Math.round(width * devicePixelRatio), 1);
    canvas.current.height = height * devicePixelRatio;
    canvas.current.style.width = `${width}px`;
    ctx.scale(devicePixelRatio, devicePixelRatio);
    const perSecond = width / (span.end - span.begin);
    const held = heldRuns(findings);
    levels.forEach((level, row) => {
      ctx.fillStyle = palette.track;
      ctx.fillRect(0, row * rowStep, width, rowHeight);
      ctx.fillStyle = palette[level];
      for (const run of held.get(level) ?? []) {
        const left = (run.begin - span.begin) * perSecond;
        ctx.fillRect(left, row * rowStep, Math.max((run.end - run.begin) * perSecond, 2), rowHeight);
      }
    });
  });
  const text = findings.map((one) => one.rule.title).join(', ');
  return (
    <div class="held-strip">
      <canvas ref={canvas} role="img" aria-label={`When these held: ${text}`} />
    </div>
  );
}
