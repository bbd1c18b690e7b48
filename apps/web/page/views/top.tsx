// View 4: the largest instances of the visible part of the time, or at the time of the last click.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PictureAnswer } from '../answers';
import { objectTitle } from '../series';
import type { CounterFacts, ObjectFacts, Source, Span, ViewProps } from '../state';
import { clockOf, showTime, spanText } from '../times';
import { useAnswer, type Again } from './ask';
import { Choice, Empty, Failure, NeedsWhole, ScrollRegion, SourceChoice, chosenSource, Waiting } from './parts';
import { averageRows, sparkPath } from './spark';
import { partOf, patternOf, textIn, withoutMachine } from './values';

// A series of the tool `top`; `also` has the further counters in the order in which they were asked.
interface TopSeries {
  readonly path: string;
  readonly title?: string;
  readonly average: number | null;
  readonly also?: readonly (Pick<TopSeries, 'average'> | null)[];
}

interface TopAnswer {
  readonly series: readonly TopSeries[];
}

// The tool `at`.
interface MomentAnswer {
  readonly time_unix: number | null; // of the sample
  readonly gap: object | null; // samples are missing at the time
  readonly groups: readonly { readonly is_list: boolean; readonly lines: readonly MomentLine[] }[];
}

interface MomentLine {
  readonly path: string;
  readonly label: string;
  readonly value: number | null;
  readonly competes: boolean; // false: a total, or Idle
}

// What the table shows of an object, the counter by which it is sorted first.
interface Asked {
  readonly object: ObjectFacts;
  readonly columns: readonly CounterFacts[];
}

interface Row {
  readonly path: string; // of the first column
  readonly name: string;
  readonly numbers: ReadonlyMap<string, number | null>; // by the names of the columns
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
  const [source, chooseSource] = chosenSource(props);
  const objects = useMemo(() => (source === null ? [] : objectsToRank(source)), [source]);
  if (source === null || state.visible === null) return <Empty>No log is open.</Empty>;
  const object = objects.find((one) => titleOf(one) === state.settings.topObject) ?? objects[0];
  if (object === undefined) return <Empty>This log has no object with instances, so there is nothing to compare.</Empty>;
  const columns = columnsOf(object);
  const sort = columns.find((one) => one.name === state.settings.topSort) ?? columns[0];
  if (sort === undefined) return <Empty>{object.name} has no values in this log.</Empty>;
  const options = objects.map((one) => ({ value: titleOf(one), label: titleOf(one) }));
  const clock = clockOf(state);
  return (
    <section class="view view-top" aria-label="Top">
      <div class="view-bar">
        <SourceChoice state={state} letter={source.letter} onChoose={chooseSource} />
        <Choice label="Largest of" value={titleOf(object)} options={options} onChoose={(topObject) => props.actions.setSettings({ topObject })} />
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
        <TopTable {...props} source={source} object={object} columns={columns} sort={sort} onSort={(topSort) => props.actions.setSettings({ topSort })} />
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

// The time in which a log has a sample that belongs to a moment.
function partAt(source: Source, moment: number): Span {
  return { begin: moment - 1.5 * (source.interval ?? 60), end: moment };
}

// The instance as people read it: 'sqlservr#1, process 1234'.
export function nameOf(series: Pick<TopSeries, 'path' | 'title'>, object: string): string {
  const title = withoutMachine(series.title ?? series.path);
  const begin = title.toLowerCase().startsWith(`\\${object.toLowerCase()}(`) ? object.length + 2 : 0;
  const end = title.lastIndexOf(')');
  if (begin === 0 || end < begin) return title;
  const rest = title.slice(end + 1);
  return title.slice(begin, end) + (rest.startsWith(',') ? rest : '');
}

// The averages of a part of the time.
function averagesIn({ series }: TopAnswer, { object, columns }: Asked): Row[] {
  return series.map((one) => {
    const numbers = columns.map(({ name }, index) => [name, (index === 0 ? one : one.also?.[index - 1])?.average ?? null] as const);
    return { path: one.path, name: nameOf(one, object.name), numbers: new Map(numbers) };
  });
}

// The values of one sample, the largest first; totals only if there is nothing else.
export function valuesIn({ gap, groups }: MomentAnswer, { object, columns }: Asked): Row[] {
  if (gap !== null) return [];
  const lines = groups.flatMap((group) => group.lines.map((line) => ({ ...line, name: group.is_list ? line.label : nameOf(line, object.name) })));
  // The lines of a counter, by the paths of their instances.
  const linesOf = ({ name, localName }: CounterFacts): Map<string, (typeof lines)[number]> => {
    const ends = [name, localName ?? name].map((one) => `)\\${one.toLowerCase()}`);
    return new Map(lines.flatMap((line) => {
      const end = ends.find((one) => line.path.toLowerCase().endsWith(one));
      return end === undefined ? [] : [[line.path.slice(0, -end.length).toLowerCase(), line]];
    }));
  };
  const byColumn = columns.map((column) => [column.name, linesOf(column)] as const);
  const ranked = [...(byColumn[0]?.[1] ?? [])].filter(([, line]) => line.value !== null);
  const others = ranked.filter(([, line]) => line.competes);
  const shown = (others.length > 0 ? others : ranked).sort(([, a], [, b]) => (b.value ?? 0) - (a.value ?? 0));
  return shown.slice(0, mostRows).map(([owner, { path, name }]) => {
    const numbers = byColumn.map(([column, found]) => [column, found.get(owner)?.value ?? null] as const);
    return { path, name, numbers: new Map(numbers) };
  });
}

interface Rows {
  readonly rows: readonly Row[] | null; // null: they were not answered yet
  readonly isFresh: boolean;
  readonly failure: string | null;
  readonly again: Again;
}

// The largest instances of a part of the time or, if `moment` is not null, of the last sample up to it.
function useRows({ core, source, object, columns, sort }: TopTableProps, part: Span | null, moment: number | null): Rows {
  const asked: Asked = { object, columns: [sort, ...columns.filter((one) => one !== sort)] };
  const [first, ...others] = asked.columns.map((one) => one.name);
  const path = patternOf(object, first ?? '');
  const args = part === null || moment !== null ? null : { log: source.log, path, also: others, begin: part.begin, end: part.end, limit: mostRows };
  const paths = asked.columns.map((one) => patternOf(object, one.name));
  const momentArgs = part === null || moment === null ? null : { log: source.log, time: moment, paths, limit: 1000 };
  const averages = useAnswer<TopAnswer, Asked>(core, 'top', args, asked);
  const values = useAnswer<MomentAnswer, Asked>(core, 'at', momentArgs, asked);
  const { answer } = averages;
  const rows = useMemo(() => {
    if (moment !== null) return values.answer === null ? null : valuesIn(values.answer.result, values.answer.context);
    return answer === null ? null : averagesIn(answer.result, answer.context);
  }, [moment === null, answer, values.answer]);
  const { isFresh, failure, again } = moment === null ? averages : values;
  return { rows, isFresh, failure, again };
}

function TopTable(props: TopTableProps): JSX.Element {
  const { state, actions, source, object, columns, sort, onSort } = props;
  const { moment } = state;
  const visible = partOf(source, state.visible ?? source.span);
  const part = moment === null ? visible : partOf(source, partAt(source, moment));
  const asked = useRows(props, part, moment);
  const rows = asked.rows ?? [];
  const sparks = useSparks(props, rows.map((one) => one.path), visible);
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (part === null) return <Empty>{source.name} has no samples at this time.</Empty>;
  if (asked.rows === null) return <Waiting />;
  if (rows.length === 0) return <Empty>No values of {sort.name} {moment === null ? 'in this part of the time' : 'at this time'}.</Empty>;
  const add = (row: Row): void => {
    actions.add(source.letter, [row.path]);
    actions.say({ kind: 'notice', text: `${row.name}: added to the charts.` });
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
              <th scope="row" class="view-name">{row.name}</th>
              {columns.map((column) => (
                <td key={column.name} class="view-number">{textIn(column, row.numbers.get(column.name))}</td>
              ))}
              <td><Spark path={sparks.get(index) ?? ''} /></td>
              <td><button type="button" onClick={() => add(row)} aria-label={`Add ${row.name} to the charts`}>Add</button></td>
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
