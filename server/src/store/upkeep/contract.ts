/**
 * Where a step of pruning starts: first monitor by monitor for what is too much, then table by table for what is
 * too old.
 */
export type PrunePosition =
  | { readonly by: 'count'; readonly afterMonitorID: number }
  | {
      readonly by: 'age';
      readonly table: 'events' | 'runs' | 'transitions' | 'outbox' | 'deliveries' | 'incidents' | 'audit_log';
      readonly afterRowID: number;
    };

export const PRUNE_START: PrunePosition = { by: 'count', afterMonitorID: 0 };

export interface PrunePolicy {
  /** Newest events and runs that each monitor keeps. */
  readonly keep: number;
  /** What is older than this goes. */
  readonly before: number;
  /** Monitors looked at in one step. */
  readonly span: number;
  /** Rows deleted in one step at most. */
  readonly rows: number;
}

export interface RetentionStore {
  /** Makes room for what is to come, where a database wants it made ahead. To be called every week at least. */
  makeRoom(now: number): Promise<void>;
  /**
   * Deletes some of what the policy no longer keeps: events with their bodies, runs, and by age alone transitions
   * with their outbox rows, other outbox rows, deliveries, incidents and entries of the audit log. Open runs, rows that the rules still need,
   * and runs after them stay, so that a monitor's history has no holes; so may the very last rows of a table, and
   * for up to two weeks more events and runs that are to go many at once, which are not counted then. What is not
   * planned, waits, or belongs to an open incident stays, however old. `next` is where to go on, null at the end.
   * Begin with {@link PRUNE_START}; the other positions are the store's to make.
   */
  prune(
    policy: PrunePolicy,
    from: PrunePosition,
  ): Promise<{ readonly deleted: number; readonly next: PrunePosition | null }>;
  /**
   * Forgets up to which {@link import('../pings/contract.ts').Tickets} the pings of a process are stored, once it has stored none for so
   * long. To be called now and then. A batch of its whose commit was in doubt, and that comes from its spool only after that,
   * would be applied again: so never sooner than the events themselves are pruned, since the first copy is gone then, and so is
   * the second after the next round.
   */
  forgetTickets(now: number, afterMs: number): Promise<void>;
  /**
   * Deletes sessions that have expired, links and challenges that nobody may use any more, and counts of attempts that no limit
   * looks at: so many of each at most. @returns how many
   */
  pruneAccounts(now: number, limit: number): Promise<number>;
}
