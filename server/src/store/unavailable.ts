/**
 * The database can not be reached, or gave no answer in time. Whether what was asked of it has happened is not known: a
 * commit may have been lost on the way there or on the way back.
 */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/**
 * The database refused, and changed nothing: its disk is full, it is read-only, or its file is gone. The message is written
 * for users and holds no path.
 */
export class DatabaseNotWritable extends DatabaseUnavailable {
  override readonly name = 'DatabaseNotWritable';
}

/**
 * A batch of new pings was rolled back, because it could overtake pings that came before. `kept`: other processes keep pings, or the
 * shared queue holds some. `unknown`: another process has not said yet whether it keeps any.
 */
export class PingsFirst extends Error {
  override readonly name = 'PingsFirst';
  readonly reason: 'kept' | 'unknown';
  constructor(reason: PingsFirst['reason']) {
    super('Pings that came before are not stored yet.');
    this.reason = reason;
  }
}
