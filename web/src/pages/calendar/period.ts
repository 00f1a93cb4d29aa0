import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import { momentOf, offsetMsAt } from '../../time/local-time.ts';

const EVENING_MS = 18 * HOUR_MS;
const MORNING_MS = 9 * HOUR_MS;
const WEEK_DAYS = 7;

export type PeriodKind = 'night' | 'week';

export interface Period {
  readonly kind: PeriodKind;
  /** Local day on which the period begins, encoded as if it were UTC. */
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

/** Query parameters. Without `day`, the page shows the current period. */
export interface PeriodSearch {
  readonly span?: string | undefined;
  readonly day?: string | undefined;
}

/**
 * Returns the night or week to show. Default: the current night or week. Until the morning, the current night is the night that
 * began yesterday.
 */
export function periodOf({ span, day }: PeriodSearch, now: number, zone: string): Period {
  const kind = span === 'week' ? 'week' : 'night';
  const local = now + offsetMsAt(zone, now);
  const current = startOfDay(kind === 'night' ? local - MORNING_MS : local);
  const wanted = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? Date.parse(`${day}T00:00Z`) : Number.NaN;
  return periodFrom(kind, Number.isFinite(wanted) ? Math.max(current, wanted) : current, zone);
}

function periodFrom(kind: PeriodKind, day: number, zone: string): Period {
  const [from, to] =
    kind === 'night' ? [day + EVENING_MS, day + DAY_MS + MORNING_MS] : [day, day + WEEK_DAYS * DAY_MS];
  return { kind, day, from: momentOf(from, zone), to: momentOf(to, zone) };
}

/** Returns the day parameter of the next or previous period. */
export function dayBeside({ kind, day }: Period, by: 1 | -1): string {
  return new Date(day + by * (kind === 'night' ? 1 : WEEK_DAYS) * DAY_MS).toISOString().slice(0, 10);
}

function startOfDay(local: number): number {
  return Math.floor(local / DAY_MS) * DAY_MS;
}
