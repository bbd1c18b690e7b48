// The messages at the top of the page: what went wrong, and what is worth knowing. Open logs stay.
import type { JSX } from 'preact';
import { CopyButton } from './copy_button';
import { Icon } from './icons';
import { countText, quantityText } from './numbers';
import type { Actions, Message, Reading } from './state';

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

export function ReadingLine({ reading, actions }: { reading: Reading; actions: Actions }): JSX.Element {
  const part = reading.total > 0 ? Math.min(reading.done / reading.total, 1) : undefined;
  return (
    <div class="reading">
      <progress aria-label={`Reading ${reading.name}`} max={1} value={part} />
      <p role="status">{readingText(reading)}</p>
      <button type="button" onClick={() => actions.stopReading()}>Stop</button>
    </div>
  );
}
