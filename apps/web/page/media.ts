// Whether the window is narrow: then the page is one column that scrolls, as style.css has it.
import { useEffect, useState } from 'preact/hooks';

// One column below 760 px; also in low windows, where charts and table do not fit together.
export const columnQuery = '(max-width: 47.49em), (max-height: 34em)';

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const tell = (): void => setMatches(list.matches);
    tell();
    list.addEventListener('change', tell);
    return () => list.removeEventListener('change', tell);
  }, [query]);
  return matches;
}
