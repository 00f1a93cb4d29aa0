import type { Transaction } from 'kysely';
import type { FindReference, Reference, ReferenceKind } from './edits.ts';
import type { RowLocks } from './row-locks.ts';
import type { Schema } from './schema.ts';

/** The tables whose rows other rows may refer to. */
export const REFERENCE_TABLES = {
  monitor: 'monitors',
  project: 'projects',
  channel: 'channels',
  escalation: 'escalation_policies',
  on_call: 'on_call_schedules',
} as const satisfies Record<ReferenceKind, keyof Schema>;

/**
 * Resolves references and locks their rows. Call before locking the row to change, because deletions lock rows in the same order.
 */
export async function lockReferences(
  db: Transaction<Schema>,
  {
    teamID,
    references,
    locks,
  }: { readonly teamID: string; readonly references: readonly Reference[]; readonly locks: RowLocks },
): Promise<FindReference> {
  const rowIDs = new Map<string, number>();
  for (const [kind, some] of Map.groupBy(references, ({ kind }) => kind)) {
    const table = REFERENCE_TABLES[kind];
    const shortIDs = some.map(({ shortID }) => shortID);
    const rows = await db
      .selectFrom(table)
      .select(['id', 'short_id'])
      .where('team_id', '=', teamID)
      .where('short_id', 'in', shortIDs)
      .orderBy('id')
      .modifyEnd(locks.againstDeletion(table))
      .execute();
    for (const row of rows) rowIDs.set(`${kind} ${row.short_id}`, row.id);
  }
  return ({ kind, shortID }) => rowIDs.get(`${kind} ${shortID}`) ?? null;
}
