import type { Connection } from '../../sqlite-connection.ts';

/** Inputs between two heartbeats above which the service is too busy to checkpoint. */
const QUIET_INPUTS_MAX = 500;
const CHECKPOINT_INPUTS_MIN = 1000;

/** Keeps the write-ahead log short while there is little load. Under load, SQLite itself bounds the log. */
export interface QuietCheckpoint {
  applied(inputs: number): void;
  /** Must run at each heartbeat, while no transaction is open. */
  heartbeat(): void;
}

export function createQuietCheckpoint(db: Connection): QuietCheckpoint {
  let sinceHeartbeat = 0;
  let sinceCheckpoint = 0;
  return {
    applied(inputs) {
      sinceHeartbeat += inputs;
      sinceCheckpoint += inputs;
    },
    heartbeat() {
      const isQuiet = sinceHeartbeat <= QUIET_INPUTS_MAX;
      sinceHeartbeat = 0;
      if (!isQuiet || sinceCheckpoint < CHECKPOINT_INPUTS_MIN) return;
      sinceCheckpoint = 0;
      db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    },
  };
}
