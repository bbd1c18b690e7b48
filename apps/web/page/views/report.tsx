// View 5, the report: the words are those of `perflib report`.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FiredInstance, FiredRule, MachineFacts, PictureAnswer, QualityNote, ReportAnswer, SkippedRules } from '../answers';
import { lineRows } from '../charts/line';
import { countText, plural } from '../numbers';
import type { Source, Span, ViewProps } from '../state';
import { clockOf, differentClock, spanText, zoneName, type ShownClock } from '../times';
import { unitNamed } from '../units';
import { textOf, useAnswer } from './ask';
import { Empty, Fold, NeedsWhole, SourceChoice, chosenSource, useWidth, Waiting } from './parts';
import { innerSize, Plot } from './plot_chart';
import { saveReport } from './saving';
import { counterOf, upToStop } from './values';

const mostInstances = 5; // of a rule, before the others unfold; the text of the tool has as many
const chartHeight = 150;

export function ReportView(props: ViewProps): JSX.Element {
  const [source, chooseSource] = chosenSource(props);
  if (source === null) return <Empty>No log is open.</Empty>;
  return (
    <section class="view view-report" aria-label="Report">
      <div class="view-bar">
        <SourceChoice state={props.state} letter={source.letter} onChoose={chooseSource} />
        {source.stopped === null ? <SavePage {...props} source={source} /> : null}
      </div>
      <ReportOf {...props} source={source} />
    </section>
  );
}

type SourceProps = ViewProps & { readonly source: Source };

// The button that saves the report as a page.
function SavePage({ core, source }: SourceProps): JSX.Element {
  const [said, setSaid] = useState('');
  const [isWriting, setWriting] = useState(false);
  const write = async (): Promise<void> => {
    setSaid('');
    setWriting(true);
    setSaid(await saveReport(core, source).catch(textOf));
    setWriting(false);
  };
  return (
    <>
      <button type="button" disabled={isWriting} onClick={() => void write()}>{isWriting ? 'Writing …' : 'Save as a page'}</button>
      <span role="status">{said}</span>
    </>
  );
}

function ReportOf(props: SourceProps): JSX.Element {
  const { report } = props.source;
  if (report.kind === 'failed') return <Empty>The report could not be made: {report.text}</Empty>;
  if (report.kind !== 'done' && props.source.stopped !== null) return <NeedsWhole {...props} />;
  if (report.kind !== 'done') return <Waiting text="The rules are being checked …" />;
  const { answer } = report;
  return (
    <>
      <Verdict {...props} answer={answer} />
      {answer.findings.length > 0 ? <h3>Findings</h3> : null}
      {answer.findings.map((rule, index) => <FindingCard key={rule.rule} {...props} rule={rule} index={index} />)}
      <ShortRules title="Exceeded briefly" rules={answer.briefly} />
      <ShortRules title="Old rules of thumb" rules={answer.old_rules ?? []} />
      <DataQuality {...props} notes={answer.about_the_log} />
      <Passed answer={answer} />
      <Skipped skipped={answer.skipped ?? []} />
    </>
  );
}

function Verdict({ answer, source, state }: SourceProps & { answer: ReportAnswer }): JSX.Element {
  const clock = clockOf(state);
  const ownClock = differentClock(source, clock);
  return (
    <header class="view-verdict">
      <h2>{answer.verdict}</h2>
      <p>{answer.coverage}</p>
      {answer.about_the_log.filter((note) => note.severity !== 'info').map((note) => (
        <p key={note.text}><Label severity={note.severity} text="careful" /> {note.text}</p>
      ))}
      {ownClock === '' ? null : <p class="view-soft">Times in the texts below are those of the clock of the log ({ownClock}).</p>}
      <dl class="view-facts">
        <div><dt>Log</dt><dd>{source.name}</dd></div>
        {source.records === 0 ? null : <div><dt>Time</dt><dd>{spanText(source.span, clock)}, {zoneName(clock, source.span.begin)}</dd></div>}
        <div><dt>Samples</dt><dd>{countText(source.records)}</dd></div>
        {(answer.facts ?? []).map((machine) => <Machine key={machine.machine} machine={machine} />)}
      </dl>
    </header>
  );
}

function Machine({ machine }: { machine: MachineFacts }): JSX.Element {
  return (
    <div>
      <dt>{machine.machine === '' ? 'Machine' : machine.machine}</dt>
      {machine.facts.length === 0 ? <dd class="view-soft">nothing is known of it</dd> : null}
      {machine.facts.map((fact) => <dd key={fact.text}>{fact.text} <small class="view-soft">{fact.source}</small></dd>)}
    </div>
  );
}

// The severity as a word and a sign, not as a colour alone.
export function Label({ severity, text = severity }: { severity: string; text?: string }): JSX.Element {
  const signs: Record<string, string> = { critical: '■', warning: '▲', info: '●', brief: '○' };
  return <span class={`view-label view-label-${severity}`}><span aria-hidden="true">{signs[severity] ?? '●'}</span> {text}</span>;
}

function FindingCard(props: SourceProps & { rule: FiredRule; index: number }): JSX.Element {
  const { rule, index, source, actions } = props;
  const [worst] = rule.instances;
  if (worst === undefined) return <></>;
  const texts = rule.instances.map((one, instance) => (
    <FindingText key={one.of + one.text} instance={one} onShow={() => actions.chooseFinding({ letter: source.letter, index, instance })} />
  ));
  const others = texts.slice(mostInstances);
  return (
    <article class="view-card" aria-label={rule.title}>
      <h4><Label severity={worst.level ?? worst.severity} text={worst.severity} /> {rule.title} <code>{rule.rule}</code></h4>
      {texts.slice(0, mostInstances)}
      {others.length === 0 ? null : <Fold summary={`and ${countText(others.length)} more`}>{() => others}</Fold>}
      {(rule.remarks ?? []).map((remark) => <p key={remark} class="view-soft">Note: {remark}.</p>)}
      <FindingChart {...props} instance={worst} />
      <p class="view-soft">{rule.why_it_matters}</p>
      <LookAt steps={rule.look_at} />
    </article>
  );
}

function FindingText({ instance, onShow }: { instance: FiredInstance; onShow: () => void }): JSX.Element {
  return (
    <div class="view-finding">
      <p><strong>{instance.of}</strong>: {instance.text}.</p>
      {instance.culprits === undefined ? null : <p>Largest in that time: {instance.culprits}.</p>}
      {instance.account === undefined ? null : <p>{sentence(instance.account)}</p>}
      <button type="button" aria-label={`Show in the charts: ${instance.of}`} onClick={onShow}>Show in the charts</button>
    </div>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function LookAt({ steps }: { steps: readonly string[] | string | undefined }): JSX.Element | null {
  const list = steps === undefined ? [] : typeof steps === 'string' ? [steps] : steps;
  if (list.length === 0) return null;
  return (
    <>
      <h5>Look at next</h5>
      <ul>{list.map((step) => <li key={step}>{step}</li>)}</ul>
    </>
  );
}

// The first counter of the rule over the whole log, with the stretches beyond the limit marked.
function FindingChart({ core, state, source, rule, instance }: SourceProps & { rule: FiredRule; instance: FiredInstance }): JSX.Element | null {
  const [box, width] = useWidth<HTMLDivElement>();
  const path = (instance.paths ?? rule.paths).find((one) => counterOf(source, one)?.counter.reason === null);
  const args = path === undefined || width === 0 ? null
    : { log: source.log, paths: [path], ...source.span, pixels: Math.max(2, innerSize(width, chartHeight).width), limit: 1, statistics: false, ...upToStop(source) };
  const asked = useAnswer<PictureAnswer>(core, 'picture', args, null, true);
  const pictured = asked.answer?.result.series[0];
  if (path === undefined || asked.failure !== null) return null;
  const bands: Span[] = (instance.runs ?? []).map((run) => ({ begin: run.begin_unix, end: run.end_unix }));
  const clock = clockOf(state);
  return (
    <figure class="view-figure">
      <figcaption>{pictured?.title ?? path}</figcaption>
      <div ref={box} style={{ height: `${chartHeight}px` }} role="img" aria-label={`${path} over the whole log. ${bandsText(bands, clock)}`}>
        {asked.answer === null || pictured === undefined ? null : (
          <Plot width={width} height={chartHeight} span={source.span} unit={unitNamed(pictured.unit)} clock={clock} bands={bands}
            lines={[{ key: path, line: lineRows(asked.answer.result, pictured, asked.answer.numbers), colour: 0, dash: 0 }]} />
        )}
      </div>
    </figure>
  );
}

function bandsText(bands: readonly Span[], clock: ShownClock): string {
  const shown = bands.slice(0, 3).map((band) => spanText(band, clock)).join('; ');
  if (bands.length === 0) return '';
  return `Beyond the limit: ${shown}${bands.length > 3 ? ` and ${bands.length - 3} more times` : ''}.`;
}

// One line for each rule, so that it does not alarm.
function ShortRules({ title, rules }: { title: string; rules: readonly FiredRule[] }): JSX.Element | null {
  if (rules.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="view-list">
        {rules.map((rule) => (
          <li key={rule.rule}>
            {rule.title}: {rule.instances[0]?.of}: {rule.instances[0]?.text}
            {rule.instances.length > 1 ? `; and ${plural(rule.instances.length - 1, 'instance')} more` : ''}
          </li>
        ))}
      </ul>
    </>
  );
}

function DataQuality({ notes, state, actions }: SourceProps & { notes: readonly QualityNote[] }): JSX.Element {
  const clock = clockOf(state);
  return (
    <>
      <h3>The data</h3>
      {notes.length === 0 ? <p>Complete: no gaps, no missing values, a steady interval.</p> : null}
      <ul class="view-list">
        {notes.map((note) => (
          <li key={note.text}>
            <Label severity={note.severity} /> {note.text}{' '}
            {(note.times ?? []).slice(0, 10).map(([begin, end]) => (
              <button key={begin} type="button" onClick={() => {
                actions.show(around({ begin, end }));
                actions.setView('charts');
              }}>{spanText({ begin, end }, clock)}</button>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

// A part of the time with some room on both sides, so that its ends are seen.
export function around(span: Span): Span {
  const room = Math.max((span.end - span.begin) / 2, 5);
  return { begin: span.begin - room, end: span.end + room };
}

function Passed({ answer }: { answer: ReportAnswer }): JSX.Element | null {
  const passed = answer.passed ?? [];
  if (passed.length === 0) return null;
  return (
    <Fold summary={`${plural(passed.length, 'rule')} passed`}>
      {() => (
        <ul class="view-list">
          {passed.map((rule) => <li key={rule.rule}><code>{rule.rule}</code> {rule.title}{(rule.remarks ?? []).map((remark) => `; ${remark}`)}</li>)}
        </ul>
      )}
    </Fold>
  );
}

function Skipped({ skipped }: { skipped: readonly SkippedRules[] }): JSX.Element | null {
  if (skipped.length === 0) return null;
  const count = skipped.reduce((sum, one) => sum + one.rules.length, 0);
  return (
    <>
      <h3>Rules that could not be judged</h3>
      <Fold summary={`${plural(count, 'rule')}, and why`}>
        {() => (
          <dl class="view-skipped">
            {skipped.map((one) => (
              <div key={one.reason}>
                <dt>{one.reason}</dt>
                <dd>{one.rules.map((rule) => `${rule.title} (${rule.rule})`).join('; ')}</dd>
              </div>
            ))}
          </dl>
        )}
      </Fold>
    </>
  );
}
