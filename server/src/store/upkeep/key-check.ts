import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { SealedText } from './contract.ts';

const ID = 1;

export async function findKeyCheck(db: Kysely<Schema>): Promise<string | null> {
  const row = await db.selectFrom('key_check').select('sealed').where('id', '=', ID).executeTakeFirst();
  return row?.sealed ?? null;
}

/** If two nodes start at once, one inserts the row and both read it. */
export async function keepKeyCheck(db: Kysely<Schema>, sealed: string): Promise<string> {
  await db
    .insertInto('key_check')
    .values({ id: ID, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findKeyCheck(db)) ?? sealed;
}

export async function replaceKeyCheck(db: Kysely<Schema>, sealed: string): Promise<void> {
  await db
    .insertInto('key_check')
    .values({ id: ID, sealed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ sealed }))
    .execute();
}

export function listSealedSettings(db: Kysely<Schema>, limit: number): Promise<readonly SealedText[]> {
  return db
    .selectFrom('channels')
    .select(['settings as sealed', 'short_id as context'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function listSealedTOTPKeys(db: Kysely<Schema>, limit: number): Promise<readonly string[]> {
  const rows = await db.selectFrom('two_factors').select('secret').limit(limit).execute();
  return rows.map(({ secret }) => secret);
}
