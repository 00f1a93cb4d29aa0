import { useSyncExternalStore } from 'react';

const known = new Map<string, MediaQueryList>();

/** Cached per query, because creating these objects slows down scrolling. */
function mediaOf(query: string): MediaQueryList {
  const media = known.get(query) ?? window.matchMedia(query);
  known.set(query, media);
  return media;
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = mediaOf(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => mediaOf(query).matches,
  );
}
