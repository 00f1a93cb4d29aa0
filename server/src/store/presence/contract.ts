import type { BlindWindow, WatchedTime } from '../../domain/blind-window.ts';
import type { IngestStore } from '../pings/contract.ts';
import type { PingQueue, StoredElsewhere } from '../pings/queue-contract.ts';
import type { Applied } from '../records.ts';

/** What a process that takes pings says of itself, about once a second. */
export interface WatchReport extends WatchedTime {
  /** Names the life of the process, as in {@link Tickets}. */
  readonly epoch: string;
  /** When the oldest ping came that it has taken, and that is neither applied nor in the shared queue; null when there is none. */
  readonly waitingFrom: number | null;
  /** Whether it answers new pings from its spool; left out by a process that has none. */
  readonly keeps?: boolean;
}

/** A verdict batch's outcome for one monitor. */
export interface Judged {
  readonly monitorID: number;
  readonly applied: Applied;
}

/** Work that one process at a time does for all. */
export type LeaseName = 'blind_windows' | 'retention' | 'reports';

export interface WatchdogStore extends IngestStore, PingQueue {
  /** Whether other processes may use the database at the same time, so that what is due may change without a word. */
  readonly isShared: boolean;
  /** The earliest time at which some monitor changes by itself; null when none will. */
  nextWakeAt(): Promise<number | null>;
  /**
   * Tells overdue monitors (their wake time is at or before `at`) that it is `at` now, and saves what comes of it as `apply`
   * does: at most `limit` of them, the longest overdue first, `except` some. Monitors that another process judges at the
   * moment are left to it. Answers nothing when there was nothing to judge.
   */
  judgeOverdue(at: number, limit: number, except: ReadonlySet<number>): Promise<readonly Judged[]>;
  /**
   * Records that a process has watched. If nobody had watched right before it did, the time between is a blind window, which
   * is recorded and answered: from then on every verdict takes it into account.
   */
  extendWatch(report: WatchReport): Promise<BlindWindow | null>;
  /** To be called when a process that took pings ends and has stored all of them: nobody waits for it any more. */
  leaveWatch(epoch: string): Promise<void>;
  /**
   * Until when verdicts may look at a time: no further than somebody has watched, and than what other processes have stored
   * of the pings that they took. One that does not get on for 10 seconds, while the database is there, holds nobody up.
   *
   * @param epoch the asking process, if it watches itself: it sees to its own pings, and knows until when it watched
   */
  horizon(at: number, epoch: string | null): Promise<number>;
  /** Until when other processes have stored the pings that they took, as far as that is known; `at` at most. */
  storedElsewhere(question: StoredElsewhere): Promise<number>;
  /** Windows whose monitors have not all been looked at, oldest first: work left by a crash. */
  unsettledBlindWindows(): Promise<readonly BlindWindow[]>;
  /**
   * Monitors with an occurrence expected at or before `at` among the next `span` IDs after `afterID`; `next`
   * is where to go on, null at the end. Bounded work, however many monitors there are.
   */
  monitorsExpectedBefore(
    at: number,
    afterID: number,
    span: number,
  ): Promise<{ readonly ids: readonly number[]; readonly next: number | null }>;
  /**
   * Marks the window as looked at and writes one outbox row for each team that it hid something from, in one
   * transaction.
   */
  settleBlindWindow(id: number, at: number): Promise<void>;
  /**
   * Takes a lease, or prolongs it: true when it belongs to the holder until `until` then. Always true where processes do not
   * share the database.
   */
  takeLease(lease: {
    readonly name: LeaseName;
    readonly holder: string;
    readonly at: number;
    readonly until: number;
  }): Promise<boolean>;
  /** Gives a lease back before its time; nothing when somebody else has it. */
  dropLease(name: LeaseName, holder: string): Promise<void>;
}
