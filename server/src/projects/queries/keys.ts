import { USE_RECORDED_EVERY_MS } from '@overdue/domain/access/last-use.ts';
import { PROJECT_KEY_KINDS, PROJECT_KEYS_MAX, type ProjectKey } from '@overdue/domain/access/project-key.ts';
import { tokenEnd } from '@overdue/domain/access/team-security.ts';
import { type Expression, expressionBuilder, type Kysely, type SqlBool, type Transaction } from 'kysely';
import type { Revised } from '../../database/edits.ts';
import type { QueryContext } from '../../database/query-context.ts';
import type { CreatedResource } from '../../database/resources/contract.ts';
import type { ResourceKind } from '../../database/resources/kind.ts';
import { resourcesOf } from '../../database/resources/queries.ts';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { NewProjectKey, ProjectKeyResource, ProjectKeyStore } from '../contract.ts';

const column = expressionBuilder<Schema, 'project_keys'>();

function keys(db: Kysely<Schema>) {
  return db
    .selectFrom('project_keys')
    .select((select) => [
      'project_keys.expires_at',
      'project_keys.id',
      'project_keys.short_id',
      'project_keys.team_id',
      'project_keys.project_id',
      'project_keys.kind',
      'project_keys.name',
      'project_keys.prefix',
      'project_keys.created_at',
      'project_keys.created_by',
      'project_keys.last_used_at',
      'project_keys.revision',
      select
        .selectFrom('projects')
        .whereRef('projects.id', '=', 'project_keys.project_id')
        .select('projects.short_id')
        .as('project_short_id'),
      select
        .selectFrom('teams')
        .whereRef('teams.id', '=', 'project_keys.team_id')
        .select('teams.token_days_max')
        .as('token_days_max'),
      select
        .selectFrom('api_tokens')
        .whereRef('api_tokens.id', '=', 'project_keys.token_id')
        .select('api_tokens.created_at')
        .as('token_created_at'),
    ]);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof keys>['executeTakeFirstOrThrow']>>;

function parseKey(row: KeyRow): Revised<ProjectKey> {
  return {
    id: row.id,
    teamID: row.team_id,
    shortID: row.short_id,
    projectID: row.project_id,
    projectShortID: row.project_short_id ?? '',
    kind: requireOneOf(PROJECT_KEY_KINDS, row.kind, 'project_keys.kind'),
    name: row.name,
    prefix: row.prefix,
    createdAt: row.created_at,
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at,
    expiresAt: tokenEnd(
      { createdAt: row.token_created_at ?? row.created_at, expiresAt: row.expires_at },
      row.token_days_max,
    ),
    revision: row.revision,
  };
}

async function read(
  db: Kysely<Schema>,
  where: Expression<SqlBool>,
  limit: number,
): Promise<readonly Revised<ProjectKey>[]> {
  const rows = await keys(db).where(where).orderBy('id').limit(limit).execute();
  return rows.map(parseKey);
}

export const PROJECT_KEYS: ResourceKind<ProjectKeyResource> = {
  table: 'project_keys',
  changes: 'projects',
  idColumn: 'short_id',
  read: (db, { where, limit }) => read(db, where, limit),
  insert: insertKey,
  update: (db, rowID, { name, revision }) =>
    db.updateTable('project_keys').set({ name, revision }).where('id', '=', rowID).execute(),
};

/** Requires the team lock, so that no other key is created and no project is deleted concurrently. */
async function insertKey(
  db: Transaction<Schema>,
  { hash, endsWithToken, ...created }: NewProjectKey,
): Promise<CreatedResource<ProjectKeyResource>> {
  const project = await db
    .selectFrom('projects')
    .select('short_id')
    .where('id', '=', created.projectID)
    .where('team_id', '=', created.teamID)
    .executeTakeFirst();
  if (project === undefined) return { outcome: 'project_gone' };
  const { keys } = await db
    .selectFrom('project_keys')
    .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('keys'))
    .where('project_id', '=', created.projectID)
    .executeTakeFirstOrThrow();
  if (keys >= PROJECT_KEYS_MAX) return { outcome: 'project_full' };
  const { id } = await db
    .insertInto('project_keys')
    .values({
      short_id: created.shortID,
      team_id: created.teamID,
      project_id: created.projectID,
      kind: created.kind,
      name: created.name,
      hash,
      prefix: created.prefix,
      created_at: created.createdAt,
      created_by: created.createdBy,
      last_used_at: null,
      expires_at: created.expiresAt,
      token_id: endsWithToken,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const record = { ...created, id, projectShortID: project.short_id, lastUsedAt: null, revision: 1 };
  return { outcome: 'created', record };
}

export async function touchProjectKey(db: Kysely<Schema>, shortID: string, at: number): Promise<void> {
  await db
    .updateTable('project_keys')
    .set({ last_used_at: at })
    .where('short_id', '=', shortID)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', at - USE_RECORDED_EVERY_MS)]),
    )
    .execute();
}

export function projectKeyQueries(context: QueryContext): ProjectKeyStore {
  const { db } = context;
  return {
    projectKeys: {
      ...resourcesOf(PROJECT_KEYS, context),
      async findInAnyTeam(hash) {
        const [key = null] = await read(db, column('hash', '=', hash), 1);
        return key;
      },
    },
  };
}
