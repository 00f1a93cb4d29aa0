import type { MonitorRow } from '@overdue/sdk';
import { statusAt } from '../../../data/monitors/status-at.ts';

export interface NextMoment {
  readonly kind: 'expected' | 'missed' | 'unmuted';
  readonly at: string;
}

/** Returns the next expected run, else the deadline of a late run, else the end of a mute; null if there is none. */
export function nextMoment(monitor: MonitorRow, now: number): NextMoment | null {
  const { nextExpectedAt, deadlineAt, mutedUntil, paused } = monitor;
  if (!paused && nextExpectedAt !== null && Date.parse(nextExpectedAt) > now)
    return { kind: 'expected', at: nextExpectedAt };
  if (!paused && deadlineAt !== null && Date.parse(deadlineAt) > now)
    return { kind: 'missed', at: deadlineAt };
  if (mutedUntil !== null && Date.parse(mutedUntil) > now && statusAt(monitor, now) !== 'up')
    return { kind: 'unmuted', at: mutedUntil };
  return null;
}
