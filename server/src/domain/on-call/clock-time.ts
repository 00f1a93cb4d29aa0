/**
 * Returns the first moment, in epoch milliseconds, at which the clock of a time zone reaches a time of a date. A time that a clock
 * change skips is reached at the change; a time that occurs twice is reached the first time.
 */
export function firstMoment(timezone: string, date: Temporal.PlainDate, time: string): number {
  const wanted = date.toPlainDateTime(time);
  const zoned = wanted.toZonedDateTime(timezone);
  if (zoned.toPlainDateTime().equals(wanted)) return zoned.epochMilliseconds;
  // Adds a nanosecond, because `previous` excludes a change at the found time itself.
  const change = zoned.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  return (change ?? zoned).epochMilliseconds;
}

export function dateAt(timezone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();
}
