import type { Transaction } from 'kysely';
import { channelQueries } from '../channels/queries.ts';
import { createQueryContext, type MonitorChanges, type QueryContext } from '../database/query-context.ts';
import { resourcesOf } from '../database/resources/queries.ts';
import type { Schema } from '../database/schema.ts';
import { lockTeam } from '../database/team-lock.ts';
import { escalationQueries } from '../escalations/queries.ts';
import { maintenanceQueries } from '../maintenance/queries.ts';
import { importMonitors } from '../monitors/queries/import-monitors.ts';
import { onCallQueries } from '../on-call/queries.ts';
import { shareQueries } from '../projects/queries/shares.ts';
import { projectQueries } from '../projects/queries.ts';
import type { ConfigurationStore, TeamTransaction } from './contract.ts';
import { deleteManaged, insertManaged, MANAGED_RESOURCES } from './queries/managed-resources.ts';

export function configurationQueries(context: QueryContext): ConfigurationStore {
  const { locks, inMonitorTransaction } = context;
  return {
    managed: resourcesOf(MANAGED_RESOURCES, context),
    changeTogether: (teamID, work) =>
      inMonitorTransaction(async (transaction, monitors) => {
        await lockTeam(transaction, teamID, locks);
        return work(changesWithin(transaction, monitors, { teamID, locks }));
      }),
  };
}

/** Returns the methods of the store, which run in the open transaction. */
function changesWithin(
  transaction: Transaction<Schema>,
  monitors: MonitorChanges,
  { teamID, locks }: { readonly teamID: string } & Pick<QueryContext, 'locks'>,
): TeamTransaction {
  const context = createQueryContext(transaction, {
    inTransaction: (work) => work(transaction),
    inMonitorTransaction: (work) => work(transaction, monitors),
    locks,
  });
  return {
    ...channelQueries(context),
    ...escalationQueries(context),
    ...maintenanceQueries(context),
    onCallSchedules: onCallQueries(context).onCall.schedules,
    projects: projectQueries(context).projects,
    shares: shareQueries(context).shares,
    managed: resourcesOf(MANAGED_RESOURCES, context),
    importMonitors: (rows, limits, options) =>
      importMonitors({ ...context, transaction, monitors }, rows, { ...options, limits }),
    deleteMonitor: (id, at, check) => monitors.delete(id, at, check),
    manage: (resources) => insertManaged(transaction, resources),
    release: (resourceIDs) => deleteManaged(transaction, teamID, resourceIDs),
  };
}
