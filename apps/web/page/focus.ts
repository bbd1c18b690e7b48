// Keeps the focus: where the element that has it is removed or hidden, as when a panel is closed by its own
// button, the browser gives it to nothing, and keys begin at the top of the page again. Those who use the
// mouse are left alone: for them a field that has the focus again would take the keys of the page.

const mostKept = 30;

function isGone(element: HTMLElement): boolean {
  return element.getClientRects().length === 0;
}

function takesFocus(element: HTMLElement): boolean {
  if (isGone(element)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

// Gives the focus of an element that is gone to the one that had it last and is still there.
export function keepFocus(): void {
  const before: HTMLElement[] = []; // the elements that had the focus, the last first
  let waits = false;
  let isByKey = false; // the focus is shown
  const restore = (): void => {
    waits = false;
    const [last] = before;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || activeElement === last;
    if (last === undefined || !isByKey || !isLost || !isGone(last)) return;
    if (![...before].some(takesFocus)) before.length = 0;
  };
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    isByKey = target.matches(':focus-visible');
    before.splice(0, before.length, target, ...before.filter((one) => one !== target).slice(0, mostKept));
  });
  // Somebody who leaves an element for nothing wants nothing to have the focus.
  addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !document.hasFocus()) return;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && before[0] === target && !isGone(before[0])) before.length = 0;
    });
  });
  const watcher = new MutationObserver(() => {
    if (waits || before.length === 0) return;
    waits = true;
    requestAnimationFrame(restore);
  });
  watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['class', 'hidden'] });
}
