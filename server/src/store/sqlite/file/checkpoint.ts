import type { Connection } from '../../../database/sqlite-connection.ts';

/** If more inputs arrived since the last call of `runIfQuiet`, the service is busy and doesn't checkpoint. */
const QUIET_INPUTS_MAX = 500;
const CHECKPOINT_INPUTS_MIN = 1000;

/** Keeps the write-ahead log short while there is little load. Under load, SQLite itself bounds the log. */
export interface QuietCheckpoint {
  applied(inputs: number): void;
  /** Must run each time the node records its presence, while no transaction is open. */
  runIfQuiet(): void;
}

export function createQuietCheckpoint(db: Connection): QuietCheckpoint {
  let sinceLook = 0;
  let sinceCheckpoint = 0;
  return {
    applied(inputs) {
      sinceLook += inputs;
      sinceCheckpoint += inputs;
    },
    runIfQuiet() {
      const isQuiet = sinceLook <= QUIET_INPUTS_MAX;
      sinceLook = 0;
      if (!isQuiet || sinceCheckpoint < CHECKPOINT_INPUTS_MIN) return;
      sinceCheckpoint = 0;
      db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    },
  };
}
