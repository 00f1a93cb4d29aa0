import { DAY_MS, MINUTE_MS } from '../time-units.ts';

/** Maximum age of an event that a report describes. */
export const PAST_REPORT_MS_MAX = 30 * DAY_MS;
/** How far the clock of a job's host may run ahead. */
export const CLOCK_AHEAD_MS_MAX = MINUTE_MS;
export const REPORTED_TIME_RULE =
  'it must be a time such as 2026-11-22T02:00:00Z, or seconds since 1970, at most 30 days in the past or 1 minute in the future';

const TEXT_LENGTH_MAX = 40;
const EPOCH_SECONDS = /^\d{1,12}(?:\.\d{1,9})?$/;
/**
 * The date-time of RFC 3339, section 5.6. Accepts a space in place of the `+` of an offset, because a `+` in an unencoded query
 * is decoded as a space.
 */
const RFC_3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?:([Zz])|([+ -])(\d\d:\d\d))$/;

/** Parses a time that a job sent, in epoch milliseconds; null if the text is not a time. */
export function parseReportedTime(text: string): number | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  if (EPOCH_SECONDS.test(text)) return Math.round(Number(text) * 1000);
  const [, date, time, zulu, sign, offset] = RFC_3339.exec(text) ?? [];
  if (date === undefined || time === undefined) return null;
  const zone = zulu === undefined ? `${sign === '-' ? '-' : '+'}${offset}` : 'Z';
  const at = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(at) ? null : at;
}

/**
 * Returns when the event of a ping happened; null if the reported time is out of range. If the reported time is later than the
 * arrival, returns the arrival time, because the clock of the job's host must be fast.
 */
export function eventTimeOf(reportedAt: number, arrivedAt: number): number | null {
  if (reportedAt < arrivedAt - PAST_REPORT_MS_MAX || reportedAt > arrivedAt + CLOCK_AHEAD_MS_MAX) return null;
  return Math.min(reportedAt, arrivedAt);
}
