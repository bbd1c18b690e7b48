// The rows of the counter tree that are open, as a flat list: the tree draws and moves in that.
import { pathsOfInstances } from './choosing';
import { countText } from './numbers';
import { objectTitle, pathOf, pathOfPlace, placeOf, type Place } from './series';
import type { CounterFacts, ObjectFacts, Source } from './state';

export interface TreeRow {
  readonly id: string;
  readonly level: number; // from 1
  readonly position: number; // from 1, among `setSize` rows of one parent
  readonly setSize: number;
  readonly kind: 'group' | 'source' | 'object' | 'counter' | 'instance' | 'all' | 'more';
  readonly name: string;
  readonly localName: string | null;
  readonly help: string | null;
  readonly note: string; // a number of counters, or the object of a favourite
  readonly reason: string | null; // why it has no value
  readonly isOpen: boolean | null; // null: it has nothing below it
  readonly source: Source | null;
  readonly paths: readonly string[]; // what its check box chooses
}

interface TreeInput {
  readonly sources: readonly Source[];
  readonly favourites: readonly string[];
  readonly used: readonly string[];
  readonly open: ReadonlySet<string>;
  readonly long: ReadonlySet<string>; // counters whose instances are shown to their end
}

// Longer lists end in a row that shows the rest.
const mostInstances = 100;

type Child = Omit<TreeRow, 'level' | 'position' | 'setSize'>;

export function treeRows(input: TreeInput): TreeRow[] {
  const rows: TreeRow[] = [];
  const several = input.sources.length > 1;
  const tops: Child[] = [
    ...listOfPaths(input, 'favourites', 'Favourites', input.favourites),
    ...listOfPaths(input, 'used', 'Used before', usedOnly(input)),
    ...(several ? input.sources.map((source) => sourceRow(input, source)) : input.sources.flatMap((source) => objectsOf(input, source))),
  ];
  addRows(rows, input, tops, 1);
  return rows;
}

function usedOnly({ used, favourites }: TreeInput): string[] {
  return used.filter((path) => !favourites.includes(path));
}

function addRows(rows: TreeRow[], input: TreeInput, children: readonly Child[], level: number): void {
  children.forEach((child, index) => {
    rows.push({ ...child, level, position: index + 1, setSize: children.length });
    if (child.isOpen === true) addRows(rows, input, childrenOf(input, child), level + 1);
  });
}

function childrenOf(input: TreeInput, row: Child): Child[] {
  const { source } = row;
  if (row.kind === 'group') return pathsOfGroup(input, row.id === 'favourites' ? input.favourites : usedOnly(input), row.id);
  if (source === null) return [];
  if (row.kind === 'source') return objectsOf(input, source);
  const object = source.objects.find((one) => row.id === idOfObject(source, one) || row.id.startsWith(`${idOfObject(source, one)}\n`));
  if (object === undefined) return [];
  if (row.kind === 'object') return object.counters.map((counter) => counterRow(input, source, object, counter));
  const counter = object.counters.find((one) => row.id === idOfCounter(source, object, one));
  return counter === undefined ? [] : instancesOf(input, source, object, counter);
}

const plain = { localName: null, help: null, note: '', reason: null, isOpen: null, source: null, paths: [] } as const;

function listOfPaths(input: TreeInput, id: string, name: string, paths: readonly string[]): Child[] {
  const children = pathsOfGroup(input, paths, id);
  if (children.length === 0) return [];
  return [{ ...plain, id, kind: 'group', name, note: `${children.length}`, isOpen: input.open.has(id) }];
}

// Returns the rows of the paths that an open log has.
function pathsOfGroup(input: TreeInput, paths: readonly string[], group: string): Child[] {
  return paths.flatMap((path) =>
    input.sources.flatMap((source) => {
      const place = placeOf(source, path);
      return place === null ? [] : [placeRow(input, source, place, `${group}\n${source.letter}\n${path}`)];
    }),
  );
}

function placeRow(input: TreeInput, source: Source, place: Place, id: string): Child {
  const owner = place.instance === null ? place.object.name : `${place.object.name}(${place.instance})`;
  return {
    ...plain,
    id,
    kind: 'instance',
    name: place.counter.name,
    help: place.counter.help,
    note: input.sources.length > 1 ? `${source.letter}: ${owner}` : owner,
    reason: place.counter.reason,
    source,
    paths: [pathOfPlace(place)],
  };
}

function sourceRow(input: TreeInput, source: Source): Child {
  const id = `source ${source.letter}`;
  return { ...plain, id, kind: 'source', name: `${source.letter}: ${source.name}`, isOpen: input.open.has(id), source };
}

function objectsOf(input: TreeInput, source: Source): Child[] {
  return source.objects.map((object) => {
    const id = idOfObject(source, object);
    return {
      ...plain,
      id,
      kind: 'object',
      name: objectTitle(object.machine, object.name),
      localName: object.localName,
      help: object.help,
      note: `${object.counters.length}`,
      isOpen: input.open.has(id),
      source,
    };
  });
}

function idOfObject(source: Source, object: ObjectFacts): string {
  return `${source.letter}\n${object.machine ?? ''}\n${object.name}`;
}

function idOfCounter(source: Source, object: ObjectFacts, counter: CounterFacts): string {
  return `${idOfObject(source, object)}\n${counter.name}`;
}

function counterRow(input: TreeInput, source: Source, object: ObjectFacts, counter: CounterFacts): Child {
  const id = idOfCounter(source, object, counter);
  const hasBelow = object.hasInstances && counter.reason === null;
  return {
    ...plain,
    id,
    kind: 'counter',
    name: counter.name,
    localName: counter.localName,
    help: counter.help,
    note: hasBelow ? countText(object.instances.length) : '',
    reason: counter.reason,
    isOpen: hasBelow ? input.open.has(id) : null,
    source,
    paths: object.hasInstances ? [] : [pathOf(object, null, counter.name)],
  };
}

// Returns the rows of the instances, after 'All instances' and '_Total'.
function instancesOf(input: TreeInput, source: Source, object: ObjectFacts, counter: CounterFacts): Child[] {
  const isTotal = (name: string): boolean => name === '_Total';
  const names = [...object.instances.filter(isTotal), ...object.instances.filter((name) => !isTotal(name))];
  const single = pathsOfInstances(object, counter.name);
  const id = idOfCounter(source, object, counter);
  const shown = input.long.has(id) ? names : names.slice(0, mostInstances);
  const row = (instance: string): Child => ({
    ...plain,
    id: `${id}\n${instance}`,
    kind: 'instance',
    name: instance,
    source,
    paths: [pathOf(object, instance, counter.name)],
  });
  const all: Child = {
    ...plain,
    id: `${id}\n(all)`,
    kind: 'all',
    name: 'All instances',
    note: countText(single.length),
    source,
    paths: single,
  };
  const rows = [...(names.length > 1 ? [all] : []), ...shown.map(row)];
  const hidden = names.length - shown.length;
  if (hidden > 0) rows.push({ ...plain, id: `${id}\n(more)`, kind: 'more', name: `Show ${countText(hidden)} more`, source });
  return rows;
}
