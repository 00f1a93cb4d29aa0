import type { Log } from '../runtime/log.ts';
import type { Judged } from '../store/presence/contract.ts';

/** A monitor whose verdict failed is left alone for this long, so that it can't hold up the others. */
const SET_ASIDE_MS = 3_600_000;

export interface SetAside {
  /** Sets those aside whose verdicts failed. */
  note(judged: readonly Judged[], now: number): void;
  /** The monitors to be left alone at a time. */
  at(now: number): ReadonlySet<number>;
}

export function createSetAside(log: Log): SetAside {
  const untilByID = new Map<number, number>();
  return {
    note(judged, now) {
      for (const { monitorID, applied } of judged) {
        if (applied.outcome !== 'failed') continue;
        untilByID.set(monitorID, now + SET_ASIDE_MS);
        log.error(
          { err: applied.error, monitor: monitorID },
          'A verdict failed; the monitor is set aside for an hour.',
        );
      }
    },
    at(now) {
      for (const [id, until] of untilByID) if (until <= now) untilByID.delete(id);
      return new Set(untilByID.keys());
    },
  };
}
