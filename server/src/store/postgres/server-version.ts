import { AppError } from '@overdue/domain/error.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';

const MAJOR_MIN = 15;
/** PostgreSQL 15.4 reports 150004. */
const MAJOR_UNIT = 10_000;

/** @throws AppError if the server is older than the schema and its statements require */
export async function requireVersion(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{
    number: string;
  }>`SELECT current_setting('server_version_num') AS number`.execute(db);
  const number = Number(rows[0]?.number);
  if (number >= MAJOR_MIN * MAJOR_UNIT) return;
  throw new AppError(
    'unavailable',
    `the server is PostgreSQL ${Math.floor(number / MAJOR_UNIT)}, and Overdue needs ${MAJOR_MIN} or newer. Upgrade PostgreSQL, or set DATABASE_URL to a newer server.`,
  );
}
