/**
 * Start of a pruning step. Pruning first goes through monitors, for excess rows, then through tables, for old
 * ones.
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
  readonly keep: number;
  readonly before: number;
  readonly span: number;
  readonly rows: number;
}

export interface RetentionStore {
  /** Makes room for future rows, where a database needs that. Must run at least weekly. */
  makeRoom(now: number): Promise<void>;
  /**
   * Deletes some rows that the policy no longer keeps: events with their bodies and runs by count and age;
   * transitions with their outbox rows, other outbox rows, deliveries, incidents and audit entries by age
   * alone.
   *
   * Keeps open runs, rows that the rules still need, and runs after those, so that a monitor's history has no
   * holes. May keep the last rows of a table. May also keep, for up to two weeks, events and runs that are
   * later dropped together; the returned count leaves these out. Keeps rows that are not planned, that wait,
   * or that belong to an open incident, however old.
   *
   * `next` is the following position, null at the end. Start with {@link PRUNE_START}; the store creates
   * other positions.
   */
  prune(
    policy: PrunePolicy,
    from: PrunePosition,
  ): Promise<{ readonly deleted: number; readonly next: PrunePosition | null }>;
  /**
   * Forgets the last stored {@link import('../pings/contract.ts').Tickets} of processes that have stored no
   * ping for `afterMs`. Must run now and then. If such a process still has a batch in its spool whose commit
   * was in doubt, that batch would be applied again. So `afterMs` must not be shorter than the age at which
   * events are pruned: the first copy is gone by then, and the next round prunes the second.
   */
  forgetTickets(now: number, afterMs: number): Promise<void>;
  /**
   * Deletes expired sessions, links and challenges, and counts of attempts that no limit needs: at most
   * `limit` of each. @returns how many
   */
  pruneAccounts(now: number, limit: number): Promise<number>;
}
