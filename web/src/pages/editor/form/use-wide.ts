import { useSyncExternalStore } from 'react';

/** Matches the breakpoint `lg` in tokens.css. */
const WIDE = '(min-width: 1200px)';

/** Whether the window has room for a second column. If not, the column's content is rendered below the form. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(WIDE).matches,
  );
}
