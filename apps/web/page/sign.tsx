// The sign of a series: its colour and dash, as in the charts.
import type { JSX } from 'preact';
import { dashes, type Series } from './state';

interface SignProps {
  readonly colour: Series['colour'];
  readonly dash: Series['dash'];
  readonly hidden?: boolean;
}

export function Sign({ colour, dash, hidden = false }: SignProps): JSX.Element {
  const pattern = (dashes[dash] ?? []).join(' ');
  return (
    <svg class={`sign line-${colour + 1}${hidden ? ' is-hidden' : ''}`} width="28" height="12" viewBox="0 0 28 12" aria-hidden="true">
      <line x1="1" y1="6" x2="27" y2="6" stroke-dasharray={pattern === '' ? undefined : pattern} />
    </svg>
  );
}
