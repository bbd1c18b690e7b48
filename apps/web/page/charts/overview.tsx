// A strip of the whole time, with the visible part to drag.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Actions, Series, Source, Span } from '../state';
import { shortZone, spanText, tickLabel, timeTicks, type ShownClock } from '../times';
import type { Palette } from '../palette';
import { rangeOf, thinned } from './line';
import type { SpanMotion } from './motion';
import { strokeOf } from './paths';
import type { Pictures } from './picture';

export interface OverviewProps {
  readonly whole: Span;
  readonly visible: Span;
  readonly pictures: Pictures | null; // of the whole time
  readonly series: readonly Series[];
  readonly sources: readonly Source[];
  readonly width: number; // with the gutter
  readonly gutter: number;
  readonly clock: ShownClock;
  readonly palette: Palette;
  readonly motion: SpanMotion;
  readonly actions: Actions;
}

const mostLines = 6;
export const mostRows = 400; // of a line
const heightInRem = 2.25;
const edgePixels = 12;

export function Overview(props: OverviewProps): JSX.Element {
  const { whole, visible, width, gutter, clock, motion, actions } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const plotWidth = Math.max(width - gutter - props.palette.rem * 0.75, 1);
  useLayoutEffect(() => {
    if (canvas.current !== null) drawOverview(canvas.current, props, plotWidth);
  }, [props.pictures, props.series, props.sources, plotWidth, props.palette, clock]);

  const strip = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => placeWindow(strip.current, latest.current));
  useEffect(() => motion.moving.subscribe(() => placeWindow(strip.current, latest.current)), [motion]);
  useEffect(() => (strip.current === null ? undefined : watchStrip(strip.current, () => latest.current)), []);

  const isWhole = visible.begin <= whole.begin && visible.end >= whole.end;
  const text = isWhole ? 'the whole log' : spanText(visible, clock);
  const percent = Math.round(((visible.begin + visible.end - 2 * whole.begin) / 2 / (whole.end - whole.begin)) * 100);
  const step = (event: KeyboardEvent): void => {
    const parts = new Map([['ArrowLeft', -0.25], ['ArrowRight', 0.25], ['PageUp', -1], ['PageDown', 1]]).get(event.key);
    if (parts === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    actions.pan(parts);
  };
  return (
    <div
      class="overview"
      ref={strip}
      role="slider"
      tabIndex={0}
      aria-label="Visible part of the log"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      onKeyDown={step}
      onDblClick={() => actions.showWhole()}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <div class="overview-shade" />
      <div class="overview-shade" />
      <div class="overview-window" />
    </div>
  );
}

// The part that is visible. While it moves, the page is not drawn.
function visibleNow({ motion, visible }: OverviewProps): Span {
  return motion.moving.get() ?? visible;
}

// Places the window and the shades beside it, from which style.css has the rest.
function placeWindow(strip: HTMLElement | null, props: OverviewProps): void {
  const { whole } = props;
  const visible = visibleNow(props);
  const place = (time: number): string => `${((time - whole.begin) / (whole.end - whole.begin)) * 100}%`;
  strip?.style.setProperty('--begin', place(visible.begin));
  strip?.style.setProperty('--end', place(visible.end));
}

function drawOverview(canvas: HTMLCanvasElement, props: OverviewProps, width: number): void {
  const ratio = devicePixelRatio;
  const height = heightOf(props);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const ctx = canvas.getContext('2d');
  if (ctx === null) return;
  ctx.scale(ratio, ratio);
  drawTimes(ctx, props, width);
  const shown = props.series.filter((one) => !one.hidden).slice(0, mostLines);
  for (const one of shown) drawLine(ctx, props, one, width);
  drawNotes(ctx, props, width);
}

function heightOf({ palette }: OverviewProps): number {
  return palette.rem * heightInRem;
}

function drawTimes(ctx: CanvasRenderingContext2D, props: OverviewProps, width: number): void {
  const { whole, palette, clock } = props;
  const height = heightOf(props);
  ctx.font = palette.font;
  ctx.fillStyle = palette.soft;
  ctx.textBaseline = 'bottom';
  const zone = shortZone(clock, whole.begin);
  const labelEnd = width - ctx.measureText(zone).width - 12;
  ctx.fillText(zone, labelEnd + 8, height - 2);
  for (const tick of timeTicks(whole, Math.max(2, Math.floor(width / (palette.rem * 7))), clock)) {
    const x = ((tick.time - whole.begin) / (whole.end - whole.begin)) * width;
    ctx.fillStyle = palette.grid;
    ctx.fillRect(Math.round(x), 0, 1, height);
    ctx.fillStyle = palette.soft;
    const label = tickLabel(tick);
    if (x + ctx.measureText(label).width + 4 < labelEnd) ctx.fillText(label, x + 4, height - 2);
  }
}

// Draws a triangle at the top for each note; what it says stands in the view of the log.
function drawNotes(ctx: CanvasRenderingContext2D, { sources, whole, palette }: OverviewProps, width: number): void {
  const side = palette.rem * 0.3;
  ctx.fillStyle = palette.ink;
  for (const { time } of sources.flatMap((source) => source.notes)) {
    const x = ((time - whole.begin) / (whole.end - whole.begin)) * width;
    ctx.beginPath();
    ctx.moveTo(x - side, 0);
    ctx.lineTo(x + side, 0);
    ctx.lineTo(x, side * 1.5);
    ctx.fill();
  }
}

// Draws each line over its own range: the strip shows when something happened, not how much.
function drawLine(ctx: CanvasRenderingContext2D, props: OverviewProps, series: Series, width: number): void {
  const line = props.pictures?.lines.get(series.key);
  if (line === undefined) return;
  const { least, largest } = rangeOf([line]);
  if (!(largest >= least)) return;
  const low = largest > least ? least : least - 1;
  const top = 3;
  const height = heightOf(props) - props.palette.rem - top;
  ctx.beginPath();
  strokeOf(thinned(line, mostRows), { left: 0, top, width, height, ...props.whole, low, high: largest }, ctx);
  ctx.strokeStyle = props.palette.lines[series.colour] ?? props.palette.soft;
  ctx.globalAlpha = 0.75;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

type Grip = 'begin' | 'end' | 'part' | 'none';

// Drags the visible part by its middle or its edges. A click beside it moves it there.
function watchStrip(strip: HTMLElement, latest: () => OverviewProps): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let grip: Grip = 'none';
  let startX = 0;
  let start: Span = { begin: 0, end: 1 };
  const plotWidth = (): number => {
    const { width, gutter, palette } = latest();
    return Math.max(width - gutter - palette.rem * 0.75, 1);
  };
  const timeOf = (pixels: number): number => {
    const { whole } = latest();
    return (pixels / plotWidth()) * (whole.end - whole.begin);
  };
  const gripAt = (left: number): Grip => {
    const { whole } = latest();
    const visible = visibleNow(latest());
    const place = (time: number): number => ((time - whole.begin) / (whole.end - whole.begin)) * plotWidth();
    if (Math.abs(left - place(visible.begin)) <= edgePixels) return 'begin';
    if (Math.abs(left - place(visible.end)) <= edgePixels) return 'end';
    return 'part';
  };
  const left = (event: PointerEvent): number => event.clientX - strip.getBoundingClientRect().left;
  strip.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    strip.setPointerCapture(event.pointerId);
    startX = left(event);
    start = visibleNow(latest());
    grip = gripAt(startX);
    const time = latest().whole.begin + timeOf(startX);
    if (grip === 'part' && (time < start.begin || time > start.end)) {
      const length = start.end - start.begin;
      start = { begin: time - length / 2, end: time + length / 2 };
      latest().motion.move(start);
    }
  }, { signal });
  strip.addEventListener('pointermove', (event) => {
    if (grip === 'none') {
      strip.dataset['grip'] = gripAt(left(event));
      return;
    }
    const shift = timeOf(left(event) - startX);
    const begin = grip === 'end' ? start.begin : start.begin + shift;
    const end = grip === 'begin' ? start.end : start.end + shift;
    if (begin < end) latest().motion.move({ begin, end });
  }, { signal });
  const end = (): void => {
    grip = 'none';
    latest().motion.end();
  };
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture']) strip.addEventListener(type, end, { signal });
  return () => abort.abort();
}
