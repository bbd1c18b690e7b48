// One chart, drawn by uPlot: axes, grid, gaps, the runs of a finding, and our own paths of lines.
//
// uPlot is given only the ends of the time as data: the lines are drawn from the rows of
// `picture`, which keep the extremes of every pixel and know where a line must not be connected.
import uPlot from 'uplot';
import { dashes, type Series, type Span, type Unit } from '../state';
import { timeTicks, type ShownClock } from '../times';
import { tickTexts, valueAxis, type ValueAxis } from '../units';
import type { Palette } from '../palette';
import { pathOfLine, rangeOf, type Frame } from './paths';
import type { Line } from './picture';

export interface ChartLine {
  readonly series: Series;
  readonly line: Line | null; // null: it has no picture yet
}

export interface ChartModel {
  readonly unit: Unit;
  readonly lines: readonly ChartLine[]; // without those that are hidden
  readonly span: Span;
  readonly width: number; // in CSS pixels, with the axes
  readonly height: number;
  readonly gutter: number; // the width of the axis of values
  readonly hasTimes: boolean; // labels at the axis of time
  readonly clock: ShownClock;
  readonly gaps: readonly Span[];
  readonly bands: readonly Span[];
  readonly area: boolean;
  readonly fit: boolean;
  readonly fromZero: boolean;
  readonly highlighted: string | null; // key of the line that is bold, while the others are pale
  readonly palette: Palette;
}

// Points that are further apart than this, in CSS pixels, have their dash; dense ones would look
// like noise.
const denseSpacing = 4;
const paleAlpha = 0.22;
const usualWidth = 1.5;
const strongWidth = 2.75;
const areaAlpha = 0.14;

function rangesOf(model: ChartModel): { axis: ValueAxis; ranges: ReadonlyMap<string, Pick<Frame, 'low' | 'high'>> } {
  const drawn = model.lines.flatMap(({ line }) => (line === null ? [] : [line]));
  const ticks = Math.min(5, Math.max(1, Math.floor((model.height - 30) / (model.palette.rem * 1.8))));
  const ranges = new Map<string, Pick<Frame, 'low' | 'high'>>();
  if (model.fit) {
    for (const line of drawn) {
      const { least, largest } = rangeOf([line]);
      const room = largest > least ? (largest - least) * 0.04 : Math.max(Math.abs(largest), 1) * 0.5;
      ranges.set(line.key, { low: least - room, high: largest + room });
    }
    return { axis: { low: 0, high: 1, ticks: [0, 1] }, ranges };
  }
  const { least, largest } = rangeOf(drawn);
  const axis = valueAxis(least, largest, model.unit, model.fromZero, ticks);
  for (const line of drawn) ranges.set(line.key, axis);
  return { axis, ranges };
}

export class ChartPlot {
  private plot: uPlot | null = null;
  private model: ChartModel | null = null;
  private axis: ValueAxis = { low: 0, high: 1, ticks: [0, 1] };
  private ranges: ReadonlyMap<string, Pick<Frame, 'low' | 'high'>> = new Map();
  private made = '';

  constructor(private readonly host: HTMLElement) {}

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
    if (!onlyStyle) ({ axis: this.axis, ranges: this.ranges } = rangesOf(model));
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

  // The place of a value, in CSS pixels from the top of the lines.
  topOf(key: string, value: number): number {
    const range = this.ranges.get(key);
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
    const drawn = model.lines.find((one) => one.series.key === key);
    const range = drawn?.line == null ? undefined : this.ranges.get(drawn.line.key);
    if (drawn?.line == null || range === undefined) return;
    const frame: Frame = { left: 0, top: 0, width, height, ...model.span, low: range.low, high: range.high };
    ctx.strokeStyle = model.palette.lines[drawn.series.colour] ?? model.palette.ink;
    ctx.lineWidth = strongWidth * uPlot.pxRatio;
    ctx.lineJoin = 'round';
    ctx.stroke(pathOfLine(drawn.line, frame, false).stroke);
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
    model.lines.forEach(({ series, line }, index) => {
      const drawn = plot.series[index + 1];
      if (drawn === undefined) return;
      const isStrong = model.highlighted === series.key;
      drawn.width = isStrong ? strongWidth : usualWidth;
      drawn.alpha = model.highlighted !== null && !isStrong ? paleAlpha : 1;
      drawn.dash = this.dashOf(series, line, model);
    });
  }

  private dashOf(series: Series, line: Line | null, model: ChartModel): number[] {
    const plotWidth = model.width - model.gutter;
    const rows = line === null ? 0 : rowsIn(line, model.span);
    if (rows === 0 || plotWidth / rows <= denseSpacing) return [];
    return (dashes[series.dash] ?? []).map((length) => length * uPlot.pxRatio);
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
        y: { auto: true, range: () => [this.axis.low, this.axis.high] },
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
          splits: () => [...this.axis.ticks],
          values: (_plot, splits) => this.valueLabels(splits),
        },
      ],
      series: [{}, ...model.lines.map((_, index) => this.seriesOptions(index))],
      hooks: { drawClear: [(plot) => this.drawBehind(plot)] },
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
      fill: () => (this.model?.area === true ? withAlpha(colour(), areaAlpha) : ''),
      width: usualWidth,
      cap: 'round',
      pxAlign: 0,
      points: { show: false },
      paths: (plot) => this.pathsOf(plot, index),
    };
  }

  private pathsOf(plot: uPlot, index: number): uPlot.Series.Paths | null {
    const model = this.model;
    const line = model?.lines[index]?.line;
    const range = line === undefined || line === null ? undefined : this.ranges.get(line.key);
    if (model === null || line === undefined || line === null || range === undefined) return null;
    const { left, top, width, height } = plot.bbox;
    const frame: Frame = { left, top, width, height, ...model.span, low: range.low, high: range.high };
    const { stroke, fill } = pathOfLine(line, frame, model.area);
    return { stroke, fill };
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
      text: tick.time > edge ? '' : tick.date === '' ? tick.label : `${tick.date} ${tick.label}`,
    }));
  }

  private valueLabels(ticks: readonly number[]): string[] {
    if (this.model?.fit === true) return ticks.map((tick) => (tick === 0 ? 'least' : 'largest'));
    return tickTexts(this.model?.unit ?? 'number', ticks);
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

// Whether only the emphasis of lines differs, so that paths need not be made again.
function isSameBut(a: ChartModel, b: ChartModel): boolean {
  const names: readonly (keyof ChartModel)[] = [
    'unit', 'span', 'width', 'height', 'clock', 'gaps', 'bands', 'area', 'fit', 'fromZero', 'palette',
  ];
  return names.every((name) => a[name] === b[name]) && a.lines.every(({ line }, index) => line === b.lines[index]?.line);
}

function rowsIn(line: Line, span: Span): number {
  let rows = 0;
  for (let row = 0; row < line.rows; ++row) {
    const time = line.times[row] ?? 0;
    if (time >= span.begin && time <= span.end) ++rows;
  }
  return rows;
}

function edges(plot: uPlot, span: Span): [left: number, width: number] {
  const left = plot.valToPos(span.begin, 'x', true);
  return [left, plot.valToPos(span.end, 'x', true) - left];
}

// A span of no length is still seen.
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
  if (!/^#[0-9a-f]{6}$/iu.test(colour)) return '';
  return `${colour}${Math.round(alpha * 255).toString(16).padStart(2, '0')}`;
}
