import type { Kysely, Transaction } from 'kysely';
import { parseProjectAlerting, projectAlertingJSON } from '../alerts/rows.ts';
import type { Check, Edit, Edited } from '../edits.ts';
import type { QueryContext } from '../query-context.ts';
import { keepNamed } from '../references.ts';
import type { RowLocks } from '../row-locks.ts';
import type { Schema } from '../schema.ts';
import type { NewProject, Project, ProjectChange, ProjectStore } from './contract.ts';

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

async function listProjects(
  db: Kysely<Schema>,
  { teamID, afterID, limit }: { readonly teamID: string; readonly afterID: number; readonly limit: number },
): Promise<Project[]> {
  const rows = await projects(db)
    .where('team_id', '=', teamID)
    .where('id', '>', afterID)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(parseProject);
}

async function findProject(db: Kysely<Schema>, teamID: string, shortID: string): Promise<Project | null> {
  const row = await projects(db)
    .where('team_id', '=', teamID)
    .where('short_id', '=', shortID)
    .executeTakeFirst();
  return row === undefined ? null : parseProject(row);
}

async function findDefaultProject(db: Kysely<Schema>, teamID: string): Promise<Project> {
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
  return { id, shortID, name, isDefault, createdAt, monitors: 0, alerting, revision: 1 };
}

async function changeProject(
  db: Transaction<Schema>,
  {
    id,
    edit,
    locks,
  }: { readonly id: number; readonly edit: Edit<Project, ProjectChange>; readonly locks: RowLocks },
): Promise<Edited<Project> | null> {
  const teamID = await findTeamID(db, id);
  if (teamID === null) return null;
  const find = await keepNamed(db, { teamID, names: edit.names, locks });
  const before = await lockProject(db, id, locks);
  if (before === null) return null;
  const change = edit.merge(before, find);
  if (change === null) return { before, after: before };
  const { name, alerting } = change;
  const after = { ...before, ...change, revision: before.revision + 1 };
  await db
    .updateTable('projects')
    .set({
      revision: after.revision,
      ...(name === undefined ? {} : { name }),
      ...(alerting === undefined ? {} : { alerting: projectAlertingJSON(alerting) }),
    })
    .where('id', '=', id)
    .execute();
  return { before, after };
}

async function findTeamID(db: Kysely<Schema>, id: number): Promise<string | null> {
  const row = await db.selectFrom('projects').select('team_id').where('id', '=', id).executeTakeFirst();
  return row?.team_id ?? null;
}

async function lockProject(db: Transaction<Schema>, id: number, locks: RowLocks): Promise<Project | null> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(locks.waiting('projects'))
    .executeTakeFirst();
  if (row === undefined) return null;
  const locked = await projects(db).where('projects.id', '=', id).executeTakeFirst();
  return locked === undefined ? null : parseProject(locked);
}

/** A monitor that is moved there concurrently keeps the project: the move locks its row until the commit. */
async function deleteProject(
  db: Transaction<Schema>,
  id: number,
  { check, locks }: { readonly check: Check<Project> | undefined; readonly locks: RowLocks },
): Promise<'deleted' | 'not_empty' | 'default' | 'gone'> {
  await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(locks.deleting('projects'))
    .executeTakeFirst();
  const row = await projects(db).where('id', '=', id).executeTakeFirst();
  if (row === undefined) return 'gone';
  const project = parseProject(row);
  check?.(project);
  if (project.isDefault) return 'default';
  if (project.monitors > 0) return 'not_empty';
  await db.deleteFrom('projects').where('id', '=', id).execute();
  return 'deleted';
}

export function projectQueries({ db, within, referring, locks }: QueryContext): ProjectStore {
  return {
    listProjects: (teamID, afterID, limit) => listProjects(db, { teamID, afterID, limit }),
    findProject: (teamID, shortID) => findProject(db, teamID, shortID),
    defaultProject: (teamID) => findDefaultProject(db, teamID),
    createProject: (project, references) =>
      within((transaction) =>
        referring(transaction, references, () =>
          insertProject(transaction, { ...project, isDefault: false }),
        ),
      ),
    changeProject: (id, edit) => within((transaction) => changeProject(transaction, { id, edit, locks })),
    deleteProject: (id, check) => within((transaction) => deleteProject(transaction, id, { check, locks })),
  };
}
