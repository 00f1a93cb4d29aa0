import type { Status } from '../../domain/monitor.ts';

export interface OperationsStore {
  /** Resolves when the database can take a write; rejects with the reason otherwise. */
  probe(): Promise<void>;
  /** What time it is for all processes that share the database, in epoch milliseconds; null where the process's own clock says. */
  databaseTime(): Promise<number | null>;
  /**
   * Calls back soon after some process has left news to be told; resolves or rejects when it hears of none any more, and at
   * once where there is no other process. Hints may stay away, and come for one's own news, too: whoever has to know looks once
   * a second.
   */
  listenForHints(callback: () => void): Promise<void>;
  /** Counts the alerts and messages that were set aside because they could not be read or planned. */
  countSetAside(): Promise<number>;
  /** Plans and sends again what was set aside. @returns how many alerts and messages that are */
  retrySetAside(again: { readonly now: number; readonly expiresAt: number }): Promise<number>;
  /**
   * How many monitors have each status at a time, among the next `span` IDs: for metrics, in bounded steps.
   */
  countStatuses(
    now: number,
    afterID: number,
    span: number,
  ): Promise<{ readonly counts: Readonly<Partial<Record<Status, number>>>; readonly next: number | null }>;
  /** Verifies the database and its invariants; answers what is wrong, in words, at most `limit` findings. */
  check(limit: number): Promise<readonly string[]>;
  /** Copies the database to a file while it is in use. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}
