import {
  BADGE_STYLES,
  SCOPE_KINDS,
  SHARE_KINDS,
  SHARE_OPTIONS_DEFAULT,
  type Share,
  type ShareOptions,
  type ShareScope,
} from '@overdue/domain/access/share.ts';
import type { Kysely } from 'kysely';
import type { Revised } from '../../database/edits.ts';
import type { QueryContext } from '../../database/query-context.ts';
import type { ResourceKind } from '../../database/resources/kind.ts';
import { resourcesOf } from '../../database/resources/queries.ts';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { ShareResource, ShareStore } from '../contract.ts';

const SHARES: ResourceKind<ShareResource> = {
  table: 'shares',
  changes: 'shares',
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

type Row = Omit<Schema['shares'], 'id' | 'revision'>;

function parseShare(row: Row & { readonly revision: number }): Revised<Share> {
  return {
    shareID: row.share_id,
    teamID: row.team_id,
    kind: requireOneOf(SHARE_KINDS, row.kind, 'shares.kind'),
    key: row.key,
    title: row.title,
    scope: parseScope(row.scope),
    options: parseOptions(row.options),
    createdAt: row.created_at,
    createdBy: row.created_by,
    revision: row.revision,
  };
}

function shareRow(share: Share): Row {
  return {
    share_id: share.shareID,
    team_id: share.teamID,
    kind: share.kind,
    key: share.key,
    title: share.title,
    scope: JSON.stringify(share.scope),
    options: JSON.stringify(share.options),
    created_at: share.createdAt,
    created_by: share.createdBy,
  };
}

function parseScope(json: string): ShareScope {
  const read = reader(json, 'shares.scope');
  const kind = requireOneOf(SCOPE_KINDS, read('kind'), 'shares.scope');
  switch (kind) {
    case 'team':
      return { kind };
    case 'project':
      return { kind, projectShortID: read('projectShortID') };
    case 'tag':
      return { kind, tag: read('tag') };
    case 'monitor':
      return { kind, shortID: read('shortID') };
  }
}

function parseOptions(json: string): ShareOptions {
  const read = reader(json, 'shares.options');
  const otherwise = SHARE_OPTIONS_DEFAULT;
  return {
    description: read('description', otherwise.description),
    timezone: read('timezone', otherwise.timezone),
    indexed: read('indexed', String(otherwise.indexed)) === 'true',
    style: requireOneOf(BADGE_STYLES, read('style', otherwise.style), 'shares.options'),
  };
}

function reader(json: string, column: string): (name: string, otherwise?: string) => string {
  const value: unknown = JSON.parse(json);
  const fields = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  return (name, otherwise) => {
    const field = fields.get(name) ?? otherwise;
    if (typeof field === 'string' || typeof field === 'boolean') return String(field);
    throw new Error(`The database holds ${json} in ${column}, which has no ${name}.`);
  };
}
