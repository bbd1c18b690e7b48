// The panel of counters: a search box, and below it what was found or the tree of all.
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { choose } from './choosing';
import { CounterTree, firstShape, type TreeShape } from './counter_tree';
import { Icon } from './icons';
import { countText } from './numbers';
import { indexOf, marksIn, nearNames, search, type Found, type SearchResult } from './search';
import { keyOf, objectTitle, pathOfPlace } from './series';
import type { Actions, State } from './state';

const mostFound = 60;

export function Counters({ state, actions }: { state: State; actions: Actions }): JSX.Element {
  const [query, setQuery] = useState('');
  const [shape, setShape] = useState(firstShape);
  const changeShape = (change: Partial<TreeShape>): void => setShape((before) => ({ ...before, ...change }));
  const list = useRef<HTMLDivElement>(null);
  const objects = state.sources.map((source) => source.objects);
  const index = useMemo(() => indexOf(state.sources), objects);
  const result = useMemo(() => search(index, query, mostFound), [index, query]);
  const isSearch = result.words.length > 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    const first = list.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (event.key === 'ArrowDown' && first !== null && first !== undefined) {
      event.preventDefault();
      first.focus();
    } else if (event.key === 'Enter' && result.found[0] !== undefined) {
      event.preventDefault();
      chooseFound(actions, result.found[0], false);
    } else if (event.key === 'Escape' && query !== '') {
      event.stopPropagation();
      setQuery('');
    }
  };
  return (
    <div class="counters">
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          id="search"
          placeholder="Search counters"
          aria-label="Search counters"
          autocomplete="off"
          spellcheck={false}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <p class="only-heard" role="status">{isSearch ? `${countText(result.count)} found` : ''}</p>
      <div class="counters-list" ref={list}>
        {isSearch ? (
          <Results state={state} actions={actions} result={result} query={query} near={() => nearNames(index, query, 5)} onNear={setQuery} />
        ) : (
          <CounterTree state={state} actions={actions} shape={shape} onChange={changeShape} />
        )}
      </div>
    </div>
  );
}

function chooseFound(actions: Actions, found: Found, isChosen: boolean): void {
  if (found.counter.reason !== null) return;
  choose(actions, found.source.letter, [pathOfPlace(found)], isChosen);
}

interface ResultsProps {
  readonly state: State;
  readonly actions: Actions;
  readonly result: SearchResult;
  readonly query: string;
  readonly near: () => string[];
  readonly onNear: (query: string) => void;
}

function Results({ state, actions, result, query, near, onNear }: ResultsProps): JSX.Element {
  const [current, setCurrent] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const keys = result.found.map((one) => keyOf(one.source.letter, pathOfPlace(one)));
  const at = Math.max(keys.indexOf(current), 0);
  if (result.found.length === 0) return <NothingFound query={query} names={near()} onNear={onNear} />;
  const focus = (index: number): void => {
    if (index < 0) return document.getElementById('search')?.focus();
    const next = Math.min(index, keys.length - 1);
    setCurrent(keys[next] ?? '');
    const option = box.current?.children[next];
    if (option instanceof HTMLElement) option.focus();
  };
  const chosen = new Set(state.series.map((one) => one.key));
  const onKeyDown = (event: KeyboardEvent): void => {
    const found = result.found[at];
    const key = keys[at];
    if (found === undefined || key === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const moves = new Map([['ArrowDown', at + 1], ['ArrowUp', at - 1], ['Home', 0], ['End', keys.length - 1]]);
    const next = moves.get(event.key);
    if (next !== undefined) focus(next);
    else if (event.key === ' ') chooseFound(actions, found, chosen.has(key));
    else if (event.key === 'Enter' || event.key === 'i') actions.openDetails(key);
    else if (event.key === '*') actions.toggleFavourite(pathOfPlace(found));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div class="results" role="listbox" aria-label="Counters that were found" aria-multiselectable={true} ref={box} onKeyDown={onKeyDown}>
        {result.found.map((found, index) => {
          const key = keys[index] ?? '';
          return (
            <Result
              key={key}
              found={found}
              result={result}
              isCurrent={index === at}
              isChosen={chosen.has(key)}
              several={state.sources.length > 1}
              onToggle={() => {
                setCurrent(key);
                chooseFound(actions, found, chosen.has(key));
              }}
            />
          );
        })}
      </div>
      {result.count > result.found.length ? (
        <p class="counters-note">{countText(result.count - result.found.length)} more. Another word makes the list shorter.</p>
      ) : null}
    </>
  );
}

function NothingFound({ query, names, onNear }: { query: string; names: readonly string[]; onNear: (query: string) => void }): JSX.Element {
  return (
    <div class="counters-note" role="status">
      <p>No counter of this log contains “{query.trim()}”.</p>
      {names.length > 0 ? (
        <p>
          The nearest names:{' '}
          {names.map((name) => (
            <button key={name} type="button" class="link" onClick={() => onNear(name)}>
              {name}
            </button>
          ))}
        </p>
      ) : null}
    </div>
  );
}

interface ResultProps {
  readonly found: Found;
  readonly result: SearchResult;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly several: boolean;
  readonly onToggle: () => void;
}

function Result({ found, result, isCurrent, isChosen, several, onToggle }: ResultProps): JSX.Element {
  const { source, object, counter, instance } = found;
  const isOff = counter.reason !== null;
  return (
    <div
      role="option"
      class={isOff ? 'result is-off' : 'result'}
      aria-selected={isChosen}
      aria-disabled={isOff ? true : undefined}
      tabIndex={isCurrent ? 0 : -1}
      title={counter.help ?? undefined}
      onClick={onToggle}
    >
      {isOff ? null : <span class={`check is-${isChosen}`} aria-hidden="true" />}
      <span class="result-text">
        <span class="result-counter"><Marked text={counter.name} result={result} /></span>
        {counter.localName === null ? null : <small><Marked text={counter.localName} result={result} /></small>}
        <small>
          {several ? <b class="letter">{source.letter}</b> : null}
          <Marked text={objectTitle(object.machine, object.name)} result={result} />
          {instance === null ? null : <>(<Marked text={instance} result={result} />)</>}
        </small>
        {object.localName === null ? null : <small><Marked text={object.localName} result={result} /></small>}
        {isOff ? <small>{counter.reason}</small> : null}
      </span>
    </div>
  );
}

// Shows a text with the parts that matched in bold.
function Marked({ text, result }: { text: string; result: SearchResult }): JSX.Element {
  const parts: (string | JSX.Element)[] = [];
  let at = 0;
  for (const [begin, end] of marksIn(text, result)) {
    if (begin > at) parts.push(text.slice(at, begin));
    parts.push(<mark key={begin}>{text.slice(begin, end)}</mark>);
    at = end;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}
