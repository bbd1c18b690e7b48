// The keys of the page. Characters are compared, not places on a keyboard, so that any layout works.
import type { PageActions } from './actions';
import { choose, pathsOfInstances } from './choosing';
import { findingsOf, isChosen } from './findings';
import { keyOf, placesOf, shortOwnerOf } from './series';
import { viewNames, type State } from './state';

export interface KeyRow {
  readonly keys: readonly string[]; // as `KeyboardEvent.key`
  readonly shown: string; // the names of the keys for people
  readonly text: string;
  readonly run?: (page: PageActions, key: string) => void; // none: a part of the page listens to it
}

export interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

const quarter = 0.25;

export const keyGroups: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    rows: [
      { keys: ['/'], shown: '/', text: 'search counters', run: focusSearch },
      { keys: ['o'], shown: 'o', text: 'open logs', run: chooseFiles },
      { keys: ['1', '2', '3', '4', '5', '6', '7'], shown: '1 to 7', text: 'the views', run: showView },
      { keys: ['['], shown: '[', text: 'the finding before', run: (page) => stepFinding(page, -1) },
      { keys: [']'], shown: ']', text: 'the next finding', run: (page) => stepFinding(page, 1) },
      { keys: ['e'], shown: 'e', text: 'export', run: (page) => page.openDialog('export') },
      { keys: ['?'], shown: '?', text: 'all keys', run: (page) => page.openDialog('keys') },
      { keys: ['Escape'], shown: 'Esc', text: 'back: closes what is open, ends what is chosen', run: goBack },
    ],
  },
  {
    title: 'Time',
    rows: [
      { keys: ['ArrowLeft'], shown: '←', text: 'a quarter back', run: (page) => page.pan(-quarter) },
      { keys: ['ArrowRight'], shown: '→', text: 'a quarter on', run: (page) => page.pan(quarter) },
      { keys: ['+', '='], shown: '+', text: 'zoom in', run: (page) => page.zoom(0.5, page.cursor.get() ?? undefined) },
      { keys: ['-'], shown: '-', text: 'zoom out', run: (page) => page.zoom(2, page.cursor.get() ?? undefined) },
      { keys: ['0'], shown: '0', text: 'the whole log', run: (page) => page.showWhole() },
      { keys: ['t'], shown: 't', text: 'type a time, as 14:05 or 14:00 to 15:00', run: () => document.getElementById('time')?.focus() },
    ],
  },
  {
    title: 'Lines',
    rows: [
      { keys: ['h'], shown: 'h', text: 'highlight the next line, after the last none', run: highlightNext },
      { keys: ['f'], shown: 'f', text: 'fit: each line over its own range', run: toggleFit },
      { keys: ['g'], shown: 'g', text: 'a chart of its own for the highlighted line; again, and it is joined', run: toggleOwn },
      { keys: ['i'], shown: 'i', text: 'details of the highlighted line', run: toggleDetails },
      { keys: ['a'], shown: 'a', text: 'all instances of the highlighted line', run: addAllInstances },
    ],
  },
  {
    title: 'In a chart that has the focus',
    rows: [
      { keys: [], shown: '← →', text: 'the cursor to the sample before or after' },
      { keys: [], shown: 'Home, End', text: 'the cursor to the first or last sample' },
      { keys: [], shown: 'Enter', text: 'sets the time of Top and Table' },
    ],
  },
  {
    title: 'In the table under the charts',
    rows: [
      { keys: [], shown: '↑ ↓', text: 'the row before or after' },
      { keys: [], shown: 'Delete', text: 'removes the line' },
      { keys: [], shown: 'Space', text: 'hides the line, or shows it' },
      { keys: [], shown: 'Enter', text: 'details of the counter' },
      { keys: [], shown: 'g', text: 'a chart of its own for the line; again, and it is joined' },
    ],
  },
  {
    title: 'In the table of view 2',
    rows: [
      { keys: [], shown: '↑ ↓ ← →', text: 'the value beside it' },
      { keys: [], shown: 'Enter', text: 'details of the counter' },
    ],
  },
  {
    title: 'In the list of counters',
    rows: [
      { keys: [], shown: '↑ ↓ ← →', text: 'move, open and close' },
      { keys: [], shown: 'Space', text: 'chooses the counter, or no longer' },
      { keys: [], shown: 'Enter', text: 'details of the counter' },
      { keys: [], shown: '*', text: 'makes the counter a favourite, or no longer' },
    ],
  },
  {
    title: 'With the mouse, in a chart',
    rows: [
      { keys: [], shown: 'drag', text: 'zooms to what was selected' },
      { keys: [], shown: 'double click', text: 'the whole log' },
      { keys: [], shown: 'Ctrl + wheel, pinch', text: 'zoom' },
      { keys: [], shown: 'Shift + wheel, Shift + drag', text: 'move in time' },
      { keys: [], shown: 'click', text: 'highlights the line, and sets the time of Top and Table' },
      { keys: [], shown: 'drag in Compare', text: 'shifts the second of two logs' },
    ],
  },
];

export const keyRows: readonly KeyRow[] = keyGroups.flatMap((group) => group.rows);

// Opens the browser's dialog for files.
export function chooseFiles(): void {
  document.getElementById('files')?.click();
}

function focusSearch(page: PageActions): void {
  const focus = (): void => document.getElementById('search')?.focus();
  focus(); // at once: what is typed next belongs to it
  if (document.activeElement?.id === 'search') return;
  page.openCounters(true); // below 760 px it is in a panel, which is shown with the next frame
  requestAnimationFrame(focus);
}

function showView(page: PageActions, key: string): void {
  const view = viewNames[Number(key) - 1];
  if (view !== undefined && page.state.get().sources.length > 0) page.setView(view);
}

function stepFinding(page: PageActions, by: number): void {
  const state = page.state.get();
  const findings = findingsOf(state);
  if (findings.length === 0) return;
  const at = findings.findIndex((one) => isChosen(one, state.finding));
  const next = at < 0 ? (by > 0 ? 0 : findings.length - 1) : (at + by + findings.length) % findings.length;
  const finding = findings[next];
  if (finding === undefined) return;
  page.chooseFinding({ letter: finding.source.letter, index: finding.index });
  page.announcement.set(`${finding.level}: ${finding.rule.title}. ${finding.instance.of}: ${finding.instance.text}`);
}

function goBack(page: PageActions): void {
  const state = page.state.get();
  if (state.countersOpen) page.openCounters(false);
  else if (state.details !== null) page.openDetails(null);
  else if (state.finding !== null) page.chooseFinding(null);
  else if (state.highlighted !== null) page.highlight(null);
  else if (state.moment !== null) page.setMoment(null);
}

function highlightNext(page: PageActions): void {
  const { series, highlighted } = page.state.get();
  const shown = series.filter((one) => !one.hidden);
  const at = shown.findIndex((one) => one.key === highlighted);
  const next = shown[at + 1] ?? null;
  page.highlight(next?.key ?? null);
  page.announcement.set(next === null ? 'No line is highlighted' : `${next.counter} of ${shortOwnerOf(next)} is highlighted`);
}

function chosenLine(state: State): State['series'][number] | undefined {
  return state.series.find((one) => one.key === state.highlighted) ?? state.series[0];
}

function toggleFit(page: PageActions): void {
  page.setOptions({ fit: !page.state.get().options.fit, factors: false });
}

function toggleOwn(page: PageActions): void {
  const line = chosenLine(page.state.get());
  if (line === undefined) return;
  page.toggleOwn(line.key);
  page.announcement.set(`${line.counter} of ${shortOwnerOf(line)} ${line.own ? 'is joined again' : 'has a chart of its own'}`);
}

function toggleDetails(page: PageActions): void {
  const state = page.state.get();
  page.openDetails(state.details === null ? (chosenLine(state)?.key ?? null) : null);
}

function addAllInstances(page: PageActions): void {
  const state = page.state.get();
  const line = state.series.find((one) => one.key === state.highlighted) ?? state.series.find((one) => one.instance !== null);
  const source = state.sources.find((one) => one.letter === line?.letter);
  const own = source === undefined || line === undefined ? undefined : placesOf(source, line.path)[0];
  if (source === undefined || own === undefined || !own.object.hasInstances) return;
  const paths = pathsOfInstances(own.object, own.counter.name);
  const chosen = new Set(state.series.map((one) => one.key));
  if (!paths.every((path) => chosen.has(keyOf(source.letter, path)))) choose(page, source.letter, paths, false);
}

// Returns whether keys are written into this element.
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'file', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

// Returns whether arrow keys belong to this element.
function takesArrows(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=tree], [role=grid], [role=listbox], [role=slider], input, dialog') !== null;
}

// Listens to keys that no part of the page has handled.
export function watchKeys(page: PageActions): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const state = page.state.get();
    const closesCounters = event.key === 'Escape' && state.countersOpen && event.target instanceof Element && event.target.id === 'search';
    if (state.dialog !== null || state.offer !== null || (takesText(event.target) && !closesCounters)) return;
    if (event.key.startsWith('Arrow') && takesArrows(event.target)) return;
    if (event.key.length === 1 && !state.options.singleKeys) return;
    const row = keyRows.find((one) => one.run !== undefined && one.keys.includes(event.key));
    if (row?.run === undefined) return;
    event.preventDefault();
    row.run(page, event.key);
  });
}
