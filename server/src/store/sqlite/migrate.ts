import { migrateToLatest } from '../migrations.ts';
import type { SqliteDatabase } from './database.ts';
import { type OpenFileOptions, openFile } from './file/open.ts';
import { explainOpening } from './file/opening-errors.ts';
import { migrations } from './migrations/migrations.ts';

/**
 * Opens the database in a file, which is made if need be with its folder, and brings it up to this version.
 */
export async function openMigrated(
  file: string,
  options: OpenFileOptions = {},
): Promise<{ readonly database: SqliteDatabase; readonly ran: readonly string[] }> {
  const database = openFile(file, options);
  try {
    return { database, ran: await migrate(database) };
  } catch (error) {
    database.raw.close();
    throw explainOpening(file, error);
  }
}

/** Brings a database up to this version. @returns the names of the migrations that ran */
export async function migrateSqlite(file: string): Promise<readonly string[]> {
  const { database, ran } = await openMigrated(file);
  await database.kysely.destroy();
  return ran;
}

/**
 * All or nothing, and one process at a time: Kysely does not know that SQLite can roll schema changes back.
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
