// The state of the page and what can be done to it.
//
// Contract of the page: every component gets `ViewProps`; it reads `state`, which never changes in
// place, and changes it only by `actions`. What changes often has a store of its own, so that it
// does not draw the whole page again: the time under the mouse, `cursor`, and how far a log is read.
//
// Times are seconds since 1970-01-01 UTC, as in docs/protocol.md. Texts of a log are plain text:
// no component may set them as HTML.
import type { Address } from './address';
import type { Core } from './core';
import type { DamageAnswer, ReportAnswer } from './answers';
import type { Store } from './store';

// The views, in the order of their keys 1 to 7.
export const viewNames = ['charts', 'table', 'heat', 'top', 'report', 'compare', 'log'] as const;
export type ViewName = (typeof viewNames)[number];

// A part of the time; begin < end.
export interface Span {
  readonly begin: number;
  readonly end: number;
}

// The units of docs/protocol.md (list, picture); units.ts has their quantities.
export type Unit = 'percent' | 'bytes' | 'bytes/s' | 'bits/s' | 'seconds' | '1/s' | 'MHz' | 'number';

// A counter of an object, as the log lists it.
export interface CounterFacts {
  readonly name: string;
  readonly localName: string | null; // the name in the language of the log, if it differs
  readonly help: string | null;
  readonly unit: Unit;
  readonly factor: number; // a value of the log, multiplied by it, is in `unit`
  readonly type: string | null; // the name in winperf.h; null in logs of values
  readonly scale: number | null; // the default scale of Perfmon as a power of ten
  readonly reason: string | null; // why it has no value; null if it has values
}

export interface ObjectFacts {
  readonly name: string;
  readonly localName: string | null;
  readonly help: string | null;
  readonly counters: readonly CounterFacts[];
  readonly machine: string | null; // if the log has several machines
  readonly hasInstances: boolean;
  readonly instances: readonly string[];
  readonly instancesLeftOut: number; // of a log with more than can be listed
}

// What somebody wrote about a log.
export interface Note {
  readonly time: number;
  readonly text: string;
}

// An open log: what was dropped together and follows one another is one source.
export interface Source {
  readonly letter: string; // 'A', 'B' ...: shown if there is more than one source
  readonly log: string; // the name of the log for the tools of `core`
  readonly name: string; // the names of its files, as shown
  readonly files: readonly File[];
  readonly beside: Readonly<Record<string, unknown>>; // arguments of open_log: notes and names
  readonly format: string; // 'BLG', 'CSV' ...
  readonly holdsReadings: boolean; // false: values, so that averages are means of values
  readonly machine: string;
  readonly zone: string; // the name of the zone in the log, '' if none
  readonly biasMinutes: number | null; // subtracted from UTC it gives the clock of the log
  readonly assumedClock: string; // the name of the clock that it is taken to have; '' if it tells its own, or none is known
  readonly records: number;
  readonly span: Span; // first and last sample; without samples it means nothing
  readonly interval: number | null; // the usual seconds between samples
  readonly gaps: readonly Span[]; // the last record before and the first after; the widest, if there are many
  readonly gapsLeftOut: number; // the others
  readonly damage: readonly DamageAnswer[]; // the first places
  readonly damageLeftOut: number; // the others
  readonly notes: readonly Note[]; // by time
  readonly remarks: readonly string[]; // what files of notes or names have that was not used
  readonly objects: readonly ObjectFacts[];
  readonly report: ReportState;
  readonly stopped: StoppedReading | null; // nothing reads this log to its end until the user asks for that
  readonly isPart: boolean; // stopped while it was opened: what is known of it is that of a part
}

// A clock that a log may be taken to have: of a log, or UTC.
export interface NamedClock {
  readonly name: string;
  readonly biasMinutes: number;
}

// The user pressed Stop when so much of a log had been read.
export interface StoppedReading {
  readonly bytes: number;
  readonly time: number | null; // of the last sample that was read; null: there is none
}

export type ReportState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly answer: ReportAnswer }
  | { readonly kind: 'failed'; readonly text: string };

// A chosen counter of one instance of one source.
export interface Series {
  readonly key: string; // letter and path: 'A\Memory\Available MBytes'
  readonly letter: string;
  readonly path: string; // as `picture` takes it: after the machine if the log has several
  readonly machine: string | null; // if the log has several machines
  readonly object: string;
  readonly instance: string | null;
  readonly counter: string;
  readonly unit: Unit;
  readonly factor: number;
  readonly type: string | null; // the name in winperf.h; null in logs of values
  readonly scale: number | null;
  readonly colour: number; // 0 to 7: var(--line-1) to var(--line-8)
  readonly dash: number; // 0 to 3: a row of `dashes`
  readonly hidden: boolean;
  readonly own: boolean; // it has a chart of its own
}

// The dashes of lines in CSS pixels; the first is solid.
export const dashes: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

export const clocks = ['log', 'utc', 'here'] as const;
export type Clock = (typeof clocks)[number];
export type Theme = 'system' | 'light' | 'dark';

// How a chart draws its series.
export const chartKinds = ['line', 'area', 'stacked', 'bars'] as const;
export type ChartKind = (typeof chartKinds)[number];

export interface Options {
  readonly clock: Clock;
  readonly theme: Theme;
  readonly fit: boolean; // each line over its own range
  readonly factors: boolean; // one chart from 0 to 100, each line times its default scale, as in Perfmon
  readonly fromZero: boolean; // axes of values begin at 0
  readonly singleKeys: boolean; // keys without Ctrl or Alt (WCAG 2.1.4)
}

// The options that belong to what is shown; the others belong to who looks at it.
export type ViewOptions = Omit<Options, 'theme' | 'singleKeys'>;

// What the table of view 2 shows of each series.
export const tableShows = ['average', 'moment', 'least', 'largest', 'p95'] as const;
export type TableShows = (typeof tableShows)[number];

// How the times of two logs belong together.
export const alignments = ['start', 'clock', 'shift'] as const;
export type Align = (typeof alignments)[number];

// The columns of the table under the charts.
export const valueColumns = ['name', 'factor', 'value', 'average', 'min', 'max', 'p95', 'gaps'] as const;
export type ValueColumn = (typeof valueColumns)[number];

export interface Sorting {
  readonly column: ValueColumn;
  readonly down: boolean;
}

// What was chosen in the views. It stays while another view is shown. When a log is closed, only what is not about
// one log stays; when none is left, nothing does.
export interface ViewSettings {
  readonly letter: string; // of the log that views of one log show; the first if it is not open
  readonly sorting: Sorting | null; // of the table under the charts; null: as the counters were chosen
  readonly tableShows: TableShows;
  readonly heat: string; // the counter of the heat map, after its object; the first usual one if the log has none
  readonly topObject: string;
  readonly topSort: string; // a counter of the object
  readonly before: string; // the letters of the logs that are compared
  readonly after: string;
  readonly align: Align;
  readonly shift: number; // seconds that the second log begins later
  readonly parts: readonly [Span, Span] | null; // of one log, that are compared; null: its halves
}

export const usualSettings: ViewSettings = {
  letter: '', sorting: null, tableShows: 'average', heat: '', topObject: '', topSort: '', before: '', after: '', align: 'start',
  shift: 0, parts: null,
};

export type DialogName = 'export' | 'keys' | 'about';

export interface Message {
  readonly id: number;
  readonly kind: 'error' | 'notice';
  readonly text: string;
  readonly detail?: string; // copied by a button
  readonly act?: { readonly label: string; readonly run: () => void };
}

// What the reading line says.
export interface Reading {
  readonly name: string;
  readonly done: number; // bytes
  readonly total: number;
  readonly secondsLeft: number | null;
}

// How far the charts have read a log, in bytes, and the time of the last sample that they show.
export interface ReadPart {
  readonly position: number;
  readonly size: number;
  readonly time?: number | null;
}

// Files that wait until the user says whether the open logs stay.
export interface Offer {
  readonly files: readonly File[];
  readonly names: string;
}

// The chosen finding: its runs are bands behind the charts.
export interface ChosenFinding {
  readonly letter: string;
  readonly index: number; // in `findings` of the report of that source
  readonly instance?: number; // in `instances` of the finding; the first, which is the worst, if left out
}

export interface State {
  readonly sources: readonly Source[];
  readonly series: readonly Series[];
  readonly whole: Span | null; // of all sources; null if none has a sample
  readonly visible: Span | null; // the part of the time that every view shows
  readonly moment: number | null; // the time of the last click in a chart
  readonly highlighted: string | null; // key of a series
  readonly kinds: Readonly<Record<string, ChartKind>>; // by the key of the chart (series.ts); lines if left out
  readonly view: ViewName;
  readonly finding: ChosenFinding | null;
  readonly details: string | null; // key of the series in Details; null: closed
  readonly dialog: DialogName | null;
  readonly countersOpen: boolean; // below 760 px
  readonly options: Options;
  readonly settings: ViewSettings;
  readonly offer: Offer | null; // files that were dropped on open logs
  readonly wanted: Address | null; // the view that the address asked for, until its log is open
  readonly messages: readonly Message[];
  readonly favourites: readonly string[]; // paths
  readonly used: readonly string[]; // paths, the latest first
}

// What the page can do. All of it is the same whether a key, a button or a view asks for it.
export interface Actions {
  openFiles(files: readonly File[]): void;
  // What is done with the files of `offer`.
  answerOffer(answer: 'beside' | 'replace' | 'cancel'): void;
  // Ends the reading of a log, whether it is opened or the charts read it; what was read stays.
  stopReading(): void;
  // Reads a log to its end that was stopped.
  readRest(letter: string): void;
  // The charts tell how far they have read a log; null: they do not read it any more.
  noteReading(letter: string, read: ReadPart | null): void;
  closeSource(letter: string): void;
  // Takes a log that does not tell the offset of its clock for one of this clock.
  setClock(letter: string, clock: NamedClock): void;

  // Adds the series that exist; those that are chosen already stay as they are.
  add(letter: string, paths: readonly string[]): void;
  remove(keys: readonly string[]): void;
  toggleHidden(key: string): void;
  // Gives a series a chart of its own, or joins it to the chart of its unit.
  toggleOwn(key: string): void;
  setKind(chart: string, kind: ChartKind): void;
  highlight(key: string | null): void;
  toggleFavourite(path: string): void;

  show(span: Span): void; // clipped to the whole time
  showWhole(): void;
  zoom(factor: number, around?: number): void; // 0.5 shows half of the time
  pan(parts: number): void; // 0.25 moves on by a quarter of what is visible
  setMoment(time: number | null, before?: number | null): void; // `before`: unless it is another by now

  setView(view: ViewName): void;
  // Zooms to the finding, adds its counters and shows its runs; null: no finding is chosen.
  chooseFinding(finding: ChosenFinding | null): void;
  openDetails(key: string | null): void;
  openDialog(dialog: DialogName | null): void;
  openCounters(open: boolean): void;
  setOptions(change: Partial<Options>): void;
  setSettings(change: Partial<ViewSettings>): void;

  say(message: Omit<Message, 'id'>): void;
  dismiss(id: number): void;
}

// What every component and every view is given.
export interface ViewProps {
  readonly state: State;
  readonly actions: Actions;
  readonly core: Core;
  readonly cursor: Store<number | null>; // the time under the cursor; null: no cursor
}
