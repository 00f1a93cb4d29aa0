import type { Transaction } from 'kysely';
import type { DeletionCheck } from '../../database/edits.ts';
import type { Schema } from '../../database/schema.ts';

/** Runs a check on a monitor that the caller has locked. */
export async function checkMonitor(
  db: Transaction<Schema>,
  id: number,
  check: DeletionCheck<{ readonly revision: number }>,
): Promise<void> {
  const row = await db.selectFrom('monitors').select('revision').where('id', '=', id).executeTakeFirst();
  if (row !== undefined) check(row);
}
