import { sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Keeps other nodes that change the schema waiting until the transaction ends, and nobody else. A row, since not all that
 * speaks PostgreSQL has advisory locks, and poolers take a session's away.
 *
 * @returns the oldest migration that a version must know to work on the database
 */
export async function lockSchema(db: Transaction<Schema>): Promise<string> {
  const { rows } = await sql<{
    oldest: string;
  }>`SELECT oldest FROM schema_level WHERE id = 1 FOR NO KEY UPDATE`.execute(db);
  return rows[0]?.oldest ?? '';
}
