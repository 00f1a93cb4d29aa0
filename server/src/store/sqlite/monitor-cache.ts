import type { Monitor } from '../../domain/monitor.ts';

/** A monitor as its rows say, so that a ping of a busy monitor reads nothing. */
export interface StoredMonitor {
  readonly teamID: string;
  readonly monitor: Monitor;
  /** The newest rows of its chains of events and runs. */
  readonly lastEventID: number | null;
  readonly lastRunID: number | null;
}

export interface MonitorCache {
  get(id: number): StoredMonitor | undefined;
  set(id: number, monitor: StoredMonitor): void;
  forget(id: number): void;
  clear(): void;
}

/** Keeps the monitors that were used last, `max` of them. */
export function createMonitorCache(max: number): MonitorCache {
  const monitors = new Map<number, StoredMonitor>();
  return {
    get: (id) => monitors.get(id),
    set(id, monitor) {
      monitors.delete(id);
      monitors.set(id, monitor);
      if (monitors.size <= max) return;
      const [oldest] = monitors.keys();
      if (oldest !== undefined) monitors.delete(oldest);
    },
    forget(id) {
      monitors.delete(id);
    },
    clear: () => monitors.clear(),
  };
}
