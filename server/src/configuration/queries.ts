import { chunks } from '@overdue/domain/chunks.ts';
import { CONFIGURED_KINDS } from '@overdue/domain/configuration/resource.ts';
import type { Transaction } from 'kysely';
import { channelQueries } from '../channels/queries.ts';
import { holdChanges } from '../database/change-feed.ts';
import { createQueryContext, type MonitorChanges, type QueryContext } from '../database/query-context.ts';
import type { ResourceKind } from '../database/resources/kind.ts';
import { resourcesOf } from '../database/resources/queries.ts';
import { requireOneOf } from '../database/rows.ts';
import type { Schema } from '../database/schema.ts';
import { lockTeam } from '../database/team-lock.ts';
import { escalationQueries } from '../escalations/queries.ts';
import { maintenanceQueries } from '../maintenance/queries.ts';
import { importMonitors } from '../monitors/queries/import-monitors.ts';
import { onCallQueries } from '../on-call/queries.ts';
import { shareQueries } from '../projects/queries/shares.ts';
import { projectQueries } from '../projects/queries.ts';
import { viewQueries } from '../views/queries.ts';
import type {
  ConfigurationStore,
  ManagedResource,
  ManagedResourceTypes,
  TeamTransaction,
} from './contract.ts';

export function configurationQueries(context: QueryContext): ConfigurationStore {
  const { locks, feed, inMonitorTransaction } = context;
  return {
    managed: resourcesOf(MANAGED_RESOURCES, context),
    async changeTogether(teamID, work) {
      let held = holdChanges(feed);
      const result = await inMonitorTransaction(async (transaction, monitors) => {
        held = holdChanges(feed);
        await lockTeam(transaction, teamID, locks);
        return work(changesWithin(transaction, monitors, { teamID, locks, feed: held }));
      });
      await held.release();
      return result;
    },
  };
}

/** Returns the methods of the store, which run in the open transaction. */
function changesWithin(
  transaction: Transaction<Schema>,
  monitors: MonitorChanges,
  { teamID, locks, feed }: { readonly teamID: string } & Pick<QueryContext, 'locks' | 'feed'>,
): TeamTransaction {
  const context = createQueryContext(transaction, {
    inTransaction: (work) => work(transaction),
    inMonitorTransaction: (work) => work(transaction, monitors),
    locks,
    feed,
  });
  return {
    ...channelQueries(context),
    ...escalationQueries(context),
    ...maintenanceQueries(context),
    ...onCallQueries(context),
    ...projectQueries(context),
    ...shareQueries(context),
    ...viewQueries(context),
    managed: resourcesOf(MANAGED_RESOURCES, context),
    importMonitors: (rows, limits, options) =>
      importMonitors({ ...context, transaction, monitors }, rows, { ...options, limits }),
    async deleteMonitor(id, at, check) {
      const deleted = await monitors.delete(id, at, check);
      if (deleted !== null) feed.monitorDeleted(deleted.teamID, deleted.shortID);
      return deleted !== null;
    },
    manage: (resources) => insertManaged(transaction, resources),
    release: (resourceIDs) => deleteManaged(transaction, teamID, resourceIDs),
  };
}

/** Rows per statement, within the databases' limits on parameters. */
const ROWS_AT_ONCE = 500;

const MANAGED_RESOURCES: ResourceKind<ManagedResourceTypes> = {
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

async function insertManaged(db: Transaction<Schema>, resources: readonly ManagedResource[]): Promise<void> {
  for (const chunk of chunks(resources, ROWS_AT_ONCE))
    await db.insertInto('managed_resources').values(chunk.map(rowOf)).execute();
}

async function deleteManaged(
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
