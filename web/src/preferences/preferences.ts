import { useSyncExternalStore } from 'react';
import { isZone } from './zone-name.ts';

/** Preferences stored in this browser. public/theme.js reads them before the first paint. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
  /** IANA time zone, or null for the system's. */
  readonly zone: string | null;
}

const KEY = 'overdue.appearance';
const DEFAULTS: Preferences = { theme: 'system', density: 'comfortable', zone: null };
const listeners = new Set<() => void>();
let current: Preferences | undefined;

export function readPreferences(): Preferences {
  current ??= parse(globalThis.localStorage?.getItem(KEY) ?? null);
  return current;
}

export function changePreferences(change: Partial<Preferences>): void {
  current = { ...readPreferences(), ...change };
  localStorage.setItem(KEY, JSON.stringify(current));
  const { dataset } = document.documentElement;
  if (current.theme === 'system') delete dataset.theme;
  else dataset.theme = current.theme;
  if (current.density === 'compact') dataset.density = 'compact';
  else delete dataset.density;
  for (const listener of listeners) listener();
}

export function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readPreferences);
}

function parse(text: string | null): Preferences {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null) return DEFAULTS;
    return {
      theme:
        'theme' in stored && (stored.theme === 'light' || stored.theme === 'dark') ? stored.theme : 'system',
      density: 'density' in stored && stored.density === 'compact' ? 'compact' : 'comfortable',
      zone: 'zone' in stored && typeof stored.zone === 'string' && isZone(stored.zone) ? stored.zone : null,
    };
  } catch {
    return DEFAULTS;
  }
}
