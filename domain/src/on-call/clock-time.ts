/**
 * Returns the first moment, in epoch milliseconds, at which the clock in a time zone shows the given time on the given date. If a
 * clock change skips the time, returns the moment of the change. If the time occurs twice, returns the first moment.
 */
export function firstMoment(timezone: string, date: Temporal.PlainDate, time: string): number {
  const wanted = date.toPlainDateTime(time);
  const zoned = wanted.toZonedDateTime(timezone);
  if (zoned.toPlainDateTime().equals(wanted)) return zoned.epochMilliseconds;
  // Adds a nanosecond, because `previous` doesn't return a change at exactly this time.
  const change = zoned.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  return (change ?? zoned).epochMilliseconds;
}

export function dateAt(timezone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();
}
