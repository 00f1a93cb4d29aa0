import { DAY_MS } from '../time-units.ts';
import type { DutyHours, Override, Roster, Rotation } from './schedule.ts';

/** How far ahead we look for the end of a shift. Longer than the longest shift. */
const AHEAD_MS = 62 * DAY_MS;

/** Shifts and gaps of a schedule within a window. */
export interface Coverage {
  readonly spans: Spans;
  readonly gaps: readonly Period[];
}

/** Returns who is on call in a window. Skips former members, for whom `isMember` returns false. */
export function coverage(
  { schedule, overrides }: Roster,
  window: Period,
  isMember: (memberID: string) => boolean,
): Coverage {
  let spans: Spans = [];
  for (const rotation of schedule.rotations) {
    const own = rotationSpans(rotation, schedule.timezone, window).filter(({ memberID }) =>
      isMember(memberID),
    );
    spans = inOrder([...spans, ...subtract(own, spans)]);
  }
  for (const override of overrides)
    if (isMember(override.memberID)) spans = applyOverride(spans, override, window);
  const whole = joinSpans(spans);
  return { spans: whole, gaps: findGaps(whole, window) };
}

/** Puts the member of an override on call. Later overrides see the result of earlier overrides. */
function applyOverride(spans: Spans, override: Override, window: Period): Spans {
  const { shortID, memberID, replaces } = override;
  const [period] = intersect([{ from: override.from, to: override.to }], [window]);
  if (period === undefined) return spans;
  const covered =
    replaces === null ? [period] : intersect(spans, [period]).filter((span) => span.memberID === replaces);
  const covering = covered.map(({ from, to }): Span => ({ from, to, memberID, override: shortID }));
  return inOrder([...subtract(spans, covered), ...covering]);
}

export interface OnCallNow {
  /** Null in a gap. */
  readonly memberID: string | null;
  /** End of the shift or gap; null if the end is more than two months away. */
  readonly until: number | null;
  /** Member on call from `until` on; null if a gap follows, or if `until` is null. */
  readonly nextMemberID: string | null;
}

/** Returns who is on call at a time. */
export function onCallAt(roster: Roster, at: number, isMember: (memberID: string) => boolean): OnCallNow {
  const end = at + AHEAD_MS;
  const { spans } = coverage(roster, { from: at, to: end }, isMember);
  const [current, next] = spans[0]?.from === at ? spans : [null, spans[0]];
  const until = joinedEnd(spans, current ?? null) ?? next?.from ?? end;
  const following = spans.find(({ from }) => from === until);
  return {
    memberID: current?.memberID ?? null,
    until: until >= end ? null : until,
    nextMemberID: following?.memberID ?? null,
  };
}

/**
 * Returns when the current member's time on call ends. Consecutive shifts and overrides of the same member count as one period.
 */
function joinedEnd(spans: Spans, current: Span | null): number | null {
  if (current === null) return null;
  let { to } = current;
  for (const span of spans) if (span.from === to && span.memberID === current.memberID) to = span.to;
  return to;
}

/** Returns the shifts of a rotation within a window. Shifts that extend beyond the window are cut. */
function rotationSpans(rotation: Rotation, timezone: string, window: Period): Spans {
  const spans = shifts(rotation, timezone, window);
  return rotation.hours === null
    ? spans
    : inOrder(intersect(spans, dutyPeriods(rotation.hours, timezone, window)));
}

function shifts(
  { members, startsOn, handoverAt, shiftDays }: Rotation,
  timezone: string,
  window: Period,
): Spans {
  const first = Temporal.PlainDate.from(startsOn);
  const handover = (shift: number) =>
    firstMoment(timezone, first.add({ days: shift * shiftDays }), handoverAt);
  const daysBefore = first.until(dateAt(timezone, window.from)).days;
  // Starts one shift earlier, because the window may begin before the handover on its first day.
  const start = Math.max(0, Math.floor(daysBefore / shiftDays) - 1);
  const spans: Span[] = [];
  for (let shift = start, from = handover(shift); from < window.to; shift += 1) {
    const to = handover(shift + 1);
    const memberID = members[shift % members.length];
    if (memberID !== undefined) spans.push({ from, to, memberID, override: null });
    from = to;
  }
  return intersect(spans, [window]);
}

/**
 * Returns the duty hours of each day. Starts with the day before the window, because that day's hours may end within the window.
 */
function dutyPeriods({ weekdays, from, to }: DutyHours, timezone: string, window: Period): readonly Period[] {
  const periods: Period[] = [];
  const last = dateAt(timezone, window.to);
  const first = dateAt(timezone, window.from).subtract({ days: 1 });
  for (let date = first; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    if (!weekdays.includes(date.dayOfWeek)) continue;
    const endDate = to > from ? date : date.add({ days: 1 });
    periods.push({ from: firstMoment(timezone, date, from), to: firstMoment(timezone, endDate, to) });
  }
  return periods;
}

/**
 * Returns the first moment, in epoch milliseconds, at which the clock in a time zone shows the given time on the given date. If a
 * clock change skips the time, returns the moment of the change. If the time occurs twice, returns the first moment.
 */
function firstMoment(timezone: string, date: Temporal.PlainDate, time: string): number {
  const wanted = date.toPlainDateTime(time);
  const zoned = wanted.toZonedDateTime(timezone);
  if (zoned.toPlainDateTime().equals(wanted)) return zoned.epochMilliseconds;
  // Adds a nanosecond, because `previous` doesn't return a change at exactly this time.
  const change = zoned.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  return (change ?? zoned).epochMilliseconds;
}

function dateAt(timezone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();
}

/** A period between two epoch times in milliseconds. The end is exclusive. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/** A period in which one member is on call. */
interface Span extends Period {
  readonly memberID: string;
  /** Short ID of the override that put the member on call; null for a regular shift. */
  readonly override: string | null;
}

/** Spans in chronological order, without overlaps. */
type Spans = readonly Span[];

/** Returns the parts of the spans that lie within any of the periods. */
function intersect<T extends Period>(spans: readonly T[], periods: readonly Period[]): readonly T[] {
  return spans.flatMap((span) =>
    periods
      .map(({ from, to }) => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }))
      .filter(({ from, to }) => from < to),
  );
}

/** Returns the parts of the spans that lie outside all of the periods. */
function subtract<T extends Period>(spans: readonly T[], periods: readonly Period[]): readonly T[] {
  return spans.flatMap((span) => intersect([span], findGaps(periods, span)));
}

/** Returns the parts of a window that no span covers. */
function findGaps(spans: readonly Period[], window: Period): readonly Period[] {
  const gaps: Period[] = [];
  let { from } = window;
  for (const span of spans) {
    if (span.to <= from) continue;
    if (span.from >= window.to) break;
    if (span.from > from) gaps.push({ from, to: span.from });
    from = span.to;
  }
  if (from < window.to) gaps.push({ from, to: window.to });
  return gaps;
}

function inOrder<T extends Period>(spans: readonly T[]): readonly T[] {
  return spans.toSorted((a, b) => a.from - b.from);
}

/** Joins spans of the same member that follow each other. */
function joinSpans(spans: Spans): Spans {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last?.to === span.from && last.memberID === span.memberID && last.override === span.override)
      result[result.length - 1] = { ...last, to: span.to };
    else result.push(span);
  }
  return result;
}
