import type { CombinedMessage } from '@overdue/domain/alerting/alert-plan-input.ts';
import { type Kysely, sql } from 'kysely';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';

export async function countRecentAlarms(
  db: Kysely<Schema>,
  teamID: string,
  since: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('delivery_items as i', 'i.delivery_id', 'd.id')
    .innerJoin('outbox as o', 'o.id', 'i.outbox_id')
    .select('d.channel_id')
    .select(sql<number>`CAST(COUNT(*) AS INTEGER)`.as('alarms'))
    .where('d.team_id', '=', teamID)
    .where('d.created_at', '>=', since)
    .where('o.kind', '=', 'down')
    .groupBy('d.channel_id')
    .execute();
  return new Map(rows.map((row) => [row.channel_id, row.alarms]));
}

/** Locks and returns the combined messages that can take more monitors without overtaking a later message. */
export async function findCombinedMessages(
  db: Kysely<Schema>,
  options: {
    readonly channelIDs: readonly number[];
    readonly monitorIDs: readonly number[];
    readonly locks: RowLocks;
  },
): Promise<ReadonlyMap<number, CombinedMessage>> {
  const { channelIDs, monitorIDs, locks } = options;
  if (channelIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('deliveries as d')
    .select(['d.id', 'd.channel_id', 'd.alert'])
    .where('d.state', '=', sql.lit('waiting'))
    .where('d.channel_id', 'in', channelIDs)
    .where('d.kind', '=', 'combined')
    .where('d.attempts', '=', 0)
    // A claimed message may have been sent already.
    .where('d.lease_until', '=', 0)
    .$if(monitorIDs.length > 0, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('delivery_items as i')
              .select('i.delivery_id')
              .whereRef('i.channel_id', '=', 'd.channel_id')
              .where('i.monitor_id', 'in', monitorIDs)
              .where('i.waiting', '=', sql.lit(1))
              .whereRef('i.delivery_id', '>', 'd.id'),
          ),
        ),
      ),
    )
    .orderBy('d.id')
    .modifyEnd(locks.skipLocked('d'))
    .execute();
  return new Map(rows.map((row) => [row.channel_id, { deliveryID: row.id, alert: row.alert }]));
}
