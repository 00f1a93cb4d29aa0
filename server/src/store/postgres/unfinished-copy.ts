import { type Kysely, sql } from 'kysely';
import { AppError } from '../../domain/error.ts';
import type { Schema } from '../schema.ts';
import { openUnhurried } from './database.ts';

/** Whether a copy into the database was begun and has not ended: its table is there as long. */
export async function hasUnfinishedCopy(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`SELECT to_regclass('unfinished_copy') IS NOT NULL AS found`.execute(db);
  return rows[0]?.found === true;
}

/** @throws AppError when the database holds half of an installation */
export async function refuseHalfCopied(url: string): Promise<void> {
  const db = openUnhurried(url);
  const isHalf = await hasUnfinishedCopy(db).finally(() => db.destroy());
  if (isHalf)
    throw new AppError(
      'unavailable',
      'a copy into it was begun and not finished. Run overdue-server copy again, or begin anew in an empty database',
    );
}
