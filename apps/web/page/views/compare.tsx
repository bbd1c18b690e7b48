// View 6: two logs, or two parts of one. The table of differences is that of `perflib diff`; the
// chart shows the chosen row of both, the second dashed and moved to the time of the first.
import type { JSX, TargetedEvent, TargetedPointerEvent, TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PictureAnswer } from '../answers';
import { lineRows, movedBy, rowsWithin, type LineRows } from '../charts/line';
import { changeText, countText, plural } from '../numbers';
import type { Align, Source, Span, State, ViewProps } from '../state';
import { clockOf, durationText, showTime, spanText, timeStep, type ShownClock } from '../times';
import { readTimes, type TimeReading } from '../times_reading';
import { unitNamed } from '../units';
import { useAnswer } from './ask';
import { Choice, Empty, Failure, Fold, NeedsWhole, ScrollRegion, useWidth, Waiting, type Option } from './parts';
import { innerSize, Plot, type PlotLine } from './plot_chart';
import { differenceArgs, draggedShift, drawnLater, mostShift, partsOf, rowsOf, shiftOf, type Change, type Compared, type DifferenceAnswer, type DifferenceRow, type LoneSeries } from './comparison';
import { measureOf, partOf, textIn } from './values';

const chartHeight = 220;

const alignOptions: readonly Option<Align>[] = [
  { value: 'start', label: 'their beginnings' },
  { value: 'clock', label: 'the time of day' },
  { value: 'shift', label: 'a shift' },
];

export function CompareView(props: ViewProps): JSX.Element {
  const { state } = props;
  if (state.sources.length === 0 || state.visible === null) return <Empty>No log is open.</Empty>;
  return (
    <section class="view view-compare" aria-label="Compare">
      {state.sources.length > 1 ? <CompareLogs {...props} /> : <CompareParts {...props} />}
    </section>
  );
}

function sourceNamed(state: State, letter: string, other: number): Source | null {
  return state.sources.find((one) => one.letter === letter) ?? state.sources[other] ?? null;
}

// Two logs: which, and how their times belong together.
function CompareLogs(props: ViewProps): JSX.Element | null {
  const { state, actions } = props;
  const { before, after, align } = state.settings;
  const first = sourceNamed(state, before, 0);
  const second = sourceNamed(state, after, 1);
  if (first === null || second === null) return null;
  const most = mostShift(first, second);
  const within = (shift: number): number => Math.max(-most, Math.min(most, shift));
  const shift = within(state.settings.shift);
  const options = state.sources.map((one) => ({ value: one.letter, label: `${one.letter}: ${one.name}` }));
  const compared: Compared = { first, second, align, shift, parts: null };
  const drag = (to: number): void => actions.setSettings({ align: 'shift', shift: within(to) });
  return (
    <>
      <div class="view-bar">
        <Choice label="Before" value={first.letter} options={options} onChoose={(letter) => actions.setSettings({ before: letter })} />
        <Choice label="After" value={second.letter} options={options} onChoose={(letter) => actions.setSettings({ after: letter })} />
        <Choice label="Aligned by" value={align} options={alignOptions} onChoose={(to) => actions.setSettings({ align: to })} />
        {align === 'shift' ? <ShiftFields shift={shift} most={most} onShift={drag} /> : null}
      </div>
      {first === second ? <Empty>Both are the same log. Choose another one as After.</Empty> : <Comparison {...props} compared={compared} onShift={drag} />}
    </>
  );
}

function ShiftFields({ shift, most, onShift }: { shift: number; most: number; onShift: (shift: number) => void }): JSX.Element {
  const take = (event: TargetedEvent<HTMLInputElement>): void => {
    const value = event.currentTarget.valueAsNumber;
    if (Number.isFinite(value)) onShift(value);
  };
  return (
    <span class="view-choice">
      <label>After begins <input type="number" value={shift} min={-most} max={most} step="any" onChange={take} /> s later</label>
      <input type="range" aria-label="Shift in seconds" value={shift} min={-most} max={most} step={Math.max(1, Math.round(most / 1000))} onChange={take} />
    </span>
  );
}

// Two parts of one log, each by the time at which it begins, and their length.
function CompareParts(props: ViewProps): JSX.Element | null {
  const { state, actions } = props;
  const [source] = state.sources;
  const clock = clockOf(state);
  if (source === undefined) return null;
  const { parts } = state.settings;
  const areOfLog = parts !== null && parts.every((one) => partOf(source, one) !== null);
  const shown = areOfLog ? parts : halvesOf(state.visible ?? source.span);
  const compared: Compared = { first: source, second: source, align: 'shift', shift: 0, parts: shown };
  return (
    <>
      <p class="view-note">Two parts of one log. To compare two logs, drop another one on the page and choose “Show beside”.</p>
      <PartFields source={source} parts={shown} clock={clock} onParts={(chosen) => actions.setSettings({ parts: chosen })} />
      <Comparison {...props} compared={compared} onShift={null} />
    </>
  );
}

function halvesOf(span: Span): readonly [Span, Span] {
  const middle = (span.begin + span.end) / 2;
  return [{ begin: span.begin, end: middle }, { begin: middle, end: span.end }];
}

interface PartFieldsProps {
  readonly source: Source;
  readonly parts: readonly [Span, Span];
  readonly clock: ShownClock;
  readonly onParts: (parts: readonly [Span, Span]) => void;
}

function partFrom(reading: Exclude<TimeReading, { kind: 'fault' }>, seconds: number): Span {
  const begin = reading.kind === 'span' ? reading.span.begin : reading.time;
  return { begin, end: begin + seconds };
}

function PartFields({ source, parts, clock, onParts }: PartFieldsProps): JSX.Element {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [length, setLength] = useState('');
  const [fault, setFault] = useState('');
  const texts = [showTime(parts[0].begin, clock), showTime(parts[1].begin, clock), String(Math.round(parts[0].end - parts[0].begin))] as const;
  useLayoutEffect(() => {
    setFirst(texts[0]);
    setSecond(texts[1]);
    setLength(texts[2]);
  }, texts);
  const apply = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const before = readTimes(first, source.span, source.span, clock);
    const after = readTimes(second, source.span, source.span, clock);
    const seconds = Number(length);
    if (before.kind === 'fault') return setFault(before.text);
    if (after.kind === 'fault') return setFault(after.text);
    if (!(seconds > 0)) return setFault('The length is a number of seconds above 0.');
    setFault('');
    onParts([partFrom(before, seconds), partFrom(after, seconds)]);
  };
  return (
    <form class="view-bar" onSubmit={apply}>
      <label>Before begins <input type="text" size={19} value={first} onInput={(event) => setFirst(event.currentTarget.value)} /></label>
      <label>After begins <input type="text" size={19} value={second} onInput={(event) => setSecond(event.currentTarget.value)} /></label>
      <label>Length <input type="text" inputMode="numeric" size={7} value={length} onInput={(event) => setLength(event.currentTarget.value)} /> s</label>
      <button type="submit">Compare</button>
      {fault === '' ? null : <p class="view-fault" role="alert">{fault}</p>}
    </form>
  );
}

interface ComparedProps extends ViewProps {
  readonly compared: Compared;
  readonly onShift: ((shift: number) => void) | null; // null: they are not moved by a shift
}

function Comparison(props: ComparedProps): JSX.Element {
  const { first, second } = props.compared;
  const stopped = [first, second].find((one) => one.stopped !== null);
  return stopped === undefined ? <Differences {...props} /> : <NeedsWhole {...props} source={stopped} />;
}

function Differences(props: ComparedProps): JSX.Element {
  const { core, compared } = props;
  const [chosen, setChosen] = useState('');
  const args = differenceArgs(compared);
  const asked = useAnswer<DifferenceAnswer, Compared>(core, 'difference', args, compared);
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (asked.answer === null) return <Waiting text="Both parts are being read …" />;
  const { result, context } = asked.answer;
  if (result.before.records === 0 || result.after.records === 0) {
    return <Empty>The two have no time in common that way. Choose another alignment.</Empty>;
  }
  const { rows, unchanged } = rowsOf(result.changes);
  const row = rows.find((one) => one.change.path === chosen) ?? rows[0];
  return (
    <div aria-busy={!asked.isFresh}>
      <Sides answer={result} compared={context} state={props.state} />
      {row === undefined ? null : <Overlay {...props} compared={context} wanted={compared} answer={result} path={row.change.path} />}
      {rows.length === 0 ? null : <ChangeTable rows={rows} source={context.first} chosen={row?.change.path ?? ''} onChoose={setChosen} />}
      <p class="view-note">{unchangedText(result, rows, unchanged)}</p>
      <Lone title="Only before" lone={result.only_before} />
      <Lone title="Only after" lone={result.only_after} />
    </div>
  );
}

function unchangedText(result: DifferenceAnswer, rows: readonly DifferenceRow[], unchanged: number): string {
  if (rows.length === 0 && result.changes.length === 0) {
    return 'The two have no counter in common. Logs in different languages name their counters differently.';
  }
  const left = result.left_out ?? 0;
  return left > 0 ? `${countText(left)} more with smaller changes are not shown.` : `${plural(unchanged, 'counter')} changed by less than 5 %.`;
}

function Sides({ answer, compared, state }: { answer: DifferenceAnswer; compared: Compared; state: State }): JSX.Element {
  const clock = clockOf(state);
  const text = (side: DifferenceAnswer['before'], source: Source): string => {
    const name = compared.first === compared.second ? '' : `${source.letter}: ${source.name}, `;
    const time = side.first_unix === null || side.last_unix === null ? '' : `${spanText({ begin: side.first_unix, end: side.last_unix }, clock)}, `;
    return `${name}${time}${plural(side.records, 'sample')}`;
  };
  return (
    <dl class="view-facts">
      <div><dt>Before</dt><dd>{text(answer.before, compared.first)}</dd></div>
      <div><dt>After</dt><dd>{text(answer.after, compared.second)}</dd></div>
    </dl>
  );
}

type OnPointer = (event: TargetedPointerEvent<HTMLDivElement>) => void;

// How far the pointer has dragged to the side, in CSS pixels, and what listens to it.
interface Drag {
  readonly pixels: number;
  readonly handlers: Readonly<Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', OnPointer>>;
}

// `onDrop` is called with the pixels at the end.
function useDrag(onDrop: (pixels: number) => void): Drag {
  const from = useRef<number | null>(null); // where the pointer was set down
  const [pixels, setPixels] = useState(0);
  const end = (): void => {
    from.current = null;
    setPixels(0);
  };
  return {
    pixels,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = event.clientX;
      },
      onPointerMove: (event) => {
        if (from.current !== null) setPixels(event.clientX - from.current);
      },
      onPointerUp: (event) => {
        const moved = from.current === null ? 0 : event.clientX - from.current;
        end();
        if (moved !== 0) onDrop(moved);
      },
      onPointerCancel: end,
    },
  };
}

interface OverlayProps extends ComparedProps {
  readonly wanted: Compared; // `compared` is what the answer is about
  readonly answer: DifferenceAnswer;
  readonly path: string;
}

// The row that is chosen, over time: seconds after the beginning of what is compared. Two logs are
// shifted by dragging the second one sideways.
function Overlay({ core, state, compared, wanted, onShift, answer, path }: OverlayProps): JSX.Element {
  const [box, width] = useWidth<HTMLDivElement>();
  const parts = partsOf(answer);
  const pixels = Math.max(2, innerSize(width, chartHeight).width);
  const span = parts === null ? null : { begin: parts[0].begin, end: Math.max(parts[0].end, parts[1].end - shiftOf(answer, compared)) };
  const secondsPerPixel = span === null ? 0 : (span.end - span.begin) / pixels;
  const later = drawnLater(answer, compared, wanted);
  const shiftAfter = (dragged: number): number => draggedShift(answer, compared, later + dragged * secondsPerPixel, secondsPerPixel);
  const drag = useDrag((dragged) => onShift?.(shiftAfter(dragged)));
  const isDraggable = onShift !== null && span !== null && span.end > span.begin;
  const ask = (source: Source, part: Span | null): object | null =>
    part === null || width === 0 ? null : { log: source.log, paths: [path], begin: part.begin, end: part.end, pixels, limit: 1, statistics: false };
  const first = useAnswer<PictureAnswer>(core, 'picture', ask(compared.first, parts?.[0] ?? null), null);
  const second = useAnswer<PictureAnswer>(core, 'picture', ask(compared.second, parts?.[1] ?? null), null);
  const clock = clockOf(state);
  // What a drag moves out of the chart is not drawn over its axis.
  const secondLine = (line: LineRows, within: Span): LineRows => {
    const seconds = later + drag.pixels * secondsPerPixel;
    const placed = movedBy(line, seconds - shiftOf(answer, compared));
    return Math.abs(seconds) < secondsPerPixel ? placed : rowsWithin(placed, within);
  };
  const lines: PlotLine[] = [];
  const unit = unitNamed(first.answer?.result.series[0]?.unit ?? second.answer?.result.series[0]?.unit);
  [first.answer, second.answer].forEach((one, index) => {
    const series = one?.result.series[0];
    if (one === null || one === undefined || series === undefined) return;
    const line = lineRows(one.result, series, one.numbers);
    const placed = index === 0 || span === null ? line : secondLine(line, span);
    lines.push({ key: String(index), line: placed, colour: index, dash: index });
  });
  const step = span === null ? 0 : timeStep(span.end - span.begin, Math.max(1, Math.floor(pixels / 84)));
  const steps = span === null || step <= 0 ? [] : Array.from({ length: Math.floor((span.end - span.begin) / step) + 1 }, (_, index) => span.begin + index * step);
  return (
    <figure class="view-figure">
      <figcaption>
        {path} <span class="view-key"><svg width="28" height="12" aria-hidden="true"><line x1="1" y1="6" x2="27" y2="6" class="view-line-1" /></svg> before</span>{' '}
        <span class="view-key"><svg width="28" height="12" aria-hidden="true"><line x1="1" y1="6" x2="27" y2="6" class="view-line-2" stroke-dasharray="8 4" /></svg> after</span>
        {isDraggable ? <span class="view-soft"> {drag.pixels === 0 ? 'Drag the chart sideways to shift “after”.' : `After begins ${shiftAfter(drag.pixels)} s later.`}</span> : null}
      </figcaption>
      <div ref={box} class={isDraggable ? 'view-draggable' : ''} {...(isDraggable ? drag.handlers : {})} style={{ height: `${chartHeight}px` }} role="img" aria-label={`${path}, before and after, over the time since the beginning of both parts`}>
        {span === null || lines.length === 0 ? null : (
          <Plot width={width} height={chartHeight} span={span} unit={unit} clock={clock} lines={lines} fits
            timeLabel={(time) => (time === span.begin ? '0' : `+${durationText(time - span.begin)}`)} timeSteps={steps} />
        )}
      </div>
    </figure>
  );
}

interface ChangeTableProps {
  readonly rows: readonly DifferenceRow[];
  readonly source: Source;
  readonly chosen: string;
  readonly onChoose: (path: string) => void;
}

function ChangeTable({ rows, source, chosen, onChoose }: ChangeTableProps): JSX.Element {
  return (
    <ScrollRegion label="Differences, the largest first">
      <table class="view-grid">
        <thead>
          <tr>
            <th scope="col" class="view-number">Change</th>
            <th scope="col" class="view-number">Before</th>
            <th scope="col" class="view-number">After</th>
            <th scope="col" class="view-number">p95 before</th>
            <th scope="col" class="view-number">p95 after</th>
            <th scope="col">Counter</th>
          </tr>
        </thead>
        <tbody>{rows.map((row) => <ChangeRow key={row.change.path} row={row} source={source} isChosen={row.change.path === chosen} onChoose={onChoose} />)}</tbody>
      </table>
    </ScrollRegion>
  );
}

function ChangeRow({ row, source, isChosen, onChoose }: { row: DifferenceRow; source: Source; isChosen: boolean; onChoose: (path: string) => void }): JSX.Element {
  const { change } = row;
  const measure = measureOf(source, change.path);
  return (
    <tr class={isChosen ? 'view-chosen' : ''}>
      <td class="view-number">{changeOf(change)}</td>
      <td class="view-number">{textIn(measure, change.before.average)}</td>
      <td class="view-number">{textIn(measure, change.after.average)}</td>
      <td class="view-number">{textIn(measure, change.before.p95)}</td>
      <td class="view-number">{textIn(measure, change.after.p95)}</td>
      <th scope="row">
        <button type="button" class="plain view-link" aria-pressed={isChosen} onClick={() => onChoose(change.path)}>{change.path}</button>
        {row.same === 0 ? null : <span class="view-soft"> and {row.same} that {row.same === 1 ? 'says' : 'say'} the same</span>}
      </th>
    </tr>
  );
}

function changeOf(change: Change): string {
  const { before, after } = change;
  return before.average === null || after.average === null ? '–' : changeText(before.average, after.average);
}

function Lone({ title, lone }: { title: string; lone: LoneSeries }): JSX.Element | null {
  const paths = [lone.objects, lone.instances, lone.counters].flatMap((list) => list.map((one) => one.path));
  if (paths.length === 0) return null;
  return (
    <Fold summary={`${title}: ${lone.left_out === undefined ? '' : 'more than '}${countText(paths.length)}`}>
      {() => (
        <ul class="view-list">
          {paths.map((path) => <li key={path}>{path}</li>)}
          {lone.left_out === undefined ? null : <li class="view-soft">and more</li>}
        </ul>
      )}
    </Fold>
  );
}
