// Details of a counter: what it means, how it is calculated, and its object's other counters.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { objectTitle, pathOf } from '../series';
import type { CounterFacts, ObjectFacts, Source, State, ViewProps } from '../state';
import { clockOf, showTime } from '../times';
import { signOfUnit } from '../units';
import { useAnswer } from './ask';
import { Empty, Failure, Fold, NeedsWhole } from './parts';
import { counterOf, instanceOf, withoutMachine } from './values';

interface ExplainAnswer {
  readonly time: string | null;
  readonly explanations: readonly Explanation[];
  readonly unmatched?: string;
}

interface Explanation {
  readonly path: string;
  readonly shown: string | null;
  readonly reason: string | null;
  readonly explanation: Readonly<Record<string, string>>;
}

// The lines of `perflib explain`, with the words that this page has for them. Other lines follow
// under their own labels.
const lineNames: readonly (readonly [string, string])[] = [
  ['what', 'Measures'],
  ['formula', 'Formula'],
  ['last', 'Calculation'],
  ['type', 'Type'],
  ['source', 'Source'],
  ['meaning', 'Compared with Windows'],
  ['states', 'States'],
  ['in_log', 'Name in the log'],
];

// A counter of one instance, chosen or not.
interface Shown {
  readonly path: string;
  readonly source: Source;
  readonly object: ObjectFacts;
  readonly counter: CounterFacts;
}

function shownOf(state: State): Shown | null {
  const source = state.sources.find((one) => state.details?.startsWith(one.letter) === true);
  const path = state.details?.slice(1);
  const named = source === undefined || path === undefined ? null : counterOf(source, path);
  return source === undefined || path === undefined || named === null ? null : { path, source, ...named };
}

export function Details(props: ViewProps): JSX.Element | null {
  const { state, actions } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = shownOf(state);
  useEffect(() => heading.current?.focus(), [state.details]);
  if (shown === null) return null;
  const title = objectTitle(shown.object.machine, withoutMachine(shown.path).slice(1));
  return (
    <div class="view-details">
      <div class="view-bar">
        <h2 ref={heading} tabIndex={-1}>{shown.counter.name}</h2>
        <button type="button" onClick={() => actions.openDetails(null)}>Close</button>
      </div>
      <p class="view-soft">{title.slice(0, Math.max(title.length - shown.counter.name.length - 1, 0))}</p>
      <Counter {...props} {...shown} />
    </div>
  );
}

type CounterProps = ViewProps & Shown;

function Counter(props: CounterProps): JSX.Element {
  const { path, source, counter, state, actions } = props;
  const isFavourite = state.favourites.includes(path);
  const isShown = state.series.some((one) => one.letter === source.letter && one.path === path);
  return (
    <>
      {counter.help === null ? null : <p>{counter.help}</p>}
      <div class="view-bar">
        {isShown || counter.reason !== null ? null : <button type="button" onClick={() => actions.add(source.letter, [path])}>Add to the charts</button>}
        <button type="button" aria-pressed={isFavourite} onClick={() => actions.toggleFavourite(path)}>Favourite</button>
      </div>
      <dl class="view-facts">
        {counter.localName === null ? null : <div><dt>Name in the log</dt><dd>{counter.localName}</dd></div>}
        <div><dt>Unit</dt><dd>{unitText(counter)}</dd></div>
        {counter.scale === null ? null : <div><dt>Scale in Perfmon</dt><dd>{String(Number(`1e${counter.scale}`))}</dd></div>}
      </dl>
      {counter.reason === null ? <Calculation {...props} /> : <Empty>It has no value: {counter.reason}.</Empty>}
      <OtherCounters {...props} />
    </>
  );
}

function unitText({ unit, factor }: CounterFacts): string {
  const sign = signOfUnit(unit);
  const name = sign === '' ? 'none: a number' : sign;
  return factor === 1 ? name : `${name}; the log has it in units of ${factor.toLocaleString('en')} ${sign}`;
}

function Calculation(props: CounterProps): JSX.Element {
  return props.source.stopped === null ? <Explained {...props} /> : <NeedsWhole {...props} what="the calculation" />;
}

// The calculation at the time of the last click in a chart, otherwise at the end of what is shown.
function Explained({ core, state, path, source }: CounterProps): JSX.Element | null {
  const wanted = state.moment ?? state.visible?.end ?? source.span.end;
  const moment = Math.min(Math.max(wanted, source.span.begin), source.span.end);
  const asked = useAnswer<ExplainAnswer, number>(core, 'explain', { log: source.log, path, end: moment }, moment);
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (asked.answer === null) return <p class="view-soft" role="status">Reading the calculation …</p>;
  const one = asked.answer.result.explanations[0];
  if (one === undefined) return <Empty>{asked.answer.result.unmatched ?? 'Nothing is known of this counter.'}</Empty>;
  const known = lineNames.filter(([label]) => one.explanation[label] !== undefined);
  const others = Object.keys(one.explanation).filter((label) => lineNames.every(([name]) => name !== label));
  return (
    <dl class="view-facts" aria-busy={!asked.isFresh}>
      <div>
        <dt>Value</dt>
        <dd>{one.shown ?? one.reason ?? 'none'} <span class="view-soft">in the last sample up to {showTime(asked.answer.context, clockOf(state))}</span></dd>
      </div>
      {known.map(([label, name]) => <div key={label}><dt>{name}</dt><dd class={label === 'last' || label === 'formula' ? 'view-formula' : ''}>{one.explanation[label]}</dd></div>)}
      {others.map((label) => <div key={label}><dt>{label.replace(/_/gu, ' ')}</dt><dd>{one.explanation[label]}</dd></div>)}
      {source.holdsReadings ? null : <div><dt>Readings</dt><dd>A text log has values only: it does not tell how they were calculated.</dd></div>}
    </dl>
  );
}

function OtherCounters({ actions, path, source, object, counter }: CounterProps): JSX.Element | null {
  const others = object.counters.filter((one) => one !== counter && one.reason === null);
  if (others.length === 0) return null;
  const instance = instanceOf(path)?.replace(/\[([*?])\]/gu, '$1') ?? null;
  return (
    <Fold summary={`Other counters of ${object.name}: ${others.length}`}>
      {() => (
        <ul class="view-list">
          {others.map((one) => (
            <li key={one.name}>
              <button type="button" class="plain view-link" onClick={() => actions.openDetails(`${source.letter}${pathOf(object, instance, one.name)}`)}>{one.name}</button>
            </li>
          ))}
        </ul>
      )}
    </Fold>
  );
}
