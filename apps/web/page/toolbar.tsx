// The views, the part of the time that is shown, and what changes how charts are drawn.
import type { JSX, TargetedSubmitEvent } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { ClockChoice } from './header';
import { Icon } from './icons';
import { viewNames, type Actions, type Options, type Span, type State, type ViewName } from './state';
import { clockOf, shortSpanText } from './times';
import { readTimes, timeExamples } from './times_reading';

const titles: Readonly<Record<ViewName, string>> = {
  charts: 'Charts',
  table: 'Table',
  heat: 'Heat map',
  top: 'Top',
  report: 'Report',
  compare: 'Compare',
  log: 'Log',
};

export function ViewTabs({ state, actions }: { state: State; actions: Actions }): JSX.Element {
  return (
    <nav class="tabs" aria-label="Views">
      {viewNames.map((name, index) => (
        <button
          key={name}
          type="button"
          class="tab"
          aria-current={state.view === name ? 'page' : undefined}
          onClick={() => actions.setView(name)}
        >
          <kbd aria-hidden="true">{index + 1}</kbd>
          {titles[name]}
        </button>
      ))}
    </nav>
  );
}

export function TimeTools({ state, actions }: { state: State; actions: Actions }): JSX.Element | null {
  const { visible, whole } = state;
  if (visible === null || whole === null) return null;
  const isWhole = visible.begin <= whole.begin && visible.end >= whole.end;
  return (
    <div class="tools" role="group" aria-label="Time">
      <TimeField state={state} actions={actions} whole={whole} visible={visible} />
      <div class="joined">
        <button type="button" class="icon-button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => actions.zoom(0.5)}>
          <Icon name="plus" />
        </button>
        <button type="button" class="icon-button" aria-label="Zoom out" title="Zoom out (-)" disabled={isWhole} onClick={() => actions.zoom(2)}>
          <Icon name="minus" />
        </button>
        <button type="button" class="icon-button" aria-label="Whole log" title="Whole log (0)" disabled={isWhole} onClick={() => actions.showWhole()}>
          <Icon name="whole" />
        </button>
      </div>
      <ClockChoice state={state} actions={actions} />
    </div>
  );
}

interface TimeFieldProps {
  readonly state: State;
  readonly actions: Actions;
  readonly whole: Span;
  readonly visible: Span;
}

// A moment is shown with at least so many samples before and after it.
const leastRoom = 10;

// A field with the part of the time that is shown. Another one can be typed: Enter shows it, and Esc
// returns to what is shown.
function TimeField({ state, actions, whole, visible }: TimeFieldProps): JSX.Element {
  const clock = clockOf(state);
  const shown = shortSpanText(visible, whole, clock);
  const [typed, setTyped] = useState<string | null>(null); // null: nothing was typed
  const [fault, setFault] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<EventTarget | null>(null); // had the focus before the field
  const faultId = useId();
  const reset = (text: string | null): void => {
    setTyped(text);
    setFault('');
  };
  // Returns the focus to where it was; from the page itself, to the button beside the field.
  const leave = (): void => {
    const { current } = before;
    const next = current instanceof HTMLElement && current.isConnected ? current : field.current?.form?.parentElement?.querySelector('button');
    next?.focus();
  };
  const apply = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (typed === null || typed.trim() === '') return reset(null);
    const reading = readTimes(typed, whole, visible, clock);
    if (reading.kind === 'fault') return setFault(reading.text);
    if (reading.kind === 'span') actions.show(reading.span);
    else showMoment(state, actions, reading.time, reading.room);
    reset(null);
    leave();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    reset(null);
    leave();
  };
  return (
    <form class="time-form" onSubmit={apply}>
      <input
        id="time"
        type="text"
        ref={field}
        class="time-field"
        aria-label="Time that is shown"
        aria-invalid={fault !== ''}
        aria-describedby={fault === '' ? undefined : faultId}
        title={`A time or a part of the time (t): ${timeExamples}`}
        autocomplete="off"
        spellcheck={false}
        size={Math.max(Math.ceil(0.8 * shown.length), 14)} // colons and spaces are narrower than digits
        value={typed ?? shown}
        onFocus={(event) => {
          before.current = event.relatedTarget;
          event.currentTarget.select();
        }}
        onInput={(event) => reset(event.currentTarget.value)}
        onBlur={() => reset(null)}
        onKeyDown={onKeyDown}
      />
      {fault === '' ? null : <p class="time-fault" id={faultId} role="alert">{fault}</p>}
    </form>
  );
}

// Shows what is around a moment, and sets the time of other views to it.
function showMoment(state: State, actions: Actions, time: number, least: number): void {
  const room = Math.max(least, ...state.sources.map((source) => leastRoom * (source.interval ?? 0)));
  actions.show({ begin: time - room, end: time + room });
  actions.setMoment(time);
}

interface Toggle {
  readonly label: string;
  readonly title: string;
  readonly isOn: boolean;
  readonly change: Partial<Options>;
}

export function ChartTools({ state, actions }: { state: State; actions: Actions }): JSX.Element {
  const { options } = state;
  const isFit = options.fit && !options.factors;
  const isFromZero = options.fromZero && !options.fit && !options.factors;
  const toggles: readonly Toggle[] = [
    { label: 'From 0', title: 'Axes begin at 0', isOn: isFromZero, change: { fromZero: !isFromZero, fit: false, factors: false } },
    { label: 'Fit', title: 'Each line over its own range (f)', isOn: isFit, change: { fit: !isFit, factors: false } },
    {
      label: 'Perfmon scale',
      title: 'All lines in one chart from 0 to 100, each times its factor',
      isOn: options.factors,
      change: { factors: !options.factors, fit: false },
    },
  ];
  return (
    <div class="joined" role="group" aria-label="Lines">
      {toggles.map(({ label, title, isOn, change }) => (
        <button key={label} type="button" aria-pressed={isOn} title={title} onClick={() => actions.setOptions(change)}>
          {label}
        </button>
      ))}
    </div>
  );
}
