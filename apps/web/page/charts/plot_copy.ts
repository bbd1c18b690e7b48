// A copy of a drawn chart, which lies over it while the time moves: a transform moves the copy, and nothing is drawn.
import type { Span } from '../state';
import { transformOf } from './motion';
import type { ChartPlot } from './plot';

export class PlotCopy {
  readonly box = document.createElement('div');
  private readonly canvas = document.createElement('canvas');
  private span: Span | null = null; // of the copy; null: the chart was drawn after it was made

  constructor(private readonly plot: ChartPlot) {
    this.box.className = 'chart-moved';
    this.box.hidden = true;
    this.box.append(this.canvas);
  }

  // Shows the chart as it is in the part of the time that the hand has reached; null: nothing moves.
  follow(moving: Span | null): void {
    this.box.hidden = moving === null;
    if (moving === null) return;
    this.span ??= this.plot.copyTo(this.canvas);
    if (this.span !== null) this.canvas.style.transform = transformOf(this.span, moving);
  }

  // The chart was drawn again.
  renew(moving: Span | null): void {
    this.span = null;
    this.follow(moving);
  }
}
