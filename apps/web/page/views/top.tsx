// View 4: the largest instances of the visible part of the time, or at the time of the last click.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { PictureAnswer } from '../answers';
import { objectTitle } from '../series';
import type { CounterFacts, ObjectFacts, Source, Span, ViewProps } from '../state';
import { clockOf, showTime, spanText } from '../times';
import { useAnswer } from './ask';
import { Choice, Empty, Failure, NeedsWhole, ScrollRegion, SourceChoice, useSource, Waiting } from './parts';
import { averageRows, sparkPath } from './spark';
import { partOf, patternOf, textIn, withoutMachine } from './values';

// A row of the tool `top`; `also` has the further counters in the order in which they were asked.
interface TopSeries {
  readonly path: string;
  readonly title?: string;
  readonly average: number | null;
  readonly max: number | null;
  readonly also?: readonly (TopNumbers | null)[];
}

interface TopNumbers {
  readonly average: number | null;
  readonly max: number | null;
}

interface TopAnswer {
  readonly series: readonly TopSeries[];
  readonly left_out?: number;
}

const mostRows = 25;
const mostColumns = 4;
const sparkWidth = 120;
const sparkHeight = 24;

// What is shown of processes: work, memory, and what is read and written.
const processColumns = ['% Processor Time', 'Working Set', 'IO Read Bytes/sec', 'IO Write Bytes/sec'];
const idNames = new Set(['ID Process', 'Process ID', 'Creating Process ID', 'ID Thread', 'Priority Base', 'Priority Current',
  'Elapsed Time', 'Start Address', 'Thread State', 'Thread Wait Reason', 'State']);

// The counters of an object that are worth a column.
export function columnsOf(object: ObjectFacts): CounterFacts[] {
  const usable = object.counters.filter((one) => one.reason === null && !idNames.has(one.name));
  const wanted = processColumns.flatMap((name) => usable.filter((one) => one.name === name));
  return (wanted.length > 0 ? wanted : usable).slice(0, mostColumns);
}

function isProcess(object: ObjectFacts): boolean {
  return object.name === 'Process' || object.name === 'Process V2';
}

function titleOf({ machine, name }: ObjectFacts): string {
  return objectTitle(machine, name);
}

export function objectsToRank(source: Source): ObjectFacts[] {
  const objects = source.objects.filter((one) => one.hasInstances && columnsOf(one).length > 0);
  return [...objects.filter(isProcess), ...objects.filter((one) => !isProcess(one))];
}

export function TopView(props: ViewProps): JSX.Element {
  const { state } = props;
  const [source, chooseSource] = useSource(state);
  const [objectName, setObject] = useState('');
  const [sortName, setSort] = useState('');
  const objects = useMemo(() => (source === null ? [] : objectsToRank(source)), [source]);
  if (source === null || state.visible === null) return <Empty>No log is open.</Empty>;
  const object = objects.find((one) => titleOf(one) === objectName) ?? objects[0];
  if (object === undefined) return <Empty>This log has no object with instances, so there is nothing to compare.</Empty>;
  const columns = columnsOf(object);
  const sort = columns.find((one) => one.name === sortName) ?? columns[0];
  if (sort === undefined) return <Empty>{object.name} has no values in this log.</Empty>;
  const options = objects.map((one) => ({ value: titleOf(one), label: titleOf(one) }));
  const clock = clockOf(state);
  return (
    <section class="view view-top" aria-label="Top">
      <div class="view-bar">
        <SourceChoice state={state} letter={source.letter} onChoose={chooseSource} />
        <Choice label="Largest of" value={titleOf(object)} options={options} onChoose={setObject} />
        <p class="view-note">
          {state.moment === null ? `Averages, ${spanText(state.visible, clock)}` : `At ${showTime(state.moment, clock)}`}
        </p>
        {state.moment === null ? null : (
          <button type="button" onClick={() => props.actions.setMoment(null)}>Whole visible part</button>
        )}
      </div>
      {objects.some(isProcess) ? null : (
        <p class="view-note">
          This log has no Process object, so it cannot say which process it was. Next time record \Process(*)\*.
        </p>
      )}
      {source.stopped === null ? (
        <TopTable {...props} source={source} object={object} columns={columns} sort={sort} onSort={setSort} />
      ) : (
        <NeedsWhole {...props} source={source} />
      )}
    </section>
  );
}

interface TopTableProps extends ViewProps {
  readonly source: Source;
  readonly object: ObjectFacts;
  readonly columns: readonly CounterFacts[];
  readonly sort: CounterFacts;
  readonly onSort: (name: string) => void;
}

// The samples that a part needs to have a value at a moment: a rate needs the one before.
function partAt(source: Source, moment: number): Span {
  return { begin: moment - 1.5 * (source.interval ?? 60), end: moment };
}


// The instance as people read it: 'sqlservr#1, process 1234'.
export function nameOf(series: TopSeries, object: string): string {
  const title = withoutMachine(series.title ?? series.path);
  const begin = title.toLowerCase().startsWith(`\\${object.toLowerCase()}(`) ? object.length + 2 : 0;
  const end = title.lastIndexOf(')');
  if (begin === 0 || end < begin) return title;
  const rest = title.slice(end + 1);
  return title.slice(begin, end) + (rest.startsWith(',') ? rest : '');
}

function TopTable(props: TopTableProps): JSX.Element {
  const { state, actions, core, source, object, columns, sort, onSort } = props;
  const visible = partOf(source, state.visible ?? source.span);
  const part = state.moment === null ? visible : partOf(source, partAt(source, state.moment));
  const others = columns.filter((one) => one !== sort);
  const args = part === null ? null : { log: source.log, path: patternOf(object, sort.name), also: others.map((one) => one.name), begin: part.begin, end: part.end, limit: mostRows };
  const asked = useAnswer<TopAnswer, { others: readonly CounterFacts[]; sort: CounterFacts; object: ObjectFacts }>(core, 'top', args, { others, sort, object });
  const rows = asked.answer?.result.series ?? [];
  const sparks = useSparks(props, rows.map((one) => one.path), visible);
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (part === null) return <Empty>{source.name} has no samples at this time.</Empty>;
  if (asked.answer === null) return <Waiting />;
  const { context } = asked.answer;
  if (rows.length === 0) return <Empty>No values of {sort.name} in this part of the time.</Empty>;
  const numbersOf = (row: TopSeries, column: CounterFacts): TopNumbers | null =>
    column.name === context.sort.name ? row : row.also?.[context.others.findIndex((one) => one.name === column.name)] ?? null;
  const add = (row: TopSeries): void => {
    actions.add(source.letter, [row.path]);
    actions.say({ kind: 'notice', text: `${nameOf(row, context.object.name)}: added to the charts.` });
  };
  return (
    <ScrollRegion label={`Largest of ${titleOf(object)}`} busy={!asked.isFresh}>
      <table class="view-grid">
        <thead>
          <tr>
            <th scope="col">{isProcess(object) ? 'Process' : object.name}</th>
            {columns.map((column) => (
              <th key={column.name} scope="col" class="view-number" aria-sort={column === sort ? 'descending' : 'none'}>
                <button type="button" class="plain view-sort" onClick={() => onSort(column.name)}>{column.name}</button>
              </th>
            ))}
            <th scope="col">{sort.name} over time</th>
            <th scope="col">Charts</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.path}>
              <th scope="row" class="view-name">{nameOf(row, context.object.name)}</th>
              {columns.map((column) => (
                <td key={column.name} class="view-number">{textIn(column, numbersOf(row, column)?.average)}</td>
              ))}
              <td><Spark path={sparks.get(index) ?? ''} /></td>
              <td><button type="button" onClick={() => add(row)} aria-label={`Add ${nameOf(row, context.object.name)} to the charts`}>Add</button></td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

// The lines over the visible part, by the row that they belong to.
function useSparks({ core, source }: TopTableProps, paths: readonly string[], visible: Span | null): ReadonlyMap<number, string> {
  const args = paths.length === 0 || visible === null ? null : { log: source.log, paths, begin: visible.begin, end: visible.end, pixels: sparkWidth, limit: 1000, statistics: false };
  const key = paths.join('\n');
  const asked = useAnswer<PictureAnswer, string>(core, 'picture', args, key);
  return useMemo(() => {
    const lines = new Map<number, string>();
    if (asked.answer === null || asked.answer.context !== key) return lines;
    const { result, numbers } = asked.answer;
    for (const series of result.series) {
      lines.set(series.path_number, sparkPath(averageRows(result, series, numbers), sparkWidth, sparkHeight));
    }
    return lines;
  }, [asked.answer, key]);
}

function Spark({ path }: { path: string }): JSX.Element {
  return (
    <svg class="view-spark" width={sparkWidth} height={sparkHeight} aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
