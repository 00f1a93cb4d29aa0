import { createClient } from '@overdue/sdk';
import { useSyncExternalStore } from 'react';
import { messageOf } from '../client.ts';
import { changeMonitors } from './bulk.ts';

/** How long a deletion can be undone. The request follows then, or when the page closes. */
const BACK_MS = 10_000;

interface Deletion {
  readonly shortIDs: readonly string[];
  readonly timer: ReturnType<typeof setTimeout>;
}

const waiting = new Set<Deletion>();
const listeners = new Set<() => void>();
let leaving: ReadonlySet<string> = new Set();

/** Returns the monitors that are hidden because their deletion is pending. */
export function useLeaving(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => leaving,
  );
}

function changeLeaving(change: (shortIDs: Set<string>) => void): void {
  const next = new Set(leaving);
  change(next);
  leaving = next;
  for (const listener of listeners) listener();
}

/** Hides monitors now and deletes them in ten seconds. Returns an undo, which is false once it is too late. */
export function deleteSoon(shortIDs: readonly string[], onProblem: (message: string) => void): () => boolean {
  const timer = setTimeout(() => void carryOut(), BACK_MS);
  const deletion: Deletion = { shortIDs, timer };
  waiting.add(deletion);
  changeLeaving((all) => {
    for (const shortID of shortIDs) all.add(shortID);
  });
  const bringBack = (): void =>
    changeLeaving((all) => {
      for (const shortID of shortIDs) all.delete(shortID);
    });

  async function carryOut(): Promise<void> {
    waiting.delete(deletion);
    try {
      const { problems } = await changeMonitors(shortIDs, { type: 'delete' });
      for (const problem of problems) onProblem(problem);
    } catch (error) {
      onProblem(messageOf(error));
    }
    // Failed deletions reappear; deleted monitors have left the list.
    bringBack();
  }

  return () => {
    if (!waiting.delete(deletion)) return false;
    clearTimeout(timer);
    bringBack();
    return true;
  };
}

/** Keep-alive requests outlive the page. Their 64 kB suffice for some thousand monitors. */
const closingClient = createClient({
  baseURL: window.location.origin,
  credentials: 'session',
  retries: 0,
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
});

window.addEventListener('pagehide', () => {
  for (const { shortIDs, timer } of waiting) {
    clearTimeout(timer);
    closingClient.monitors.bulk(shortIDs, { type: 'delete' }).catch(() => {
      // A closed page can't report an error.
    });
  }
  waiting.clear();
});
