import { DEAD_AFTER_MS } from '../../../domain/node-protocol.ts';

/**
 * Maximum pause between two checks. After a longer pause, this process or the database was stalled, so the silence of other
 * processes proves nothing.
 */
const ABSENT_AFTER_MS = 5000;
/** Time without a committed write after which the asking process assumes that no process can write. */
const UNWRITTEN_MS_MAX = 2000;

export interface StoredReport {
  readonly epoch: string;
  readonly seenAt: number;
  /** Arrival time of the process's oldest ping that is neither applied nor in the shared queue; null if there is none. */
  readonly unstoredSince: number | null;
  readonly usesSpool: boolean;
}

interface Progress {
  readonly report: StoredReport;
  /** When the asking process first saw this state. */
  readonly sinceAt: number;
}

export interface Liveness {
  /**
   * Returns the live processes, and the dead processes that have also stopped reporting (`silent`). `wroteAt`: start of this
   * process's last write.
   */
  assess(
    reports: readonly StoredReport[],
    at: number,
    wroteAt: number,
  ): { readonly live: readonly StoredReport[]; readonly silent: readonly StoredReport[] };
  /** Whether a process was dead at the last check and has made no progress after the check. */
  isDead(report: StoredReport): boolean;
}

export function storedUntil({ seenAt, unstoredSince }: StoredReport): number {
  return Math.min(seenAt, unstoredSince ?? seenAt);
}

/**
 * Tracks how long each process has made no progress. Uses the asking process's clock, so that clocks need not agree. Silence counts
 * only while the asking process itself can write, because commits may hang while reads work. The count therefore restarts after a
 * time in which the asking process could not write, was stalled, or did not ask.
 */
export function createLiveness(): Liveness {
  let progressByEpoch: ReadonlyMap<string, Progress> = new Map();
  let assessedAt = Number.NEGATIVE_INFINITY;

  function progress(report: StoredReport, at: number): Progress {
    const before = progressByEpoch.get(report.epoch);
    return before === undefined || storedUntil(before.report) !== storedUntil(report)
      ? { report, sinceAt: at }
      : before;
  }

  function isDeadAt({ epoch }: StoredReport, at: number): boolean {
    return at - (progressByEpoch.get(epoch)?.sinceAt ?? at) > DEAD_AFTER_MS;
  }

  return {
    assess(reports, at, wroteAt) {
      const wasAbsent = Math.abs(at - assessedAt) > ABSENT_AFTER_MS;
      const couldNotWrite = Math.abs(at - wroteAt) > UNWRITTEN_MS_MAX;
      if (wasAbsent || couldNotWrite) progressByEpoch = new Map();
      assessedAt = at;
      progressByEpoch = new Map(reports.map((report) => [report.epoch, progress(report, at)]));
      return {
        live: reports.filter((report) => !isDeadAt(report, at)),
        silent: reports.filter(
          (report) =>
            isDeadAt(report, at) && progressByEpoch.get(report.epoch)?.report.seenAt === report.seenAt,
        ),
      };
    },
    isDead(report) {
      const last = progressByEpoch.get(report.epoch);
      return (
        last !== undefined && isDeadAt(report, assessedAt) && storedUntil(last.report) === storedUntil(report)
      );
    },
  };
}
