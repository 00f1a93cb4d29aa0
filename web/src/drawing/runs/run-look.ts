import type { Run } from '@overdue/sdk';

/** Colour of a run everywhere: colour is outcome, hollow is missed, hatched is unknown. */
export const RUN_COLOR: Readonly<Record<Run['state'], string>> = {
  running: 'var(--color-running)',
  succeeded: 'var(--color-up)',
  failed: 'var(--color-down)',
  timed_out: 'var(--color-failing)',
  missed: 'var(--color-down)',
  unknown: 'var(--color-paused)',
};

export function isWell(state: Run['state']): boolean {
  return state === 'succeeded' || state === 'running';
}

/** Returns the time at which a run is drawn, in milliseconds: its start, else its end, else its expected time. */
export function timeOf(run: Run): number {
  return Date.parse(run.startedAt ?? run.endedAt ?? run.expectedAt ?? '');
}
