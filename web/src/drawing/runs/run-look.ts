import type { Run } from '@overdue/sdk';

/** How a run is drawn wherever it is drawn: colour is outcome, hollow is missed, hatched is unknown. */
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

/** When it is drawn: its start, else its end, else when it was expected. Milliseconds. */
export function timeOf(run: Run): number {
  return Date.parse(run.startedAt ?? run.endedAt ?? run.expectedAt ?? '');
}
