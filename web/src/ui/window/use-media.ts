import { useSyncExternalStore } from 'react';

const cache = new Map<string, MediaQueryList>();

/** Returns a cached `MediaQueryList`. Creating many would slow down scrolling. */
function mediaOf(query: string): MediaQueryList {
  const media = cache.get(query) ?? window.matchMedia(query);
  cache.set(query, media);
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
