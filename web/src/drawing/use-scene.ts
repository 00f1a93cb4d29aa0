import { isCovered } from '@overdue/domain/alerting/maintenance-scope.ts';
import { isChecked } from '@overdue/domain/monitor/rules.ts';
import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import type { MaintenanceWindow, MonitorRow, Run } from '@overdue/sdk';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type DrawnIncident,
  drawnIncidentsQuery,
  drawnMaintenanceQuery,
  maintenanceSpans,
} from '../data/runs/shaded-periods.ts';
import {
  OCCURRENCES_MAX,
  occurrencesQuery,
  type Span,
  spanRunsQuery,
  spansOf,
  statisticsQuery,
} from '../data/runs/spans.ts';
import { layRuns } from './bars.ts';
import { mergeExtents } from './lanes.ts';
import { expectedTimes, layOutExpectedRuns, needsOccurrences } from './occurrences.ts';
import type { Bucket, Scene, ShadedPeriod } from './scene.ts';
import type { View } from './time-scale.ts';
import { words } from './words.ts';

const BUCKETS = 200;

export interface LoadedScene {
  readonly scene: Scene;
  /** Runs of the loaded spans, newest first. The spans extend beyond the view. */
  readonly runs: readonly Run[];
  /** Whether there are too many runs to load. If so, only counts are drawn. */
  readonly isDense: boolean;
  readonly isLoading: boolean;
  readonly error: Error | null;
}

interface SceneOptions {
  readonly view: View;
  readonly now: number;
  /** Whether many monitors are drawn. If so, the incidents of the whole team are read with one request. */
  readonly readsTeamIncidents?: boolean;
}

/** Loads all data for the drawing of a monitor. Live events update the data. */
export function useScene(
  monitor: MonitorRow,
  { view, now, readsTeamIncidents = false }: SceneOptions,
): LoadedScene {
  const { shortID } = monitor;
  const spans = spansOf(view);
  const pieces = useQueries({
    queries: spans.map((span) => spanRunsQuery(shortID, span)),
    combine: combineResults,
  });
  // If one span is crowded, all spans show counts, because a drawing must not mix runs and counts.
  const isDense = pieces.truncated.includes(true);
  const dense = useDensity(shortID, isDense ? spans : NO_SPANS);
  const runs = useMemo(() => removeDuplicates(pieces.data), [pieces.data]);
  const lanes = useMemo(() => {
    const isDense = (run: Run) => dense.some(({ span }) => covers(span, run));
    return layRuns(
      dense.length === 0 ? runs : runs.filter((run) => !isDense(run)),
      now,
      monitor.maxRunDuration * 1000,
    );
  }, [runs, dense, now, monitor.maxRunDuration]);
  const { shadedPeriods, areShadedPeriodsLoading } = useShadedPeriods(
    monitor,
    { view, now, readsTeamIncidents },
    runs,
  );
  const { expectedRuns, areExpectedRunsLoading } = useExpectedRuns(monitor, { view, now }, runs);
  const scene = useMemo(
    (): Scene => ({
      bars: lanes.bars,
      lanes: lanes.count,
      buckets: dense.flatMap(({ buckets }) => buckets),
      shadedPeriods,
      expectedRuns,
    }),
    [lanes, dense, shadedPeriods, expectedRuns],
  );
  const isLoading = pieces.isLoading || areShadedPeriodsLoading || areExpectedRunsLoading;
  return { scene, runs, isDense, isLoading, error: pieces.error };
}

type Pieces = readonly (readonly Run[])[];

function combineResults(
  results: readonly {
    readonly data?: { readonly runs: readonly Run[]; readonly truncated: boolean } | undefined;
    readonly isPending: boolean;
    readonly error: Error | null;
  }[],
) {
  return {
    data: results.map(({ data }) => data?.runs ?? []) as Pieces,
    truncated: results.map(({ data }) => data?.truncated === true),
    isLoading: results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error !== null)?.error ?? null,
  };
}

function removeDuplicates(pieces: Pieces): readonly Run[] {
  const runsByID = new Map<string, Run>();
  // Starts with the latest span, because the result is sorted newest first.
  for (const piece of pieces.toReversed()) {
    for (const run of piece)
      runsByID.set(`${run.runID}|${run.expectedAt}|${run.startEvent ?? run.endEvent}`, run);
  }
  return [...runsByID.values()];
}

interface DenseSpan {
  readonly span: Span;
  readonly buckets: readonly Bucket[];
}

const NO_SPANS: readonly Span[] = [];

function useDensity(shortID: string, crowded: readonly Span[]): readonly DenseSpan[] {
  return useQueries({
    queries: crowded.map((span) => statisticsQuery(shortID, span, BUCKETS)),
    combine: (results) =>
      results.flatMap(({ data }, index): DenseSpan[] => {
        const span = crowded[index];
        if (data === undefined || span === undefined) return [];
        const length = (span.to - span.from) / Math.max(1, data.buckets.length);
        return [
          {
            span,
            buckets: data.buckets.map(({ at, runs, failed, missed }) => ({
              from: Date.parse(at),
              to: Date.parse(at) + length,
              runs,
              failed,
              missed,
            })),
          },
        ];
      }),
  });
}

function covers({ from, to }: Span, run: Run): boolean {
  const at = Date.parse(run.startedAt ?? run.endedAt ?? run.expectedAt ?? '');
  return run.state !== 'running' && at >= from && at < to;
}

function useShadedPeriods(
  monitor: MonitorRow,
  { view, now, readsTeamIncidents }: Required<SceneOptions>,
  runs: readonly Run[],
): { readonly shadedPeriods: readonly ShadedPeriod[]; readonly areShadedPeriodsLoading: boolean } {
  const { data: incidents, isLoading } = useQuery(
    drawnIncidentsQuery(readsTeamIncidents ? null : monitor.shortID),
  );
  const { maintenance, isMaintenanceLoading } = useMaintenance(monitor, view);
  const shadedPeriods = useMemo(
    () => [
      ...maintenance,
      ...blindTimes(monitor, runs),
      ...(incidents ?? [])
        .filter((incident) => incident.monitor.shortID === monitor.shortID)
        .map((incident) => ofIncident(incident, now)),
    ],
    [incidents, maintenance, runs, monitor, now],
  );
  return { shadedPeriods, areShadedPeriodsLoading: isLoading || isMaintenanceLoading };
}

function ofIncident({ openedAt, closedAt }: DrawnIncident, now: number): ShadedPeriod {
  const from = Date.parse(openedAt);
  return {
    kind: 'incident',
    from,
    to: closedAt === null ? Math.max(from, now) : Date.parse(closedAt),
    label: words.incident,
    isOpen: closedAt === null,
  };
}

const MAINTENANCE_NONE: readonly MaintenanceWindow[] = [];

function useMaintenance(
  monitor: MonitorRow,
  view: View,
): { readonly maintenance: readonly ShadedPeriod[]; readonly isMaintenanceLoading: boolean } {
  const { data: windows = MAINTENANCE_NONE, isLoading } = useQuery(drawnMaintenanceQuery);
  const own = useMemo(() => windows.filter((window) => isCovered(window, monitor)), [windows, monitor]);
  const [around = view] = spansOf(view);
  const recurring = own.filter(({ cron }) => cron !== null);
  const fires = useQueries({
    queries: recurring.map((window) =>
      occurrencesQuery(
        { cron: window.cron ?? '', timezone: window.timezone ?? 'UTC' },
        around.from - (window.duration ?? 0) * 1000,
      ),
    ),
    combine: (results) => ({
      times: results.map(({ data }) => data),
      areLoading: results.some((result) => result.isLoading),
    }),
  });
  const maintenance = useMemo(
    () =>
      own.flatMap((window) =>
        maintenanceSpans(window, completeTimes(fires.times[recurring.indexOf(window)], view), view).map(
          (span): ShadedPeriod => ({
            ...span,
            kind: 'maintenance',
            label: words.maintenance(window.name),
            isOpen: false,
          }),
        ),
      ),
    [own, fires, recurring, view],
  );
  return { maintenance, isMaintenanceLoading: isLoading || fires.areLoading };
}

/** Returns the times, or no times if the service omitted some, because an incomplete drawing would mislead. */
function completeTimes(times: readonly number[] | undefined, view: View): readonly number[] {
  const last = times?.at(-1);
  if (times === undefined || last === undefined) return [];
  return times.length >= OCCURRENCES_MAX && last < view.to ? [] : times;
}

/** Maximum length of an estimated blind window. */
const BLIND_MS_MAX = 10 * MINUTE_MS;

/** Estimates blind windows from the runs whose outcome is unknown. */
function blindTimes({ kind, schedule }: MonitorRow, runs: readonly Run[]): readonly ShadedPeriod[] {
  // The slot of a check has no grace period, so it lasts until the next slot.
  const graceMs = (isChecked({ kind }) ? schedule.interval : schedule.graceDuration) * 1000;
  const affected = runs
    .filter(({ state }) => state === 'unknown')
    .map((run) => Date.parse(run.expectedAt ?? run.startedAt ?? ''))
    .filter(Number.isFinite)
    .map((at) => ({ from: at, to: at + Math.min(graceMs, BLIND_MS_MAX) }));
  return mergeExtents(affected, graceMs).map(
    (span): ShadedPeriod => ({ ...span, kind: 'blind', label: words.blind, isOpen: false }),
  );
}

function useExpectedRuns(monitor: MonitorRow, { view, now }: SceneOptions, runs: readonly Run[]) {
  const next = monitor.nextExpectedAt === null ? null : Date.parse(monitor.nextExpectedAt);
  const { data: later, isLoading: areExpectedRunsLoading } = useQuery({
    ...occurrencesQuery(monitor.schedule, next ?? 0),
    enabled: needsOccurrences(monitor, view),
  });
  const expectedRuns = useMemo(() => {
    return layOutExpectedRuns(
      expectedTimes(monitor, { later: later ?? [], view, now }),
      view,
      medianMs(runs),
    );
  }, [monitor, later, view, now, runs]);
  return { expectedRuns, areExpectedRunsLoading };
}

function medianMs(runs: readonly Run[]): number {
  const durations = runs
    .flatMap(({ duration }) => (duration === null ? [] : [duration]))
    .toSorted((a, b) => a - b);
  return (durations[Math.floor(durations.length / 2)] ?? 0) * 1000;
}
