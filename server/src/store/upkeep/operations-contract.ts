import type { Status } from '../../domain/monitor.ts';

export interface OperationsStore {
  /** Resolves if the database accepts writes; rejects with the reason otherwise. */
  probe(): Promise<void>;
  /**
   * Returns the time shared by all processes of the database, in epoch milliseconds; null if processes use
   * their own clocks.
   */
  databaseTime(): Promise<number | null>;
  /**
   * Calls back soon after any process, this one included, has committed work for others. Settles once it
   * stops listening, and at once if there are no other processes. Hints may get lost, so callers must also
   * look once a second.
   */
  listenForHints(callback: () => void): Promise<void>;
  /** Counts alerts and messages set aside because they could not be read or planned. */
  countSetAside(): Promise<number>;
  /** Plans and sends again everything that was set aside. @returns how many alerts and messages */
  retrySetAside(again: { readonly now: number; readonly expiresAt: number }): Promise<number>;
  /** Counts monitors by status at a time, among the next `span` IDs. Bounded steps, for metrics. */
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
