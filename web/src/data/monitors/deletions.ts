import { createClient } from '@overdue/sdk';
import { useSyncExternalStore } from 'react';
import { messageOf } from '../../ui/error-message.ts';
import { changeMonitors } from './bulk.ts';

/** How long a deletion can be undone. If the page is closed earlier, the deletion is sent at once. */
const DELETION_DELAY_MS = 10_000;

interface Deletion {
  readonly shortIDs: readonly string[];
  readonly timer: ReturnType<typeof setTimeout>;
  readonly undo: () => void;
}

const waiting = new Set<Deletion>();
const listeners = new Set<() => void>();
let pending: ReadonlySet<string> = new Set();

/** Returns the monitors that are hidden because their deletion is pending. */
export function usePendingDeletions(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
  );
}

function changePending(change: (shortIDs: Set<string>) => void): void {
  const next = new Set(pending);
  change(next);
  pending = next;
  for (const listener of listeners) listener();
}

const otherTabs = createDeletionChannel({
  onScheduled: (shortIDs) => changePending((all) => addAll(all, shortIDs)),
  onEnded: (shortIDs) => changePending((all) => removeAll(all, shortIDs)),
  onUndo: undoHere,
});

function addAll(all: Set<string>, shortIDs: readonly string[]): void {
  for (const shortID of shortIDs) all.add(shortID);
}

function removeAll(all: Set<string>, shortIDs: readonly string[]): void {
  for (const shortID of shortIDs) all.delete(shortID);
}

/** Undoes the pending deletion of a monitor, even if another tab of this browser has scheduled the deletion. */
export function undoDeletionOf(shortID: string): void {
  if (!undoHere(shortID)) otherTabs.askToUndo(shortID);
}

function undoHere(shortID: string): boolean {
  const deletion = [...waiting].find(({ shortIDs }) => shortIDs.includes(shortID));
  deletion?.undo();
  return deletion !== undefined;
}

/** Hides monitors now and deletes them in ten seconds. Returns an undo function, which returns false once it is too late. */
export function scheduleDeletion(
  shortIDs: readonly string[],
  onProblem: (message: string) => void,
): () => boolean {
  const timer = setTimeout(() => void sendDeletion(), DELETION_DELAY_MS);
  const deletion: Deletion = { shortIDs, timer, undo };
  waiting.add(deletion);
  changePending((all) => addAll(all, shortIDs));
  otherTabs.tellScheduled(shortIDs);
  function restore(): void {
    changePending((all) => removeAll(all, shortIDs));
    otherTabs.tellEnded(shortIDs);
  }

  async function sendDeletion(): Promise<void> {
    waiting.delete(deletion);
    try {
      const { problems } = await changeMonitors(shortIDs, { type: 'delete' });
      for (const problem of problems) onProblem(problem);
    } catch (error) {
      onProblem(messageOf(error));
    }
    // If a deletion failed, shows its monitors again. Deleted monitors are no longer in the list.
    restore();
  }

  function undo(): boolean {
    if (!waiting.delete(deletion)) return false;
    clearTimeout(timer);
    restore();
    return true;
  }
  return undo;
}

/**
 * A client whose requests continue after the page is closed. The browser's limit of 64 kB is enough for several
 * thousand monitors.
 */
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

/** How long other tabs hide the monitors if the tab that scheduled the deletion closes without telling them. */
const FORGET_MS = 20_000;

interface Options {
  readonly onScheduled: (shortIDs: readonly string[]) => void;
  readonly onEnded: (shortIDs: readonly string[]) => void;
  readonly onUndo: (shortID: string) => void;
}

interface DeletionChannel {
  tellScheduled(shortIDs: readonly string[]): void;
  tellEnded(shortIDs: readonly string[]): void;
  askToUndo(shortID: string): void;
}

/** Tells the other tabs of this browser about deletions that can still be undone. */
function createDeletionChannel({ onScheduled, onEnded, onUndo }: Options): DeletionChannel {
  const channel = new BroadcastChannel('overdue.deletions');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return;
    if (data.type === 'scheduled') {
      onScheduled(data.shortIDs);
      setTimeout(() => onEnded(data.shortIDs), FORGET_MS);
    } else if (data.type === 'ended') onEnded(data.shortIDs);
    else for (const shortID of data.shortIDs) onUndo(shortID);
  });
  const tell = (type: Message['type'], shortIDs: readonly string[]): void =>
    channel.postMessage({ type, shortIDs } satisfies Message);
  return {
    tellScheduled: (shortIDs) => tell('scheduled', shortIDs),
    tellEnded: (shortIDs) => tell('ended', shortIDs),
    askToUndo: (shortID) => tell('undo', [shortID]),
  };
}

interface Message {
  readonly type: 'scheduled' | 'ended' | 'undo';
  readonly shortIDs: readonly string[];
}

/** Whether the data is a message. Tabs with another version of the application may send other data. */
function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('shortIDs' in data)) return false;
  const { type, shortIDs } = data;
  return (
    (type === 'scheduled' || type === 'ended' || type === 'undo') &&
    Array.isArray(shortIDs) &&
    shortIDs.every((shortID) => typeof shortID === 'string')
  );
}
