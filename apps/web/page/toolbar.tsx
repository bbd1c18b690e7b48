// The views, and what changes how charts are drawn.
import type { JSX } from 'preact';
import { ClockChoice } from './header';
import { Icon } from './icons';
import { viewNames, type Actions, type Options, type State, type ViewName } from './state';
import { clockOf, shortSpanText } from './times';

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
      <span class="tools-span">{shortSpanText(visible, whole, clockOf(state))}</span>
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

interface Toggle {
  readonly label: string;
  readonly title: string;
  readonly isOn: boolean;
  readonly change: Partial<Options>;
}

export function ChartTools({ state, actions }: { state: State; actions: Actions }): JSX.Element {
  const { options } = state;
  const isArea = options.line === 'area';
  const isFromZero = options.fromZero && !options.fit;
  const toggles: readonly Toggle[] = [
    { label: 'Area', title: 'Fill the area under each line', isOn: isArea, change: { line: isArea ? 'line' : 'area' } },
    { label: 'From 0', title: 'Axes begin at 0', isOn: isFromZero, change: { fromZero: !isFromZero, fit: false } },
    { label: 'Fit', title: 'Each line over its own range (f)', isOn: options.fit, change: { fit: !options.fit } },
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
