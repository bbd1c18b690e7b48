// One chart, drawn by uPlot: axes, grid, gaps, the runs of a finding, and our own paths of lines.
//
// uPlot is given only the ends of the time as data: the lines are drawn from the rows of
// `picture`, which have the extremes of every pixel and the places where a line must not be connected.
import uPlot from 'uplot';
import type { Span, Unit } from '../state';
import { tickLabel, timeTicks, type ShownClock } from '../times';
import type { Palette } from '../palette';
import { axisTexts, dashOf, drawingOf, fillAlphas, type ChartLine, type DrawnLine, type Drawing, type Look } from './drawing';
import { columnWidth, pathOf, type Frame, type LinePath } from './paths';

export interface ChartModel extends Look {
  readonly key: string; // of the panel
  readonly unit: Unit;
  readonly isOwn: boolean; // the chart is that of one line
  readonly lines: readonly ChartLine[]; // without those that are hidden
  readonly span: Span;
  readonly width: number; // in CSS pixels, with the axes
  readonly height: number;
  readonly gutter: number; // the width of the axis of values
  readonly hasTimes: boolean; // labels at the axis of time
  readonly clock: ShownClock;
  readonly gaps: readonly Span[];
  readonly bands: readonly Span[];
  readonly highlighted: string | null; // key of the line that is bold, while the others are pale
  readonly palette: Palette;
}

const paleAlpha = 0.22;
const usualWidth = 1.5;
// A line a device pixel wide is drawn 25 times as fast as a wider one where there is no graphics processor.
const mostRows = 6000; // of a chart whose lines are wider
const strongWidth = 2.75;

function ticksFor({ height, palette }: ChartModel): number {
  return Math.min(5, Math.max(1, Math.floor((height - 30) / (palette.rem * 1.8))));
}

const nothing: Drawing = { axis: { low: 0, high: 1, ticks: [0, 1] }, lines: new Map(), slot: 0 };

export class ChartPlot {
  private plot: uPlot | null = null;
  private model: ChartModel | null = null;
  private drawing: Drawing = nothing;
  private made = '';

  // The plot calls `onDrawn` each time it has drawn, which may be after draw() has returned.
  constructor(
    private readonly host: HTMLElement,
    private readonly onDrawn: () => void,
  ) {}

  // The element over the lines, which takes the pointer.
  get over(): HTMLElement | null {
    return this.plot?.over ?? null;
  }

  draw(model: ChartModel): void {
    const before = this.model;
    this.model = model;
    const looks = [model.hasTimes, model.gutter, model.palette.font, model.palette.ink, model.palette.card, uPlot.pxRatio];
    const made = [...model.lines.map(({ series }) => series.key), ...looks].join('\n');
    const onlyStyle = before !== null && made === this.made && isSameBut(before, model);
    if (onlyStyle && before.highlighted === model.highlighted) return;
    if (!onlyStyle) this.drawing = drawingOf(model.lines, model.unit, model, ticksFor(model));
    if (this.plot === null || made !== this.made) this.create(model, made);
    else if (onlyStyle) this.restyle(model);
    else this.update(this.plot, model, before);
  }

  destroy(): void {
    this.plot?.destroy();
    this.plot = null;
  }

  timeAt(left: number): number {
    return this.plot?.posToVal(left, 'x') ?? 0;
  }

  leftOf(time: number): number {
    return this.plot?.valToPos(time, 'x') ?? 0;
  }

  // Returns the line as it is drawn: its values may be scaled, or the top of a stack.
  drawn(key: string): DrawnLine | null {
    return this.drawing.lines.get(key) ?? null;
  }

  // Returns the place of a value of a drawn line, in CSS pixels from the top of the lines.
  topOf(key: string, value: number): number {
    const range = this.drawing.lines.get(key);
    if (range === undefined || this.plot === null) return NaN;
    return ((range.high - value) / (range.high - range.low)) * this.size.height;
  }

  // The size of the part with the lines, in CSS pixels. Asking the browser would lay out the page.
  get size(): { readonly width: number; readonly height: number } {
    const { width, height } = this.plot?.bbox ?? { width: 0, height: 0 };
    return { width: width / uPlot.pxRatio, height: height / uPlot.pxRatio };
  }

  // Draws one line again, bold, on a canvas that lies over the lines; null: nothing.
  drawOver(canvas: HTMLCanvasElement, key: string | null): void {
    const { plot, model } = this;
    const ctx = canvas.getContext('2d');
    if (plot === null || model === null || ctx === null) return;
    const { width, height } = plot.bbox;
    canvas.width = width;
    canvas.height = height;
    const index = model.lines.findIndex((one) => one.series.key === key);
    const series = model.lines[index]?.series;
    const paths = this.pathsIn({ left: 0, top: 0, width, height }, index);
    if (series === undefined || paths === null) return;
    ctx.strokeStyle = model.palette.lines[series.colour] ?? model.palette.ink;
    ctx.lineWidth = strongWidth * uPlot.pxRatio;
    ctx.lineJoin = 'round';
    ctx.stroke(paths.stroke);
  }

  // Copies the lines, the grid and what is below them to a canvas, and returns the time that they show; null: nothing was drawn.
  copyTo(canvas: HTMLCanvasElement): Span | null {
    const { plot, model } = this;
    const ctx = canvas.getContext('2d');
    if (plot === null || model === null || ctx === null) return null;
    const drawn = plot.ctx.canvas;
    const { left, top, width } = plot.bbox;
    canvas.width = width;
    canvas.height = drawn.height - top;
    ctx.drawImage(drawn, -left, -top);
    return model.span;
  }

  private create(model: ChartModel, made: string): void {
    this.plot?.destroy();
    this.made = made;
    this.plot = new uPlot(this.options(model), this.data(model), this.host);
    this.restyle(model);
  }

  private data(model: ChartModel): uPlot.AlignedData {
    return [[model.span.begin, model.span.end], ...model.lines.map(() => [null, null])];
  }

  private update(plot: uPlot, model: ChartModel, before: ChartModel | null): void {
    this.setStyles(plot, model);
    if (before?.width !== model.width || before.height !== model.height) {
      plot.setSize({ width: model.width, height: model.height });
    }
    plot.batch(() => {
      plot.setData(this.data(model), false);
      plot.setScale('x', { min: model.span.begin, max: model.span.end });
    });
  }

  private restyle(model: ChartModel): void {
    if (this.plot === null) return;
    this.setStyles(this.plot, model);
    this.plot.redraw(false);
  }

  private setStyles(plot: uPlot, model: ChartModel): void {
    const width = model.width - model.gutter;
    const rows = model.lines.reduce((sum, { line }) => sum + (line?.rows ?? 0), 0);
    model.lines.forEach(({ series, line }, index) => {
      const drawn = plot.series[index + 1];
      if (drawn === undefined) return;
      const isStrong = model.highlighted === series.key;
      const isFine = rows > mostRows || (line !== null && columnWidth(line, { ...model.span, width }, 1) > 0);
      drawn.width = isStrong ? strongWidth : isFine ? 1 / uPlot.pxRatio : usualWidth;
      drawn.alpha = model.highlighted !== null && !isStrong ? paleAlpha : 1;
      const dash = dashOf(series, line, model, model.span, width);
      drawn.dash = dash.map((length) => length * uPlot.pxRatio);
    });
  }

  private options(model: ChartModel): uPlot.Options {
    const { palette } = model;
    const grid = { stroke: () => this.model?.palette.grid ?? '', width: 1 };
    const text = { stroke: () => this.model?.palette.soft ?? '', font: palette.font, ticks: { show: false } };
    return {
      width: model.width,
      height: model.height,
      padding: [palette.rem * 0.5, palette.rem * 0.75, model.hasTimes ? 0 : palette.rem * 0.4, 0],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { time: false, auto: false, range: () => this.spanRange() },
        y: { auto: true, range: () => [this.drawing.axis.low, this.drawing.axis.high] },
      },
      axes: [
        {
          ...text,
          scale: 'x',
          grid,
          size: model.hasTimes ? palette.rem * 1.5 : 0,
          gap: palette.rem * 0.4,
          splits: () => this.ticks().map((tick) => tick.time),
          values: () => this.ticks().map((tick) => (model.hasTimes ? tick.text : '')),
        },
        {
          ...text,
          scale: 'y',
          grid,
          size: model.gutter,
          gap: palette.rem * 0.5,
          splits: () => [...this.drawing.axis.ticks],
          values: (_plot, splits) => (this.model === null ? [] : axisTexts(this.model.unit, this.model, splits)),
        },
      ],
      series: [{}, ...model.lines.map((_, index) => this.seriesOptions(index))],
      hooks: { drawClear: [(plot) => this.drawBehind(plot)], draw: [() => this.onDrawn()] },
    };
  }

  private seriesOptions(index: number): uPlot.Series {
    const colour = (): string => {
      const series = this.model?.lines[index]?.series;
      return series === undefined ? '' : (this.model?.palette.lines[series.colour] ?? '');
    };
    return {
      scale: 'y',
      auto: false,
      stroke: colour,
      fill: () => withAlpha(colour(), fillAlphas[this.model?.kind ?? 'line']),
      width: usualWidth,
      cap: 'round',
      pxAlign: 0,
      points: { show: false },
      paths: (plot) => this.pathsIn(plot.bbox, index),
    };
  }

  // The paths of a line, by its place in the chart.
  private pathsIn({ left, top, width, height }: Pick<Frame, 'left' | 'top' | 'width' | 'height'>, index: number): LinePath<Path2D> | null {
    const model = this.model;
    const drawn = this.drawn(model?.lines[index]?.series.key ?? '');
    if (model === null || drawn === null) return null;
    const { line, below, low, high } = drawn;
    const frame: Frame = { left, top, width, height, ...model.span, low, high };
    const shape = { kind: model.kind, below, index, count: model.lines.length, slot: this.drawing.slot, pixel: uPlot.pxRatio };
    return pathOf(line, frame, shape, () => new Path2D());
  }

  private spanRange(): uPlot.Range.MinMax {
    const span = this.model?.span;
    return span === undefined ? [0, 1] : [span.begin, span.end];
  }

  private ticks(): { time: number; text: string }[] {
    const model = this.model;
    if (model === null) return [];
    const most = Math.max(2, Math.floor((model.width - model.gutter) / (model.palette.rem * 5)));
    // A label at the right edge would be cut.
    const edge = model.span.end - ((model.span.end - model.span.begin) * model.palette.rem) / Math.max(model.width - model.gutter, 1);
    return timeTicks(model.span, most, model.clock).map((tick) => ({
      time: tick.time,
      text: tick.time > edge ? '' : tickLabel(tick),
    }));
  }

  // Gaps and the runs of the chosen finding, behind the grid.
  private drawBehind(plot: uPlot): void {
    const model = this.model;
    if (model === null) return;
    const { ctx } = plot;
    ctx.save();
    ctx.beginPath();
    ctx.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height);
    ctx.clip();
    for (const band of model.bands) fillSpan(plot, band, model.palette.band, 2);
    for (const gap of model.gaps) hatchSpan(plot, gap, model.palette.gap);
    ctx.restore();
  }
}

// Returns whether only the emphasis of lines differs, so that paths need not be made again.
function isSameBut(a: ChartModel, b: ChartModel): boolean {
  const names: readonly (keyof ChartModel)[] = [
    'unit', 'span', 'width', 'height', 'clock', 'gaps', 'bands', 'kind', 'isScaled', 'fit', 'fromZero', 'palette',
  ];
  return names.every((name) => a[name] === b[name]) && a.lines.every(({ line }, index) => line === b.lines[index]?.line);
}

function edges(plot: uPlot, span: Span): [left: number, width: number] {
  const left = plot.valToPos(span.begin, 'x', true);
  return [left, plot.valToPos(span.end, 'x', true) - left];
}

// Fills a span with a colour, also one of no length, which is seen as well.
function fillSpan(plot: uPlot, span: Span, colour: string, leastWidth: number): void {
  const [left, width] = edges(plot, span);
  plot.ctx.fillStyle = colour;
  plot.ctx.fillRect(left, plot.bbox.top, Math.max(width, leastWidth * uPlot.pxRatio), plot.bbox.height);
}

function hatchSpan(plot: uPlot, span: Span, colour: string): void {
  const [spanLeft, spanWidth] = edges(plot, span);
  const left = Math.max(spanLeft, plot.bbox.left);
  const right = Math.min(spanLeft + spanWidth, plot.bbox.left + plot.bbox.width);
  if (right <= left) return;
  const { ctx, bbox } = plot;
  const step = 7 * uPlot.pxRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, bbox.top, right - left, bbox.height);
  ctx.clip();
  ctx.beginPath();
  for (let x = Math.floor((left - bbox.height) / step) * step; x < right; x += step) {
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x + bbox.height, bbox.top);
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = uPlot.pxRatio;
  ctx.setLineDash([]);
  ctx.stroke();
  ctx.restore();
}

// '#1f6fb2' with an alpha; other spellings, as of forced colours, are not filled.
function withAlpha(colour: string, alpha: number): string {
  if (alpha === 0 || !/^#[0-9a-f]{6}$/iu.test(colour)) return '';
  return `${colour}${Math.round(alpha * 255).toString(16).padStart(2, '0')}`;
}
