import { DAY_MS } from '@overdue/domain/time-units.ts';
import type { OnCallCoverage } from '@overdue/sdk';
import { offsetMsAt, readLocalInput } from '../../time/local-time.ts';

type Span = OnCallCoverage['spans'][number];

const DAYS = 7;

/** A week in a time zone, starting on Monday. Clock changes make some days shorter or longer than 24 hours. */
export interface Week {
  /** Starts of the seven days, and the end of the last day. */
  readonly days: readonly number[];
}

/** Part of a span or gap that lies in one week. Positions are fractions of the week's width. */
export interface Bar {
  readonly key: string;
  readonly left: number;
  readonly width: number;
  /** Start and end of the whole span or gap, which may be in other weeks. */
  readonly from: number;
  readonly to: number;
  /** Null for a gap. */
  readonly span: Span | null;
}

/** Returns consecutive weeks. The first week contains `at`. */
export function weeksFrom(at: number, count: number, zone: string): readonly Week[] {
  const local = at + offsetMsAt(zone, at);
  const today = Math.floor(local / DAY_MS);
  // Day 0 of the epoch was a Thursday.
  const monday = today - ((today + 3) % DAYS);
  return Array.from({ length: count }, (_, week) => ({
    days: Array.from({ length: DAYS + 1 }, (_day, day) => startOf(monday + week * DAYS + day, zone)),
  }));
}

function startOf(day: number, zone: string): number {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return readLocalInput(`${date}T00:00`, zone) ?? day * DAY_MS;
}

export function startOfWeek({ days }: Week): number {
  return days[0] ?? 0;
}

export function endOfWeek({ days }: Week): number {
  return days[DAYS] ?? 0;
}

/** Returns the gaps that haven't ended. */
export function gapsAhead({ gaps }: Pick<OnCallCoverage, 'gaps'>, now: number): OnCallCoverage['gaps'] {
  return gaps.filter(({ endsAt }) => Date.parse(endsAt) > now);
}

/** Lays out the spans and gaps of a week, in order of time. */
export function barsOf({ spans, gaps }: OnCallCoverage, week: Week): readonly Bar[] {
  const blocks = [
    ...spans.map((span) => ({ ...span, span })),
    ...gaps.map((gap) => ({ ...gap, span: null })),
  ];
  return blocks
    .flatMap(({ startsAt, endsAt, span }): readonly Bar[] => {
      const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
      const left = positionOf(Math.max(from, startOfWeek(week)), week);
      const right = positionOf(Math.min(to, endOfWeek(week)), week);
      return right > left ? [{ key: startsAt, left, width: right - left, from, to, span }] : [];
    })
    .sort((a, b) => a.left - b.left);
}

/**
 * Returns the position of a time in a week, from 0 to 1. All days have the same width, even those with a clock change.
 */
export function positionOf(at: number, { days }: Week): number {
  if (at >= (days[DAYS] ?? 0)) return 1;
  const day = days.findLastIndex((start) => start <= at);
  const [start = 0, end = 1] = [days[day], days[day + 1]];
  return day < 0 ? 0 : (day + (at - start) / (end - start)) / DAYS;
}
