import type { Kysely } from 'kysely';
import type { QueryContext } from '../database/query-context.ts';
import type { Schema } from '../database/schema.ts';
import type { DeliveryStore, NotifyStore } from './contract.ts';
import { listAlertReports } from './queries/alert-reports.ts';
import { recordAttempts } from './queries/attempts.ts';
import { claimDeliveries, extendClaims, retryChannel } from './queries/claims.ts';
import * as deliveries from './queries/deliveries.ts';
import { findNextAlertAt } from './queries/raise.ts';
import { retryAlertsSetAside, setDeliveryAside } from './queries/set-aside.ts';

/** Excludes planning and reports: both depend on runs, so each database has its own methods. */
export function alertQueries({ db, feed, inTransaction, inTeamTransaction, locks }: QueryContext) {
  return {
    claimDeliveries: (options) =>
      inTransaction((transaction) => claimDeliveries(transaction, options, locks)),
    extendClaims: (claims, until) =>
      inTransaction((transaction) => extendClaims(transaction, { claims, until, locks })),
    async recordAttempts(attempts) {
      const teamIDs = await inTransaction((transaction) => recordAttempts(transaction, attempts, locks));
      for (const teamID of teamIDs) feed.changed(teamID, 'deliveries');
    },
    async makeAlertsDue(selection, now) {
      // Takes the team lock, which waits for plans in progress, so that alerts held by these plans are included.
      if ('heldInTeam' in selection)
        return inTeamTransaction(selection.heldInTeam, (transaction) =>
          replanHeldAlerts(transaction, selection.heldInTeam, now),
        );
      if ('channelID' in selection) return retryChannel(db, selection.channelID, { now, locks });
      if (!('deliveryID' in selection))
        return inTransaction((transaction) => retryAlertsSetAside(transaction, { ...selection, now }));
      const teamID = await inTransaction((transaction) =>
        deliveries.sendAgain(transaction, { ...selection, now }),
      );
      if (teamID === null) return 0;
      feed.changed(teamID, 'deliveries');
      return 1;
    },
    setDeliveryAside: (deliveryID, aside) =>
      inTransaction((transaction) => setDeliveryAside(transaction, deliveryID, aside)),
    findNextAlertAt: () => findNextAlertAt(db),
  } satisfies Partial<NotifyStore>;
}

export function deliveryQueries({ db }: QueryContext): DeliveryStore {
  return {
    listDeliveries: (teamID, filter) => deliveries.listDeliveries(db, teamID, filter),
    listAttempts: (deliveryID, limit) => deliveries.listAttempts(db, deliveryID, limit),
    listAlertReports: (monitorID, about) => listAlertReports(db, monitorID, about),
  };
}

/** Makes held alerts of a team due, except those held for flapping. Returns their number. */
async function replanHeldAlerts(db: Kysely<Schema>, teamID: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ plan_at: now })
    .where('planned_at', 'is', null)
    .where('plan_at', '>', now)
    .where('team_id', '=', teamID)
    .where('held', 'is not', null)
    .where((where) => where.or([where('held_by', 'is', null), where('held_by', '!=', 'flapping')]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
