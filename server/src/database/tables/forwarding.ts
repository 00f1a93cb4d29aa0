import type { Generated } from 'kysely';

export interface ForwardingTables {
  forwarding: ForwardingTable;
}

/** One row for each monitor that forwards its pings. The recorded events are the queue. */
interface ForwardingTable {
  monitor_id: number;
  /** Number of the last event that was sent or dropped. */
  forwarded_until: number;
  due_at: Generated<number>;
  lease_until: Generated<number>;
  /** Failed attempts in a row. */
  attempts: Generated<number>;
  last_sent_at: number | null;
  failed_at: number | null;
  /** Reason for the last failure; '' after a later success. */
  error: Generated<string>;
  dropped: Generated<number>;
  dropped_at: number | null;
}
