// Media queries that scripts share with style.css.
import { useEffect, useState } from 'preact/hooks';

// The page is one column that scrolls below 760 px, and in low windows, where charts and table do not
// fit together.
export const columnQuery = '(max-width: 47.49em), (max-height: 34em)';

// Returns whether the window matches a query; the component is drawn again when that changes.
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
