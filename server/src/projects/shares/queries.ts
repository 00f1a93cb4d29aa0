import type { Share } from '@overdue/domain/access/share.ts';
import type { Kysely } from 'kysely';
import type { Revised } from '../../database/edits.ts';
import type { QueryContext } from '../../database/query-context.ts';
import type { ResourceKind } from '../../database/resources/kind.ts';
import { resourcesOf } from '../../database/resources/queries.ts';
import type { Schema } from '../../database/schema.ts';
import type { ShareResource, ShareStore } from './contract.ts';
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

export function shareQueries(context: QueryContext): ShareStore {
  const { db } = context;
  return {
    shares: {
      ...resourcesOf(SHARES, context),
      findInAnyTeam: (key) => findInAnyTeam(db, key),
    },
  };
}
