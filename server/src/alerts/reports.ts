import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import type { WatchdogStore } from '../core/contract.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { createLoop, logOutages } from '../platform/runtime/loop.ts';
import type { NotifyStore } from './contract.ts';

/** Hour (UTC) after which reports are written, so that they arrive in the morning. */
const MORNING_HOUR = 7;
const CHECK_EVERY_MS = HOUR_MS;
/**
 * Duration of the lease, longer than writing all reports takes. If the lease expired earlier, another process would repeat the
 * work.
 */
const LEASE_MS = 600_000;

export interface Reports {
  start(): void;
  stop(): Promise<void>;
}

/** Writes the reports of past weeks and months. Writes each report once, even if several nodes check for due reports. */
export function createReports(options: {
  readonly store: NotifyStore & Pick<WatchdogStore, 'takeLease'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Identifies this process as the holder of the lease, which prevents several processes from counting the same runs. */
  readonly holder: string;
  readonly wake: () => void;
}): Reports {
  const { store, clock, log, holder, wake } = options;
  const loop = createLoop({
    clock,
    round,
    retryMs: CHECK_EVERY_MS,
    observer: logOutages(log, clock, 'Reports could not be written. Retrying in an hour.'),
  });

  async function round(): Promise<number> {
    const now = clock.now();
    if (await store.takeLease({ name: 'reports', holder, at: now, until: now + LEASE_MS })) {
      await write(now);
      const at = clock.now();
      await store.takeLease({ name: 'reports', holder, at, until: at });
    }
    return CHECK_EVERY_MS;
  }

  async function write(now: number): Promise<void> {
    const weekly = await store.raiseAlerts({ kind: 'reports', period: 'weekly', ...lastWeek(now) }, now);
    const monthly = await store.raiseAlerts({ kind: 'reports', period: 'monthly', ...lastMonth(now) }, now);
    if (weekly + monthly > 0) wake();
  }

  return { start: loop.start, stop: loop.stop };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the last whole week in UTC, Monday to Monday. The week changes on Monday at 07:00 UTC. */
export function lastWeek(now: number): Span {
  const date = new Date(now - MORNING_HOUR * HOUR_MS);
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  const to = midnight - sinceMonday * DAY_MS;
  return { from: to - 7 * DAY_MS, to };
}

/** Returns the last whole month in UTC. The month changes on the 1st at 07:00 UTC. */
export function lastMonth(now: number): Span {
  const date = new Date(now - MORNING_HOUR * HOUR_MS);
  const to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return { from: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1), to };
}
