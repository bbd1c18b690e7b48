// A small store: a value, and listeners for its changes.
import { useEffect, useState } from 'preact/hooks';

export class Store<T> {
  private readonly listeners = new Set<() => void>();
  private value: T;

  constructor(value: T) {
    this.value = value;
  }

  get(): T {
    return this.value;
  }

  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener();
  }

  // Calls `listener` after each change, until the function that it returns is called.
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

// Returns the value of a store; the component is drawn again when it changes.
export function useStore<T>(store: Store<T>): T {
  return usePicked(store, (value) => value);
}

// Returns what `pick` makes of the value; the component is drawn again only when that changes. The first
// `pick` for a store stays in use.
export function usePicked<T, P>(store: Store<T>, pick: (value: T) => P): P {
  const [value, setValue] = useState(() => pick(store.get()));
  useEffect(() => {
    setValue(() => pick(store.get()));
    return store.subscribe(() => setValue(() => pick(store.get())));
  }, [store]);
  return value;
}
