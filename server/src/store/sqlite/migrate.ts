import { migrateToLatest } from '../../database/migrations.ts';
import { migrations } from '../../database/sqlite/migrations/migrations.ts';
import type { SqliteDatabase } from './database.ts';
import { type OpenFileOptions, openDatabaseFile } from './file/open.ts';
import { explainOpening } from './file/opening-errors.ts';

export async function openMigrated(
  file: string,
  options: OpenFileOptions = {},
): Promise<{ readonly database: SqliteDatabase; readonly ran: readonly string[] }> {
  const database = openDatabaseFile(file, options);
  try {
    return { database, ran: await migrate(database) };
  } catch (error) {
    database.raw.close();
    throw explainOpening(file, error);
  }
}

export async function migrateSqlite(file: string): Promise<readonly string[]> {
  const { database, ran } = await openMigrated(file);
  await database.kysely.destroy();
  return ran;
}

/**
 * Runs all migrations or none, in one process at a time. Manages the transaction here, because Kysely doesn't know that SQLite
 * can roll back schema changes.
 */
function migrate({ raw, kysely }: SqliteDatabase): Promise<readonly string[]> {
  return kysely.connection().execute(async (connection) => {
    raw.exec('BEGIN IMMEDIATE');
    try {
      const ran = await migrateToLatest(connection, migrations);
      raw.exec('COMMIT');
      return ran;
    } finally {
      if (raw.isTransaction) raw.exec('ROLLBACK');
    }
  });
}
