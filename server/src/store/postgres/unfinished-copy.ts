import { AppError } from '@overdue/domain/error.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';

/** Returns whether a copy into the database is unfinished. A special table exists until the copy is complete. */
export async function hasUnfinishedCopy(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`SELECT to_regclass('unfinished_copy') IS NOT NULL AS found`.execute(db);
  return rows[0]?.found === true;
}

/** @throws AppError if the database holds an unfinished copy */
export async function refuseHalfCopied(db: Kysely<Schema>): Promise<void> {
  if (await hasUnfinishedCopy(db))
    throw new AppError(
      'unavailable',
      'it holds an unfinished copy. Run overdue-server copy again, or start over with an empty database',
    );
}
