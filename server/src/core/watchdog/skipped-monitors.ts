import type { Log } from '../../platform/runtime/log.ts';
import type { JudgedMonitor } from '../contract.ts';

/** How long to skip a monitor whose verdict failed, so that it doesn't block others. */
const SKIP_MS = 3_600_000;

export interface SkippedMonitors {
  update(judged: readonly JudgedMonitor[], now: number): void;
  /** Returns the IDs of monitors to skip. */
  at(now: number): ReadonlySet<number>;
}

export function createSkippedMonitors(log: Log): SkippedMonitors {
  const untilByID = new Map<number, number>();
  return {
    update(judged, now) {
      for (const { monitorID, applied } of judged) {
        if (applied.outcome !== 'failed') continue;
        untilByID.set(monitorID, now + SKIP_MS);
        log.error(
          { err: applied.error, monitor: monitorID },
          'Evaluating a monitor failed. Skipping the monitor for an hour.',
        );
      }
    },
    at(now) {
      for (const [id, until] of untilByID) if (until <= now) untilByID.delete(id);
      return new Set(untilByID.keys());
    },
  };
}
