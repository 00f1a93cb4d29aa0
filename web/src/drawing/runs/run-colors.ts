import type { Run } from '@overdue/sdk';

/** Colours of outcomes, the same on every page. Missed runs are drawn hollow, unknown ones hatched. */
export const RUN_COLOR: Readonly<Record<Run['state'], string>> = {
  running: 'var(--color-running)',
  succeeded: 'var(--color-up)',
  failed: 'var(--color-down)',
  timed_out: 'var(--color-failing)',
  missed: 'var(--color-down)',
  unknown: 'var(--color-paused)',
};

export function isHealthy(state: Run['state']): boolean {
  return state === 'succeeded' || state === 'running';
}

/** Returns the time at which to draw a run: its start, or else its end, or else its expected time. */
export function timeOf(run: Run): number {
  return Date.parse(run.startedAt ?? run.endedAt ?? run.expectedAt ?? '');
}
