// The page without a log: a field to drop one on.
import type { JSX } from 'preact';
import { CopyButton } from './copy_button';
import { Icon } from './icons';
import { chooseFiles } from './keys';
import { isServed } from './served';
import type { State } from './state';

interface Recipe {
  readonly system: string;
  readonly command: string;
  readonly note: string;
}

const recipes: readonly Recipe[] = [
  {
    system: 'Windows',
    command:
      'typeperf "\\Processor Information(*)\\*" "\\Memory\\*" "\\System\\*" "\\PhysicalDisk(*)\\*" "\\Network Interface(*)\\*" "\\Process(*)\\*" -si 1 -sc 600 -f BIN -o server.blg -y',
    note: 'Ten minutes, a sample a second.',
  },
  {
    system: 'Linux',
    command: 'perflib record -i 1 -n 600 -o server.perfrec',
    note: 'Ten minutes of everything, a sample a second.',
  },
];

interface EmptyPageProps {
  readonly wanted: State['wanted'];
  readonly isOver: boolean;
  readonly onExample: () => void;
}

export function EmptyPage({ wanted, isOver, onExample }: EmptyPageProps): JSX.Element {
  return (
    <main class="empty">
      <div class={isOver ? 'drop-field is-over' : 'drop-field'}>
        <svg class="drop-sign" viewBox="0 0 96 40" aria-hidden="true">
          <path d="M2 30h16l6-9 7 13 9-30 8 34 6-16 5 8h35" />
        </svg>
        <h1>Drop a performance log here</h1>
        <p>
          Windows logs (.blg), text logs (.csv, .tsv), recordings (.perfrec), or a .zip of them. Several are shown together.
        </p>
        <p class="drop-buttons">
          <button type="button" class="is-main" onClick={chooseFiles}>
            <Icon name="open" />
            Choose logs…
          </button>
          <button type="button" onClick={onExample}>Show an example</button>
        </p>
        {wanted === null ? null : (
          <p class="drop-wanted" role="status">Drop {wanted.files.join(' and ')} again to see the same view.</p>
        )}
      </div>
      {isServed() ? null : (
        <p class="empty-promise">Nothing is uploaded. This page cannot connect to anything: it reads the log itself.</p>
      )}
      <details class="empty-how">
        <summary>How do I make a log?</summary>
        {recipes.map((recipe) => (
          <section key={recipe.system}>
            <h2>{recipe.system}</h2>
            <div class="command">
              <code>{recipe.command}</code>
              <CopyButton text={recipe.command} label="Copy" />
            </div>
            <p>{recipe.note}</p>
          </section>
        ))}
      </details>
    </main>
  );
}
