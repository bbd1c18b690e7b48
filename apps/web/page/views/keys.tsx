// All keys, and a switch for those that are a single character (WCAG 2.1.4).
import type { JSX } from 'preact';
import { keyGroups } from '../keys';
import type { ViewProps } from '../state';

export function KeysDialog({ state, actions }: ViewProps): JSX.Element {
  const { singleKeys } = state.options;
  return (
    <div class="view-about">
      <label class="view-check">
        <input type="checkbox" checked={singleKeys} onChange={() => actions.setOptions({ singleKeys: !singleKeys })} />{' '}
        Single characters are keys. Without them, speech input cannot press one by mistake.
      </label>
      {keyGroups.map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <table class="view-keys">
            <thead class="only-heard"><tr><th scope="col">Key</th><th scope="col">What it does</th></tr></thead>
            <tbody>
              {group.rows.map((row) => (
                <tr key={row.text}>
                  <th scope="row"><kbd>{row.shown}</kbd></th>
                  <td>{row.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
