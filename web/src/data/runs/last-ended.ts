import type { MonitorEvent, Run } from '@overdue/sdk';

/** Returns the run whose end was reported last. `runs` are sorted by their starts, newest first. */
export function lastEndedRun(runs: readonly Run[]): Run | null {
  return runs
    .filter(({ endEvent }) => endEvent !== null)
    .reduce<Run | null>(
      (last, run) => (last === null || (run.endEvent ?? 0) > (last.endEvent ?? 0) ? run : last),
      null,
    );
}

/** Returns the event with the log of a run: its end, or else the newest report since its start. `events` are sorted, newest first. */
export function eventWithLog(
  { runID, startEvent, endEvent }: Run,
  events: readonly MonitorEvent[],
): number | null {
  const withLog = events.filter(({ bodySize }) => bodySize > 0);
  const end = withLog.find(({ number }) => number === endEvent);
  const report = withLog.find(
    (event) =>
      event.runID === runID && event.number >= (startEvent ?? Infinity) && event.number <= (endEvent ?? 0),
  );
  return (end ?? report)?.number ?? null;
}
