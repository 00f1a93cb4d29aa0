import type { ApplyOutcome } from '../database/records.ts';
import { type Bell, createBell } from '../platform/runtime/bell.ts';
import type { Clock } from '../platform/runtime/clock.ts';

/** Bells that wake engines. They exist before the engines, so that any part can ring them. */
export interface Bells {
  /** Wakes the watchdog after a change that may move a deadline earlier. */
  readonly verdicts: Bell;
  /** Wakes the notifier when an alert may be ready to send. */
  readonly alerts: Bell;
  /** Wakes the forwarder after pings are stored or a monitor's forwarding changes. */
  readonly pings: Bell;
}

export function createBells(clock: Clock): Bells {
  return { verdicts: createBell(clock), alerts: createBell(clock), pings: createBell(clock) };
}

export function ringForChanges({ alerts }: Bells, applied: readonly ApplyOutcome[]): void {
  if (applied.some((result) => result.outcome === 'applied' && result.changedStatus)) alerts.ring();
}
