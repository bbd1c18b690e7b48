// The actions of the page: each changes the state, once, and remembers what is kept.
import { addressFrom, addressOf, showAddress, type Address } from './address';
import { shifted, SpanMotion, zoomed } from './charts/motion';
import { CoreError, type Core } from './core';
import { kindOfFile, ofKind, type Dropped } from './dropping';
import { firstCounters } from './first_counters';
import { keep, readKept } from './kept';
import { plural } from './numbers';
import { clockAmong, openLogs, openOnClock, openRest, progressOf, sourceName, type Watch } from './opening';
import { freeSign, keyOf, pathOfPlace, placeOf, placesOf, type Place } from './series';
import type { ReportAnswer } from './answers';
import {
  usualSettings,
  type Actions, type ChartKind, type ChosenFinding, type DialogName, type Message, type NamedClock, type Options, type Reading, type ReadPart,
  type ReportState, type Series, type Source, type Span, type State, type ViewName, type ViewSettings,
} from './state';
import { Store } from './store';
import { readAgain, textOf } from './views/ask';
import { missingText, placesOfView, readView, sourcesOf, type SavedPlace, type SavedView } from './views/view_file';

const mostUsed = 12;
const mostSources = 26;

function emptyState(): State {
  const kept = readKept();
  return {
    sources: [],
    series: [],
    whole: null,
    visible: null,
    moment: null,
    highlighted: null,
    kinds: {},
    view: 'charts',
    finding: null,
    details: null,
    dialog: null,
    countersOpen: false,
    options: kept.options,
    settings: usualSettings,
    offer: null,
    wanted: addressFrom(location.hash),
    messages: [],
    favourites: kept.favourites,
    used: kept.used,
  };
}

// The time that all sources cover together; null: none has a sample.
function wholeOf(sources: readonly Source[]): Span | null {
  const spans = sources.filter((source) => source.records > 0).map((source) => source.span);
  if (spans.length === 0) return null;
  return { begin: Math.min(...spans.map((one) => one.begin)), end: Math.max(...spans.map((one) => one.end)) };
}

// The part of `span` that is in `whole`, of the same length if it fits.
function clipped(span: Span, whole: Span, least: number): Span {
  const length = Math.min(Math.max(span.end - span.begin, least), whole.end - whole.begin);
  const middle = (span.begin + span.end) / 2;
  const wanted = span.end - span.begin < least ? middle - least / 2 : span.begin;
  const begin = Math.min(Math.max(wanted, whole.begin), whole.end - length);
  return { begin, end: begin + length };
}

// A log that the charts read: what is known of it when Stop is pressed.
interface ChartReading {
  readonly tell: (progress: ReadPart) => void;
  readonly position: number;
  readonly time: number | null;
}

export class PageActions implements Actions {
  readonly state = new Store<State>(emptyState());
  readonly reading = new Store<Reading | null>(null);
  readonly cursor = new Store<number | null>(null);
  readonly motion = new SpanMotion(this);
  // Said to those who hear the page rather than see it.
  readonly announcement = new Store('');

  private lastMessage = 0;
  private isOpening = false;
  private opening: Promise<void> = Promise.resolve(); // settled once the files that were read last are shown
  private stop: AbortController | null = null; // of the files that are opened
  private choice: AbortController | null = null; // of the first counters, while opened files are shown
  private readonly reports = new Map<string, AbortController>(); // those that are being made, by log
  private readonly charted = new Map<string, ChartReading>(); // by letter
  private addressTimer: ReturnType<typeof setTimeout> | undefined;
  // A view that was dropped, until all of its logs are open.
  private saved: SavedView | null = null;
  private readonly changed = new Map<File, string>(); // files of open logs that cannot be read any more, with what was said
  private missing = ''; // what was said about its logs

  // Files may be dropped before the core runs: they are read once it does.
  constructor(private readonly core: Promise<Core>) {
    const watch = (running: Core): void => {
      running.onChanged = (file, sentence) => this.noteChanged(file, sentence);
    };
    core.then(watch, () => undefined); // why there is no core is said by those who started it
  }

  private get now(): State {
    return this.state.get();
  }

  private change(part: Partial<State>): void {
    this.state.set({ ...this.now, ...part });
    if (this.now.wanted !== null) return;
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => showAddress(addressOf(this.now)), 400);
  }

  private keep(): void {
    const { options, favourites, used } = this.now;
    keep({ options, favourites, used });
  }

  // Files.

  openDropped({ files, faults }: Dropped): void {
    for (const text of faults) this.say({ kind: 'error', text });
    this.openFiles(files);
  }

  openFiles(files: readonly File[]): void {
    if (files.length === 0) return;
    const [view] = ofKind(files, 'view');
    if (view !== undefined) {
      void this.openView(view, files.filter((file) => kindOfFile(file.name) !== 'view'));
    } else if (this.isOpening && this.choice === null) {
      this.sayBusy();
    } else if (this.now.sources.length > 0) {
      const isAgain = (file: File): boolean => this.changed.has(file) && files.some((one) => one.name === file.name);
      const again = this.now.sources.find((source) => source.files.some(isAgain));
      if (again === undefined) this.change({ offer: { files, names: sourceName(files.map((file) => file.name)) } });
      else this.readNext(files, [], again);
    } else {
      this.readNext(files);
    }
  }

  // A log of a file that changed on disk is replaced without a question when a file of that name is opened.
  private noteChanged(file: File, sentence: string): void {
    this.changed.set(file, sentence);
    this.say({ kind: 'error', text: sentence, act: readAgain });
  }

  private sayBusy(): void {
    this.say({ kind: 'notice', text: 'A log is being read. Open the next one after it, or stop it.' });
  }

  answerOffer(answer: 'beside' | 'replace' | 'cancel'): void {
    const { offer } = this.now;
    this.change({ offer: null });
    if (offer === null || answer === 'cancel') return;
    this.readNext(offer.files, answer === 'replace' ? this.now.sources : []);
  }

  // Reads files once those before them are shown. The choice of first counters ends for that. `instead`: the logs
  // in whose place the files are shown; `again`: the log that is read again, with what changed of its files.
  private readNext(files: readonly File[], instead: readonly Source[] = [], again: Source | null = null): void {
    this.choice?.abort();
    this.opening = this.opening.then(() => this.read(files, instead, again));
  }

  // Closes logs in whose place others are shown.
  private async makeRoom(instead: readonly Source[]): Promise<void> {
    for (const { letter, log } of instead) if (this.sourceOf(letter)?.log === log) this.closeSource(letter);
    await Promise.resolve(); // meanwhile what they showed is drawn no more: new logs have the same keys
  }

  // Shows a log that was read again in its place. The lines stay whose counters it still has.
  private showAgain(source: Source, next: Source): void {
    const lost = this.now.series.filter((one) => one.letter === next.letter && placeOf(next, one.path) === null);
    this.remove(lost.map((one) => one.key));
    if (this.now.finding?.letter === next.letter) this.change({ finding: null });
    const { visible } = this.now;
    this.showSources(this.now.sources.map((one) => (one.log === source.log ? next : one)));
    // A log that is moved to another clock shows the same part of itself.
    const later = 60 * ((next.biasMinutes ?? 0) - (source.biasMinutes ?? 0));
    if (later !== 0) this.change({ moment: null });
    const isAlone = this.now.sources.length === 1 && this.now.visible === visible;
    if (this.now.visible !== null) this.show(shifted(this.now.visible, isAlone ? later : 0));
    this.forget(source);
    void this.report(next);
  }

  stopReading(): void {
    if (this.stop !== null) return this.stop.abort();
    this.choice?.abort();
    const stopped = (source: Source): Source => {
      const read = this.charted.get(source.letter);
      return read === undefined ? source : { ...source, stopped: { bytes: read.position, time: read.time } };
    };
    const sources = this.now.sources.map(stopped);
    this.charted.clear();
    this.reading.set(null);
    this.change({ sources });
    for (const source of sources) if (source.stopped !== null) this.reports.get(source.log)?.abort();
  }

  readRest(letter: string): void {
    const source = this.sourceOf(letter);
    if (source === undefined || source.stopped === null) return;
    if (source.isPart) return void this.openAgain(source, (core, watch) => openRest(core, source, watch));
    this.changeSource(letter, { stopped: null });
    void this.report(source);
  }

  setClock(letter: string, clock: NamedClock): void {
    const source = this.sourceOf(letter);
    if (source !== undefined) void this.openAgain(source, (core, watch) => openOnClock(core, source, clock, watch));
  }

  // Reads an open log once more. Its lines stay.
  private async openAgain(source: Source, read: (core: Core, watch: Watch) => Promise<Source>): Promise<void> {
    if (this.isOpening) return this.sayBusy();
    this.isOpening = true;
    try {
      this.sayReading(source.name);
      const next = await this.untilStop(read);
      if (next !== source) this.showAgain(source, next);
    } catch (error) {
      this.fail(error);
    } finally {
      this.isOpening = false;
    }
  }

  noteReading(letter: string, read: ReadPart | null): void {
    const source = this.sourceOf(letter);
    const stopped = source?.stopped ?? null;
    if (source === undefined || read === null || (stopped !== null && read.time !== undefined)) {
      if (this.charted.delete(letter) && this.charted.size === 0 && this.stop === null) this.reading.set(null);
      const time = read?.time ?? null;
      if (stopped !== null && time !== null && time !== stopped.time) this.changeSource(letter, { stopped: { ...stopped, time } });
      return;
    }
    const known = this.charted.get(letter);
    const tell = known?.tell ?? progressOf(source.name, (reading) => this.reading.set(reading));
    this.charted.set(letter, { tell, position: read.position, time: read.time ?? known?.time ?? null });
    if (this.stop === null) tell(read);
  }

  private async read(files: readonly File[], instead: readonly Source[], again: Source | null): Promise<void> {
    this.isOpening = true;
    try {
      this.sayReading(sourceName(files.map((file) => file.name)));
      const letters = this.freeLetters(instead, again);
      const { sources, faults } = await this.untilStop(async (core, watch) => {
        const opened = await openLogs(core, withOthers(core, files, again), letters, watch);
        const stay = this.now.sources.filter((source) => source !== again && !instead.includes(source));
        return { ...opened, sources: await this.onKnownClock(core, opened.sources, stay, watch) };
      });
      for (const fault of faults) {
        if (typeof fault === 'string') this.say({ kind: 'error', text: fault });
        else this.fail(fault);
      }
      const [next, ...others] = sources;
      const isAgain = next !== undefined && again !== null && this.sourceOf(again.letter)?.log === again.log;
      if (isAgain) this.showAgain(again, next);
      else if (next !== undefined) await this.makeRoom(instead);
      await this.showOpened(isAgain ? others : sources);
      this.showSaved();
    } catch (error) {
      this.fail(error);
    } finally {
      this.isOpening = false;
      this.change({ wanted: this.now.sources.length > 0 ? null : this.now.wanted });
    }
  }

  // Returns logs that were opened, on the clock of one of them or of those that stay open. These are moved to it, too.
  private async onKnownClock(core: Core, opened: readonly Source[], stay: readonly Source[], watch: Watch): Promise<readonly Source[]> {
    const clock = clockAmong([...stay, ...opened]);
    if (clock === null) return opened;
    const moved = async (source: Source): Promise<Source> => {
      const isMoved = source.biasMinutes === null && source.records > 0 && source.stopped === null;
      return isMoved ? await openOnClock(core, source, clock, watch) : source;
    };
    for (const source of stay) {
      const next = await moved(source);
      if (next !== source) this.showAgain(source, next);
    }
    const sources: Source[] = [];
    for (const source of opened) sources.push(await moved(source));
    return sources;
  }

  private sayReading(name: string): void {
    this.reading.set({ name, done: 0, total: 0, secondsLeft: null });
  }

  // Reads what must be known of logs before they are shown, until Stop is pressed.
  private async untilStop<T>(read: (core: Core, watch: Watch) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    this.stop = stop;
    try {
      return await read(await this.core, { signal: stop.signal, onReading: (reading) => this.reading.set(reading) });
    } finally {
      this.stop = null;
      this.reading.set(null);
    }
  }

  // Returns the letters that are free once the logs `instead` are closed. A log that is read again keeps its letter.
  private freeLetters(instead: readonly Source[], again: Source | null): string[] {
    const letters = Array.from({ length: mostSources }, (_, index) => String.fromCharCode(65 + index));
    const closed = instead.map((source) => source.letter);
    const isTaken = (letter: string): boolean => !closed.includes(letter) && this.sourceOf(letter) !== undefined;
    return [...(again === null ? [] : [again.letter]), ...letters.filter((letter) => !isTaken(letter))];
  }

  // Shows one log after the other. What ends the choice of first counters ends it for all of them.
  private async showOpened(sources: readonly Source[]): Promise<void> {
    const choice = new AbortController();
    this.choice = choice;
    try {
      for (const source of sources) await this.showSource(source, choice.signal);
    } finally {
      this.choice = null;
    }
  }

  // Adds a source to what is shown, with the counters that the address, the other logs or the usual
  // choice want.
  private async showSource(source: Source, signal: AbortSignal): Promise<void> {
    const wanted = this.wantedOf(source);
    this.showSources([...this.now.sources, source]);
    if (source.records === 0) this.say({ kind: 'notice', text: `${source.name} has no samples.` });
    if (source.records === 1) this.say({ kind: 'notice', text: `${source.name}: This log has one sample; rates need two.` });
    const places = wanted === null ? [] : wanted.counters.filter((one) => one.letter === source.letter);
    if (places.length > 0) this.add(source.letter, places.map((one) => one.path));
    if (wanted !== null) this.showWanted(wanted);
    const hasLines = this.now.series.some((one) => one.letter === source.letter);
    if (source.records > 0 && !hasLines) await this.addFirst(source, signal);
    void this.report(source);
  }

  // If the whole time was visible, that of these sources is.
  private showSources(sources: readonly Source[]): void {
    const { whole, visible } = this.now;
    const all = wholeOf(sources);
    const wasWhole = visible === null || whole === null || (visible.begin === whole.begin && visible.end === whole.end);
    this.change({ sources, whole: all, visible: wasWhole || all === null ? all : visible });
  }

  // The view of the address, if it is of this log.
  private wantedOf(source: Source): Address | null {
    const { wanted } = this.now;
    return wanted !== null && source.files.some((file) => wanted.files.includes(file.name)) ? wanted : null;
  }

  private showWanted(wanted: Address): void {
    this.setView(wanted.view);
    if (wanted.span !== null) this.show(wanted.span);
    const has = (keys: readonly string[], { key }: Series): boolean => keys.includes(key);
    const series = this.now.series.map((one) => ({ ...one, own: one.own || has(wanted.own, one), hidden: one.hidden || has(wanted.hidden, one) }));
    const { kinds, moment, settings } = wanted;
    this.change({ kinds, series, moment, settings });
    this.setOptions(wanted.options);
  }

  // Adds the first counters as they are chosen, until the log is closed or the user chooses counters.
  private async addFirst(source: Source, signal: AbortSignal): Promise<void> {
    const others = this.now.series.map((one) => placeOf(source, one.path)).filter((place) => place !== null);
    if (others.length > 0) return this.addPlaces(source, others);
    const keys = (): string => this.now.series.map((one) => one.key).join('\n');
    let left = keys();
    const isOpen = (): boolean => this.sourceOf(source.letter)?.log === source.log;
    // The charts tell how far they read a log; if they do not read it, the choice does.
    const onReading = (reading: Reading): void => {
      if (!this.charted.has(source.letter)) this.reading.set(reading);
    };
    try {
      for await (const { paths, notice } of firstCounters(await this.core, source, { signal, onReading })) {
        if (!isOpen() || keys() !== left) break;
        this.addPlaces(source, paths.map((path) => placeOf(source, path)).filter((place) => place !== null));
        left = keys();
        if (notice !== null) this.say({ kind: 'notice', text: notice });
      }
    } finally {
      if (this.charted.size === 0) this.reading.set(null);
    }
  }

  // Makes the report of a log in the background, once. The rules need the whole log: the report of one
  // that was stopped waits until its rest is read.
  private async report({ letter, log }: Source): Promise<void> {
    const source = this.sourceOf(letter);
    if (source === undefined || source.log !== log) return;
    if (source.stopped !== null || source.report.kind !== 'waiting') return;
    const stop = new AbortController();
    this.reports.set(log, stop);
    this.setReport(source, { kind: 'running' });
    try {
      const core = await this.core;
      const options = { background: true, signal: stop.signal };
      const { result } = await core.ask<ReportAnswer>('report', { log, details: true, limit: 200 }, options);
      this.setReport(source, { kind: 'done', answer: result });
    } catch (error) {
      const text = error instanceof Error ? error.message : 'The report was not made.';
      this.setReport(source, stop.signal.aborted ? { kind: 'waiting' } : { kind: 'failed', text });
    }
    this.reports.delete(log);
    if (stop.signal.aborted) void this.report(source); // the rest may have been asked for meanwhile
  }

  // A report may end after its log was closed, or another one has its letter.
  private setReport({ letter, log }: Source, report: ReportState): void {
    if (this.sourceOf(letter)?.log === log) this.changeSource(letter, { report });
  }

  private sourceOf(letter: string): Source | undefined {
    return this.now.sources.find((one) => one.letter === letter);
  }

  private changeSource(letter: string, part: Partial<Source>): void {
    this.change({ sources: this.now.sources.map((source) => (source.letter === letter ? { ...source, ...part } : source)) });
  }

  // Opens a view that Export wrote, and the logs that were dropped beside it.
  private async openView(file: File, logs: readonly File[]): Promise<void> {
    this.saved = null;
    try {
      this.saved = await readView(file, this.now.options);
    } catch (error) {
      this.say({ kind: 'error', text: textOf(error) });
    }
    if (logs.length > 0) this.openFiles(logs);
    else this.showSaved();
  }

  // Shows the view that was dropped, or says which logs it lacks.
  private showSaved(): void {
    const view = this.saved;
    if (view === null) return;
    const sources = sourcesOf(view, this.now.sources);
    this.change({ messages: this.now.messages.filter((one) => one.text !== this.missing) });
    this.missing = missingText(view, sources);
    if (this.missing !== '') return this.say({ kind: 'notice', text: this.missing });
    this.saved = null;
    const { places, absent } = placesOfView(view, sources);
    this.change({ series: [], highlighted: null, details: null, finding: null });
    const saved = new Map<string, SavedPlace>();
    for (const one of places) {
      this.addPlaces(one.source, [one.place]);
      saved.set(keyOf(one.source.letter, pathOfPlace(one.place)), one);
    }
    const series = this.now.series.map((one) => {
      const as = saved.get(one.key);
      return as === undefined ? one : { ...one, hidden: as.hidden, own: as.own !== null };
    });
    const ofOwn = [...saved].flatMap(([key, { own }]) => (own === null ? [] : [[key, own] as const]));
    this.change({ series, kinds: { ...view.kinds, ...Object.fromEntries(ofOwn) } });
    this.setOptions(view.options);
    this.setView(view.view);
    if (view.span !== null) this.show(view.span);
    if (absent > 0) this.say({ kind: 'notice', text: `${plural(absent, 'counter')} of this view ${absent === 1 ? 'is' : 'are'} not in the log.` });
  }

  closeSource(letter: string): void {
    const closed = this.sourceOf(letter);
    this.choice?.abort();
    this.noteReading(letter, null);
    const sources = this.now.sources.filter((source) => source.letter !== letter);
    const series = this.now.series.filter((one) => one.letter !== letter);
    const whole = wholeOf(sources);
    const visible = whole === null || this.now.visible === null ? whole : clipped(this.now.visible, whole, this.leastSpan());
    const finding = this.now.finding?.letter === letter ? null : this.now.finding;
    // What was chosen for a letter is not meant for the next log that has it.
    const { before, after, align, shift, parts } = usualSettings;
    const shown = this.now.settings.letter;
    const settings = { ...this.now.settings, letter: shown === letter ? '' : shown, before, after, align, shift, parts };
    this.cursor.set(null);
    this.change({ sources, series, whole, visible, finding, settings, details: null, highlighted: null, moment: null });
    if (sources.length === 0) this.change({ kinds: {}, settings: usualSettings });
    if (closed !== undefined) this.forget(closed);
  }

  // A log that is not shown any more needs no report, and the core need not open it again.
  private forget({ log, files }: Source): void {
    this.reports.get(log)?.abort();
    void this.core.then((core) => core.forget(log));
    const said = files.map((file) => this.changed.get(file));
    this.change({ messages: this.now.messages.filter((message) => !said.includes(message.text)) });
  }

  // Counters.

  add(letter: string, paths: readonly string[]): void {
    const source = this.sourceOf(letter);
    if (source === undefined) return;
    this.addPlaces(source, paths.flatMap((path) => placesOf(source, path)));
    const used = [...paths, ...this.now.used.filter((path) => !paths.includes(path))].slice(0, mostUsed);
    this.change({ used });
    this.keep();
  }

  private addPlaces(source: Source, places: readonly Place[]): void {
    const series = [...this.now.series];
    const keys = new Set(series.map((one) => one.key));
    for (const place of places) {
      const path = pathOfPlace(place);
      const key = keyOf(source.letter, path);
      if (keys.has(key)) continue;
      keys.add(key);
      series.push(seriesOf(source.letter, key, path, place, series));
    }
    if (series.length !== this.now.series.length) this.change({ series });
  }

  remove(keys: readonly string[]): void {
    const gone = new Set(keys);
    const { highlighted, details } = this.now;
    this.change({
      series: this.now.series.filter((one) => !gone.has(one.key)),
      highlighted: highlighted !== null && gone.has(highlighted) ? null : highlighted,
      details: details !== null && gone.has(details) ? null : details,
    });
  }

  toggleHidden(key: string): void {
    this.change({ series: this.now.series.map((one) => (one.key === key ? { ...one, hidden: !one.hidden } : one)) });
  }

  toggleOwn(key: string): void {
    this.change({ series: this.now.series.map((one) => (one.key === key ? { ...one, own: !one.own } : one)) });
  }

  setKind(chart: string, kind: ChartKind): void {
    this.change({ kinds: { ...this.now.kinds, [chart]: kind } });
  }

  highlight(key: string | null): void {
    if (key !== this.now.highlighted) this.change({ highlighted: key });
  }

  toggleFavourite(path: string): void {
    const { favourites } = this.now;
    const others = favourites.filter((one) => one !== path);
    this.change({ favourites: others.length < favourites.length ? others : [...favourites, path] });
    this.keep();
  }

  // Time.

  // The shortest part of the time that can be shown.
  private leastSpan(): number {
    const intervals = this.now.sources.map((source) => source.interval ?? 1);
    return 2 * Math.min(1, ...intervals);
  }

  // Returns the part of the time that show() shows; null: no log is open.
  clip(span: Span): Span | null {
    const { whole } = this.now;
    return whole === null ? null : clipped(span, whole, Math.min(this.leastSpan(), whole.end - whole.begin));
  }

  // Returns the visible part. What moves is shown first: a key that is pressed meanwhile continues from there.
  private visibleAtRest(): Span | null {
    this.motion.end();
    return this.now.visible;
  }

  show(span: Span): void {
    const visible = this.visibleAtRest();
    const next = this.clip(span);
    if (next === null || (next.begin === visible?.begin && next.end === visible.end)) return;
    const time = this.cursor.get();
    if (time !== null && (time < next.begin || time > next.end)) this.cursor.set(null);
    this.change({ visible: next });
  }

  showWhole(): void {
    const { whole } = this.now;
    if (whole !== null) this.show(whole);
  }

  zoom(factor: number, around?: number): void {
    const visible = this.visibleAtRest();
    if (visible !== null) this.show(zoomed(visible, factor, around ?? (visible.begin + visible.end) / 2));
  }

  pan(parts: number): void {
    const visible = this.visibleAtRest();
    if (visible !== null) this.show(shifted(visible, (visible.end - visible.begin) * parts));
  }

  setMoment(moment: number | null, before = this.now.moment): void {
    if (before === this.now.moment) this.change({ moment });
  }

  // Views.

  setView(view: ViewName): void {
    this.change({ view });
  }

  chooseFinding(finding: ChosenFinding | null): void {
    this.change({ finding });
    if (finding === null) return;
    const source = this.sourceOf(finding.letter);
    if (source === undefined || source.report.kind !== 'done') return;
    const rule = source.report.answer.findings[finding.index];
    const instance = rule?.instances[finding.instance ?? 0];
    if (rule === undefined || instance === undefined) return;
    this.change({ view: 'charts' });
    this.addOfFinding(source, instance.paths ?? rule.paths);
    const run = instance.runs?.[instance.worst_run ?? 0];
    if (run !== undefined) this.show(around(run.begin_unix, run.end_unix, source.interval ?? 1));
  }

  // The first of the paths that the log has is what the finding is about.
  private addOfFinding(source: Source, paths: readonly string[]): void {
    for (const path of paths) {
      const place = placeOf(source, path);
      if (place === null || place.counter.reason !== null) continue;
      this.addPlaces(source, [place]);
      this.highlight(keyOf(source.letter, pathOfPlace(place)));
      return;
    }
  }

  // Details are of chosen counters: one that is not chosen yet is added.
  openDetails(details: string | null): void {
    const isChosen = details === null || this.now.series.some((one) => one.key === details);
    if (!isChosen) this.add(details.slice(0, 1), [details.slice(1)]);
    this.change({ details });
  }

  openDialog(dialog: DialogName | null): void {
    this.change({ dialog });
  }

  openCounters(countersOpen: boolean): void {
    this.change({ countersOpen });
  }

  setOptions(change: Partial<Options>): void {
    this.change({ options: { ...this.now.options, ...change } });
    this.keep();
  }

  setSettings(change: Partial<ViewSettings>): void {
    this.change({ settings: { ...this.now.settings, ...change } });
  }

  // Messages.

  say(message: Omit<Message, 'id'>): void {
    const others = this.now.messages.filter((one) => one.text !== message.text);
    this.change({ messages: [...others, { ...message, id: ++this.lastMessage }] });
  }

  dismiss(id: number): void {
    this.change({ messages: this.now.messages.filter((one) => one.id !== id) });
  }

  // Says what went wrong with a request, in the words of the core.
  fail(error: unknown): void {
    if (error instanceof DOMException && error.name === 'AbortError') {
      this.say({ kind: 'notice', text: 'Reading was stopped.' });
    } else if (error instanceof CoreError) {
      if (error.changed !== null) return; // noteChanged() has said it
      const detail = error.kind === 'trap' ? { detail: error.details } : {};
      this.say({ kind: 'error', text: error.message, ...detail });
    } else {
      const text = textOf(error);
      this.say({ kind: 'error', text: `The page failed: ${text}`, detail: error instanceof Error ? (error.stack ?? text) : text });
    }
  }
}

// Returns files with those of the log that is read again which they do not replace.
function withOthers(core: Core, files: readonly File[], again: Source | null): readonly File[] {
  if (again === null) return files;
  return [...files, ...core.filesOf(again.log).filter((one) => !files.some((file) => file.name === one.name))];
}

function seriesOf(letter: string, key: string, path: string, place: Place, chosen: readonly Series[]): Series {
  const { object, counter, instance } = place;
  return {
    key,
    letter,
    path,
    machine: object.machine,
    object: object.name,
    instance,
    counter: counter.name,
    unit: counter.unit,
    factor: counter.factor,
    type: counter.type,
    scale: counter.scale,
    ...freeSign(chosen),
    hidden: false,
    own: false,
  };
}

// A stretch of time with as much before and after it, so that it is seen in its surroundings.
function around(begin: number, end: number, interval: number): Span {
  const room = Math.max(end - begin, 20 * interval);
  return { begin: begin - room, end: end + room };
}
