import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';

/** Moves the position back after a deletion of the newest events, because SQLite gives their IDs to later events. */
export async function limitPosition(db: Transaction<Schema>): Promise<void> {
  await sql`UPDATE log_index SET indexed_until = MIN(indexed_until, (SELECT COALESCE(MAX(id), 0) FROM events))`.execute(
    db,
  );
}
