// Answers of the core for a view: asked again when the arguments change, and stopped when the view
// goes. While a new answer is on its way, the one before stays.
import { useEffect, useState } from 'preact/hooks';
import { CoreError, type Answer, type Core } from '../core';
import { chooseFiles } from '../keys';

// An answer, with the context that belongs to its arguments: what it is about may have changed
// since it was asked.
export interface AnswerIn<T, C> extends Answer<T> {
  readonly context: C;
}

export interface Asked<T, C> {
  readonly answer: AnswerIn<T, C> | null;
  readonly isFresh: boolean; // the answer is that of the current arguments
  readonly failure: string | null; // of the current arguments
  readonly again: Again;
}

// What can be done after a failure: a button.
export interface Again {
  readonly label: string;
  readonly run: () => void;
}

// A file that changed on disk can be read after it was chosen again.
export const readAgain: Again = { label: 'Read it again', run: chooseFiles };

interface Held<T, C> {
  readonly key: string;
  readonly answer: AnswerIn<T, C> | null;
  readonly failure: unknown; // null: there is none
}

// Asks a tool; null as arguments: there is nothing to ask.
export function useAnswer<T, C = null>(core: Core, tool: string, args: object | null, context: C, background = false): Asked<T, C> {
  const [held, setHeld] = useState<Held<T, C>>({ key: '', answer: null, failure: null });
  const [attempt, setAttempt] = useState(0);
  const key = args === null ? '' : `${attempt} ${tool} ${JSON.stringify(args)}`;
  useEffect(() => {
    if (args === null) {
      setHeld({ key, answer: null, failure: null });
      return undefined;
    }
    const abort = new AbortController();
    core.ask<T>(tool, args, { signal: abort.signal, background }).then(
      (answer) => {
        if (!abort.signal.aborted) setHeld({ key, answer: { ...answer, context }, failure: null });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setHeld((before) => ({ key, answer: before.answer, failure: error }));
      },
    );
    return () => abort.abort();
  }, [core, key]);
  const isFresh = held.key === key;
  const failure = isFresh ? held.failure : null;
  const hasChanged = failure instanceof CoreError && failure.changed !== null;
  const again = hasChanged ? readAgain : { label: 'Try again', run: () => setAttempt((count) => count + 1) };
  return { answer: held.answer, isFresh, failure: failure === null ? null : textOf(failure), again };
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
