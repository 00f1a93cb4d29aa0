import type { Transaction } from 'kysely';
import type { RowLocks } from './row-locks.ts';
import type { Schema } from './schema.ts';

/** Locks a team until this transaction ends. Other transactions that lock the team wait. Returns false if the team was deleted. */
export async function lockTeam(db: Transaction<Schema>, teamID: string, locks: RowLocks): Promise<boolean> {
  const row = await db
    .selectFrom('teams')
    .select('id')
    .where('id', '=', teamID)
    .modifyEnd(locks.forChange('teams'))
    .executeTakeFirst();
  return row !== undefined;
}

/** Tries to lock a team without waiting. False if another transaction has locked it. */
export async function tryLockTeam(
  db: Transaction<Schema>,
  teamID: string,
  locks: RowLocks,
): Promise<boolean> {
  const row = await db
    .selectFrom('teams')
    .select('id')
    .where('id', '=', teamID)
    .modifyEnd(locks.skipLocked('teams'))
    .executeTakeFirst();
  return row !== undefined;
}
