import { sql, type Transaction } from 'kysely';
import type { RunInTransaction } from '../../database/query-context.ts';
import type { Schema } from '../../database/schema.ts';
import { CHECK_SHARDS, type CheckStore } from '../contract.ts';

/** Time after which the row of a process that ended without a word is deleted. */
const FORGET_MS = 60_000;

type ShardStore = Pick<CheckStore, 'holdCheckShards' | 'releaseCheckShards'>;
type HoldOptions = Parameters<ShardStore['holdCheckShards']>[0];

/**
 * Divides the shards of each region among the processes of that region, by leases in PostgreSQL. A process that dies keeps its
 * shards until its leases end.
 */
export function checkShardQueries(inTransaction: RunInTransaction): ShardStore {
  return {
    holdCheckShards: (options) =>
      inTransaction(async (transaction) => {
        const nodes = await recordNode(transaction, options);
        const inRegion = nodes.filter(({ region }) => region === options.region);
        const share = Math.ceil(CHECK_SHARDS / Math.max(1, inRegion.length));
        const kept = await renew(transaction, options, share);
        const taken = kept.length < share ? await take(transaction, options, share - kept.length) : [];
        return { shards: [...kept, ...taken], nodes };
      }),
    async releaseCheckShards(holder) {
      await inTransaction(async (transaction) => {
        await sql`UPDATE check_shards SET holder = '', until = 0 WHERE holder = ${holder}`.execute(
          transaction,
        );
        await sql`DELETE FROM check_nodes WHERE holder = ${holder}`.execute(transaction);
      });
    },
  };
}

async function recordNode(db: Transaction<Schema>, { holder, region, now, until }: HoldOptions) {
  await sql`INSERT INTO check_nodes (holder, region, until) VALUES (${holder}, ${region}, ${until})
    ON CONFLICT (holder) DO UPDATE SET region = excluded.region, until = excluded.until`.execute(db);
  await sql`DELETE FROM check_nodes WHERE until < ${now - FORGET_MS}`.execute(db);
  const { rows } = await sql<{ holder: string; region: string }>`
    SELECT holder, region FROM check_nodes WHERE until > ${now} ORDER BY holder`.execute(db);
  return rows;
}

async function renew(
  db: Transaction<Schema>,
  { holder, region, until, busy }: HoldOptions,
  share: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ shard: number }>`
    SELECT shard FROM check_shards WHERE holder = ${holder} AND region = ${region} ORDER BY shard FOR UPDATE`.execute(
    db,
  );
  const held = rows.map(({ shard }) => Number(shard));
  const kept = [
    ...held.filter((shard) => busy.has(shard)),
    ...held.filter((shard) => !busy.has(shard)),
  ].slice(0, Math.max(share, held.filter((shard) => busy.has(shard)).length));
  await sql`UPDATE check_shards SET until = ${until} WHERE region = ${region} AND shard = ANY(${kept})`.execute(
    db,
  );
  await sql`UPDATE check_shards SET holder = '', until = 0
    WHERE holder = ${holder} AND (region <> ${region} OR shard <> ALL(${kept}))`.execute(db);
  return kept;
}

async function take(
  db: Transaction<Schema>,
  { holder, region, now, until }: HoldOptions,
  count: number,
): Promise<readonly number[]> {
  await sql`INSERT INTO check_shards (region, shard, holder, until)
    SELECT ${region}, shard, '', 0 FROM generate_series(0, ${CHECK_SHARDS - 1}) AS shard
    WHERE NOT EXISTS (SELECT FROM check_shards WHERE region = ${region}) ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ shard: number }>`
    UPDATE check_shards SET holder = ${holder}, until = ${until}
    WHERE region = ${region} AND shard IN (
      SELECT shard FROM check_shards WHERE region = ${region} AND until <= ${now}
      ORDER BY shard LIMIT ${count} FOR UPDATE SKIP LOCKED
    ) RETURNING shard`.execute(db);
  return rows.map(({ shard }) => Number(shard));
}
