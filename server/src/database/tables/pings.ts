import type { Generated } from 'kysely';

export interface RefusedPingTables {
  refused_pings: RefusedPingsTable;
}

/** Pings that the database refused to store, in the order of their IDs for each monitor. */
interface RefusedPingsTable {
  id: Generated<number>;
  monitor_id: number;
  reason: string;
  /** Time of the last attempt to store the ping, or its arrival. */
  tried_at: number;
  at: number;
  happened_at: number | null;
  type: string;
  rid: string | null;
  new_run_id: string | null;
  duration_ms: number | null;
  warnings: string;
  method: string;
  user_agent: string;
  remote_address: string;
  exit_status: number | null;
  body: Uint8Array | null;
}
