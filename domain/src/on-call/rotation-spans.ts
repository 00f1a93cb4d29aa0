import { dateAt, firstMoment } from './clock-time.ts';
import type { DutyHours, Rotation } from './schedule.ts';
import { inOrder, intersect, type Period, type Span, type Spans } from './spans.ts';

/** Returns the shifts of a rotation within a window. Shifts that extend beyond the window are cut. */
export function rotationSpans(rotation: Rotation, timezone: string, window: Period): Spans {
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
