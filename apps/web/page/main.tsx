// perfmon.html: the page. It starts the core, and draws what the state has.
import { render, type JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { PageActions } from './actions';
import { ChartsView } from './charts/view';
import { Core } from './core';
import { Counters } from './counters';
import { Dialog } from './dialog';
import { watchDrops } from './dropping';
import { EmptyPage } from './empty';
import { FindingStrip } from './finding_strip';
import { keepFocus } from './focus';
import { Header } from './header';
import { Icon } from './icons';
import { watchKeys } from './keys';
import { Messages, ReadingLine, StoppedLines } from './messages';
import { exampleLog } from './packed';
import { usePalette } from './palette';
import type { DialogName, State, ViewProps } from './state';
import { useStore, type Store } from './store';
import { ChartTools, TimeTools, ViewTabs } from './toolbar';
import { AboutDialog } from './views/about';
import { CompareView } from './views/compare';
import { Details } from './views/details';
import { ExportDialog } from './views/export';
import { HeatMapView } from './views/heat_map';
import { KeysDialog } from './views/keys';
import { LogView } from './views/log';
import { ReportView } from './views/report';
import { TableView } from './views/table';
import { TopView } from './views/top';

const emptyTitle = document.title;

function App({ page, core }: { page: PageActions; core: Core | null }): JSX.Element {
  const state = useStore(page.state);
  const palette = usePalette(state.options.theme);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => watchDrops((dropped) => page.openDropped(dropped), setIsOver), [page]);
  // Without a core no log is open.
  const props: ViewProps | null = core === null ? null : { state, actions: page, core, cursor: page.cursor };
  const isOpen = props !== null && state.sources.length > 0;
  const names = state.sources.map((source) => source.name).join(', ');
  useEffect(() => {
    document.title = names === '' ? emptyTitle : `${names} in perfmon.html`;
  }, [names]);
  const announce = (text: string): void => page.announcement.set(text);
  return (
    <div class={isOver ? 'page is-over' : 'page'}>
      <Header state={state} actions={page} />
      <Messages messages={state.messages} actions={page} />
      <ReadingLine reading={page.reading} actions={page} />
      <StoppedLines state={state} actions={page} reading={page.reading} />
      {isOpen ? (
        <Opened {...props} charts={<ChartsView {...props} palette={palette} motion={page.motion} announce={announce} />} />
      ) : (
        <EmptyPage wanted={state.wanted} isOver={isOver} onExample={() => void showExample(page)} />
      )}
      {isOpen && isOver ? <p class="drop-hint" aria-hidden="true">Drop to open</p> : null}
      {props === null ? null : <Dialogs {...props} />}
      <Announcement text={page.announcement} />
    </div>
  );
}

async function showExample(page: PageActions): Promise<void> {
  try {
    page.openFiles([await exampleLog()]);
  } catch (error) {
    page.fail(error);
  }
}

// The page with a log: counters, view, details.
function Opened(props: ViewProps & { readonly charts: JSX.Element }): JSX.Element {
  const { state, actions } = props;
  const counters = useMemo(
    () => <Counters state={state} actions={actions} />,
    [state.sources, state.series, state.favourites, state.used, actions],
  );
  return (
    <div class={state.details === null ? 'opened' : 'opened has-details'}>
      <aside class={state.countersOpen ? 'panel is-open' : 'panel'} aria-label="Counters">
        <button type="button" class="plain icon-button only-narrow" aria-label="Close the counters" onClick={() => actions.openCounters(false)}>
          <Icon name="close" />
        </button>
        {counters}
      </aside>
      <main class="centre">
        <h1 class="only-heard">{state.sources.map((source) => source.name).join(', ')}</h1>
        <div class="bar">
          <ViewTabs state={state} actions={actions} />
          <div class="bar-tools">
            {state.view === 'charts' ? <ChartTools state={state} actions={actions} /> : null}
            <TimeTools state={state} actions={actions} />
          </div>
        </div>
        {state.view === 'charts' ? <FindingStrip state={state} actions={actions} /> : null}
        {state.view === 'charts' ? props.charts : <div class="view-frame"><OtherView {...props} /></div>}
      </main>
      {state.details === null ? null : (
        <aside class="details" aria-label="Details">
          <Details {...props} />
        </aside>
      )}
    </div>
  );
}

function OtherView(props: ViewProps): JSX.Element | null {
  const { view, visible, sources } = props.state;
  if (visible === null && view !== 'log') return <p class="view-empty">{sources.map((source) => source.name).join(' and ')} {sources.length === 1 ? 'has' : 'have'} no samples.</p>;
  switch (view) {
    case 'table': return <TableView {...props} />;
    case 'heat': return <HeatMapView {...props} />;
    case 'top': return <TopView {...props} />;
    case 'report': return <ReportView {...props} />;
    case 'compare': return <CompareView {...props} />;
    case 'log': return <LogView {...props} />;
    default: return null;
  }
}

const dialogTitles: Readonly<Record<DialogName, string>> = { export: 'Export', keys: 'Keys', about: 'About' };

function Dialogs(props: ViewProps): JSX.Element | null {
  const { state, actions } = props;
  if (state.offer !== null) return <Offer state={state} onAnswer={(answer) => actions.answerOffer(answer)} />;
  if (state.dialog === null) return null;
  return (
    <Dialog key={state.dialog} title={dialogTitles[state.dialog]} onClose={() => actions.openDialog(null)}>
      {state.dialog === 'export' ? <ExportDialog {...props} /> : null}
      {state.dialog === 'keys' ? <KeysDialog {...props} /> : null}
      {state.dialog === 'about' ? <AboutDialog {...props} /> : null}
    </Dialog>
  );
}

function Offer({ state, onAnswer }: { state: State; onAnswer: (answer: 'beside' | 'replace' | 'cancel') => void }): JSX.Element {
  const open = state.sources.map((source) => source.name).join(', ');
  return (
    <Dialog title={`Show ${state.offer?.names ?? ''} beside ${open}`} onClose={() => onAnswer('cancel')}>
      <p class="offer-buttons">
        <button type="button" class="is-main" autofocus onClick={() => onAnswer('beside')}>Show beside</button>
        <button type="button" onClick={() => onAnswer('replace')}>Replace</button>
      </p>
    </Dialog>
  );
}

// Announces what the cursor is at when it rests, for screen readers.
function Announcement({ text }: { text: Store<string> }): JSX.Element {
  const now = useStore(text);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(now), 250);
    return () => clearTimeout(timer);
  }, [now]);
  return <p class="only-heard" aria-live="polite">{said}</p>;
}

async function start(): Promise<void> {
  const root = document.getElementById('page');
  if (root === null) return;
  const starting = Core.start();
  const page = new PageActions(starting);
  watchKeys(page);
  keepFocus();
  render(<App page={page} core={null} />, root);
  try {
    render(<App page={page} core={await starting} />, root);
  } catch (error) {
    page.fail(error); // as in a browser that is too old
  }
}

void start();
