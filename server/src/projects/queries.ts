import type { Kysely, Transaction } from 'kysely';
import { parseProjectAlerting, projectAlertingJSON } from '../database/alert-rows.ts';
import type { QueryContext } from '../database/query-context.ts';
import type { ResourceKey, ResourceKind } from '../database/resources/kind.ts';
import { resourcesOf } from '../database/resources/queries.ts';
import type { Schema } from '../database/schema.ts';
import type { Project, ProjectResource, ProjectStore } from './contract.ts';

function projects(db: Kysely<Schema>) {
  return db.selectFrom('projects').select((select) => [
    'projects.id',
    'projects.short_id',
    'projects.name',
    'projects.is_default',
    'projects.created_at',
    'projects.alerting',
    'projects.revision',
    select
      .selectFrom('monitors')
      .whereRef('monitors.project_id', '=', 'projects.id')
      .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('monitors'))
      .as('monitors'),
  ]);
}

type ProjectRow = Awaited<ReturnType<ReturnType<typeof projects>['executeTakeFirstOrThrow']>>;

function parseProject(row: ProjectRow): Project {
  return {
    id: row.id,
    shortID: row.short_id,
    name: row.name,
    isDefault: row.is_default === 1,
    createdAt: row.created_at,
    monitors: row.monitors ?? 0,
    alerting: parseProjectAlerting(row.alerting),
    revision: row.revision,
  };
}

const PROJECTS: ResourceKind<ProjectResource> = {
  table: 'projects',
  changes: 'projects',
  idColumn: 'short_id',
  async read(db, { where, limit }) {
    const rows = await projects(db).where(where).orderBy('id').limit(limit).execute();
    return rows.map(parseProject);
  },
  async insert(db, project) {
    return { outcome: 'created', record: await insertProject(db, { ...project, isDefault: false }) };
  },
  update: (db, rowID, { name, alerting, revision }) =>
    db
      .updateTable('projects')
      .set({ name, alerting: projectAlertingJSON(alerting), revision })
      .where('id', '=', rowID)
      .execute(),
  // `monitors` also counts monitors that an uncommitted transaction moves to this project, because the deletion waits for that
  // transaction's lock.
  refuseDeletion({ isDefault, monitors }) {
    if (isDefault) return { outcome: 'default' };
    return monitors > 0 ? { outcome: 'not_empty' } : null;
  },
  removeReferences: revokeKeys,
};

/** Deletes the keys of deleted projects. Runs under the team lock, so no key can be created during the deletion. */
async function revokeKeys(db: Transaction<Schema>, { teamID }: ResourceKey): Promise<readonly number[]> {
  await db
    .deleteFrom('project_keys')
    .where('team_id', '=', teamID)
    .where('project_id', 'not in', db.selectFrom('projects').select('id').where('team_id', '=', teamID))
    .execute();
  return [];
}

export async function insertProject(
  db: Kysely<Schema>,
  project: ProjectResource['new'] & { readonly isDefault: boolean },
): Promise<Project> {
  const { teamID, shortID, name, isDefault, createdAt, alerting } = project;
  const { id } = await db
    .insertInto('projects')
    .values({
      team_id: teamID,
      short_id: shortID,
      name,
      is_default: isDefault ? 1 : 0,
      created_at: createdAt,
      alerting: projectAlertingJSON(alerting),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, shortID, name, isDefault, createdAt, monitors: 0, alerting, revision: 1 };
}

async function findInAnyTeam(
  db: Kysely<Schema>,
  shortID: string,
): Promise<{ readonly teamID: string } | null> {
  const row = await db
    .selectFrom('projects')
    .select('team_id')
    .where('short_id', '=', shortID)
    .executeTakeFirst();
  return row === undefined ? null : { teamID: row.team_id };
}

export function projectQueries(context: QueryContext): ProjectStore {
  return {
    projects: {
      ...resourcesOf(PROJECTS, context),
      findInAnyTeam: (shortID) => findInAnyTeam(context.db, shortID),
    },
  };
}
