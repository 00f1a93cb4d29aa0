import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { LiveStore } from '../contract.ts';

/** Hashes all stored columns of a monitor, whichever version of the service wrote them. */
const version = sql<string>`left(md5(ROW(m.*, s.*)::text), 16)`.as('version');

export async function listVersions(
  db: Kysely<Schema>,
  teamID: string,
  ids?: readonly number[],
): ReturnType<LiveStore['listVersions']> {
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('monitor_states as s', 's.monitor_id', 'm.id')
    .select(['m.id', 'm.short_id', version])
    .where('m.team_id', '=', teamID)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`m.id = ANY(${[...(ids ?? [])]}::bigint[])`))
    .execute();
  return new Map(rows.map((row) => [row.id, { shortID: row.short_id, version: row.version }]));
}
