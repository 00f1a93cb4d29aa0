import type { Kysely, Transaction } from 'kysely';
import { parseProjectAlerting, projectAlertingJSON } from '../alert-rows.ts';
import type { Schema } from '../schema.ts';
import type { NewProject, Project, ProjectChange } from '../store.ts';

function projects(db: Kysely<Schema>) {
  return db.selectFrom('projects').select((select) => [
    'projects.id',
    'projects.short_id',
    'projects.name',
    'projects.is_default',
    'projects.created_at',
    'projects.alerting',
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
  };
}

export async function listProjects(
  db: Kysely<Schema>,
  teamID: string,
  afterID: number,
  limit: number,
): Promise<Project[]> {
  const rows = await projects(db)
    .where('team_id', '=', teamID)
    .where('id', '>', afterID)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(parseProject);
}

export async function findProject(
  db: Kysely<Schema>,
  teamID: string,
  shortID: string,
): Promise<Project | null> {
  const row = await projects(db)
    .where('team_id', '=', teamID)
    .where('short_id', '=', shortID)
    .executeTakeFirst();
  return row === undefined ? null : parseProject(row);
}

export async function findDefaultProject(db: Kysely<Schema>, teamID: string): Promise<Project> {
  const row = await projects(db).where('team_id', '=', teamID).where('is_default', '=', 1).executeTakeFirst();
  if (row === undefined) throw new Error(`The team ${teamID} has no default project.`);
  return parseProject(row);
}

export async function insertProject(
  db: Kysely<Schema>,
  project: NewProject & { readonly isDefault: boolean },
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
  return { id, shortID, name, isDefault, createdAt, monitors: 0, alerting };
}

export async function updateProject(
  db: Kysely<Schema>,
  id: number,
  { name, alerting }: ProjectChange,
): Promise<void> {
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(alerting === undefined ? {} : { alerting: projectAlertingJSON(alerting) }),
  };
  if (Object.keys(change).length === 0) return;
  await db.updateTable('projects').set(change).where('id', '=', id).execute();
}

export async function deleteProject(
  db: Transaction<Schema>,
  id: number,
): Promise<'deleted' | 'not_empty' | 'default' | 'gone'> {
  const row = await projects(db).where('id', '=', id).executeTakeFirst();
  if (row === undefined) return 'gone';
  const project = parseProject(row);
  if (project.isDefault) return 'default';
  if (project.monitors > 0) return 'not_empty';
  await db.deleteFrom('projects').where('id', '=', id).execute();
  return 'deleted';
}
