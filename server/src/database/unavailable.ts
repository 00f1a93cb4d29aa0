/** The database is unreachable or timed out. The write may or may not have committed. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** The database refused the write and changed nothing: disk full, read-only, or file gone. The message is for users. */
export class DatabaseNotWritable extends DatabaseUnavailable {
  override readonly name = 'DatabaseNotWritable';
}

/**
 * A batch of new pings was rolled back because it could overtake earlier pings. `spooled`: other processes spool pings, or the
 * shared queue contains some. `unknown`: another process has not reported yet whether it spools pings.
 */
export class WouldOvertakePings extends Error {
  override readonly name = 'WouldOvertakePings';
  readonly reason: 'spooled' | 'unknown';
  constructor(reason: WouldOvertakePings['reason']) {
    super('Earlier pings are not stored yet.');
    this.reason = reason;
  }
}
