import { sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Locks a row, so that other nodes that change the schema wait. Doesn't use advisory locks, because some engines and poolers lack
 * them. Returns the newest migration that a version must know to work on the database.
 */
export async function lockSchema(db: Transaction<Schema>): Promise<string> {
  const { rows } = await sql<{
    oldest: string;
  }>`SELECT oldest FROM schema_level WHERE id = 1 FOR NO KEY UPDATE`.execute(db);
  return rows[0]?.oldest ?? '';
}
