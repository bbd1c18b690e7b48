// What a pointer and the wheel do in a chart: move the cursor, select a part of the time, pan, zoom.
import type { Span } from '../state';
import { shifted, zoomed } from './motion';

export interface PointerActions {
  timeAt(left: number): number; // the time at a place in the lines
  visible(): Span | null; // while it moves, what the hand has reached
  point(left: number, top: number): void; // the pointer is there
  leave(): void;
  click(left: number, top: number): void;
  select(span: Span): void;
  showWhole(): void;
  move(span: Span): void; // without drawing the page
  rest(): void; // draws the page as it was moved
}

const leastDrag = 5; // CSS pixels; less is a click
const wheelZoom = 0.0018;

// Listens to `over`, the element over the lines of a chart, until the returned function is called.
export function watchPointer(over: HTMLElement, actions: PointerActions): () => void {
  const watch = new PointerWatch(over, actions);
  return () => watch.end();
}

interface Held {
  left: number;
  now: number;
}

class PointerWatch {
  private readonly held = new Map<number, Held>();
  private readonly selection = document.createElement('div');
  private readonly abort = new AbortController();
  private pans = false;
  private start: Span | null = null; // what was visible when a pointer was set down or lifted
  private moved = false;

  constructor(
    private readonly over: HTMLElement,
    private readonly actions: PointerActions,
  ) {
    this.selection.className = 'chart-selection';
    over.append(this.selection);
    const { signal } = this.abort;
    over.addEventListener('pointerdown', (event) => this.down(event), { signal });
    over.addEventListener('pointermove', (event) => this.move(event), { signal });
    over.addEventListener('pointerup', (event) => this.up(event), { signal });
    for (const type of ['pointercancel', 'lostpointercapture'] as const) over.addEventListener(type, (event) => this.drop(event), { signal });
    over.addEventListener('pointerleave', () => this.held.size === 0 && this.actions.leave(), { signal });
    over.addEventListener('dblclick', () => this.actions.showWhole(), { signal });
    over.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
  }

  end(): void {
    this.abort.abort();
    this.selection.remove();
  }

  private leftOf(event: MouseEvent): number {
    return event.clientX - this.over.getBoundingClientRect().left;
  }

  private topOf(event: MouseEvent): number {
    return event.clientY - this.over.getBoundingClientRect().top;
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const left = this.leftOf(event);
    this.held.set(event.pointerId, { left, now: left });
    this.over.setPointerCapture(event.pointerId);
    this.pans = event.shiftKey || this.held.size > 1;
    if (this.held.size === 1) this.moved = false;
    this.rest();
  }

  // Draws the page as it was moved. What moves next is measured from here.
  private rest(): void {
    this.start = this.actions.visible();
    for (const one of this.held.values()) one.left = one.now;
    this.drawSelection(0, 0);
    this.actions.rest();
  }

  private move(event: PointerEvent): void {
    const left = this.leftOf(event);
    const one = this.held.get(event.pointerId);
    if (one === undefined) return this.actions.point(left, this.topOf(event));
    one.now = left;
    if (Math.abs(one.now - one.left) >= leastDrag) this.moved = true;
    if (!this.moved) return;
    if (this.held.size > 1) this.pinch();
    else if (this.pans) this.drag(one);
    else this.drawSelection(one.left, one.now);
  }

  private up(event: PointerEvent): void {
    const one = this.held.get(event.pointerId);
    const wasAlone = this.held.size === 1;
    this.drop(event);
    if (one === undefined || !wasAlone) return;
    if (!this.moved) return this.actions.click(one.now, this.topOf(event));
    if (this.pans) return;
    const begin = this.actions.timeAt(Math.max(0, Math.min(one.left, one.now)));
    const end = this.actions.timeAt(Math.min(this.over.clientWidth, Math.max(one.left, one.now)));
    if (end > begin) this.actions.select({ begin, end });
  }

  private drop(event: PointerEvent): void {
    if (this.held.delete(event.pointerId)) this.rest();
  }

  private drawSelection(from: number, to: number): void {
    const begin = Math.max(0, Math.min(from, to));
    const end = Math.min(this.over.clientWidth, Math.max(from, to));
    this.selection.style.left = `${begin}px`;
    this.selection.style.width = `${end - begin}px`;
    this.selection.hidden = end - begin < 1;
  }

  private secondsPerPixel({ begin, end }: Span): number {
    return (end - begin) / Math.max(this.over.clientWidth, 1);
  }

  private drag(one: Held): void {
    if (this.start !== null) this.actions.move(shifted(this.start, (one.left - one.now) * this.secondsPerPixel(this.start)));
  }

  // The times under both fingers stay under them.
  private pinch(): void {
    const [a, b] = [...this.held.values()];
    const { start } = this;
    if (a === undefined || b === undefined || start === null) return;
    const timeOf = (left: number): number => start.begin + left * this.secondsPerPixel(start);
    const distance = b.now - a.now;
    if (Math.abs(distance) < 1) return;
    const perPixel = (timeOf(b.left) - timeOf(a.left)) / distance;
    if (!(perPixel > 0)) return;
    const begin = timeOf(a.left) - a.now * perPixel;
    this.actions.move({ begin, end: begin + perPixel * this.over.clientWidth });
  }

  // The plain wheel scrolls the page.
  private wheel(event: WheelEvent): void {
    const visible = this.actions.visible();
    if (visible === null || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    const pixels = pixelsOf(event);
    const perPixel = this.secondsPerPixel(visible);
    const under = (): number => visible.begin + this.leftOf(event) * perPixel;
    this.actions.move(event.shiftKey ? shifted(visible, pixels * perPixel) : zoomed(visible, Math.exp(pixels * wheelZoom), under()));
  }
}

// Returns how far the wheel was turned. With Shift some systems report it as a horizontal one.
function pixelsOf(event: WheelEvent): number {
  const delta = event.deltaY !== 0 ? event.deltaY : event.deltaX;
  if (event.deltaMode === WheelEvent.DOM_DELTA_LINE) return delta * 16;
  if (event.deltaMode === WheelEvent.DOM_DELTA_PAGE) return delta * 400;
  return delta;
}
