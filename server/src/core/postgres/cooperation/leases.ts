import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import type { WatchdogStore } from '../../contract.ts';

/** Maximum duration of a lease. A longer lease must come from a node with a wrong clock, so any node can take it over. */
const LEASE_MS_MAX = 600_000;

/** Taking a lease is a single statement. A concurrent caller waits for the lock on the row, then finds the new holder. */
export function leasesOf(db: Kysely<Schema>): Pick<WatchdogStore, 'takeLease'> {
  return {
    async takeLease({ name, holder, at, until }) {
      const { rows } = await sql`
        INSERT INTO leases (name, holder, until) VALUES (${name}, ${holder}, ${until})
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE leases.holder = excluded.holder OR leases.until <= ${at} OR leases.until > ${at + LEASE_MS_MAX}
        RETURNING name`.execute(db);
      return rows.length > 0;
    },
  };
}
