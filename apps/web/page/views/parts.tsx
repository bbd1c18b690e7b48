// Small parts that several views have.
import type { ComponentChildren, JSX, RefObject, TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { stopText } from '../messages';
import type { Source, State, ViewProps } from '../state';
import { clockOf } from '../times';
import type { Again } from './ask';
import './views.css';

// Why a view has nothing to show, and what to do.
export function Empty({ children }: { children: ComponentChildren }): JSX.Element {
  return <p class="view-empty">{children}</p>;
}

export function Waiting({ text = 'Reading the log …' }: { text?: string }): JSX.Element {
  return <p class="view-empty" role="status">{text}</p>;
}

export function Failure({ text, again }: { text: string; again: Again }): JSX.Element {
  return (
    <p class="view-empty" role="alert">
      {text} <button type="button" onClick={again.run}>{again.label}</button>
    </p>
  );
}

interface NeedsWholeProps extends Pick<ViewProps, 'state' | 'actions'> {
  readonly source: Source;
  readonly what?: string;
}

// Stands in place of what needs all of a log whose reading was stopped: only the user makes it read on.
export function NeedsWhole({ source, state, actions, what = 'this view' }: NeedsWholeProps): JSX.Element {
  return (
    <p class="view-empty">
      {stopText(source, clockOf(state))}; {what} needs the whole log.{' '}
      <button type="button" onClick={() => actions.readRest(source.letter)}>Read the rest</button>
    </p>
  );
}

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChoose: (value: T) => void;
}

// A list to choose one from, with its label before it.
export function Choice<T extends string>({ label, value, options, onChoose }: ChoiceProps<T>): JSX.Element {
  const id = useId();
  const choose = (event: TargetedEvent<HTMLSelectElement>): void => {
    const chosen = options.find((one) => one.value === event.currentTarget.value);
    if (chosen !== undefined) onChoose(chosen.value);
  };
  return (
    <span class="view-choice">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={choose}>
        {options.map((one) => <option key={one.value} value={one.value}>{one.label}</option>)}
      </select>
    </span>
  );
}

// Chooses one of several open logs; nothing if there is only one.
export function SourceChoice({ state, letter, onChoose }: { state: State; letter: string; onChoose: (letter: string) => void }): JSX.Element | null {
  if (state.sources.length < 2) return null;
  const options = state.sources.map((one) => ({ value: one.letter, label: `${one.letter}: ${one.name}` }));
  return <Choice label="Log" value={letter} options={options} onChoose={onChoose} />;
}

// The log that a view shows: the one that was chosen last, as long as it is open.
export function chosenSource({ state, actions }: Pick<ViewProps, 'state' | 'actions'>): [Source | null, (letter: string) => void] {
  const source = state.sources.find((one) => one.letter === state.settings.letter) ?? state.sources[0] ?? null;
  return [source, (letter) => actions.setSettings({ letter })];
}

// The width of an element in CSS pixels; 0 until it is known.
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = element.current;
    if (node === null) return undefined;
    const measure = (): void => setWidth(Math.floor(node.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

// A part that unfolds; what it has is made only when it is open.
export function Fold({ summary, children }: { summary: ComponentChildren; children: () => ComponentChildren }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open ? children() : null}
    </details>
  );
}

// A part that scrolls, also by keys: it keeps the arrows that the page would take for the time.
export function ScrollRegion({ label, busy = false, children }: { label: string; busy?: boolean; children: ComponentChildren }): JSX.Element {
  const keepArrows = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const node = event.currentTarget;
    const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (isAcross && event.target === node && node.scrollWidth > node.clientWidth) event.stopPropagation();
  };
  return (
    <div class="view-scroll" role="region" tabIndex={0} aria-label={label} aria-busy={busy} onKeyDown={keepArrows}>
      {children}
    </div>
  );
}
