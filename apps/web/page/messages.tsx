// The messages at the top of the page: what went wrong, and what is worth knowing. Open logs stay.
import type { JSX } from 'preact';
import { CopyButton } from './copy_button';
import { Icon } from './icons';
import { countText, quantityText } from './numbers';
import type { Actions, Message, Reading, Source, State } from './state';
import { usePicked, useStore, type Store } from './store';
import { clockOf, clockText, dateText, showTime, type ShownClock } from './times';

export function Messages({ messages, actions }: { messages: readonly Message[]; actions: Actions }): JSX.Element {
  return (
    <div class="messages">
      {messages.map((message) => (
        <div key={message.id} class={`message is-${message.kind}`} role={message.kind === 'error' ? 'alert' : 'status'}>
          <p>{message.text}</p>
          {message.act === undefined ? null : (
            <button type="button" onClick={message.act.run}>{message.act.label}</button>
          )}
          {message.detail === undefined ? null : <CopyButton text={`${message.text}\n${message.detail}`} label="Copy the details" />}
          <button type="button" class="plain icon-button" aria-label="Close this message" onClick={() => actions.dismiss(message.id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}

// Returns 'Reading server.blg: 412 MB of 1.1 GB, about 8 s left'.
function readingText({ name, done, total, secondsLeft }: Reading): string {
  const size = total > 0 ? `: ${quantityText('bytes', done)} of ${quantityText('bytes', total)}` : '';
  const left = secondsLeft === null ? '' : `, about ${countText(Math.max(1, Math.round(secondsLeft)))} s left`;
  return `Reading ${name}${size}${left}`;
}

// The numbers change ten times a second: only that a log is read is said.
export function ReadingLine({ reading: store, actions }: { reading: Store<Reading | null>; actions: Actions }): JSX.Element | null {
  const reading = useStore(store);
  if (reading === null) return null;
  const part = reading.total > 0 ? Math.min(reading.done / reading.total, 1) : undefined;
  return (
    <div class="reading">
      <progress aria-label={`Reading ${reading.name}`} max={1} value={part} />
      <p>{readingText(reading)}</p>
      <p class="only-heard" role="status">Reading {reading.name}</p>
      <button type="button" onClick={() => actions.stopReading()}>Stop</button>
    </div>
  );
}

// Logs of which a part was read, as long as the charts do not show the rest and it is not being read.
export function StoppedLines({ state, actions, reading }: { state: State; actions: Actions; reading: Store<Reading | null> }): JSX.Element {
  const clock = clockOf(state);
  const name = usePicked(reading, (one) => one?.name);
  const stopped = state.sources.filter((source) => source.stopped !== null && source.name !== name);
  return (
    <>
      {stopped.map((source) => (
        <div key={source.letter} class="reading">
          <p role="status">{stoppedText(source, clock)}</p>
          <button type="button" onClick={() => actions.readRest(source.letter)}>Read the rest</button>
        </div>
      ))}
    </>
  );
}

type Stopped = Pick<Source, 'name' | 'span' | 'stopped'>;

// Returns 'Reading server.blg was stopped at 14:05:30: what was read until then is shown.'
export function stoppedText(source: Stopped, clock: ShownClock): string {
  return `${stopText(source, clock)}: what was read until then is shown.`;
}

// Returns 'Reading server.blg was stopped at 14:05:30'. The time is that of the last sample that was
// read, with its date if the log has several.
export function stopText({ name, span, stopped }: Stopped, clock: ShownClock): string {
  const time = stopped?.time ?? null;
  const isOneDay = dateText(span.begin, clock) === dateText(span.end, clock);
  const at = time === null ? '' : ` at ${isOneDay ? clockText(time, clock) : showTime(time, clock)}`;
  return `Reading ${name} was stopped${at}`;
}
