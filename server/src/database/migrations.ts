import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Schema } from './schema.ts';

export interface MigrationSource {
  readonly name: string;
  readonly statements: readonly string[];
}

/**
 * Migrates the schema, and returns the migrations that ran. Refuses a newer database, because this version could corrupt its
 * data.
 */
export async function migrateToLatest(
  db: Kysely<Schema>,
  sources: readonly MigrationSource[],
): Promise<readonly string[]> {
  const migrations = Object.fromEntries(
    sources.map(({ name, statements }) => [
      name,
      {
        async up(transaction: Kysely<Schema>): Promise<void> {
          for (const statement of statements) await sql.raw(statement).execute(transaction);
        },
      },
    ]),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });
  await refuseNewer(db, sources);
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? [])
    .filter(({ status }) => status === 'Success')
    .map(({ migrationName }) => migrationName);
}

async function refuseNewer(db: Kysely<Schema>, sources: readonly MigrationSource[]): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'migrations')) return;
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(db);
  const unknown = rows.find(({ name }) => !sources.some((source) => source.name === name));
  if (unknown !== undefined) throw madeByNewerVersion(unknown.name);
}

export function madeByNewerVersion(migration: string): Error {
  return new Error(
    `The database was migrated by a newer version of Overdue (migration ${migration}). ` +
      'Run that version or a newer one, or restore a backup made before the upgrade.',
  );
}
