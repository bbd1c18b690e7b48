// The lines of the charts: what the tool `picture` answers, asked again as the view moves.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { NumberColumn, PictureAnswer, PicturedSeries, PictureStatistics } from '../answers';
import { CoreError, type Answer, type Core } from '../core';
import type { Series, Source, Span, State, Unit } from '../state';
import { unitNamed } from '../units';

// The statistics of a line in the part that is shown, in the unit of the chart.
export interface LineStatistics {
  readonly count: number;
  readonly gaps: number;
  readonly min: number | null;
  readonly average: number | null;
  readonly max: number | null;
  readonly p95: number | null;
  readonly last: number | null;
  readonly isMean: boolean; // the average is the mean of the values
}

// A line, row by row: a row is a pixel that has records. Values are in the unit; NaN: none.
export interface Line {
  readonly key: string;
  readonly unit: Unit;
  readonly rows: number;
  readonly times: Float64Array; // of the first record of each row
  readonly ends: Float64Array; // and of the last
  readonly first: Float64Array;
  readonly least: Float64Array;
  readonly largest: Float64Array;
  readonly last: Float64Array;
  readonly breaks: ReadonlySet<number>; // rows that no line connects with the row before
  readonly statistics: LineStatistics | null;
}

export interface Pictures {
  readonly lines: ReadonlyMap<string, Line>;
  readonly gaps: readonly Span[];
  readonly span: Span; // that was asked for
}

export interface PicturesState {
  readonly pictures: Pictures | null;
  readonly done: number | null; // the part that was read, 0 to 1; null: nothing is being read
  readonly failure: PictureFailure | null;
}

export interface PictureFailure {
  readonly text: string;
  readonly hasChanged: boolean; // a file changed on disk after it was opened
  readonly details: string | null; // for whoever repairs the program
}

// So many values are counted through without a pause that anybody sees.
const fewValues = 200_000;
const restMilliseconds = 200;

interface Wanted {
  readonly sources: readonly Source[];
  readonly series: readonly Series[];
  readonly span: Span;
  readonly pixels: number;
}

// What a source is asked for; a source without overlap is not asked.
function partOf(source: Source, span: Span): Span | null {
  const begin = Math.max(span.begin, source.span.begin);
  const end = Math.min(span.end, source.span.end);
  return begin <= end ? { begin, end } : null;
}

async function ask(core: Core, wanted: Wanted, statistics: boolean, onPart: (part: number) => void): Promise<Pictures> {
  const lines = new Map<string, Line>();
  const gaps: Span[] = [];
  for (const source of wanted.sources) {
    const series = wanted.series.filter((one) => one.letter === source.letter);
    const part = partOf(source, wanted.span);
    if (series.length === 0 || part === null) continue;
    const share = (part.end - part.begin) / (wanted.span.end - wanted.span.begin);
    const args = {
      log: source.log,
      paths: series.map((one) => one.path),
      ...part,
      pixels: Math.min(10_000, Math.max(2, Math.round(wanted.pixels * share))),
      limit: Math.min(1000, Math.max(series.length, 1)),
      statistics,
    };
    const onProgress = ({ position, size }: { position: number; size: number }): void => onPart(size > 0 ? position / size : 0);
    const answer = await core.ask<PictureAnswer>('picture', args, { onProgress });
    for (const line of linesOf(answer, series)) lines.set(line.key, line);
    for (const [begin, end] of answer.result.gaps ?? []) gaps.push({ begin, end });
  }
  return { lines, gaps, span: wanted.span };
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

function lineOf(answer: Answer<PictureAnswer>, pictured: PicturedSeries, series: Series): Line {
  const { result, numbers } = answer;
  const plain = (column: NumberColumn): Float64Array => numbers.subarray(column.offset, column.offset + column.count);
  const scaled = (column: NumberColumn): Float64Array => {
    return pictured.factor === 1 ? plain(column) : plain(column).map((value) => value * pictured.factor);
  };
  return {
    key: series.key,
    unit: unitNamed(pictured.unit),
    rows: result.rows,
    times: plain(result.times),
    ends: plain(result.ends),
    first: scaled(pictured.first),
    least: scaled(pictured.least),
    largest: scaled(pictured.largest),
    last: scaled(pictured.last),
    breaks: new Set(pictured.breaks ?? []),
    statistics: statisticsOf(pictured.statistics, pictured.factor),
  };
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
  const text = error instanceof Error ? error.message : String(error);
  if (!(error instanceof CoreError)) return { text, hasChanged: false, details: null };
  return { text, hasChanged: error.changed !== null, details: error.kind === 'trap' ? error.details : null };
}

// The pictures of the chosen series. One request runs at a time: when it is answered, what is
// wanted by then is asked next. A view of many values is drawn first and counted when it rests.
export function usePictures(state: State, core: Core, pixels: number, statistics = true): PicturesState {
  const [shown, setShown] = useState<PicturesState>({ pictures: null, done: null, failure: null });
  const run = useRef<PictureRun | null>(null);
  const { sources, series, visible } = state;
  const keys = series.map((one) => one.key).join('\n');
  const logs = sources.map((one) => one.log).join();
  useEffect(() => {
    run.current ??= new PictureRun(core, statistics, setShown);
    const none = visible === null || pixels === 0 || series.length === 0;
    run.current.want(none ? null : { sources, series, span: visible, pixels });
  }, [core, logs, keys, visible, pixels]);
  useEffect(() => () => run.current?.end(), []);
  return shown;
}

class PictureRun {
  private wanted: Wanted | null = null;
  private isRunning = false;
  private isEnded = false;
  private shown: PicturesState = { pictures: null, done: null, failure: null };
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly core: Core,
    private readonly statistics: boolean,
    private readonly tell: (state: PicturesState) => void,
  ) {}

  want(wanted: Wanted | null): void {
    clearTimeout(this.rest);
    this.wanted = wanted;
    if (wanted === null) return this.show({ pictures: null, done: null, failure: null });
    if (!this.isRunning) void this.run();
  }

  end(): void {
    this.isEnded = true;
    clearTimeout(this.rest);
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

  private async draw(wanted: Wanted, statistics: boolean): Promise<void> {
    const late = setTimeout(() => this.show({ done: 0 }), 300);
    const isLate = (): boolean => this.shown.done !== null;
    try {
      const next = await ask(this.core, wanted, statistics, (done) => isLate() && this.show({ done }));
      if (this.wanted !== null) this.show({ pictures: withOldStatistics(next, this.shown.pictures), done: null, failure: null });
    } catch (error) {
      this.show({ done: null, failure: failureOf(error) });
    } finally {
      clearTimeout(late);
    }
  }
}

// The row whose time is nearest; -1 without rows.
export function nearestRow(line: Pick<Line, 'times' | 'rows'>, time: number): number {
  const next = firstRowAfter(line, time);
  if (next === 0) return line.rows > 0 ? 0 : -1;
  if (next >= line.rows) return line.rows - 1;
  const before = line.times[next - 1] ?? 0;
  const after = line.times[next] ?? 0;
  return time - before <= after - time ? next - 1 : next;
}

// The first row that begins after that time; `rows` if there is none.
function firstRowAfter(line: Pick<Line, 'times' | 'rows'>, time: number): number {
  let low = 0;
  let high = line.rows;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((line.times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The first time with a value after a part of the time or, if there is none, the last before it.
export function nextValue(lines: readonly Line[], span: Span): number | null {
  let after = Infinity;
  let before = -Infinity;
  for (const line of lines) {
    for (let row = 0; row < line.rows; ++row) {
      const time = line.times[row] ?? NaN;
      if (Number.isNaN(line.first[row] ?? NaN)) continue;
      if (time > span.end) after = Math.min(after, time);
      if (time < span.begin) before = Math.max(before, time);
    }
  }
  if (Number.isFinite(after)) return after;
  return Number.isFinite(before) ? before : null;
}

// The value of a line at a time: that of the row which has it, NaN if there is none.
export function valueAt(line: Line, time: number): number {
  const row = firstRowAfter(line, time) - 1;
  return row < 0 ? NaN : (line.last[row] ?? NaN);
}
