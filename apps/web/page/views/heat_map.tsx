// View 3, the heat map: the instances of one counter over time, the largest average first.
//
// Only the rows in sight are drawn, each on a canvas of its own beside its name, so that a thousand
// rows scroll. It is a list box: the arrow keys go through the rows and through the time of a row,
// Enter adds the row to the charts.
import type { JSX, RefObject, TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PictureAnswer, PicturedSeries } from '../answers';
import { usePalette } from '../palette';
import { objectTitle } from '../series';
import type { CounterFacts, ObjectFacts, Series, Source, Span, ViewProps } from '../state';
import { clockOf, clockText, tickLabel, timeTicks, zoneName, type ShownClock } from '../times';
import { useAnswer, type Asked } from './ask';
import { heatCells, heatRange, orderOf, withoutTotal, type HeatRange } from './heat_cells';
import { Choice, Empty, Failure, SourceChoice, chosenSource, useWidth, Waiting } from './parts';
import { columnOf, instanceOf, lastNotAbove, partOf, patternOf, textIn, upToStop } from './values';

const rowRems = 1.5; // as in views.css
const mostRows = 1000; // as many as a picture has
const mostRanked = 500; // as many as the tool `top` has
const cellWidth = 3;

interface Chosen {
  readonly object: ObjectFacts;
  readonly counter: CounterFacts;
}

// The counters that have instances, by 'object\counter', after the machine if the log has several.
export function counterChoices(source: Source): ReadonlyMap<string, Chosen> {
  const choices = new Map<string, Chosen>();
  for (const object of source.objects) {
    if (!object.hasInstances) continue;
    for (const counter of object.counters) {
      if (counter.reason === null) choices.set(`${objectTitle(object.machine, object.name)}\\${counter.name}`, { object, counter });
    }
  }
  return choices;
}

// The counter that the user is at: of the highlighted series, or of one that is chosen.
function usualChoice(source: Source, series: readonly Series[], highlighted: string | null, choices: ReadonlyMap<string, Chosen>): string {
  const own = series.filter((one) => one.letter === source.letter && one.instance !== null);
  const first = own.find((one) => one.key === highlighted) ?? own[0];
  const name = first === undefined ? '' : `${objectTitle(first.machine, first.object)}\\${first.counter}`;
  return choices.has(name) ? name : choices.keys().next().value ?? '';
}

export function HeatMapView(props: ViewProps): JSX.Element {
  const { state } = props;
  const [source, chooseSource] = chosenSource(props);
  const choices = useMemo(() => (source === null ? new Map<string, Chosen>() : counterChoices(source)), [source]);
  if (source === null || state.visible === null) return <Empty>No log is open.</Empty>;
  const { heat } = state.settings;
  const shownName = choices.has(heat) ? heat : usualChoice(source, state.series, state.highlighted, choices);
  const chosen = choices.get(shownName);
  if (chosen === undefined) return <Empty>This log has no counter with instances, so there are no rows to compare.</Empty>;
  const options = Array.from(choices.keys(), (one) => ({ value: one, label: one }));
  return (
    <section class="view view-heat" aria-label="Heat map">
      <div class="view-bar">
        <SourceChoice state={state} letter={source.letter} onChoose={chooseSource} />
        <Choice label="Counter" value={shownName} options={options} onChoose={(one) => props.actions.setSettings({ heat: one })} />
      </div>
      <HeatMap {...props} source={source} chosen={chosen} visible={state.visible} key={`${source.letter}${shownName}`} />
    </section>
  );
}

interface HeatMapProps extends ViewProps {
  readonly source: Source;
  readonly chosen: Chosen;
  readonly visible: Span;
}

function HeatMap(props: HeatMapProps): JSX.Element {
  const { core, source } = props;
  const visible = partOf(source, props.visible);
  const [box, boxWidth] = useWidth<HTMLDivElement>();
  const { rem, accent } = usePalette(props.state.options.theme);
  const nameWidth = Math.round((boxWidth < 35 * rem ? 6 : 12.5) * rem);
  const mapWidth = Math.max(Math.floor(boxWidth - nameWidth - 6.5 * rem), 0); // beside the name and the average
  const pixels = Math.max(2, Math.floor(mapWidth / cellWidth));
  const ranked = useLargest(props, visible);
  const { paths } = ranked;
  const args = mapWidth === 0 || visible === null || paths === null ? null : { log: source.log, paths, ...visible, pixels, limit: mostRows, statistics: true, ...upToStop(source) };
  const pictured = useAnswer<PictureAnswer, Span | null>(core, 'picture', args, visible);
  const asked = ranked.failure === null ? pictured : { ...ranked, answer: null };
  return (
    <div ref={box} class="view-heat-box" aria-busy={!asked.isFresh || !ranked.isFresh}>
      {asked.failure !== null ? <Failure text={asked.failure} again={asked.again} /> : null}
      {visible === null ? <Empty>{source.name} has no samples in this part of the time.</Empty> : null}
      {visible !== null && asked.failure === null && asked.answer === null ? <Waiting /> : null}
      {asked.failure === null && asked.answer !== null && asked.answer.context !== null ? (
        <HeatRows {...props} picture={asked.answer.result} numbers={asked.answer.numbers} span={asked.answer.context} mapWidth={mapWidth} nameWidth={nameWidth} rowHeight={Math.round(rowRems * rem)} hue={accent} />
      ) : null}
    </div>
  );
}

// Returns whether a counter has more instances than a picture has series. Then only the largest are shown,
// for which all of the log is needed.
export function areRanked({ stopped }: Pick<Source, 'stopped'>, { instances, instancesLeftOut }: Pick<ObjectFacts, 'instances' | 'instancesLeftOut'>): boolean {
  return stopped === null && instances.length + instancesLeftOut > mostRows;
}

type Ranked = Pick<Asked<never, null>, 'isFresh' | 'failure' | 'again'> & { readonly paths: readonly string[] | null };

// The paths of the rows: those of all instances or, if there are too many, of the largest in the visible part.
function useLargest({ core, source, chosen }: HeatMapProps, visible: Span | null): Ranked {
  const path = patternOf(chosen.object, chosen.counter.name);
  const isRanked = areRanked(source, chosen.object);
  const args = isRanked && visible !== null ? { log: source.log, path, ...visible, limit: mostRanked } : null;
  const { answer, ...asked } = useAnswer<Pick<PictureAnswer, 'series'>>(core, 'top', args, null);
  const paths = useMemo(() => (isRanked ? (answer?.result.series.map((one) => one.path) ?? null) : [path]), [isRanked, path, answer]);
  return { ...asked, paths };
}

interface HeatRowsProps extends HeatMapProps {
  readonly picture: PictureAnswer;
  readonly numbers: Float64Array;
  readonly span: Span; // of the picture
  readonly mapWidth: number;
  readonly nameWidth: number;
  readonly rowHeight: number;
  readonly hue: string;
}

function nameOf(series: PicturedSeries): string {
  return instanceOf(series.path) ?? series.title;
}

function HeatRows(props: HeatRowsProps): JSX.Element {
  const { state, actions, source, chosen, picture, numbers, span, mapWidth, nameWidth, rowHeight, hue } = props;
  const rows = useMemo(() => orderOf(withoutTotal(picture.series)), [picture]);
  const range = useMemo(() => heatRange(rows, numbers), [rows, numbers]);
  const [active, setActive] = useState(0);
  const [at, setAt] = useState<number | null>(null); // the time of the cell that the keys are at
  const [scrolled, setScrolled] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const clock = clockOf(state);
  const times = columnOf(numbers, picture.times);
  useEffect(() => setActive((row) => Math.min(row, Math.max(rows.length - 1, 0))), [rows]);
  if (rows.length === 0 || range === null) return <Empty>No values of {chosen.counter.name} in this part of the time.</Empty>;

  const addRow = (row: PicturedSeries): void => {
    actions.add(source.letter, [row.path]);
    actions.say({ kind: 'notice', text: `${row.title}: added to the charts.` });
  };
  const move = (to: number): void => {
    const row = Math.max(0, Math.min(rows.length - 1, to));
    setActive(row);
    revealRow(list.current, row, rowHeight);
  };
  const moveInTime = (step: number): void => {
    const now = at === null ? (step > 0 ? -1 : times.length) : times.findIndex((time) => time >= at);
    const next = times[Math.max(0, Math.min(times.length - 1, now + step))];
    if (next !== undefined) setAt(next);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active - 1),
    PageDown: () => move(active + 10),
    PageUp: () => move(active - 10),
    Home: () => move(0),
    End: () => move(rows.length - 1),
    ArrowRight: () => moveInTime(1),
    ArrowLeft: () => moveInTime(-1),
    Enter: () => {
      const row = rows[active];
      if (row !== undefined) addRow(row);
    },
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const act = event.ctrlKey || event.altKey || event.metaKey ? undefined : keys[event.key];
    if (act === undefined) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  };
  const pointAt = (event: TargetedMouseEvent<HTMLDivElement>): void => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - bounds.left - nameWidth) / Math.max(mapWidth, 1);
    setAt(part < 0 || part > 1 ? null : span.begin + part * (span.end - span.begin));
  };
  const visibleRows = rowsInSight(rows.length, scrolled, rowHeight);
  const activeRow = rows[active];
  return (
    <>
      <Legend range={range} chosen={chosen} />
      <div class="view-heat-list" ref={list} role="listbox" tabIndex={0} aria-label={`${chosen.counter.name} of ${rows.length} instances, the largest average first`}
        aria-activedescendant={`heat-row-${active}`} onKeyDown={onKeyDown} onMouseMove={pointAt}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}>
        <div class="view-heat-room" style={{ height: `${rows.length * rowHeight}px` }}>
          {visibleRows.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div key={row.path} id={`heat-row-${index}`} role="option" aria-selected={index === active} aria-setsize={rows.length} aria-posinset={index + 1}
                class="view-heat-row" style={{ top: `${index * rowHeight}px` }} onClick={() => setActive(index)} onDblClick={() => addRow(row)}>
                <span class="view-heat-name" style={{ width: `${nameWidth}px` }} title={row.title}>{nameOf(row)}</span>
                <HeatStrip row={row} picture={picture} numbers={numbers} range={range} span={span} width={mapWidth} height={rowHeight - 4} hue={hue} />
                <span class="view-heat-average"><span class="only-heard">average </span>{textIn(chosen.counter, row.statistics?.average)}</span>
              </div>
            );
          })}
        </div>
      </div>
      <TimeLine span={span} clock={clock} width={mapWidth} left={nameWidth} />
      <p class="view-note" role="status">
        {activeRow === undefined ? '' : readout(activeRow, picture, numbers, at, chosen.counter, clock)}
      </p>
      <div class="view-bar">
        <button type="button" disabled={activeRow === undefined} onClick={() => activeRow !== undefined && addRow(activeRow)}>Add the chosen row to the charts</button>
        {areRanked(source, chosen.object) ? <p class="view-note">These are the {mostRanked} instances with the largest averages in this part of the time.</p> : null}
        {(picture.series_left_out ?? 0) > 0 ? <p class="view-note">{picture.series_left_out} more instances are not shown.</p> : null}
      </div>
    </>
  );
}

// The rows of the list that can be seen, and some beyond for a key that moves on.
function rowsInSight(count: number, scrolled: number, rowHeight: number): number[] {
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - 12);
  const last = Math.min(count, first + 64);
  return Array.from({ length: Math.max(last - first, 0) }, (_, index) => first + index);
}

function revealRow(list: HTMLDivElement | null, row: number, rowHeight: number): void {
  if (list === null) return;
  const top = row * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
}

// What the row has at that time, in words.
function readout(row: PicturedSeries, picture: PictureAnswer, numbers: Float64Array, at: number | null, counter: CounterFacts, clock: ShownClock): string {
  const name = nameOf(row);
  if (at === null) return `${name}: average ${textIn(counter, row.statistics?.average)}, highest ${textIn(counter, row.statistics?.max)}`;
  const times = columnOf(numbers, picture.times);
  const cell = lastNotAbove(times, at);
  const value = cell < 0 ? NaN : columnOf(numbers, row.largest)[cell] ?? NaN;
  const time = times[Math.max(cell, 0)] ?? at;
  return Number.isNaN(value) ? `${name} at ${clockText(time, clock)}: no value` : `${name} at ${clockText(time, clock)}: ${textIn(counter, value)}`;
}

interface HeatStripProps {
  readonly row: PicturedSeries;
  readonly picture: PictureAnswer;
  readonly numbers: Float64Array;
  readonly range: HeatRange;
  readonly span: Span;
  readonly width: number;
  readonly height: number;
  readonly hue: string;
}

function useCanvas(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void, reasons: readonly unknown[]): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const node = canvas.current;
    const context = node?.getContext('2d');
    if (!node || !context) return;
    const ratio = devicePixelRatio || 1;
    node.width = Math.round(width * ratio);
    node.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context);
  }, [width, height, ...reasons]);
  return canvas;
}

// Draws each value as a share of the hue.
function HeatStrip({ row, picture, numbers, range, span, width, height, hue }: HeatStripProps): JSX.Element {
  const draw = (context: CanvasRenderingContext2D): void => {
    context.fillStyle = hue;
    for (const cell of heatCells(columnOf(numbers, picture.times), columnOf(numbers, picture.ends), columnOf(numbers, row.largest), span, width, cellWidth, range)) {
      context.globalAlpha = cell.share;
      context.fillRect(cell.x, 0, cell.width, height);
    }
  };
  const canvas = useCanvas(width, height, draw, [row, numbers, range, hue, span]);
  return <canvas ref={canvas} class="view-heat-canvas" style={{ width: `${width}px`, height: `${height}px` }} aria-hidden="true" />;
}

function Legend({ range, chosen }: { range: HeatRange; chosen: Chosen }): JSX.Element {
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return (
    <p class="view-heat-legend">
      <span>{textIn(chosen.counter, range.least)}</span>
      <span class="view-heat-steps" aria-hidden="true">{steps.map((step) => <span key={step} class={`view-heat-step view-heat-step-${step * 4}`} />)}</span>
      <span>{textIn(chosen.counter, range.largest)}</span>
      <span class="view-soft">Each cell has the colour of the largest value in it. Where nothing is drawn, there is no value.</span>
    </p>
  );
}

function TimeLine({ span, clock, width, left }: { span: Span; clock: ShownClock; width: number; left: number }): JSX.Element {
  const ticks = timeTicks(span, Math.max(1, Math.floor(width / 84)), clock);
  const at = (time: number): number => left + ((time - span.begin) / (span.end - span.begin || 1)) * width;
  return (
    <div class="view-heat-times" aria-hidden="true">
      {ticks.map((tick) => <span key={tick.time} style={{ left: `${at(tick.time)}px` }}>{tickLabel(tick)}</span>)}
      <span class="view-heat-zone">{zoneName(clock, span.begin)}</span>
    </div>
  );
}
