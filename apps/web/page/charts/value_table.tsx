// The table under the charts: each line with its value at the cursor and its statistics in the part
// that is shown. It is the charts' text alternative.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../icons';
import { quantityText, rangeText } from '../numbers';
import { ownerOf } from '../series';
import { Sign } from '../sign';
import { valueColumns, type Actions, type Series, type Sorting, type Source, type State, type ValueColumn } from '../state';
import { usePicked, useStore, type Store } from '../store';
import { clockText, type ShownClock } from '../times';
import { quantityOf } from '../views/values';
import { factorOf, factorText } from './factor';
import { rangeAt, type Line } from './line';
import type { Pictures } from './picture';

export interface ValueTableProps {
  readonly state: State;
  readonly actions: Actions;
  readonly pictures: Pictures | null;
  readonly cursor: Store<number | null>;
  readonly hovered: Store<string | null>;
  readonly clock: ShownClock;
}

const titles: Readonly<Record<ValueColumn, string>> = {
  name: 'Counter',
  factor: 'Factor', // only while the lines are drawn by it
  value: 'Last',
  average: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  p95: 'p95',
  gaps: 'Gaps',
};

interface Row {
  readonly series: Series;
  readonly line: Line | null;
}

function numberOf(row: Row, column: ValueColumn): number {
  const statistics = row.line?.statistics ?? null;
  if (column === 'factor') return factorOf({ ...row.series, factor: 1 });
  if (column === 'name' || statistics === null) return NaN;
  const value = column === 'value' ? statistics.last : column === 'gaps' ? statistics.gaps : statistics[column];
  return value ?? NaN;
}

// Missing numbers come last, whichever way the table is sorted.
function sorted(rows: readonly Row[], sorting: Sorting | null): readonly Row[] {
  if (sorting === null) return rows;
  const sign = sorting.down ? -1 : 1;
  const nameOf = ({ series }: Row): string => `${series.counter} ${ownerOf(series)}`;
  return [...rows].sort((a, b) => {
    if (sorting.column === 'name') return sign * nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true });
    const [left, right] = [numberOf(a, sorting.column), numberOf(b, sorting.column)];
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return sign * (left - right);
  });
}

export function ValueTable(props: ValueTableProps): JSX.Element {
  const { state, actions, pictures, clock, cursor } = props;
  const { sorting } = state.settings;
  const [focused, setFocused] = useState<string | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = sorted(state.series.map((series) => ({ series, line: pictures?.lines.get(series.key) ?? null })), sorting);
  const current = rows.some((row) => row.series.key === focused) ? focused : (rows[0]?.series.key ?? null);
  const focusRow = (index: number): void => {
    body.current?.rows[Math.min(Math.max(index, 0), rows.length - 1)]?.focus();
  };
  const sort = (column: ValueColumn): void => {
    const down = sorting?.column === column ? !sorting.down : column !== 'name';
    actions.setSettings({ sorting: sorting?.column === column && down === (column !== 'name') ? null : { column, down } });
  };
  const ofValues = state.sources.filter((source) => !source.holdsReadings && rows.some((row) => row.series.letter === source.letter));
  return (
    <div class="values">
      <table role="grid" aria-label="Values of the lines" class="values-table">
        <thead>
          <tr>
            <th scope="col" class="values-sign"><span class="only-heard">Line</span></th>
            {valueColumns.filter((name) => name !== 'factor' || state.options.factors).map((name) => (
              <th key={name} scope="col" class={name === 'name' ? '' : 'is-number'} aria-sort={ariaSort(sorting, name)}>
                <button type="button" class="plain" onClick={() => sort(name)}>
                  {name === 'value' ? <ValueTitle cursor={cursor} clock={clock} /> : titles[name]}
                  <span class="values-arrow" aria-hidden="true">{arrowOf(sorting, name)}</span>
                </button>
              </th>
            ))}
            <th scope="col"><span class="only-heard">Remove</span></th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <ValueRow
              key={row.series.key}
              {...props}
              row={row}
              source={state.sources.find((source) => source.letter === row.series.letter)}
              isFocused={row.series.key === current}
              onFocus={() => setFocused(row.series.key)}
              onMove={(by) => focusRow(index + by)}
              onGone={() => focusRow(index + 1 < rows.length ? index + 1 : index - 1)}
            />
          ))}
        </tbody>
      </table>
      {ofValues.length > 0 ? <MeansNote sources={ofValues} /> : null}
    </div>
  );
}

function MeansNote({ sources }: { sources: readonly Source[] }): JSX.Element {
  return <p class="values-note">Averages marked with ~ are means of values: {sources.map((one) => one.name).join(', ')} holds no readings.</p>;
}

function ariaSort(sorting: Sorting | null, column: ValueColumn): 'ascending' | 'descending' | 'none' {
  if (sorting?.column !== column) return 'none';
  return sorting.down ? 'descending' : 'ascending';
}

function arrowOf(sorting: Sorting | null, column: ValueColumn): string {
  if (sorting?.column !== column) return '';
  return sorting.down ? ' ↓' : ' ↑';
}

function ValueTitle({ cursor, clock }: { cursor: Store<number | null>; clock: ShownClock }): JSX.Element {
  const time = useStore(cursor);
  return <>{time === null ? 'Last' : clockText(time, clock)}</>;
}

interface ValueRowProps extends ValueTableProps {
  readonly row: Row;
  readonly source: Source | undefined;
  readonly isFocused: boolean;
  readonly onFocus: () => void;
  readonly onMove: (by: number) => void;
  readonly onGone: () => void;
}

function ValueRow(props: ValueRowProps): JSX.Element {
  const { state, actions, row, source, isFocused, cursor, hovered } = props;
  const { series, line } = row;
  const isHovered = usePicked(hovered, (key) => key === series.key);
  const text = (value: number | null | undefined): string => textOf(series, value);
  const statistics = line?.statistics ?? null;
  const mean = source?.holdsReadings === false && statistics !== null && statistics.average !== null ? '~ ' : '';
  const remove = (): void => {
    props.onGone();
    actions.remove([series.key]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const run = rowKeys(event.key, { actions, series, remove, move: props.onMove, isLit: state.highlighted === series.key });
    if (run === null) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const classes = ['values-row'];
  if (state.highlighted === series.key) classes.push('is-highlighted');
  if (isHovered) classes.push('is-hovered');
  if (series.hidden) classes.push('is-hidden');
  return (
    <tr
      class={classes.join(' ')}
      tabIndex={isFocused ? 0 : -1}
      aria-selected={state.highlighted === series.key}
      onKeyDown={onKeyDown}
      onFocus={props.onFocus}
      onClick={() => actions.highlight(state.highlighted === series.key ? null : series.key)}
      onPointerEnter={() => hovered.set(series.key)}
      onPointerLeave={() => hovered.set(null)}
    >
      <td class="values-sign">
        <button
          type="button"
          class="plain values-hide"
          tabIndex={-1}
          aria-pressed={!series.hidden}
          aria-label={`Show ${series.counter}`}
          title={series.hidden ? 'Show the line (Space)' : 'Hide the line (Space)'}
          onClick={(event) => {
            event.stopPropagation();
            actions.toggleHidden(series.key);
          }}
        >
          <Sign colour={series.colour} dash={series.dash} hidden={series.hidden} />
        </button>
      </td>
      <th scope="row">
        <span class="values-counter">{series.counter}</span>
        <span class="values-owner">
          {state.sources.length > 1 ? <b class="letter">{series.letter}</b> : null}
          {ownerOf(series)}
        </span>
      </th>
      {state.options.factors ? <td class="is-number">{factorText(series)}</td> : null}
      <td class="is-number values-value">
        <ValueCell cursor={cursor} series={series} line={line} />
      </td>
      <td class="is-number" title={mean === '' ? undefined : 'mean of values'}>{mean}{averageText(series, statistics?.average)}</td>
      <td class="is-number">{text(statistics?.min)}</td>
      <td class="is-number">{text(statistics?.max)}</td>
      <td class="is-number">{text(statistics?.p95)}</td>
      <td class="is-number">{statistics === null ? '–' : statistics.gaps}</td>
      <td class="values-end">
        <button
          type="button"
          class="plain icon-button"
          tabIndex={-1}
          aria-label={`Remove ${series.counter}`}
          title="Remove (Delete)"
          onClick={(event) => {
            event.stopPropagation();
            remove();
          }}
        >
          <Icon name="close" />
        </button>
      </td>
    </tr>
  );
}

interface RowContext {
  readonly actions: Actions;
  readonly series: Series;
  readonly remove: () => void;
  readonly move: (by: number) => void;
  readonly isLit: boolean;
}

function rowKeys(key: string, { actions, series, remove, move, isLit }: RowContext): (() => void) | null {
  switch (key) {
    case 'ArrowDown': return () => move(1);
    case 'ArrowUp': return () => move(-1);
    case 'Home': return () => move(-Infinity);
    case 'End': return () => move(Infinity);
    case 'Delete': return remove;
    case ' ': return () => actions.toggleHidden(series.key);
    case 'Enter':
    case 'i': return () => actions.openDetails(series.key);
    case 'h': return () => actions.highlight(isLit ? null : series.key);
    case 'g': return () => actions.toggleOwn(series.key);
    default: return null;
  }
}

// The value at the cursor, or the least and the largest of a row with several records. The cursor moves often,
// and there may be many rows: the text is set without drawing the row again.
function ValueCell({ cursor, series, line }: { cursor: Store<number | null>; series: Series; line: Line | null }): JSX.Element {
  const cell = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = (): void => {
      if (cell.current !== null) cell.current.textContent = valueText(series, line, cursor.get());
    };
    write();
    return cursor.subscribe(write);
  }, [cursor, series, line]);
  return <span ref={cell} />;
}

function valueText(series: Series, line: Line | null, time: number | null): string {
  if (line === null) return '–';
  if (time === null) return textOf(series, line.statistics?.last);
  const [least, largest] = rangeAt(line, time);
  return rangeText(textOf(series, least), textOf(series, largest));
}

// Values are in the unit of the series already.
function textOf(series: Series, value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  return quantityText(quantityOf(series), value);
}

// The average of whole numbers is not whole.
function averageText(series: Series, value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const quantity = quantityOf(series);
  return quantityText(quantity === 'whole' && !Number.isInteger(value) ? 'number' : quantity, value);
}
