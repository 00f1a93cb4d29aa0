import { useSyncExternalStore } from 'react';

export interface SavedView {
  readonly name: string;
  readonly query: string;
}

export const VIEWS_MAX = 50;
export const NAME_LENGTH_MAX = 60;
const QUERY_LENGTH_MAX = 2000;

/** Parses the views from browser storage. Drops invalid entries. */
export function parseViews(text: string | null): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView).slice(0, VIEWS_MAX) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    value.name.trim() !== '' &&
    value.name.length <= NAME_LENGTH_MAX &&
    'query' in value &&
    typeof value.query === 'string' &&
    value.query.length <= QUERY_LENGTH_MAX
  );
}

/** Adds a view, or replaces the view of the same name at its position. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const isKnown = views.some(({ name }) => name === view.name);
  if (isKnown) return views.map((other) => (other.name === view.name ? view : other));
  return [...views, view].slice(-VIEWS_MAX);
}

export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((view) => view.name !== name);
}

const listeners = new Set<() => void>();
const current = new Map<string, readonly SavedView[]>();

export function useSavedViews(
  teamID: string,
): readonly [readonly SavedView[], (views: readonly SavedView[]) => void] {
  const key = `overdue.views.${teamID}`;
  const views = useSyncExternalStore(subscribe, () => read(key));
  return [
    views,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next));
      current.set(key, next);
      for (const listener of listeners) listener();
    },
  ];
}

function read(key: string): readonly SavedView[] {
  const cached = current.get(key);
  if (cached !== undefined) return cached;
  const views = parseViews(localStorage.getItem(key));
  current.set(key, views);
  return views;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
