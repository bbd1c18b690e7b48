// The counters of the open logs as a tree: object, counter, instance.
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Icon } from './icons';
import { choose } from './choosing';
import { treeRows, type TreeRow } from './counter_rows';
import { keyOf } from './series';
import type { Actions, State } from './state';

// What is open in the tree, and which row the keys are at. The panel keeps it while a search hides the
// tree.
export interface TreeShape {
  readonly open: ReadonlySet<string>; // ids of rows
  readonly long: ReadonlySet<string>; // ids of counters whose instances are shown to their end
  readonly current: string; // the id of a row
}

export const firstShape: TreeShape = { open: new Set(['favourites']), long: new Set(), current: '' };

interface CounterTreeProps {
  readonly state: State;
  readonly actions: Actions;
  readonly shape: TreeShape;
  readonly onChange: (change: Partial<TreeShape>) => void;
}

type Checked = 'true' | 'false' | 'mixed' | null;

function checkedOf(row: TreeRow, chosen: ReadonlySet<string>): Checked {
  if (row.paths.length === 0 || row.source === null || row.reason !== null) return null;
  const { letter } = row.source;
  const count = row.paths.filter((path) => chosen.has(keyOf(letter, path))).length;
  if (count === 0) return 'false';
  return count === row.paths.length ? 'true' : 'mixed';
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function CounterTree({ state, actions, shape, onChange }: CounterTreeProps): JSX.Element {
  const { open, long, current } = shape;
  const tree = useRef<HTMLDivElement>(null);
  const place = useRef(0); // the position of the current row
  const mayVanish = useRef(false); // the row with the focus did something that may remove it
  const { sources, favourites, used } = state;
  const rows = useMemo(() => treeRows({ sources, favourites, used, open, long }), [sources, favourites, used, open, long]);
  const chosen = useMemo(() => new Set(state.series.map((one) => one.key)), [state.series]);
  const found = rows.findIndex((row) => row.id === current);
  // The row that is now in the place of one that is gone is the current one.
  const at = found >= 0 ? found : Math.max(Math.min(place.current, rows.length - 1), 0);
  place.current = at;

  const focus = (index: number): void => {
    const next = Math.min(Math.max(index, 0), rows.length - 1);
    onChange({ current: rows[next]?.id ?? '' });
    const item = tree.current?.children[next];
    if (item instanceof HTMLElement) item.focus();
  };
  useLayoutEffect(() => {
    if (!mayVanish.current) return;
    mayVanish.current = false;
    if (tree.current?.contains(document.activeElement) === false) focus(at);
  });
  const noteRow = (row: TreeRow): void => {
    place.current = rows.indexOf(row);
    mayVanish.current = true;
  };
  const toggle = (row: TreeRow): void => {
    if (row.kind === 'more') {
      noteRow(row);
      onChange({ long: toggled(long, row.id.slice(0, row.id.lastIndexOf('\n'))) });
    } else if (row.isOpen !== null) {
      onChange({ open: toggled(open, row.id) });
    } else {
      check(row);
    }
  };
  const star = (row: TreeRow): void => {
    noteRow(row);
    actions.toggleFavourite(row.paths[0] ?? '');
  };
  const check = (row: TreeRow): void => {
    const checked = checkedOf(row, chosen);
    if (checked !== null && row.source !== null) choose(actions, row.source.letter, row.paths, checked === 'true');
  };
  const parentOf = (index: number): number => {
    const level = rows[index]?.level ?? 1;
    for (let before = index - 1; before >= 0; --before) {
      if ((rows[before]?.level ?? level) < level) return before;
    }
    return index;
  };
  const run = (key: string, row: TreeRow): (() => void) | null => {
    switch (key) {
      case 'ArrowDown': return () => focus(at + 1);
      case 'ArrowUp': return () => focus(at - 1);
      case 'Home': return () => focus(0);
      case 'End': return () => focus(rows.length - 1);
      case 'ArrowRight':
        return row.isOpen === false ? () => toggle(row) : row.isOpen === true ? () => focus(at + 1) : () => undefined;
      case 'ArrowLeft': return row.isOpen === true ? () => toggle(row) : () => focus(parentOf(at));
      case ' ': return () => toggle(row);
      case 'Enter':
      case 'i': return openDetails(row, actions) ?? (key === 'Enter' ? () => toggle(row) : null);
      case '*': return row.paths.length === 1 ? () => star(row) : () => undefined;
      default: return null;
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (row === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = run(event.key, row);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    <div class="tree" role="tree" aria-label="Counters" aria-multiselectable={true} ref={tree} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <TreeItem
          key={row.id}
          row={row}
          checked={checkedOf(row, chosen)}
          isCurrent={index === at}
          isFavourite={row.paths.length === 1 && favourites.includes(row.paths[0] ?? '')}
          onFocus={() => onChange({ current: row.id })}
          onToggle={() => {
            onChange({ current: row.id });
            toggle(row);
          }}
          onStar={() => star(row)}
        />
      ))}
    </div>
  );
}

function openDetails(row: TreeRow, actions: Actions): (() => void) | null {
  const { source } = row;
  const path = row.paths[0];
  if (row.paths.length !== 1 || source === null || path === undefined) return null;
  return () => actions.openDetails(keyOf(source.letter, path));
}

interface TreeItemProps {
  readonly row: TreeRow;
  readonly checked: Checked;
  readonly isCurrent: boolean;
  readonly isFavourite: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onStar: () => void;
}

function TreeItem({ row, checked, isCurrent, isFavourite, onFocus, onToggle, onStar }: TreeItemProps): JSX.Element {
  const isOff = row.reason !== null;
  return (
    <div
      role="treeitem"
      class={`tree-item is-${row.kind}${isOff ? ' is-off' : ''}`}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={row.isOpen ?? undefined}
      aria-checked={checked ?? undefined}
      aria-disabled={isOff ? true : undefined}
      tabIndex={isCurrent ? 0 : -1}
      title={row.help ?? undefined}
      data-level={row.level}
      onFocus={onFocus}
      onClick={onToggle}
    >
      {row.isOpen === null ? null : <span class={row.isOpen ? 'twisty is-open' : 'twisty'}><Icon name="right" /></span>}
      {checked === null ? null : <span class={`check is-${checked}`} aria-hidden="true" />}
      <span class="tree-name">
        <span>{row.name}</span>
        {row.localName === null ? null : <small>{row.localName}</small>}
        {row.reason === null ? null : <small>{row.reason}</small>}
        {row.kind === 'instance' && row.note !== '' ? <small>{row.note}</small> : null}
      </span>
      {row.note !== '' && row.kind !== 'instance' ? <span class="tree-count">{row.note}</span> : null}
      {row.paths.length === 1 && !isOff ? (
        <span
          class={isFavourite ? 'star is-on' : 'star'}
          aria-hidden="true"
          title={isFavourite ? 'No longer a favourite (*)' : 'Favourite (*)'}
          onClick={(event) => {
            event.stopPropagation();
            onStar();
          }}
        >
          <Icon name="star" filled={isFavourite} />
        </span>
      ) : null}
    </div>
  );
}
