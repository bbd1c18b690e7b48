// The head of the page: what is open, its facts, and what can be done with all of it.
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icons';
import { chooseFiles } from './keys';
import { plural } from './numbers';
import type { Actions, Options, Source, State, Theme } from './state';
import { assumedText, clockOf, differentClock, durationText, spanText, type ShownClock } from './times';

export function Header({ state, actions }: { state: State; actions: Actions }): JSX.Element {
  const isOpen = state.sources.length > 0;
  return (
    <header class="head">
      <div class="head-name">
        <svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M1.5 12.5h4l2.5-8 4 12 2.5-7 1 3h3" />
        </svg>
        <span>OpenPerflib</span>
      </div>
      <div class="head-logs">
        {state.sources.map((source) => <SourceFacts key={source.letter} source={source} state={state} actions={actions} />)}
      </div>
      <div class="head-actions">
        {isOpen ? (
          <>
            <button type="button" class="only-narrow" aria-expanded={state.countersOpen} onClick={() => actions.openCounters(!state.countersOpen)}>
              <Icon name="counters" />
              Counters
            </button>
            <button type="button" title="Open logs (o)" onClick={chooseFiles}>
              <Icon name="open" />
              Open…
            </button>
            <button type="button" title="Export (e)" onClick={() => actions.openDialog('export')}>
              <Icon name="export" />
              Export…
            </button>
          </>
        ) : null}
        <Menu state={state} actions={actions} />
      </div>
      <FileChooser onFiles={(files) => actions.openFiles(files)} />
    </header>
  );
}

// The input is always in the document: the buttons and the key o click it.
function FileChooser({ onFiles }: { onFiles: (files: readonly File[]) => void }): JSX.Element {
  return (
    <input
      id="files"
      class="only-heard"
      type="file"
      multiple
      tabIndex={-1}
      aria-label="Logs to open"
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        event.currentTarget.value = '';
      }}
    />
  );
}

function SourceFacts({ source, state, actions }: { source: Source; state: State; actions: Actions }): JSX.Element {
  const several = state.sources.length > 1;
  const toLog = (text: string): JSX.Element => (
    <button key={text} type="button" class="link" onClick={() => actions.setView('log')}>
      {text}
    </button>
  );
  return (
    <div class="log-facts">
      <span class="log-name">
        {several ? <b class="letter">{source.letter}</b> : null}
        <b title={source.files.map((file) => file.name).join(', ')}>{source.name}</b>
        {several ? (
          <button type="button" class="plain icon-button" aria-label={`Close ${source.name}`} onClick={() => actions.closeSource(source.letter)}>
            <Icon name="close" />
          </button>
        ) : null}
      </span>
      <ul>
        {factsOf(source, clockOf(state)).map((fact) => <li key={fact}>{fact}</li>)}
        {source.assumedClock !== '' ? <li>{toLog(assumedText(source))}</li> : null}
        {source.damage.length > 0 ? <li class="is-fault">{toLog(plural(source.damage.length + source.damageLeftOut, 'damaged place'))}</li> : null}
        {source.gaps.length > 0 ? <li>{toLog(gapsText(source))}</li> : null}
        {source.notes.length > 0 ? <li>{toLog(plural(source.notes.length, 'note'))}</li> : null}
      </ul>
    </div>
  );
}

const mostCountedGaps = 1000;

function gapsText({ gaps, gapsLeftOut }: Source): string {
  const count = gaps.length + gapsLeftOut;
  return `${plural(count, 'gap')}${count < mostCountedGaps ? '' : ' or more'}`;
}

function factsOf(source: Source, clock: ShownClock): string[] {
  const facts = [source.machine, plural(source.records, 'sample')];
  if (source.records > 0) facts.push(spanText(source.span, clock));
  const own = differentClock(source, clock);
  if (own !== '') facts.push(`own clock: ${own}`);
  if (source.interval !== null) facts.push(`every ${durationText(source.interval)}`);
  if (source.records > 1) facts.push(durationText(source.span.end - source.span.begin));
  facts.push(plural(source.objects.length, 'object'));
  return facts.filter((fact) => fact !== '');
}

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function Menu({ state, actions }: { state: State; actions: Actions }): JSX.Element {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return undefined;
    const leave = (event: Event): void => {
      if (event.target instanceof Node && menu.current?.contains(event.target) === false) setOpen(false);
    };
    addEventListener('pointerdown', leave);
    addEventListener('focusin', leave);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('focusin', leave);
    };
  }, [open]);
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const go = (run: () => void) => () => {
    setOpen(false);
    run();
  };
  return (
    <div class="menu" ref={menu} onKeyDown={close}>
      <button type="button" ref={button} class="icon-button" aria-label="Menu" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon name="menu" />
      </button>
      <div class="menu-body" id={id} hidden={!open}>
        <fieldset>
          <legend>Colours</legend>
          {themes.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="theme" checked={state.options.theme === value} onChange={() => actions.setOptions({ theme: value })} />
              {label}
            </label>
          ))}
        </fieldset>
        <button type="button" class="plain" onClick={go(() => actions.openDialog('keys'))}>
          Keys <kbd>?</kbd>
        </button>
        <button type="button" class="plain" onClick={go(() => actions.openDialog('about'))}>About</button>
      </div>
    </div>
  );
}

const clocks: readonly { readonly value: Options['clock']; readonly label: string }[] = [
  { value: 'log', label: 'Log’s clock' },
  { value: 'utc', label: 'UTC' },
  { value: 'here', label: 'This computer' },
];

// The clock that times are shown on. A log without an offset from UTC has only its own.
export function ClockChoice({ state, actions }: { state: State; actions: Actions }): JSX.Element {
  const isKnown = clockOf(state).biasMinutes !== null;
  const choose = (value: string): void => {
    const clock = clocks.find((one) => one.value === value)?.value;
    if (clock !== undefined) actions.setOptions({ clock });
  };
  return (
    <select
      aria-label="Times are shown in"
      value={clockOf(state).kind}
      disabled={!isKnown}
      title={isKnown ? undefined : 'This log does not have the offset of its clock from UTC'}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {clocks.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
    </select>
  );
}
