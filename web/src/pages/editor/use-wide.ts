import { useSyncExternalStore } from 'react';

/** Matches the breakpoint `lg` in tokens.css. */
const WIDE = '(min-width: 1200px)';

/** Whether a second column fits. Its content is then rendered there, and otherwise elsewhere. */
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
