// One chart: a figure with a name, a summary in words, and a cursor that keys move.
import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Core } from '../core';
import { rangeText } from '../numbers';
import { shortOwnerOf } from '../series';
import { chartKinds, type Actions, type ChartKind, type Span, type State } from '../state';
import type { Store } from '../store';
import { clockText, shortZone, spanText, zoneName, type ShownClock } from '../times';
import { valueText } from '../units';
import { titleOfChart, type ChartLine } from './drawing';
import { factorOf } from './factor';
import { nearestReach, nearestRow, rangeAt, rowNear, severalAt, type Line, type Reach } from './line';
import { recordIn } from './picture';
import type { SpanMotion } from './motion';
import { ChartPlot, type ChartModel } from './plot';
import { PlotCopy } from './plot_copy';
import { watchPointer } from './pointer';

export interface ChartProps {
  readonly model: ChartModel;
  readonly state: State;
  readonly actions: Actions;
  readonly cursor: Store<number | null>;
  readonly hovered: Store<string | null>;
  readonly motion: SpanMotion;
  readonly toggleOwn: (key: string) => void; // as the action, and the focus goes to the chart that has the line then
  readonly announce: (text: string) => void;
  readonly core: Core;
}

const mostDots = 40;
const nearPixels = 14;
const mostSpoken = 4; // values of one moment
const mostNamed = 8;
const mostSummed = 12;

// The name of a line in its chart: as short as the lines can be told apart. A line with a chart of its
// own is named with its instance, which other charts may have, too.
function nameOfLine(series: ChartLine['series'], { lines, isOwn }: ChartModel): string {
  if (isOwn) return `${series.counter} of ${shortOwnerOf(series)}`;
  const same = lines.map((one) => one.series).filter((one) => one !== series && one.counter === series.counter);
  if (same.length === 0) return series.counter;
  const letter = same.some((one) => one.letter !== series.letter) ? `${series.letter}: ` : '';
  const owner = shortOwnerOf(series);
  return same.some((one) => shortOwnerOf(one) !== owner) ? `${letter}${series.counter} of ${owner}` : `${letter}${series.counter}`;
}

function namesOf(model: ChartModel): string {
  const { lines } = model;
  const names = lines.slice(0, mostNamed).map((one) => nameOfLine(one.series, model));
  const more = lines.length > mostNamed ? ` and ${lines.length - mostNamed} more` : '';
  return `${names.join(', ')}${more}`;
}

// '% Processor Time, 14:00 to 15:00: average 12 %, highest 97 % at 14:31'. Values are those of the series,
// without factors, and not those of a stack.
function summaryOf(model: ChartModel): string {
  const { lines } = model;
  const when = spanText(model.span, model.clock);
  const parts = lines.slice(0, mostSummed).map(({ series, line }) => {
    const name = nameOfLine(series, model);
    const statistics = line?.statistics ?? null;
    if (line === null || statistics === null || statistics.count === 0) return `${name}: no values`;
    const peak = peakTime(line, statistics.max);
    const at = peak === null ? '' : ` at ${clockText(peak, model.clock)}`;
    const average = valueText(series.unit, statistics.average);
    return `${name}: average ${average}, highest ${valueText(series.unit, statistics.max)}${at}`;
  });
  const more = lines.length > mostSummed ? `; ${lines.length - mostSummed} more` : '';
  return `${when}. ${parts.join('; ')}${more}.`;
}

function peakTime(line: Line, max: number | null): number | null {
  let best: number | null = null;
  let value = -Infinity;
  for (let row = 0; row < line.rows; ++row) {
    const largest = line.largest[row] ?? NaN;
    if (largest <= value || Number.isNaN(largest)) continue;
    value = largest;
    best = line.times[row] ?? null;
  }
  return max === null ? null : best;
}

export function Chart({ model, state, actions, cursor, hovered, motion, toggleOwn, announce, core }: ChartProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const held = useRef<Held | null>(null);
  const titleId = useId();
  const summaryId = useId();

  const latest = useRef({ model, state, actions, cursor, hovered, motion, core });
  latest.current = { model, state, actions, cursor, hovered, motion, core };

  useLayoutEffect(() => {
    if (host.current === null || model.width <= 0) return;
    held.current ??= new Held(host.current, () => latest.current);
    held.current.draw(model);
  });
  useEffect(() => {
    const move = (): void => held.current?.moveCursor();
    const stopCursor = cursor.subscribe(move);
    const stopHovered = hovered.subscribe(() => held.current?.drawHovered());
    const stopMotion = motion.moving.subscribe(() => held.current?.follow());
    return () => {
      stopCursor();
      stopHovered();
      stopMotion();
      held.current?.destroy();
      held.current = null;
    };
  }, [cursor, hovered, motion]);

  const step = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return; // the list of kinds has its own arrows
    const now = cursor.get();
    if (event.key === 'Enter' && now !== null) {
      actions.setMoment(now);
      return announce(`${clockText(now, model.clock)} is the time of Top and Table`);
    }
    const time = timeAfterKey(event, model, now);
    if (time === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    cursor.set(time);
    if (time !== null) announce(momentText(model, time));
  };
  return (
    <figure
      class="chart"
      tabIndex={0}
      aria-roledescription="chart"
      aria-labelledby={titleId}
      aria-describedby={summaryId}
      onKeyDown={step}
    >
      <figcaption>
        <span id={titleId}>
          <b>{titleOfChart(model)}</b>
          <span class="chart-names">{namesOf(model)}</span>
        </span>
        {model.fit ? <span class="tag">each line over its own range</span> : null}
        {model.isScaled ? <span class="tag">each line times its factor</span> : null}
        <ChartHead model={model} actions={actions} toggleOwn={toggleOwn} />
      </figcaption>
      <div class="chart-plot" ref={host} />
      {model.hasTimes ? <Zone clock={model.clock} time={model.span.begin} /> : null}
      <p class="only-heard" id={summaryId}>
        {summaryOf(model)}
      </p>
    </figure>
  );
}

const kindLabels: Readonly<Record<ChartKind, string>> = { line: 'Lines', area: 'Areas', stacked: 'Stacked', bars: 'Bars' };

// The controls of one chart: how it is drawn, and which lines it has.
function ChartHead({ model, actions, toggleOwn }: Pick<ChartProps, 'model' | 'actions' | 'toggleOwn'>): JSX.Element {
  const { key, isOwn, isScaled, lines, highlighted } = model;
  const [first] = lines;
  const name = isOwn && first !== undefined ? nameOfLine(first.series, model) : titleOfChart(model);
  const choose = (value: string): void => {
    const kind = chartKinds.find((one) => one === value);
    if (kind !== undefined) actions.setKind(key, kind);
  };
  return (
    <span class="chart-head">
      {isOwn ? (
        <button type="button" title="Back to the chart of its unit (g)" onClick={() => toggleOwn(key)}>Join</button>
      ) : null}
      {!isOwn && lines.length > 1 && highlighted !== null ? (
        <button type="button" title="A chart of its own for the highlighted line (g)" onClick={() => toggleOwn(highlighted)}>Split</button>
      ) : null}
      <select aria-label={`Kind of chart: ${name}`} value={model.kind} onChange={(event) => choose(event.currentTarget.value)}>
        {chartKinds.filter((kind) => kind !== 'stacked' || !isScaled).map((kind) => <option key={kind} value={kind}>{kindLabels[kind]}</option>)}
      </select>
    </span>
  );
}

// The zone, beside the axis of time.
function Zone({ clock, time }: { clock: ShownClock; time: number }): JSX.Element {
  return <span class="chart-zone" title={zoneName(clock, time)}>{shortZone(clock, time)}</span>;
}

// The time to which a key moves the cursor; null: away; undefined: it is not a key of the chart.
function timeAfterKey(event: KeyboardEvent, model: ChartModel, now: number | null): number | null | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (event.key === 'Escape') return now === null ? undefined : null;
  if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return undefined;
  const line = longestLine(model.lines);
  if (line === null) return undefined;
  const last = line.rows - 1;
  if (event.key === 'Home') return line.times[0] ?? undefined;
  if (event.key === 'End') return line.times[last] ?? undefined;
  const row = now === null ? (event.key === 'ArrowRight' ? -1 : line.rows) : nearestRow(line, now);
  const next = event.key === 'ArrowRight' ? row + 1 : row - 1;
  return line.times[Math.min(Math.max(next, 0), last)] ?? undefined;
}

function longestLine(lines: readonly ChartLine[]): Line | null {
  let longest: Line | null = null;
  for (const { line } of lines) {
    if (line !== null && line.rows > (longest?.rows ?? 0)) longest = line;
  }
  return longest;
}

// '14:31:05: % Processor Time 97.0 %, ...'; of a row with several records the least to the largest value.
function momentText(model: ChartModel, time: number): string {
  const values = model.lines.slice(0, mostSpoken).map(({ series, line }) => {
    const [least, largest] = line === null ? [NaN, NaN] : rangeAt(line, time);
    const text = Number.isNaN(least) ? 'no value' : rangeText(valueText(series.unit, least), valueText(series.unit, largest));
    return `${nameOfLine(series, model)} ${text}`;
  });
  const more = model.lines.length > mostSpoken ? `, and ${model.lines.length - mostSpoken} more` : '';
  return `${clockText(time, model.clock)}: ${values.join(', ')}${more}`;
}

interface Latest {
  readonly model: ChartModel;
  readonly state: State;
  readonly actions: Actions;
  readonly cursor: Store<number | null>;
  readonly hovered: Store<string | null>;
  readonly motion: SpanMotion;
  readonly core: Core;
}

// The parts of a chart that stay while it is drawn again: its plot, its pointer, and the marks of the cursor.
class Held {
  private readonly plot: ChartPlot;
  private readonly cursorLine = document.createElement('div');
  private readonly momentLine = document.createElement('div');
  private readonly hoveredLine = document.createElement('canvas');
  private readonly copy: PlotCopy;
  private drawnHovered: string | null = null;
  private dots: HTMLElement[] = [];
  private over: HTMLElement | null = null;
  private endPointer: (() => void) | null = null;

  constructor(
    host: HTMLElement,
    private readonly latest: () => Latest,
  ) {
    this.plot = new ChartPlot(host, () => this.copy.renew(this.moving));
    this.copy = new PlotCopy(this.plot);
    this.cursorLine.className = 'chart-cursor';
    this.momentLine.className = 'chart-cursor is-held';
    this.hoveredLine.className = 'chart-hovered';
  }

  draw(model: ChartModel): void {
    this.plot.draw(model);
    const { over } = this.plot;
    if (over !== this.over && over !== null) {
      this.over = over;
      this.endPointer?.();
      this.endPointer = watchPointer(over, this.pointerActions());
      this.dots = [];
      over.append(this.hoveredLine, this.momentLine, this.cursorLine, this.copy.box);
    }
    this.moveCursor();
    this.drawnHovered = null;
    this.drawHovered();
  }

  private get moving(): Span | null {
    return this.latest().motion.moving.get();
  }

  follow(): void {
    this.copy.follow(this.moving);
  }

  // Makes the line under the pointer, or that of the row under it, bold.
  drawHovered(): void {
    const { hovered, model } = this.latest();
    const key = hovered.get();
    const own = model.lines.some((one) => one.series.key === key) ? key : null;
    this.hoveredLine.hidden = own === null;
    if (own === null || own === this.drawnHovered) return;
    this.drawnHovered = own;
    this.plot.drawOver(this.hoveredLine, own);
  }

  destroy(): void {
    this.endPointer?.();
    this.plot.destroy();
  }

  moveCursor(): void {
    const { cursor, state } = this.latest();
    const time = cursor.get();
    this.placeLine(this.cursorLine, time);
    this.placeLine(this.momentLine, state.moment);
    this.placeDots(time);
  }

  private placeLine(line: HTMLElement, time: number | null): void {
    const left = time === null ? -1 : this.plot.leftOf(time);
    const isInside = time !== null && left >= -0.5 && left <= this.plot.size.width + 0.5;
    line.hidden = !isInside;
    if (isInside) line.style.transform = `translateX(${Math.round(left)}px)`;
  }

  private placeDots(time: number | null): void {
    const { model } = this.latest();
    const lines = time === null || model.lines.length > mostDots ? [] : model.lines;
    while (this.dots.length < lines.length) this.addDot();
    this.dots.forEach((dot, index) => {
      const one = lines[index];
      const drawn = one === undefined ? null : this.plot.drawn(one.series.key);
      const [least, largest] = drawn === null || time === null ? [NaN, NaN] : rangeAt(drawn.line, time);
      const [bottom, top] = one === undefined ? [NaN, NaN] : [this.plot.topOf(one.series.key, least), this.plot.topOf(one.series.key, largest)];
      const isSeen = !this.cursorLine.hidden && bottom >= -1 && top <= this.plot.size.height + 1;
      dot.hidden = !isSeen;
      if (!isSeen || one === undefined || time === null) return;
      dot.style.transform = `translate(${this.plot.leftOf(time)}px, ${top}px)`;
      dot.style.height = `calc(0.5rem + ${bottom - top}px)`; // over all values of the row
      dot.style.background = model.palette.lines[one.series.colour] ?? '';
    });
  }

  private addDot(): void {
    const dot = document.createElement('div');
    dot.className = 'chart-dot';
    this.over?.append(dot);
    this.dots.push(dot);
  }

  // The record nearest to the middle of a pixel, so that the cursor stands where values are. Rows are pixels:
  // by their edges, the pointer would pass over some of them.
  private snapped(left: number): number {
    const time = this.plot.timeAt(Math.floor(left) + 0.5);
    let best = time;
    let distance = Infinity;
    for (const { line } of this.latest().model.lines) {
      if (line === null) continue;
      const row = nearestRow(line, time);
      const found = row < 0 ? undefined : line.times[row];
      if (found === undefined || Math.abs(found - time) >= distance) continue;
      distance = Math.abs(found - time);
      best = found;
    }
    return best;
  }

  private lineNear(time: number, top: number): string | null {
    const reaches = this.latest().model.lines.flatMap(({ series: { key } }): Reach[] => {
      const drawn = this.plot.drawn(key);
      if (drawn === null) return [];
      const [least, largest] = rangeAt(drawn.line, time);
      // In a stack all of the place between both edges belongs to the line.
      const low = drawn.below === null ? least : rangeAt(drawn.below, time)[0];
      return [{ key, top: this.plot.topOf(key, largest), bottom: this.plot.topOf(key, low) }];
    });
    return nearestReach(reaches, top, nearPixels);
  }

  private pointerActions(): Parameters<typeof watchPointer>[1] {
    const actions = (): Actions => this.latest().actions;
    return {
      timeAt: (left) => this.plot.timeAt(left),
      visible: () => this.moving ?? this.latest().state.visible,
      point: (left, top) => {
        if (this.moving !== null) return; // the marks of the cursor are hidden
        const time = this.snapped(left);
        this.latest().cursor.set(time);
        this.latest().hovered.set(this.lineNear(time, top));
      },
      leave: () => {
        this.latest().cursor.set(null);
        this.latest().hovered.set(null);
      },
      click: (left, top) => this.click(left, top),
      select: (span) => actions().show(span),
      showWhole: () => actions().showWhole(),
      move: (span) => this.latest().motion.move(span),
      rest: () => this.latest().motion.end(),
    };
  }

  private click(left: number, top: number): void {
    const { actions, state } = this.latest();
    const time = this.snapped(left);
    const key = this.lineNear(time, top);
    if (key !== null) actions.highlight(key === state.highlighted ? null : key);
    actions.setMoment(time);
    if (key !== null) void this.findRecord(key, time, top);
  }

  // If the row of a click has several records, the moment becomes that of the one with the value nearest
  // to the click, unless another moment was chosen meanwhile. In a stack no height is that of a value.
  private async findRecord(key: string, time: number, top: number): Promise<void> {
    const { model, state, core, actions } = this.latest();
    const series = model.lines.find((one) => one.series.key === key)?.series;
    const source = state.sources.find((one) => one.letter === series?.letter);
    const drawn = this.plot.drawn(key);
    if (series === undefined || source === undefined || drawn === null || drawn.below !== null) return;
    const row = severalAt(drawn.line, time);
    if (row === null) return;
    const factor = model.isScaled ? factorOf(series) : 1;
    const at = drawn.high - (top / this.plot.size.height) * (drawn.high - drawn.low); // the charts may show another part by the answer
    const distanceTo = (value: number): number => Math.abs(value * factor - at);
    const found = await recordIn(core, source, series, row, (line) => rowNear(line, distanceTo)).catch(() => null);
    if (found !== null) actions.setMoment(found, time);
  }
}
