import { type Kysely, sql } from 'kysely';
import type { Share } from '../../domain/access/share.ts';
import { FAILURE_REASONS } from '../../domain/monitor.ts';
import type { Revised } from '../edits.ts';
import type { QueryContext } from '../query-context.ts';
import type { ResourceKind } from '../resources/kind.ts';
import { resourcesOf } from '../resources/queries.ts';
import { requireOneOf } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { Outage, OutageSelection, ShareResource, ShareStore } from './contract.ts';
import { parseShare, shareRow } from './rows.ts';

const SHARES: ResourceKind<ShareResource> = {
  table: 'shares',
  idColumn: 'share_id',
  async read(db, { where, limit }) {
    const rows = await db.selectFrom('shares').selectAll().where(where).orderBy('id').limit(limit).execute();
    return rows.map(parseShare);
  },
  async insert(db, share) {
    const inserted = await db
      .insertInto('shares')
      .values(shareRow(share))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returningAll()
      .executeTakeFirst();
    return inserted === undefined
      ? { outcome: 'key_taken' }
      : { outcome: 'created', record: parseShare(inserted) };
  },
  update: (db, rowID, { title, options, revision }) =>
    db
      .updateTable('shares')
      .set({ title, options: JSON.stringify(options), revision })
      .where('id', '=', rowID)
      .execute(),
};

async function findInAnyTeam(db: Kysely<Schema>, key: string): Promise<Revised<Share> | null> {
  const row = await db.selectFrom('shares').selectAll().where('key', '=', key).executeTakeFirst();
  return row === undefined ? null : parseShare(row);
}

async function listOutages(
  db: Kysely<Schema>,
  {
    monitors,
    since,
    limit,
  }: { readonly monitors: OutageSelection; readonly since: number; readonly limit: number },
): Promise<Outage[]> {
  if ('monitorIDs' in monitors && monitors.monitorIDs.length === 0) return [];
  const rows = await db
    .selectFrom('incidents')
    .select(['monitor_id', 'reason', 'opened_at', 'closed_at'])
    .where(
      'monitorIDs' in monitors
        ? sql<boolean>`monitor_id IN (${sql.join(monitors.monitorIDs)})`
        : sql<boolean>`team_id = ${monitors.teamID}`,
    )
    .where((where) => where.or([where('closed_at', 'is', null), where('closed_at', '>=', since)]))
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    monitorID: row.monitor_id,
    reason: requireOneOf(FAILURE_REASONS, row.reason, 'incidents.reason'),
    openedAt: row.opened_at,
    closedAt: row.closed_at,
  }));
}

export function shareQueries(context: QueryContext): ShareStore {
  const { db } = context;
  return {
    shares: {
      ...resourcesOf(SHARES, context),
      findInAnyTeam: (key) => findInAnyTeam(db, key),
    },
    listOutages: (monitors, since, limit) => listOutages(db, { monitors, since, limit }),
  };
}
