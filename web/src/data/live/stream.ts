import type { LiveEvent, MonitorRow } from '@overdue/sdk';
import type { Query } from '@tanstack/react-query';
import { createChangeQueue } from './change-queue.ts';
import type { ConnectionStore } from './connection.ts';
import { type LiveMonitorList, MONITORS_KEY } from './monitor-list.ts';
import type { Refetch } from './refetching.ts';
import { createSpacing } from './spacing.ts';

/** Delay before reconnecting after the service refused the stream. */
const RECONNECT_MS = 5000;
/** Minimum time between two refetches of pages about one monitor. A job may send ten pings a second, and a page has eight queries. */
const PAGE_INTERVALS = { firstMs: 1000, lastMs: 1000 };

interface StreamOptions {
  readonly follow: (signal: AbortSignal) => AsyncIterable<LiveEvent<MonitorRow>>;
  readonly connection: ConnectionStore;
  readonly list: LiveMonitorList;
  readonly refetch: Refetch;
  readonly onRefused: () => void;
}

interface LiveStream {
  /** Connects, unless the stream is already connected. */
  start(): void;
  /** Connects while a page that requires a sign-in is open. Returns a function that disconnects. */
  show(): () => void;
}

/** Follows the live stream and keeps cached data current. */
export function createStream({ follow, connection, list, refetch, onRefused }: StreamOptions): LiveStream {
  let running: AbortController | null = null;
  /** Whether a page that requires a sign-in is open. */
  let isShown = false;
  /** Whether changes may have been missed. */
  let wasLost = false;

  function start(): void {
    if (running !== null) return;
    const abort = new AbortController();
    running = abort;
    followEvents(abort.signal).catch(() => {
      if (abort.signal.aborted) return;
      running = null;
      if (!isShown) {
        connection.set({ state: 'connecting' });
        return;
      }
      markLost();
      onRefused();
      setTimeout(() => {
        if (isShown) start();
      }, RECONNECT_MS);
    });
  }

  async function followEvents(signal: AbortSignal): Promise<void> {
    const changed = new Set<string>();
    const refetchPages = createSpacing(() => {
      refetchPagesOf(new Set(changed));
      changed.clear();
    }, PAGE_INTERVALS);
    const applyMonitors = (monitors: readonly MonitorRow[], deleted: readonly string[]): void => {
      list.apply(monitors, deleted);
      for (const { shortID } of monitors) changed.add(shortID);
      refetchPages('pages');
    };
    const changes = createChangeQueue(applyMonitors);
    const refetchKind = createSpacing((kind) => refetch({ queryKey: [kind] }));
    for await (const event of follow(signal)) {
      switch (event.type) {
        case 'hello':
          connection.set({ state: 'live' });
          // Refetches data that may be stale. The list of monitors is usually current, because it is loaded once the stream is
          // open.
          refetch(
            wasLost || list.consumeReadTooEarly()
              ? {}
              : { predicate: ({ queryKey: [resource] }) => resource !== MONITORS_KEY[0] },
          );
          wasLost = false;
          break;
        case 'lost':
          changes.clear();
          markLost();
          break;
        case 'monitors':
          changes.add(event.monitors, event.deleted);
          break;
        case 'changed':
          for (const kind of event.kinds)
            if (!refetchKind(kind) && kind === 'deliveries') refetch({ predicate: isOfWaitingDelivery });
          break;
      }
    }
  }

  function markLost(): void {
    wasLost = true;
    connection.set({ state: 'lost', since: Date.now() });
  }

  /** Searches the cache once for all changed monitors, because there may be a thousand. */
  function refetchPagesOf(changed: ReadonlySet<string>): void {
    refetch({
      predicate({ queryKey: [resource, part], state }) {
        // The page of an incident shows changes soon. Other incidents, of lists and counts, wait for their longer interval.
        if (resource === 'incidents' && part === 'one')
          return state.data === undefined || changed.has(textOf(state.data, 'monitor', 'shortID'));
        return (
          typeof part === 'string' &&
          changed.has(part) &&
          // `list.apply` has updated only the fields of the list.
          (resource === 'history' || resource === 'monitor')
        );
      },
    });
  }

  return {
    start,
    show() {
      isShown = true;
      start();
      return () => {
        isShown = false;
        running?.abort(new Error('The page was left.'));
        running = null;
        wasLost = true;
        connection.set({ state: 'connecting' });
      };
    },
  };
}

/** Whether the query reads a delivery that waits for its next attempt. Users watch such a delivery, so each attempt is shown at once. */
function isOfWaitingDelivery({ queryKey: [resource, part], state: { data } }: Query): boolean {
  return (
    resource === 'deliveries' &&
    part === 'one' &&
    (data === undefined || textOf(data, 'delivery', 'state') === 'waiting')
  );
}

/** Returns a text of a part of cached data; empty if the data lacks the text. */
function textOf(data: unknown, part: string, name: string): string {
  const text = fieldOf(fieldOf(data, part), name);
  return typeof text === 'string' ? text : '';
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
