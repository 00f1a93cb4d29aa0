import type { ConnectionMetrics } from '../metrics/metrics.ts';
import type { Log } from '../runtime/log.ts';
import { SWEEP_MS } from './connection.ts';

const LOG_EVERY_SWEEPS = 10_000 / SWEEP_MS;

export interface DropLogOptions {
  readonly max: number;
  /** Maximum file descriptors of the process; null if unknown or unlimited. */
  readonly descriptors: number | null;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly metrics: ConnectionMetrics;
}

/** Logs and counts connections that were closed because too many are open. */
export interface DropLog {
  count(connections: number): void;
  /** Records that the process has no free file descriptor. */
  noteExhausted(): void;
  /** Writes at most one line in ten seconds. `open`: number of open connections. */
  sweep(open: number): void;
}

export function createDropLog({ max, descriptors, log, metrics }: DropLogOptions): DropLog {
  /** Connections closed since the last log line. */
  let dropped = 0;
  let quietSweeps = LOG_EVERY_SWEEPS;
  let isExhausted = false;
  return {
    count(connections) {
      dropped += connections;
      metrics.closed.crowded.inc(connections);
    },
    noteExhausted() {
      isExhausted = true;
      metrics.descriptorsExhausted.inc();
    },
    sweep(open) {
      quietSweeps += 1;
      if ((dropped === 0 && !isExhausted) || quietSweeps < LOG_EVERY_SWEEPS) return;
      const fields = { dropped, connections: open, max, descriptors };
      if (isExhausted) log.error(fields, EXHAUSTED);
      else log.warn(fields, CROWDED);
      quietSweeps = 0;
      dropped = 0;
      isExhausted = false;
    },
  };
}

const REMEDY =
  'Raise the limit on file descriptors with "ulimit -n" (LimitNOFILE in systemd, ulimits in Docker), and MAX_CONNECTIONS if it is set.';
const EXHAUSTED = `The process has run out of file descriptors, so the system drops new connections. ${REMEDY}`;
const CROWDED = `Too many connections are open, so idle and unfinished ones are closed. ${REMEDY}`;
