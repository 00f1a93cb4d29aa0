import { useSyncExternalStore } from 'react';

const NAMES = [
  'ground',
  'panel',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'soft',
  'accent',
  'up',
  'late',
  'failing',
  'down',
  'paused',
  'running',
] as const;

const STATUS_NAMES: ReadonlySet<string> = new Set([
  'accent',
  'up',
  'late',
  'failing',
  'down',
  'paused',
  'running',
]);

/** Colours of areas. In forced-colours mode, they are the window's background. */
const AREA_NAMES: ReadonlySet<string> = new Set(['ground', 'panel', 'sunken']);

export type ThemeColorName = (typeof NAMES)[number];
export type ThemeColors = Readonly<Record<ThemeColorName, string>>;

const FORCED = '(forced-colors: active)';

let current: ThemeColors | undefined;
const listeners = new Set<() => void>();
let stop: (() => void) | undefined;

/** Returns the theme's colours. They are read from an element, because canvases can't use CSS variables. */
export function useThemeColors(): ThemeColors {
  return useSyncExternalStore(subscribe, readThemeColors);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= watch();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

function watch(): () => void {
  const changed = () => {
    current = undefined;
    for (const listener of listeners) listener();
  };
  const media = ['(prefers-color-scheme: dark)', FORCED].map((query) => matchMedia(query));
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  for (const query of media) query.addEventListener('change', changed);
  return () => {
    for (const query of media) query.removeEventListener('change', changed);
    observer.disconnect();
  };
}

export function readThemeColors(): ThemeColors {
  if (current !== undefined) return current;
  const isForced = matchMedia(FORCED).matches;
  const probe = document.createElement('span');
  document.body.append(probe);
  const colors = Object.fromEntries(
    NAMES.map((name) => {
      // In forced-colours mode, statuses keep their own colours, because the colours have a meaning.
      probe.style.setProperty('forced-color-adjust', STATUS_NAMES.has(name) ? 'none' : 'auto');
      probe.style.color = isForced && AREA_NAMES.has(name) ? 'Canvas' : `var(--color-${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as Record<ThemeColorName, string>;
  probe.remove();
  current = colors;
  return colors;
}
