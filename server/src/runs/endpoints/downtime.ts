import type { Outage } from '@overdue/domain/incidents/incident.ts';
import type { DayBorders } from '@overdue/domain/schedule/day-borders.ts';

export interface Downtime {
  /** Incidents that opened on the day. */
  readonly incidentCount: number;
  /** Total time that monitors were down. */
  readonly downMs: number;
}

/** Returns the index of the day that contains a time; -1 before the first day. The last day has no end. */
export function dayAt(days: readonly DayBorders[], at: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((days[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function downtimeByDay(outages: readonly Outage[], days: readonly DayBorders[]): readonly Downtime[] {
  const downtime = days.map(() => ({ incidentCount: 0, downMs: 0 }));
  const end = days.at(-1)?.to ?? 0;
  for (const { openedAt, closedAt } of outages) {
    const opened = downtime[dayAt(days, openedAt)];
    if (opened !== undefined) opened.incidentCount += 1;
    const until = Math.min(closedAt ?? end, end);
    for (let index = Math.max(0, dayAt(days, openedAt)); index < days.length; index += 1) {
      const day = days[index];
      const ofDay = downtime[index];
      if (day === undefined || ofDay === undefined || day.from >= until) break;
      ofDay.downMs += Math.max(0, Math.min(until, day.to) - Math.max(openedAt, day.from));
    }
  }
  return downtime;
}
