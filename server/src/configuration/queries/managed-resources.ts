import { chunks } from '@overdue/domain/chunks.ts';
import { CONFIGURED_KINDS } from '@overdue/domain/configuration/kinds.ts';
import type { Transaction } from 'kysely';
import type { ResourceKind } from '../../database/resources/kind.ts';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { ManagedResource, ManagedResourceTypes } from '../contract.ts';

/** Rows per statement, within the databases' limits on parameters. */
const ROWS_AT_ONCE = 500;

export const MANAGED_RESOURCES: ResourceKind<ManagedResourceTypes> = {
  table: 'managed_resources',
  idColumn: 'resource_id',
  async read(db, { where, limit }) {
    const rows = await db
      .selectFrom('managed_resources')
      .selectAll()
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ team_id, resource_id, file, kind, key, revision }) => ({
      teamID: team_id,
      resourceID: resource_id,
      file,
      kind: requireOneOf(CONFIGURED_KINDS, kind, 'managed_resources.kind'),
      key,
      revision,
    }));
  },
  async insert(db, resource) {
    const inserted = await db
      .insertInto('managed_resources')
      .values(rowOf(resource))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted === undefined
      ? { outcome: 'taken' }
      : { outcome: 'created', record: { ...resource, revision: 1 } };
  },
  update: (db, rowID, { file, key, revision }) =>
    db.updateTable('managed_resources').set({ file, key, revision }).where('id', '=', rowID).execute(),
};

export async function insertManaged(
  db: Transaction<Schema>,
  resources: readonly ManagedResource[],
): Promise<void> {
  for (const chunk of chunks(resources, ROWS_AT_ONCE))
    await db.insertInto('managed_resources').values(chunk.map(rowOf)).execute();
}

export async function deleteManaged(
  db: Transaction<Schema>,
  teamID: string,
  resourceIDs: readonly string[],
): Promise<void> {
  for (const chunk of chunks(resourceIDs, ROWS_AT_ONCE))
    await db
      .deleteFrom('managed_resources')
      .where('team_id', '=', teamID)
      .where('resource_id', 'in', chunk)
      .execute();
}

function rowOf({ teamID, resourceID, file, kind, key }: ManagedResource) {
  return { team_id: teamID, resource_id: resourceID, file, kind, key };
}
