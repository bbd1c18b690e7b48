// View 2, the table: counters as rows and instances as columns, as Perfmon's report view has them.
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { PictureAnswer, PicturedSeries, PictureStatistics } from '../answers';
import { objectTitle } from '../series';
import type { CounterFacts, Series, Source, Span, TableShows, ViewProps } from '../state';
import { clockOf, showTime } from '../times';
import { useAnswer } from './ask';
import { Choice, Empty, Failure, ScrollRegion, Waiting, type Option } from './parts';
import { columnOf, measureOf, partOf, textIn, upToStop } from './values';

const shownOptions: readonly Option<TableShows>[] = [
  { value: 'average', label: 'averages' },
  { value: 'least', label: 'minimums' },
  { value: 'largest', label: 'maximums' },
  { value: 'p95', label: '95th percentiles' },
  { value: 'moment', label: 'values at one time' },
];

export function TableView(props: ViewProps): JSX.Element {
  const { state } = props;
  const shown = state.settings.tableShows;
  const clock = clockOf(state);
  if (state.series.length === 0 || state.visible === null) {
    return <Empty>No counter is chosen. Choose counters on the left, or press / to search for one.</Empty>;
  }
  const moment = state.moment ?? state.visible.end;
  const sources = state.sources.filter((source) => state.series.some((one) => one.letter === source.letter));
  return (
    <section class="view view-table" aria-label="Table">
      <div class="view-bar">
        <Choice label="Show" value={shown} options={shownOptions} onChoose={(tableShows) => props.actions.setSettings({ tableShows })} />
        <p class="view-note">
          {shown === 'moment' ? `at ${showTime(moment, clock)}; a click in a chart chooses another time` : ''}
        </p>
      </div>
      {sources.map((source) => <SourceTables key={source.letter} {...props} source={source} shown={shown} moment={moment} />)}
    </section>
  );
}

interface SourceTablesProps extends ViewProps {
  readonly source: Source;
  readonly shown: TableShows;
  readonly moment: number;
}

// What a picture is asked for: two pixels are enough, because only statistics and the last value
// are shown. A moment is the end of a part that is long enough to have a sample.
function pictureArgs(source: Source, series: readonly Series[], visible: Span, shown: TableShows, moment: number): object | null {
  const back = 2.5 * (source.interval ?? 60);
  const part = partOf(source, shown === 'moment' ? { begin: moment - back, end: moment } : visible);
  if (part === null) return null;
  return { log: source.log, paths: series.map((one) => one.path), ...part, pixels: 2, limit: 1000, statistics: shown !== 'moment', ...upToStop(source) };
}

function SourceTables({ state, actions, core, source, shown, moment }: SourceTablesProps): JSX.Element {
  const series = useMemo(() => state.series.filter((one) => one.letter === source.letter), [state.series, source.letter]);
  const visible = state.visible ?? source.span;
  const context = { series, shown };
  const args = pictureArgs(source, series, visible, shown, moment);
  const asked = useAnswer<PictureAnswer, typeof context>(core, 'picture', args, context);
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (args === null) return <Empty>{source.name} has no samples in this part of the time.</Empty>;
  if (asked.answer === null) return <Waiting />;
  const { result, numbers, context: answered } = asked.answer;
  const groups = groupsOf(answered.series, result.series);
  const several = state.sources.length > 1;
  return (
    <div class="view-tables" aria-busy={!asked.isFresh}>
      {groups.map((group) => (
        <GroupTable key={group.object} group={group} title={several ? `${source.letter}: ${group.object}` : group.object}
          textOf={(cell) => textIn(measureIn(source, cell), valueOf(cell.pictured, numbers, answered.shown))}
          open={(cell) => actions.openDetails(cell.series.key)} />
      ))}
      {source.holdsReadings || answered.shown !== 'average' ? null : (
        <p class="view-note">A text log has no readings: averages are means of its values.</p>
      )}
    </div>
  );
}

interface Cell {
  readonly series: Series;
  readonly pictured: PicturedSeries;
}

interface Group {
  readonly object: string; // after its machine if the log has several
  readonly counters: readonly string[];
  readonly instances: readonly (string | null)[];
  readonly cells: ReadonlyMap<string, Cell>; // by cellKey
}

function cellKey(counter: string, instance: string | null): string {
  return JSON.stringify([counter, instance]);
}

// One table for each object, in the order in which its counters were chosen.
export function groupsOf(series: readonly Series[], pictured: readonly PicturedSeries[]): Group[] {
  const found = new Map(pictured.map((one) => [one.path_number, one]));
  const groups = new Map<string, { counters: Set<string>; instances: Set<string | null>; cells: Map<string, Cell> }>();
  series.forEach((one, index) => {
    const title = objectTitle(one.machine, one.object);
    let group = groups.get(title);
    if (group === undefined) groups.set(title, (group = { counters: new Set(), instances: new Set(), cells: new Map() }));
    group.counters.add(one.counter);
    group.instances.add(one.instance);
    const picture = found.get(index);
    if (picture !== undefined) group.cells.set(cellKey(one.counter, one.instance), { series: one, pictured: picture });
  });
  return Array.from(groups, ([object, { counters, instances, cells }]) => ({
    object, counters: [...counters], instances: [...instances], cells,
  }));
}

function measureIn(source: Source, cell: Cell): Pick<CounterFacts, 'unit' | 'factor' | 'type'> {
  return { ...measureOf(source, cell.series.path), unit: cell.series.unit, factor: cell.series.factor };
}

function statistic(statistics: PictureStatistics | undefined, shown: TableShows): number | null {
  if (statistics === undefined) return null;
  switch (shown) {
    case 'average': return statistics.average;
    case 'least': return statistics.min;
    case 'largest': return statistics.max;
    case 'p95': return statistics.p95;
    case 'moment': return statistics.last;
  }
}

// The last value of a part that ends at the moment; NaN: there is none.
function valueOf(pictured: PicturedSeries, numbers: Float64Array, shown: TableShows): number | null {
  if (shown !== 'moment') return statistic(pictured.statistics, shown);
  const last = columnOf(numbers, pictured.last);
  return last[last.length - 1] ?? null;
}

interface GroupTableProps {
  readonly group: Group;
  readonly title: string;
  readonly textOf: (cell: Cell) => string;
  readonly open: (cell: Cell) => void;
}

type Place = readonly [row: number, column: number];

// The cell to which a key moves, of those that have a value; null: it moves to none.
export function placeAfter(key: string, [row, column]: Place, places: readonly Place[]): Place | null {
  const inRow = places.filter((one) => one[0] === row);
  const inColumn = places.filter((one) => one[1] === column);
  switch (key) {
    case 'ArrowLeft': return inRow.filter((one) => one[1] < column).at(-1) ?? null;
    case 'ArrowRight': return inRow.find((one) => one[1] > column) ?? null;
    case 'ArrowUp': return inColumn.filter((one) => one[0] < row).at(-1) ?? null;
    case 'ArrowDown': return inColumn.find((one) => one[0] > row) ?? null;
    case 'Home': return inRow[0] ?? null;
    case 'End': return inRow.at(-1) ?? null;
    default: return null;
  }
}

function GroupTable({ group, title, textOf, open }: GroupTableProps): JSX.Element {
  const isPlain = group.instances.length === 1 && group.instances[0] === null;
  const [at, setAt] = useState<Place>([0, 0]);
  const places = group.counters.flatMap((counter, row) => group.instances.flatMap((instance, column) => (group.cells.has(cellKey(counter, instance)) ? [[row, column] as const] : [])));
  const current = places.find(([row, column]) => row === at[0] && column === at[1]) ?? places[0];
  const grid = useRef<HTMLTableElement>(null);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTableElement>): void => {
    const next = current === undefined || event.ctrlKey || event.altKey || event.metaKey ? null : placeAfter(event.key, current, places);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setAt(next);
    grid.current?.tBodies[0]?.rows[next[0]]?.cells[next[1] + 1]?.querySelector('button')?.focus();
  };
  return (
    <ScrollRegion label={title}>
      <table class="view-grid" role="grid" aria-label={title} ref={grid} onKeyDown={onKeyDown}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Counter</th>
            {group.instances.map((instance) => <th scope="col" class="view-number" key={instance}>{isPlain ? 'Value' : instance}</th>)}
          </tr>
        </thead>
        <tbody>
          {group.counters.map((counter, row) => (
            <tr key={counter}>
              <th scope="row">{counter}</th>
              {group.instances.map((instance, column) => {
                const cell = group.cells.get(cellKey(counter, instance));
                return (
                  <td key={instance} class="view-number">
                    {cell === undefined ? <span class="view-soft">–</span> : (
                      <button type="button" class="plain view-cell" tabIndex={current?.[0] === row && current[1] === column ? 0 : -1}
                        onFocus={() => setAt([row, column])} onClick={() => open(cell)} title={`Details of ${cell.series.path}`}>
                        {textOf(cell)}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
