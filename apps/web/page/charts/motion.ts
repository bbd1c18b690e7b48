// The part of the time that is shown, while a pointer or the wheel moves it: charts move the picture that they have drawn, and
// the page is drawn again when the hand rests or lets go. Drawing 200 lines and their table takes longer than a frame.
import type { Span } from '../state';
import { Store } from '../store';

export interface MovedPage {
  clip(span: Span): Span | null; // what show() would show
  show(span: Span): void;
}

export const restMilliseconds = 150;

export class SpanMotion {
  // The part that the hand has reached; null: nothing moves.
  readonly moving = new Store<Span | null>(null);
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly page: MovedPage) {}

  move(span: Span): void {
    clearTimeout(this.rest);
    this.moving.set(this.page.clip(span));
    this.rest = setTimeout(() => this.end(), restMilliseconds);
  }

  // Shows what the hand has reached, at once.
  end(): void {
    clearTimeout(this.rest);
    const reached = this.moving.get();
    if (reached === null) return;
    this.moving.set(null);
    this.page.show(reached);
  }
}

export function shifted({ begin, end }: Span, seconds: number): Span {
  return { begin: begin + seconds, end: end + seconds };
}

// Returns `factor` times the span, in which the time `fixed` keeps its place.
export function zoomed(span: Span, factor: number, fixed: number): Span {
  const begin = fixed - (fixed - span.begin) * factor;
  return { begin, end: begin + (span.end - span.begin) * factor };
}

// Returns the CSS transform, from the left edge, that moves what was drawn for one part of the time to its place in another.
export function transformOf(drawn: Span, moving: Span): string {
  const length = moving.end - moving.begin;
  return `translateX(${((drawn.begin - moving.begin) / length) * 100}%) scaleX(${(drawn.end - drawn.begin) / length})`;
}
