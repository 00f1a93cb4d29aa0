import { type Kysely, sql } from 'kysely';
import type { WatchdogStore } from '../../presence/contract.ts';
import type { Schema } from '../../schema.ts';

/** A lease that reaches further was taken by a process whose clock had gone wrong. */
const LEASE_MS_MAX = 600_000;

/** One statement each: whoever comes second waits for the row, and then sees whose it is. */
export function leasesOf(db: Kysely<Schema>): Pick<WatchdogStore, 'takeLease' | 'dropLease'> {
  return {
    async takeLease({ name, holder, at, until }) {
      const { rows } = await sql`
        INSERT INTO leases (name, holder, until) VALUES (${name}, ${holder}, ${until})
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE leases.holder = excluded.holder OR leases.until <= ${at} OR leases.until > ${at + LEASE_MS_MAX}
        RETURNING name`.execute(db);
      return rows.length > 0;
    },
    async dropLease(name, holder) {
      await sql`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`.execute(db);
    },
  };
}
