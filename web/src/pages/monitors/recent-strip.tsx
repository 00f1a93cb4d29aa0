import type { Monitor } from '@overdue/sdk';
import { RECENT_RUNS, useRecentRuns } from '../../data/runs/recent-runs.ts';
import { RunStrip } from '../../drawing/runs/run-strip.tsx';

export function RecentStrip({ monitor }: { readonly monitor: Monitor }) {
  const runs = useRecentRuns(monitor);
  return runs === undefined ? (
    <span aria-hidden="true" className="mb-[3px] block h-[19px] w-[182px] border-b border-line" />
  ) : (
    <RunStrip runs={runs} shown={RECENT_RUNS} />
  );
}
