// The findings of the report as buttons over the charts: each zooms to its time.
import type { JSX } from 'preact';
import { plural } from './numbers';
import { findingsOf, isChosen, worstTime, type Level, type ShownFinding } from './findings';
import type { Actions, Source, State } from './state';
import { clockOf, clockText, dateText, type ShownClock } from './times';

const words: Readonly<Record<Level, string>> = { critical: 'Critical', warning: 'Warning', info: 'Info' };

export function FindingStrip({ state, actions }: { state: State; actions: Actions }): JSX.Element | null {
  if (state.sources.length === 0) return null;
  const findings = findingsOf(state);
  const clock = clockOf(state);
  return (
    <section class="findings" aria-label="Findings">
      {findings.length > 0 ? (
        <ul class="findings-list">
          {findings.map((finding) => (
            <li key={`${finding.source.letter}${finding.index}`}>
              <FindingButton finding={finding} state={state} actions={actions} clock={clock} />
            </li>
          ))}
        </ul>
      ) : null}
      {state.sources.map((source) => <Outcome key={source.letter} source={source} state={state} actions={actions} />)}
    </section>
  );
}

interface FindingButtonProps {
  readonly finding: ShownFinding;
  readonly state: State;
  readonly actions: Actions;
  readonly clock: ShownClock;
}

function FindingButton({ finding, state, actions, clock }: FindingButtonProps): JSX.Element {
  const { source, index, rule, instance, level } = finding;
  const chosen = isChosen(finding, state.finding);
  const time = worstTime(instance);
  const text = `${instance.of}: ${instance.text}`;
  return (
    <button
      type="button"
      class={`finding is-${level}`}
      aria-pressed={chosen}
      title={text}
      onClick={() => actions.chooseFinding(chosen ? null : { letter: source.letter, index })}
    >
      <span class="finding-level">
        <LevelSign level={level} />
        {words[level]}
      </span>
      <span class="finding-title">
        {state.sources.length > 1 ? <b class="letter">{source.letter}</b> : null}
        {rule.title}
      </span>
      <span class="finding-text">{text}</span>
      {time === null ? null : <span class="finding-time">{timeText(time, source, clock)}</span>}
    </button>
  );
}

// Returns the time of a finding, with its date only if the log covers several days.
function timeText(time: number, source: Source, clock: ShownClock): string {
  const oneDay = dateText(source.span.begin, clock) === dateText(source.span.end, clock);
  return oneDay ? clockText(time, clock) : `${dateText(time, clock)} ${clockText(time, clock, 'minute')}`;
}

// The sign of a level: levels differ in form, too, not only in colour.
function LevelSign({ level }: { level: Level }): JSX.Element {
  const shapes: Readonly<Record<Level, string>> = {
    critical: 'M4.2 1h5.6L13 4.2v5.6L9.8 13H4.2L1 9.8V4.2z',
    warning: 'M7 1.5L13.3 12.5H.7z',
    info: 'M7 1a6 6 0 1 1 0 12A6 6 0 0 1 7 1z',
  };
  return (
    <svg class={`level-sign is-${level}`} width="12" height="12" viewBox="0 0 14 14" aria-hidden="true">
      <path d={shapes[level]} />
    </svg>
  );
}

// What the report of a log came to, if it is not a list of findings.
function Outcome({ source, state, actions }: { source: Source; state: State; actions: Actions }): JSX.Element | null {
  const { report } = source;
  const letter = state.sources.length > 1 ? `${source.letter}: ` : '';
  if (report.kind === 'waiting' && source.stopped !== null) return <p class="findings-note">{letter}The rules are judged once the rest is read.</p>;
  if (report.kind === 'running' || report.kind === 'waiting') {
    return <p class="findings-note" role="status">{letter}The rules are being judged …</p>;
  }
  if (report.kind === 'failed') return <p class="findings-note">{letter}There is no report: {report.text}</p>;
  if (report.answer.findings.length > 0) return null;
  const toReport = (
    <button type="button" class="link" onClick={() => actions.setView('report')}>
      Report
    </button>
  );
  const { counts } = report.answer;
  if (counts === undefined || counts.judged === 0) {
    return <p class="findings-note">{letter}{report.answer.verdict}. {report.answer.coverage} {toReport}</p>;
  }
  return (
    <p class="findings-note is-clean">
      {letter}No problem found by the {plural(counts.judged, 'rule')} that could be judged; {counts.skipped} could not. {toReport}
    </p>
  );
}
