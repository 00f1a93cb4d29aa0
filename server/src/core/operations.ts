import type { Status } from '@overdue/domain/monitor/state.ts';
/** Start of a pruning step. Pruning first removes excess rows by monitor, then old rows by table, then expired rows. */
export type PrunePosition =
  | { readonly by: 'count'; readonly afterMonitorID: number }
  | {
      readonly by: 'age';
      readonly table: 'events' | 'runs' | 'transitions' | 'outbox' | 'deliveries' | 'incidents' | 'audit_log';
      readonly afterRowID: number;
    }
  | { readonly by: 'expiry' };

export const PRUNE_START = { by: 'count', afterMonitorID: 0 } as const satisfies PrunePosition;

export interface PrunePolicy {
  readonly now: number;
  /** Number of latest events and runs to keep of each monitor. */
  readonly keptPerMonitor: number;
  /** Time before which rows are old, in epoch milliseconds; 0 if no row is old. */
  readonly oldBefore: number;
  /** Maximum monitors of a step. */
  readonly monitorsPerStep: number;
  /** Maximum rows that a step deletes. */
  readonly rowsPerStep: number;
}

export interface RetentionStore {
  /**
   * Deletes some rows that the policy no longer keeps. Count and age limit runs and events (with their bodies). Age alone limits
   * transitions (with their outbox rows), other outbox rows, deliveries, incidents and audit entries. Also deletes expired
   * sessions, links and challenges, and counts of attempts that no rate limit needs anymore.
   *
   * Keeps open runs, rows that the rules still need, and runs after these runs, so that a monitor's history has no holes. May
   * keep the last rows of a table. May also keep events and runs for up to two weeks and then drop them together; the returned
   * count doesn't include such rows. Keeps unplanned alerts, waiting deliveries and rows of open incidents, however old.
   *
   * `next` is the position of the next step; null at the end. Start with {@link PRUNE_START}, at least weekly, because that step
   * also prepares storage for future rows; the store creates other positions.
   */
  prune(
    policy: PrunePolicy,
    from: PrunePosition,
  ): Promise<{ readonly deleted: number; readonly next: PrunePosition | null }>;
}

/** Texts sealed with the service's key. */
export interface SealedTexts {
  /** Known text that serves as a check value; null in a new database. */
  readonly keyCheck: string | null;
  /** Sealed settings of some channels, each with the context in which they were sealed. */
  readonly settings: readonly { readonly sealed: string; readonly context: string }[];
  readonly totpKeys: readonly string[];
}

/** Detects a database whose texts were sealed with another key. */
export interface KeyStore {
  /** Returns the check value, and at most `limit` texts of each kind. */
  findSealedTexts(limit: number): Promise<SealedTexts>;
  /** Stores a check value. Keeps an existing value unless `replaces` is true. @returns the stored value */
  saveKeyCheck(sealed: string, options: { readonly replaces: boolean }): Promise<string>;
}

export interface NodeListener {
  /**
   * Called soon after a process, including this one, commits a change to which the engines of other processes may have to react.
   */
  readonly onHint: () => void;
  /** Called with each message that a process published, including this one. */
  readonly onMessage: (message: string) => void;
}

export interface OperationsStore {
  /** Resolves if the database accepts writes; rejects with the reason otherwise. */
  probe(): Promise<void>;
  /** Returns the time shared by all processes of the database, in epoch milliseconds; null if processes use their own clocks. */
  readDatabaseTime(): Promise<number | null>;
  /**
   * Passes hints and messages to the listener until the connection ends, then resolves. Resolves immediately if there are no
   * other processes. Hints and messages may be lost.
   */
  listen(listener: NodeListener): Promise<void>;
  /** Counts alerts and messages set aside because they could not be read or planned. */
  countAlertsSetAside(): Promise<number>;
  /** Counts monitors by status at a time, for metrics. Reads only the next `span` IDs, to keep each step short. */
  countStatuses(
    now: number,
    afterID: number,
    span: number,
  ): Promise<{ readonly counts: Readonly<Partial<Record<Status, number>>>; readonly next: number | null }>;
  /** Verifies the database and its invariants. Describes at most `limit` violations. */
  check(limit: number): Promise<readonly string[]>;
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}
