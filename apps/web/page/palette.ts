// The colours of the page for what is drawn on a canvas, as style.css has them at the moment.
import { useEffect, useState } from 'preact/hooks';
import type { Theme } from './state';

export interface Palette {
  readonly lines: readonly string[];
  readonly ink: string;
  readonly soft: string;
  readonly grid: string;
  readonly track: string;
  readonly card: string;
  readonly band: string;
  readonly gap: string;
  readonly critical: string;
  readonly warning: string;
  readonly info: string;
  readonly accent: string;
  readonly font: string; // of the labels of axes
  readonly rem: number; // in CSS pixels
}

function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const rem = parseFloat(style.fontSize);
  return {
    lines: Array.from({ length: 8 }, (_, index) => colour(`line-${index + 1}`)),
    ink: colour('ink'),
    soft: colour('soft'),
    grid: colour('grid'),
    track: colour('track'),
    card: colour('card'),
    band: colour('band'),
    gap: colour('gap'),
    critical: colour('critical'),
    warning: colour('warning'),
    info: colour('info'),
    accent: colour('accent'),
    font: `${Math.round(rem * 0.75)}px ${colour('font')}`,
    rem,
  };
}

// Applies the chosen theme, and returns the colours; they are read again when the system changes
// its mind, or when the text gets larger.
export function usePalette(theme: Theme): Palette {
  const [palette, setPalette] = useState(readPalette);
  useEffect(() => {
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
    const read = (): void => setPalette(readPalette());
    read();
    const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener('change', read);
    const stopWatching = watchRem(read);
    return () => {
      for (const query of queries) query.removeEventListener('change', read);
      stopWatching();
    };
  }, [theme]);
  return palette;
}

// Tells when the size of the text changes, by an element that is one rem wide.
function watchRem(tell: () => void): () => void {
  const ruler = document.createElement('div');
  ruler.className = 'ruler';
  document.body.append(ruler);
  const observer = new ResizeObserver(tell);
  observer.observe(ruler);
  return () => {
    observer.disconnect();
    ruler.remove();
  };
}
