// View 7, the log: what its files are, what is damaged or missing, and what it has.
import type { ComponentChildren, JSX } from 'preact';
import type { DamageAnswer } from '../answers';
import { countText, plural, quantityText } from '../numbers';
import { clockAmong } from '../opening';
import { objectTitle } from '../series';
import type { ObjectFacts, Source, Span, ViewProps } from '../state';
import { assumedText, clockOf, differentClock, durationText, showTime, spanText, utc, zoneName, type ShownClock } from '../times';
import { useAnswer } from './ask';
import { Empty, Failure, Fold, NeedsWhole, ScrollRegion, SourceChoice, chosenSource, Waiting } from './parts';
import { around } from './report';
import { upToStop } from './values';

interface FactsAnswer {
  readonly files: readonly FileAnswer[];
}

interface FileAnswer {
  readonly name: string;
  readonly format: string;
  readonly size: number;
  readonly version: string | null;
  readonly started_unix: number | null;
  readonly structure: Structure | null;
}

// What `perflib inspect --json` prints, as far as the view shows it.
interface Structure {
  readonly format?: string;
  readonly is_circular?: boolean;
  readonly header?: BlgHeader | null;
  readonly entries?: ListOf<Entry>;
  readonly blocks?: Total;
  readonly journal?: Total;
  readonly samples?: { readonly count: number; readonly values: number };
  readonly oddities?: ListOf<Oddity>;
}

interface ListOf<T> {
  readonly count: number;
  readonly shown: readonly T[];
}

interface BlgHeader {
  readonly windows?: string;
  readonly start_time?: string | null;
  readonly end_time?: string | null;
  readonly boot_time?: string | null;
  readonly perf_freq?: number;
  readonly buffers_written?: number;
  readonly buffers_lost?: number;
  readonly events_lost?: number;
  readonly logger_name?: string;
  readonly log_file_name?: string;
}

interface Total {
  readonly count: number;
  readonly samples: number;
  readonly bytes: number;
}

interface Entry {
  readonly machine: string;
  readonly object: string;
  readonly parent: string | null;
  readonly instance: string | null;
  readonly instance_index: number;
  readonly counter: string;
  readonly type: number;
  readonly time_base: number;
  readonly default_scale: number;
}

interface Oddity {
  readonly structure: string;
  readonly field: string;
  readonly offset: number;
  readonly text: string;
  readonly is_loss: boolean;
  readonly skipped_bytes: number;
  readonly skipped_samples: number;
}

export function LogView(props: ViewProps): JSX.Element {
  const { state } = props;
  const [source, chooseSource] = chosenSource(props);
  if (source === null) return <Empty>No log is open.</Empty>;
  return (
    <section class="view view-log" aria-label="Log">
      <div class="view-bar"><SourceChoice state={state} letter={source.letter} onChoose={chooseSource} /></div>
      <LogFacts {...props} source={source} clock={clockOf(state)} />
      <Damage damage={source.damage} left={source.damageLeftOut} />
      <Gaps {...props} source={source} />
      <Restarts {...props} source={source} />
      <Notes {...props} source={source} />
      <h3>Files</h3>
      {source.stopped === null ? <Files {...props} source={source} /> : <NeedsWhole {...props} source={source} what="the structure of the files" />}
      <Objects objects={source.objects} />
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return <div><dt>{name}</dt><dd>{children}</dd></div>;
}

function LogFacts(props: ViewProps & { source: Source; clock: ShownClock }): JSX.Element {
  const { source, clock } = props;
  const series = source.objects.reduce((sum, one) => sum + one.counters.length * (one.hasInstances ? one.instances.length : 1), 0);
  return (
    <>
      <h2>{source.name}</h2>
      <dl class="view-facts">
        <Fact name="Format">{source.format}, {source.holdsReadings ? 'readings: values are calculated by the types of the counters' : 'values that were calculated when it was written'}</Fact>
        {source.machine === '' ? null : <Fact name="Machine">{source.machine}</Fact>}
        <Fact name="Samples">{countText(source.records)}{source.interval === null ? '' : `, one every ${durationText(source.interval)}`}</Fact>
        <Fact name="Time">{source.records === 0 ? 'no samples' : `${spanText(source.span, clock)} (${durationText(source.span.end - source.span.begin)})`}</Fact>
        <Fact name="Clock">{clockSentence(source, clock)}<OtherClock {...props} /></Fact>
        <Fact name="Counters">{plural(source.objects.length, 'object')}, {plural(series, 'series', 'series')}</Fact>
      </dl>
    </>
  );
}

function clockSentence(source: Source, clock: ShownClock): string {
  const zone = source.zone === '' ? '' : ` (${source.zone})`;
  const own: ShownClock = { kind: 'log', biasMinutes: source.biasMinutes, zone: source.zone };
  const shown = differentClock(source, clock) === '' ? '' : `; times are shown in ${zoneName(clock, source.span.begin)}`;
  if (source.assumedClock !== '') return `${assumedText(source)}, because the log does not tell the offset from UTC${shown}`;
  if (source.biasMinutes === null) return `its own${zone}: the log does not tell the offset from UTC${shown === '' ? '' : ', and is taken for UTC'}${shown}`;
  return `${zoneName(own, source.span.begin)}${zone}${shown}`;
}

// A log whose clock is assumed can be taken for one of UTC instead, and back.
function OtherClock({ state, actions, source }: ViewProps & { source: Source }): JSX.Element | null {
  const other = source.assumedClock === utc.name ? clockAmong(state.sources) : utc;
  if (source.assumedClock === '' || other === null) return null;
  const take = (): void => actions.setClock(source.letter, other);
  return <> <button type="button" onClick={take}>Take it for {other === utc ? '' : 'that of '}{other.name}</button></>;
}

function Damage({ damage, left }: { damage: readonly DamageAnswer[]; left: number }): JSX.Element {
  if (damage.length === 0) return <><h3>Damage</h3><p>Nothing is damaged.</p></>;
  return (
    <>
      <h3>Damage</h3>
      <p>
        {plural(damage.length + left, 'place is', 'places are')} not as the format demands. What could be read is shown.
        {left === 0 ? '' : ` The first ${countText(damage.length)} are:`}
      </p>
      <ul class="view-list">
        {damage.map((one, index) => <li key={index}>{one.text}{lossText(one)}</li>)}
      </ul>
    </>
  );
}

function lossText(one: DamageAnswer): string {
  if (!one.is_loss) return ' (read nevertheless)';
  const parts = [];
  if ((one.skipped_bytes ?? 0) > 0) parts.push(plural(one.skipped_bytes ?? 0, 'byte'));
  if ((one.skipped_records ?? 0) > 0) parts.push(plural(one.skipped_records ?? 0, 'sample'));
  return parts.length === 0 ? ' (readings are missing)' : ` (skipped: ${parts.join(', ')})`;
}

function Gaps({ source, state, actions }: ViewProps & { source: Source }): JSX.Element {
  const clock = clockOf(state);
  const show = (gap: Span): void => {
    actions.show(around(gap));
    actions.setView('charts');
  };
  return (
    <>
      <h3>Gaps</h3>
      {source.gaps.length === 0 ? <p>No gap: no time without samples is longer than 2.5 usual intervals.</p> : (
        <ScrollRegion label="Gaps">
        <table class="view-grid">
          <thead><tr><th scope="col">Last sample before</th><th scope="col">First after</th><th scope="col" class="view-number">Length</th><th scope="col">Charts</th></tr></thead>
          <tbody>
            {source.gaps.map((gap) => (
              <tr key={gap.begin}>
                <td>{showTime(gap.begin, clock)}</td>
                <td>{showTime(gap.end, clock)}</td>
                <td class="view-number">{durationText(gap.end - gap.begin)}</td>
                <td><button type="button" onClick={() => show(gap)} aria-label={`Show the gap at ${showTime(gap.begin, clock)}`}>Show</button></td>
              </tr>
            ))}
          </tbody>
        </table>
        </ScrollRegion>
      )}
      {source.gapsLeftOut === 0 ? null : <p>The longest {countText(source.gaps.length)} gaps are listed.</p>}
    </>
  );
}

interface RestartsAnswer {
  readonly restarts?: readonly number[];
}

// The restarts of the machine, which a picture of a chosen counter knows without reading the log again.
function Restarts({ core, source, state }: ViewProps & { source: Source }): JSX.Element | null {
  const path = state.series.find((one) => one.letter === source.letter)?.path;
  const args = path === undefined ? null : { log: source.log, paths: [path], pixels: 2, limit: 1, statistics: false, ...upToStop(source) };
  const asked = useAnswer<RestartsAnswer>(core, 'picture', args, null);
  const restarts = asked.answer?.result.restarts ?? [];
  if (restarts.length === 0) return null;
  return (
    <>
      <h3>Restarts</h3>
      <p>Before these samples the machine was restarted, or another log begins.</p>
      <ul class="view-list">{restarts.map((time) => <li key={time}>{showTime(time, clockOf(state))}</li>)}</ul>
    </>
  );
}

// What people wrote about the log, in the file of notes beside it.
function Notes({ source, state, actions }: ViewProps & { source: Source }): JSX.Element | null {
  if (source.notes.length === 0 && source.remarks.length === 0) return null;
  const clock = clockOf(state);
  const show = (time: number): void => {
    const room = 20 * (source.interval ?? 1);
    actions.show({ begin: time - room, end: time + room });
    actions.setView('charts');
  };
  return (
    <>
      <h3>Notes</h3>
      <ul class="view-list">
        {source.notes.map((note, index) => (
          <li key={index}>
            <button type="button" onClick={() => show(note.time)} aria-label={`Show ${showTime(note.time, clock)}`}>{showTime(note.time, clock)}</button>{' '}
            <bdi>{note.text}</bdi>
          </li>
        ))}
      </ul>
      {source.remarks.map((remark) => <p key={remark} class="view-note"><bdi>{remark}</bdi></p>)}
    </>
  );
}

function Files({ core, source, state }: ViewProps & { source: Source }): JSX.Element {
  const asked = useAnswer<FactsAnswer>(core, 'facts', { log: source.log }, null, true);
  const clock = clockOf(state);
  return (
    <>
      {asked.failure === null ? null : <Failure text={asked.failure} again={asked.again} />}
      {asked.answer === null && asked.failure === null ? <Waiting text="Reading what the files consist of …" /> : null}
      {(asked.answer?.result.files ?? []).map((file) => <FileCard key={file.name} file={file} clock={clock} />)}
    </>
  );
}

function FileCard({ file, clock }: { file: FileAnswer; clock: ShownClock }): JSX.Element {
  const { structure } = file;
  const header = structure?.header;
  const versionOf = structure?.format === 'blg' ? 'Windows' : 'Version of the format';
  return (
    <article class="view-card" aria-label={file.name}>
      <h4>{file.name}</h4>
      <dl class="view-facts">
        <Fact name="Format">{file.format}{structure?.is_circular === true ? ', circular' : ''}</Fact>
        <Fact name="Size">{quantityText('bytes', file.size)}</Fact>
        {file.version === null ? null : <Fact name={versionOf}>{file.version}</Fact>}
        {file.started_unix === null ? null : <Fact name="Recording began">{showTime(file.started_unix, clock)}</Fact>}
        {header?.boot_time == null ? null : <Fact name="Windows started">{header.boot_time.replace('T', ' ')} UTC</Fact>}
        {header?.perf_freq === undefined ? null : <Fact name="Clock of the counters">{countText(header.perf_freq)} ticks per second</Fact>}
        {header?.buffers_written === undefined ? null : (
          <Fact name="Buffers">{countText(header.buffers_written)} written, {countText(header.buffers_lost ?? 0)} lost; {plural(header.events_lost ?? 0, 'event')} lost</Fact>
        )}
        {header?.log_file_name ? <Fact name="Named by its writer">{header.log_file_name}</Fact> : null}
        {structure?.blocks === undefined ? null : <Fact name="Blocks">{countText(structure.blocks.count)} with {plural(structure.blocks.samples, 'sample')}, {quantityText('bytes', structure.blocks.bytes)}</Fact>}
        {structure?.journal === undefined || structure.journal.count === 0 ? null : <Fact name="Journal">{plural(structure.journal.count, 'part')} with {plural(structure.journal.samples, 'sample')}</Fact>}
        {structure?.samples === undefined ? null : <Fact name="Readings">{countText(structure.samples.values)}</Fact>}
      </dl>
      {structure?.oddities === undefined || structure.oddities.count === 0 ? null : <Oddities list={structure.oddities} />}
      {structure?.entries === undefined || structure.entries.count === 0 ? null : <Entries list={structure.entries} />}
    </article>
  );
}

function Oddities({ list }: { list: ListOf<Oddity> }): JSX.Element {
  return (
    <Fold summary={plural(list.count, 'oddity', 'oddities')}>
      {() => (
        <ScrollRegion label="Oddities">
        <table class="view-grid">
          <thead><tr><th scope="col" class="view-number">Byte</th><th scope="col">Where</th><th scope="col">What</th><th scope="col">Lost</th></tr></thead>
          <tbody>
            {list.shown.map((one, index) => (
              <tr key={index}>
                <td class="view-number">{countText(one.offset)}</td>
                <td>{one.structure}.{one.field}</td>
                <td>{one.text}</td>
                <td>{one.is_loss ? `${plural(one.skipped_bytes, 'byte')}, ${plural(one.skipped_samples, 'sample')}` : 'nothing'}</td>
              </tr>
            ))}
          </tbody>
        </table>
        </ScrollRegion>
      )}
    </Fold>
  );
}

function entryPath(entry: Entry): string {
  if (entry.instance === null) return `${entry.machine}\\${entry.object}\\${entry.counter}`;
  const parent = entry.parent === null ? '' : `${entry.parent}/`;
  const index = entry.instance_index === 0 ? '' : `#${entry.instance_index}`;
  return `${entry.machine}\\${entry.object}(${parent}${entry.instance}${index})\\${entry.counter}`;
}

function Entries({ list }: { list: ListOf<Entry> }): JSX.Element {
  return (
    <Fold summary={`${plural(list.count, 'entry', 'entries')} of the catalog`}>
      {() => (
        <>
          <ScrollRegion label="Entries">
          <table class="view-grid">
            <thead><tr><th scope="col">Counter</th><th scope="col">Type</th><th scope="col" class="view-number">Ticks per second</th><th scope="col" class="view-number">Scale</th></tr></thead>
            <tbody>
              {list.shown.map((entry, index) => (
                <tr key={index}>
                  <td>{entryPath(entry)}</td>
                  <td><code>0x{(entry.type >>> 0).toString(16).padStart(8, '0')}</code></td>
                  <td class="view-number">{countText(entry.time_base)}</td>
                  <td class="view-number">10^{entry.default_scale}</td>
                </tr>
              ))}
            </tbody>
          </table>
          </ScrollRegion>
          {list.count > list.shown.length ? <p class="view-note">{countText(list.count - list.shown.length)} more are not shown.</p> : null}
        </>
      )}
    </Fold>
  );
}

function Objects({ objects }: { objects: readonly ObjectFacts[] }): JSX.Element {
  return (
    <>
      <h3>Objects</h3>
      <ScrollRegion label="Objects">
        <table class="view-grid">
          <thead><tr><th scope="col">Object</th><th scope="col" class="view-number">Counters</th><th scope="col" class="view-number">Instances</th><th scope="col">Without values</th></tr></thead>
          <tbody>
            {objects.map((object) => (
              <tr key={`${object.machine ?? ''}\\${object.name}`}>
                <th scope="row">{objectTitle(object.machine, object.name)}{object.localName === null ? null : <small class="view-soft"> {object.localName}</small>}</th>
                <td class="view-number">{countText(object.counters.length)}</td>
                <td class="view-number">{object.hasInstances ? countText(object.instances.length + object.instancesLeftOut) : '–'}</td>
                <td>{withoutValues(object)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function withoutValues(object: ObjectFacts): string {
  const empty = object.counters.filter((one) => one.reason !== null);
  if (empty.length === 0) return '';
  const names = empty.slice(0, 3).map((one) => one.name).join(', ');
  return empty.length > 3 ? `${names} and ${empty.length - 3} more` : names;
}
