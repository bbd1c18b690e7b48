// Which series a check box or a key chooses.
import { keyOf, pathOf } from './series';
import type { Actions, ObjectFacts } from './state';

// More lines cannot be told apart.
const mostAtOnce = 200;

// The paths of all instances of a counter but their total.
export function pathsOfInstances(object: ObjectFacts, counter: string): string[] {
  return object.instances.filter((name) => name !== '_Total').map((name) => pathOf(object, name, counter));
}

// Chooses series or, if they are chosen, removes them.
export function choose(actions: Pick<Actions, 'add' | 'remove' | 'say'>, letter: string, paths: readonly string[], isChosen: boolean): void {
  if (isChosen) return actions.remove(paths.map((path) => keyOf(letter, path)));
  if (paths.length > mostAtOnce) {
    actions.say({ kind: 'notice', text: `${paths.length} lines at once cannot be told apart. The heat map shows the largest of them.` });
    return;
  }
  actions.add(letter, paths);
}
