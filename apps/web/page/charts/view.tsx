// View 1: a chart for each unit and for each line that has its own, the whole time as a strip, and the
// table of values.
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { CopyButton } from '../copy_button';
import { chosenRuns, findingsOf } from '../findings';
import { chooseFiles } from '../keys';
import type { Palette } from '../palette';
import { panelsOf, type Panel } from '../series';
import type { Series, Span, State, ViewProps } from '../state';
import { Store } from '../store';
import { clockOf } from '../times';
import { Chart } from './chart';
import { lookOf } from './drawing';
import { HeldStrip } from './held_strip';
import { nextValue } from './line';
import type { SpanMotion } from './motion';
import { mostRows, Overview } from './overview';
import { usePictures, type Pictures, type PicturesState } from './picture';
import type { ChartModel } from './plot';
import { useSize } from './size';
import { columnQuery, useMedia } from '../media';
import { ValueTable } from './value_table';

export interface ChartsViewProps extends ViewProps {
  readonly palette: Palette;
  readonly motion: SpanMotion;
  readonly announce: (text: string) => void;
}

const mostWithoutScrolling = 4;
const leastHeight = 4.5; // rem
const mostHeight = 36;
const captionHeight = 1.625;
const otherRoom = 10; // rem: the strips above the charts, and the head and two rows of the table
const columnHeight = 10; // rem, in one column, which scrolls anyway

// The height of each chart in CSS pixels: together they fill the room up to four of them; more are
// scrolled.
function heightOf(room: number, count: number, rem: number): number {
  const shown = Math.min(Math.max(count, 1), mostWithoutScrolling);
  const height = room / shown - captionHeight * rem;
  return Math.round(Math.min(Math.max(height, leastHeight * rem), mostHeight * rem));
}

// The room that up to four charts need, in rem.
function leastRoom(count: number): number {
  return Math.min(count, mostWithoutScrolling) * (leastHeight + captionHeight);
}

// Returns which chart has the focus, counted from 0; -1: none.
function focusedChart(area: HTMLElement | null): number {
  return [...(area?.querySelectorAll('.chart') ?? [])].findIndex((chart) => chart.contains(document.activeElement));
}

// Returns the key of a line of the chart that was joined or split since; null: none was.
function toggledIn(chart: Panel | undefined, series: readonly Series[]): string | null {
  const isToggled = (one: Series): boolean => series.some((now) => now.key === one.key && now.own !== one.own);
  return chart?.series.find(isToggled)?.key ?? null;
}

export function ChartsView(props: ChartsViewProps): JSX.Element {
  const { state, actions, core, cursor, palette, motion } = props;
  const area = useRef<HTMLDivElement>(null);
  const size = useSize(area);
  const isColumn = useMedia(columnQuery);
  const hovered = useMemo(() => new Store<string | null>(null), []);
  const gutter = Math.round(palette.rem * 4.6);
  const lineWidth = Math.max(Math.round(size.width - gutter - palette.rem * 0.75), 0);
  const shown = usePictures(state, actions, core, lineWidth);
  const whole = useWhole(props, shown.pictures, lineWidth > 0);
  const clock = clockOf(state);
  const stableClock = useMemo(() => clock, [clock.kind, clock.biasMinutes, clock.letter]);
  const findings = useMemo(() => findingsOf(state), [state.sources]);
  const bands = useMemo(() => chosenRuns(state), [state.finding, state.sources]);
  const gaps = shown.pictures?.gaps ?? noSpans;
  const span = state.visible;
  const panels = panelsOf(state.series.filter((one) => !one.hidden), state.options.factors);
  const height = isColumn ? columnHeight * palette.rem : heightOf(size.height, panels.length, palette.rem);

  // A button of a chart that joins or splits it goes with it, and so may a chart that has the focus when a key
  // does that: the focus follows the line.
  const toFocus = useRef<string | null>(null); // the key of the line
  const before = useRef<readonly Panel[]>([]); // the charts as they are in the document
  toFocus.current ??= toggledIn(before.current[focusedChart(area.current)], state.series);
  before.current = panels;
  const toggleOwn = (key: string): void => {
    toFocus.current = key;
    actions.toggleOwn(key);
  };
  useLayoutEffect(() => {
    const index = panels.findIndex((panel) => panel.series.some((one) => one.key === toFocus.current));
    toFocus.current = null;
    if (index >= 0) area.current?.querySelectorAll<HTMLElement>('.chart')[index]?.focus();
  });

  const model = (index: number): ChartModel | null => {
    const panel = panels[index];
    if (panel === undefined || span === null) return null;
    return {
      ...lookOf(panel, state),
      key: panel.key,
      unit: panel.unit,
      isOwn: panel.isOwn,
      lines: panel.series.map((series) => ({ series, line: shown.pictures?.lines.get(series.key) ?? null })),
      span,
      width: size.width,
      height,
      gutter,
      hasTimes: index === panels.length - 1 || height > palette.rem * 11,
      clock: stableClock,
      gaps,
      bands,
      highlighted: panel.series.some((one) => one.key === state.highlighted) ? state.highlighted : null,
      palette,
    };
  };
  return (
    <section class="charts" aria-label="Charts" style={{ minHeight: `${leastRoom(panels.length) + otherRoom}rem` }}>
      {span !== null && state.whole !== null && state.series.length > 0 ? (
        <div class="charts-head" style={{ marginLeft: `${gutter}px`, width: `${lineWidth}px` }}>
          <Overview
            whole={state.whole}
            visible={span}
            pictures={whole}
            series={state.series}
            sources={state.sources}
            width={size.width}
            gutter={gutter}
            clock={stableClock}
            palette={palette}
            motion={motion}
            actions={actions}
          />
          {findings.some((one) => one.rule.instances.some((instance) => (instance.runs ?? []).length > 0)) ? (
            <HeldStrip findings={findings} span={span} width={lineWidth} palette={palette} motion={motion} />
          ) : null}
        </div>
      ) : null}
      <div class="charts-area" ref={area} style={{ minHeight: `${leastRoom(panels.length)}rem` }}>
        {panels.map((panel, index) => {
          const drawn = model(index);
          if (drawn === null || size.width === 0) return null;
          return (
            <Chart
              key={panel.key}
              model={drawn}
              state={state}
              actions={actions}
              cursor={cursor}
              hovered={hovered}
              motion={motion}
              toggleOwn={toggleOwn}
              announce={props.announce}
              core={core}
            />
          );
        })}
        <ChartsNote state={state} shown={shown} whole={whole} hasPanels={panels.length > 0} actions={actions} />
      </div>
      {state.series.length > 0 ? (
        <ValueTable
          state={state}
          actions={actions}
          pictures={shown.pictures}
          cursor={cursor}
          hovered={hovered}
          clock={stableClock}
        />
      ) : null}
    </section>
  );
}

const noSpans: readonly Span[] = [];

function isSame(one: Span | null, other: Span | null): boolean {
  return one?.begin === other?.begin && one?.end === other?.end;
}

// Returns the pictures of the whole time: those of the charts as long as they show it, otherwise others, for
// which the log is asked again. Until these come, the last ones stay.
function useWhole({ state, actions, core }: ViewProps, shown: Pictures | null, isVisible: boolean): Pictures | null {
  const { whole } = state;
  const isShown = isSame(state.visible, whole);
  const wholeState = useMemo(() => ({ ...state, visible: whole }), [whole, state.series, state.sources]);
  const { pictures } = usePictures(wholeState, actions, core, isShown || !isVisible ? 0 : mostRows, false);
  const last = useRef<Pictures | null>(null);
  const next = isShown ? shown : pictures;
  if (next !== null && isSame(next.span, whole)) last.current = next;
  return last.current;
}

interface ChartsNoteProps {
  readonly state: State;
  readonly shown: PicturesState;
  readonly whole: Pictures | null;
  readonly hasPanels: boolean;
  readonly actions: ViewProps['actions'];
}

// A note over the charts or in place of them.
function ChartsNote({ state, shown, whole, hasPanels, actions }: ChartsNoteProps): JSX.Element | null {
  if (shown.failure !== null) {
    const { text, hasChanged, details } = shown.failure;
    return (
      <div class="charts-note is-fault" role="alert">
        {text} {hasChanged ? <button type="button" onClick={chooseFiles}>Read it again</button> : null}
        {details === null ? null : <CopyButton text={`${text}\n${details}`} label="Copy the details" />}
      </div>
    );
  }
  if (state.series.length === 0) {
    return <p class="charts-note">No counter is chosen. Choose counters on the left, or press / to search for one.</p>;
  }
  if (!hasPanels) return <p class="charts-note">All lines are hidden. Space in the table shows one again.</p>;
  const lines = [...(shown.pictures?.lines.values() ?? [])];
  const isEmpty = lines.length > 0 && lines.every((line) => line.statistics !== null && line.statistics.count === 0);
  if (!isEmpty || state.visible === null) return null;
  if (shown.pictures?.isWhole === false) return <p class="charts-note">This part of the time was not read yet.</p>;
  return <NoValues visible={state.visible} whole={whole} actions={actions} />;
}

interface NoValuesProps {
  readonly visible: Span;
  readonly whole: Pictures | null;
  readonly actions: ViewProps['actions'];
}

function NoValues({ visible, whole, actions }: NoValuesProps): JSX.Element {
  const next = nextValue([...(whole?.lines.values() ?? [])], visible);
  const show = (time: number): void => {
    const length = visible.end - visible.begin;
    actions.show({ begin: time - length / 10, end: time + (length * 9) / 10 });
  };
  return (
    <div class="charts-note">
      No values in this part of the time.{' '}
      {next === null ? null : <button type="button" onClick={() => show(next)}>Go to the next value</button>}
    </div>
  );
}
