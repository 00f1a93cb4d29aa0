import type { Run } from '@overdue/sdk';

/** Colours mean outcomes on every page. Missed runs are hollow, unknown ones hatched. */
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

/** Returns where to draw a run in time: at its start, else its end, else its expected time. */
export function timeOf(run: Run): number {
  return Date.parse(run.startedAt ?? run.endedAt ?? run.expectedAt ?? '');
}
