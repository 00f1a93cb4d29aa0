import type { Outage } from '@overdue/domain/incidents/incident.ts';
import type { DayBorders } from '@overdue/domain/schedule/day-borders.ts';

export interface Day {
  readonly from: number;
  readonly to: number;
  /** `quiet`: no run took place, and the job wasn't down. */
  readonly state: 'up' | 'down' | 'quiet' | 'unknown';
  readonly downMs: number;
}

interface UptimeHistory {
  /** Oldest first; the last day is today. */
  readonly days: readonly Day[];
  /** Fraction (0 to 1) of the known time during which the monitor was not down; null if no time is known. */
  readonly uptime: number | null;
}

interface KnownHistory {
  readonly outages: readonly Outage[];
  /** Time from which outages are known. */
  readonly from: number;
  /** Indexes of the days without a run. */
  readonly quiet: ReadonlySet<number>;
}

export function uptimeHistoryOf(known: KnownHistory, borders: readonly DayBorders[]): UptimeHistory {
  let observedMs = 0;
  let down = 0;
  const days = borders.map(({ from, to }, index): Day => {
    const start = Math.max(from, known.from);
    if (start >= to) return { from, to, state: 'unknown', downMs: 0 };
    let downMs = 0;
    for (const { openedAt, closedAt } of known.outages)
      downMs += Math.max(0, Math.min(closedAt ?? to, to) - Math.max(openedAt, start));
    observedMs += to - start;
    down += downMs;
    return { from, to, state: downMs > 0 ? 'down' : known.quiet.has(index) ? 'quiet' : 'up', downMs };
  });
  return { days, uptime: observedMs === 0 ? null : 1 - down / observedMs };
}

/** Formats `99.98 %`. Never rounds up, so that 100 % means never down. */
export function writeUptime(uptime: number): string {
  const hundredths = Math.floor(uptime * 10_000 + 1e-6);
  return `${hundredths % 100 === 0 ? hundredths / 100 : (hundredths / 100).toFixed(2)} %`;
}
