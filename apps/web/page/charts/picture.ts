// The lines of the charts: what the tool `picture` answers, asked again as the view moves and, while
// a log is read, for more of it.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PictureAnswer, PicturedSeries, PictureStatistics } from '../answers';
import { CoreError, type Answer, type AskOptions, type Core, type Progress } from '../core';
import type { Actions, ReadPart, Series, Source, Span, State } from '../state';
import { unitNamed } from '../units';
import { textOf } from '../views/ask';
import { partOf, upToStop } from '../views/values';
import { lineRows, type Line, type LineStatistics } from './line';

export interface Pictures {
  readonly lines: ReadonlyMap<string, Line>;
  readonly gaps: readonly Span[];
  readonly span: Span; // that was asked for
  readonly isWhole: boolean; // false: a log was not read to its end
}

export interface PicturesState {
  readonly pictures: Pictures | null;
  readonly failure: PictureFailure | null;
}

export interface PictureFailure {
  readonly text: string;
  readonly hasChanged: boolean; // a file changed on disk after it was opened
  readonly details: string | null; // for a report about the fault
}

// So many values are counted through without a pause that anybody sees.
const fewValues = 200_000;
const restMilliseconds = 200;
// A log is read in pieces that double, from the first one on, until a piece takes longer than a short
// one: each is drawn.
const firstPiece = 4 * 1024 * 1024; // bytes
const shortPiece = 400; // ms
// Reading that ends earlier is not told.
const quietMilliseconds = 300;
const mostPixels = 10_000; // of a picture

export interface Wanted {
  readonly sources: readonly Source[];
  readonly series: readonly Series[];
  readonly span: Span;
  readonly pixels: number;
}

// A source, asked again until it is read.
export class SourcePicture {
  answer: Answer<PictureAnswer> | null = null;
  private piece = firstPiece;
  private most: number; // bytes that are read before the next answer

  // `read`: how many bytes were read already, as far as is known.
  constructor(
    readonly source: Source,
    readonly series: readonly Series[],
    private readonly args: object,
    read: number,
  ) {
    this.most = source.stopped?.bytes ?? Math.max(firstPiece, read);
  }

  get isUnfinished(): boolean {
    return this.answer === null || (this.answer.result.unfinished !== undefined && this.source.stopped === null);
  }

  async ask(core: Core, options: AskOptions): Promise<PictureAnswer> {
    const begin = performance.now();
    this.answer = await core.ask<PictureAnswer>('picture', { ...this.args, at_most_bytes: this.most }, options);
    if (performance.now() - begin < shortPiece) this.piece *= 2;
    this.most = (this.answer.result.unfinished?.read_bytes ?? 0) + this.piece;
    return this.answer.result;
  }
}

function sourcePictures(wanted: Wanted, statistics: boolean, read: ReadonlyMap<string, number>): SourcePicture[] {
  return wanted.sources.flatMap((source) => {
    const series = wanted.series.filter((one) => one.letter === source.letter);
    const part = partOf(source, wanted.span);
    if (series.length === 0 || part === null) return [];
    const share = (part.end - part.begin) / (wanted.span.end - wanted.span.begin);
    const args = {
      log: source.log,
      paths: series.map((one) => one.path),
      ...part,
      pixels: Math.min(mostPixels, Math.max(2, Math.round(wanted.pixels * share))),
      limit: Math.min(1000, Math.max(series.length, 1)),
      statistics,
    };
    return [new SourcePicture(source, series, args, read.get(source.log) ?? 0)];
  });
}

function picturesIn(all: readonly SourcePicture[], span: Span): Pictures {
  const lines = new Map<string, Line>();
  const gaps: Span[] = [];
  for (const { answer, series } of all) {
    if (answer === null) continue;
    for (const line of linesOf(answer, series)) lines.set(line.key, line);
    for (const [begin, end] of answer.result.gaps ?? []) gaps.push({ begin, end });
  }
  return { lines, gaps, span, isWhole: all.every((one) => one.answer?.result.unfinished === undefined) };
}

export function linesOf(answer: Answer<PictureAnswer>, series: readonly Series[]): Line[] {
  const lines: Line[] = [];
  for (const pictured of answer.result.series) {
    const one = series[pictured.path_number];
    if (one === undefined || lines.some((line) => line.key === one.key)) continue;
    lines.push(lineOf(answer, pictured, one));
  }
  return lines;
}

// Returns the time of a record of a series in a part of the time, in which it has several: `choose` chooses a
// row of each picture; null: it chose none. Errors: those of the core.
export async function recordIn(core: Core, source: Source, series: Series, part: Span, choose: (line: Line) => number): Promise<number | null> {
  for (let within: Span = part; ;) {
    const args = { log: source.log, paths: [series.path], ...within, pixels: mostPixels, limit: 1, statistics: false, ...upToStop(source) };
    const [line] = linesOf(await core.ask<PictureAnswer>('picture', args), [series]);
    const row = line === undefined ? -1 : choose(line);
    const begin = line?.times[row];
    const end = line?.ends[row];
    if (begin === undefined || end === undefined) return null;
    const isNarrower = begin > within.begin || end < within.end;
    if (end === begin || !isNarrower) return begin;
    within = { begin, end };
  }
}

function lineOf({ result, numbers }: Answer<PictureAnswer>, pictured: PicturedSeries, series: Series): Line {
  const statistics = statisticsOf(pictured.statistics, pictured.factor);
  return { key: series.key, unit: unitNamed(pictured.unit), statistics, ...lineRows(result, pictured, numbers) };
}

function statisticsOf(stored: PictureStatistics | undefined, factor: number): LineStatistics | null {
  if (stored === undefined) return null;
  const scaled = (value: number | null): number | null => (value === null ? null : value * factor);
  return {
    count: stored.count,
    gaps: stored.gaps,
    min: scaled(stored.min),
    average: scaled(stored.average),
    max: scaled(stored.max),
    p95: scaled(stored.p95),
    last: scaled(stored.last),
    isMean: stored.average_is_mean ?? false,
  };
}

// Lines without statistics keep those that they had, until new ones come.
function withOldStatistics(next: Pictures, before: Pictures | null): Pictures {
  if (before === null) return next;
  const lines = new Map<string, Line>();
  for (const [key, line] of next.lines) {
    lines.set(key, line.statistics === null ? { ...line, statistics: before.lines.get(key)?.statistics ?? null } : line);
  }
  return { ...next, lines };
}

function failureOf(error: unknown): PictureFailure {
  const text = textOf(error);
  if (!(error instanceof CoreError)) return { text, hasChanged: false, details: null };
  return { text, hasChanged: error.changed !== null, details: error.kind === 'trap' ? error.details : null };
}

// The pictures of the chosen series. One request runs at a time: when it is answered, what is
// wanted by then is asked next. A view of many values is drawn first and counted when it rests.
export function usePictures(state: State, actions: Actions, core: Core, pixels: number, statistics = true): PicturesState {
  const [shown, setShown] = useState<PicturesState>({ pictures: null, failure: null });
  const run = useRef<PictureRun | null>(null);
  const { sources, series, visible } = state;
  const keys = series.map((one) => one.key).join('\n');
  const logs = sources.map((one) => `${one.log} ${one.stopped?.bytes ?? ''}`).join();
  useEffect(() => {
    run.current ??= new PictureRun(core, actions, statistics, setShown);
    const none = visible === null || pixels === 0 || series.length === 0;
    run.current.want(none ? null : { sources, series, span: visible, pixels });
  }, [core, logs, keys, visible, pixels]);
  useEffect(() => () => run.current?.end(), []);
  return shown;
}

// What the page is told about reading.
type ReadingActions = Pick<Actions, 'noteReading' | 'readRest'>;

export class PictureRun {
  private wanted: Wanted | null = null;
  private isRunning = false;
  private isEnded = false;
  private shown: PicturesState = { pictures: null, failure: null };
  private rest: ReturnType<typeof setTimeout> | undefined;
  private abort = new AbortController();
  private isReading = false; // the request that runs reads more of a log
  // How far logs were read that are not read to their ends, in bytes, by their names.
  private readonly read = new Map<string, number>();
  private readonly told = new Set<string>(); // letters of the sources whose reading the page tells

  constructor(
    private readonly core: Core,
    private readonly actions: ReadingActions,
    private readonly statistics: boolean,
    private readonly tell: (state: PicturesState) => void,
  ) {}

  // Another view does not wait for the piece of a log that is being read: the core keeps what it has
  // read of it.
  want(wanted: Wanted | null): void {
    clearTimeout(this.rest);
    this.wanted = wanted;
    if (this.isReading) this.abort.abort();
    if (wanted === null) {
      this.endTelling();
      return this.show({ pictures: null, failure: null });
    }
    if (!this.isRunning) void this.run();
  }

  end(): void {
    this.isEnded = true;
    clearTimeout(this.rest);
    this.abort.abort();
    this.endTelling();
  }

  private show(part: Partial<PicturesState>): void {
    if (this.isEnded) return;
    this.shown = { ...this.shown, ...part };
    this.tell(this.shown);
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    let wanted = this.wanted;
    while (wanted !== null && !this.isEnded) {
      await this.draw(wanted, this.statistics && this.isSmall(wanted));
      if (this.wanted === wanted) break;
      wanted = this.wanted;
    }
    this.isRunning = false;
    if (wanted === null || !this.statistics || this.isSmall(wanted)) return;
    this.rest = setTimeout(() => void this.count(wanted), restMilliseconds);
  }

  // Whether the statistics cost nothing that anybody would notice.
  private isSmall(wanted: Wanted): boolean {
    const records = wanted.sources.reduce((sum, source) => sum + source.records, 0);
    return records * wanted.series.length <= fewValues;
  }

  private async count(wanted: Wanted): Promise<void> {
    if (this.wanted !== wanted || this.isRunning || this.isEnded) return;
    this.isRunning = true;
    await this.draw(wanted, true);
    this.isRunning = false;
    if (this.wanted !== wanted && this.wanted !== null) void this.run();
  }

  // Draws what is wanted; while logs are read, again and again.
  private async draw(wanted: Wanted, statistics: boolean): Promise<void> {
    this.abort = new AbortController();
    const { signal } = this.abort;
    const begin = performance.now();
    const all = sourcePictures(wanted, statistics, this.read);
    this.endTelling(all);
    try {
      do {
        for (const one of all) {
          if (!one.isUnfinished) continue;
          const note = (read: ReadPart): void => this.note(one.source, read, begin);
          const onProgress = (progress: Progress): void => {
            this.isReading = true;
            note(progress);
          };
          this.isReading = one.answer !== null;
          const { unfinished } = await one.ask(this.core, { signal, onProgress });
          this.isReading = false;
          if (unfinished === undefined) this.noteWhole(one.source);
          else note({ position: unfinished.read_bytes, size: unfinished.size_bytes, time: unfinished.read_to_unix });
        }
        if (this.wanted === null) return;
        const next = picturesIn(all, wanted.span);
        this.show({ pictures: withOldStatistics(next, this.shown.pictures), failure: null });
      } while (this.wanted === wanted && all.some((one) => one.isUnfinished));
    } catch (error) {
      this.isReading = false;
      if (signal.aborted) return; // something else is wanted
      this.endTelling();
      this.show({ failure: failureOf(error) });
    }
  }

  private note(source: Source, read: ReadPart, begin: number): void {
    if (this.isEnded) return;
    this.read.set(source.log, read.position);
    const isEnd = source.stopped !== null && read.time !== undefined;
    if (!isEnd && performance.now() - begin < quietMilliseconds) return;
    this.told.add(source.letter);
    this.actions.noteReading(source.letter, read);
  }

  private noteWhole(source: Source): void {
    this.read.delete(source.log);
    if (this.told.delete(source.letter)) this.actions.noteReading(source.letter, null);
    if (source.stopped !== null && !source.isPart) this.actions.readRest(source.letter);
  }

  // Tells that sources are not read which are not asked for.
  private endTelling(asked: readonly SourcePicture[] = []): void {
    for (const letter of [...this.told]) {
      if (asked.some((one) => one.source.letter === letter)) continue;
      this.told.delete(letter);
      this.actions.noteReading(letter, null);
    }
  }
}
