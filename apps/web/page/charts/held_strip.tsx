// A strip above the charts that shows when findings held, in one row for each severity.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { levels, runsOf, type ShownFinding } from '../findings';
import type { Palette } from '../palette';
import type { Span } from '../state';

export interface HeldStripProps {
  readonly findings: readonly ShownFinding[];
  readonly span: Span;
  readonly width: number; // of the lines
  readonly palette: Palette;
}

const height = 8;
const rowHeight = 2;
const rowStep = 3;

export function HeldStrip({ findings, span, width, palette }: HeldStripProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const ctx = canvas.current?.getContext('2d');
    if (canvas.current === null || ctx === null || ctx === undefined) return;
    canvas.current.width = Math.max(Math.round(width * devicePixelRatio), 1);
    canvas.current.height = height * devicePixelRatio;
    canvas.current.style.width = `${width}px`;
    ctx.scale(devicePixelRatio, devicePixelRatio);
    const perSecond = width / (span.end - span.begin);
    levels.forEach((level, row) => {
      ctx.fillStyle = palette.track;
      ctx.fillRect(0, row * rowStep, width, rowHeight);
      ctx.fillStyle = palette[level];
      for (const run of findings.filter((one) => one.level === level).flatMap((one) => runsOf(one.instance))) {
        const left = (run.begin - span.begin) * perSecond;
        ctx.fillRect(left, row * rowStep, Math.max((run.end - run.begin) * perSecond, 2), rowHeight);
      }
    });
  });
  const text = findings.map((one) => one.rule.title).join(', ');
  return <canvas class="held-strip" ref={canvas} role="img" aria-label={`When these held: ${text}`} />;
}
