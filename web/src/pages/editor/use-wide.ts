import { useSyncExternalStore } from 'react';

/** As the breakpoint `lg` of the tokens. */
const WIDE = '(min-width: 1200px)';

/** Whether there is room for a second column: what stands there is drawn once, and not hidden twice. */
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
