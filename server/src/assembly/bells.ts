import { type Bell, createBell } from '../runtime/bell.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Applied } from '../store/records.ts';

/** Bells by which parts of the service wake engines that are created later. */
export interface Bells {
  /** Wakes the watchdog: a deadline may have moved earlier. */
  readonly verdicts: Bell;
  /** Wakes the notifier: there may be an alert to send. */
  readonly alerts: Bell;
}

export function createBells(clock: Clock): Bells {
  return { verdicts: createBell(clock), alerts: createBell(clock) };
}

/** Wakes the notifier if an input changed a status. */
export function ringForChanges({ alerts }: Bells, applied: readonly Applied[]): void {
  if (applied.some((each) => each.outcome === 'applied' && each.changedStatus)) alerts.ring();
}
