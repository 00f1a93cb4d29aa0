import type { MonitorRow, Run } from '@overdue/sdk';
import { lazy, type PointerEvent, Suspense, useState } from 'react';
import { RECENT_RUNS, useRecentRuns } from '../../../data/runs/recent-runs.ts';
import { RunStrip } from '../../../drawing/runs/run-strip.tsx';
import { runIndexAt } from '../../../drawing/runs/strip-shapes.ts';

// Loaded when someone points at a bar.
const RunTip = lazy(async () => ({ default: (await import('./run-tip.tsx')).RunTip }));

interface PointedRun {
  readonly run: Run;
  readonly x: number;
  readonly y: number;
}

export function RecentStrip({ monitor }: { readonly monitor: MonitorRow }) {
  const runs = useRecentRuns(monitor);
  const [pointed, setPointed] = useState<PointedRun | null>(null);
  if (runs === undefined)
    return (
      <span
        aria-hidden="true"
        className="mb-[3px] block h-[19px] w-[182px] border-b border-line @min-[2000px]:w-full"
      />
    );
  function point({ pointerType, currentTarget, clientX }: PointerEvent): void {
    if (pointerType === 'touch' || runs === undefined) return;
    const box = currentTarget.getBoundingClientRect();
    const age = runIndexAt((clientX - box.left) / box.width, RECENT_RUNS);
    const run = age === null ? undefined : runs[age];
    if (run?.runID !== pointed?.run.runID)
      setPointed(run === undefined ? null : { run, x: clientX, y: box.bottom });
  }
  return (
    // Screen readers read only the strip's label. The monitor's page lists the runs.
    <span
      className="flex @min-[2000px]:w-full @min-[2000px]:*:h-7 @min-[2000px]:*:w-full"
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
    >
      <RunStrip runs={runs} shown={RECENT_RUNS} />
      {pointed === null ? null : (
        <Suspense fallback={null}>
          <RunTip {...pointed} zone={monitor.schedule.timezone} />
        </Suspense>
      )}
    </span>
  );
}
