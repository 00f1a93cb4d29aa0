import type { Kysely } from 'kysely';
import { countAlertsSetAside } from '../../alerts/queries/set-aside.ts';
import type { KeyStore, OperationsStore, SealedTexts } from '../../core/operations.ts';
import type { QueryContext } from '../../database/query-context.ts';
import type { Schema } from '../../database/schema.ts';
import { countStatuses } from '../../monitors/queries.ts';

export function keyQueries({ db }: QueryContext): KeyStore {
  return {
    findSealedTexts: (limit) => findSealedTexts(db, limit),
    saveKeyCheck: (sealed, options) => saveKeyCheck(db, sealed, options),
  };
}

/** Upkeep that doesn't depend on how a database stores events and runs. */
export function upkeepQueries({ db }: QueryContext) {
  return {
    countStatuses: (now, afterID, span) => countStatuses(db, { now, afterID, span }),
    countAlertsSetAside: () => countAlertsSetAside(db),
  } satisfies Partial<OperationsStore>;
}

const ID = 1;

async function findSealedTexts(db: Kysely<Schema>, limit: number): Promise<SealedTexts> {
  const totpKeys = await db.selectFrom('two_factors').select('secret').limit(limit).execute();
  return {
    keyCheck: await findKeyCheck(db),
    settings: await db
      .selectFrom('channels')
      .select(['settings as sealed', 'short_id as context'])
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    totpKeys: totpKeys.map(({ secret }) => secret),
  };
}

async function findKeyCheck(db: Kysely<Schema>): Promise<string | null> {
  const row = await db.selectFrom('key_check').select('sealed').where('id', '=', ID).executeTakeFirst();
  return row?.sealed ?? null;
}

/** If two nodes start at the same time, one inserts the row and both read it. */
async function saveKeyCheck(
  db: Kysely<Schema>,
  sealed: string,
  { replaces }: { readonly replaces: boolean },
): Promise<string> {
  await db
    .insertInto('key_check')
    .values({ id: ID, sealed })
    .onConflict((conflict) =>
      replaces ? conflict.column('id').doUpdateSet({ sealed }) : conflict.doNothing(),
    )
    .execute();
  return (await findKeyCheck(db)) ?? sealed;
}
