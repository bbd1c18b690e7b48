// The colours of the page for what is drawn on a canvas, as style.css has them at the moment.
import { useLayoutEffect, useState } from 'preact/hooks';
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

const darkQuery = '(prefers-color-scheme: dark)';

// Applies the chosen theme, and returns the colours; they are read again when the system changes from
// light to dark or back, or when the text gets larger. The root has the theme that is shown, also that
// of the system, so that style.css has each colour once.
export function usePalette(theme: Theme): Palette {
  const [palette, setPalette] = useState(readPalette);
  useLayoutEffect(() => {
    const queries = [darkQuery, '(forced-colors: active)'].map((query) => matchMedia(query));
    const apply = (): void => {
      const ofSystem = matchMedia(darkQuery).matches ? 'dark' : 'light';
      document.documentElement.dataset['theme'] = theme === 'system' ? ofSystem : theme;
      setPalette(readPalette());
    };
    apply();
    for (const query of queries) query.addEventListener('change', apply);
    const stopWatching = watchRem(apply);
    return () => {
      for (const query of queries) query.removeEventListener('change', apply);
      stopWatching();
    };
  }, [theme]);
  return palette;
}

// Calls `onChange` when the size of the text changes, by an element that is one rem wide.
function watchRem(onChange: () => void): () => void {
  const ruler = document.createElement('div');
  ruler.className = 'ruler';
  document.body.append(ruler);
  const observer = new ResizeObserver(onChange);
  observer.observe(ruler);
  return () => {
    observer.disconnect();
    ruler.remove();
  };
}
