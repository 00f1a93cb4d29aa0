import type { QueryContext } from '../query-context.ts';
import { retrySetAside, setDeliveryAside } from '../upkeep/set-aside.ts';
import { listAlertReports } from './alert-reports.ts';
import { recordAttempts } from './attempts.ts';
import { claimDeliveries, extendClaims, retryChannel } from './claims.ts';
import type { AlertSettingsStore, DeliveryStore, NotifyStore } from './contract.ts';
import * as deliveries from './deliveries.ts';
import { replanHeldAlerts } from './replan.ts';
import * as settings from './settings.ts';
import { findNextAlertAt } from './timers.ts';

/** Excludes planning and reports: both depend on runs, so each database has its own methods. */
export function alertQueries({ db, within, withinTeam, locks }: QueryContext) {
  return {
    claimDeliveries: (options) => within((transaction) => claimDeliveries(transaction, options, locks)),
    extendClaims: (claims, until) =>
      within((transaction) => extendClaims(transaction, { claims, until, locks })),
    recordAttempts: (attempts) => within((transaction) => recordAttempts(transaction, attempts, locks)),
    makeAlertsDue(selection, now) {
      // Takes the team lock, which waits for plans in progress, so that alerts held by these plans are included.
      if ('heldInTeam' in selection)
        return withinTeam(selection.heldInTeam, (transaction) =>
          replanHeldAlerts(transaction, selection.heldInTeam, now),
        );
      if ('channelID' in selection) return retryChannel(db, selection.channelID, { now, locks });
      return within((transaction) =>
        'deliveryID' in selection
          ? deliveries.sendAgain(transaction, { ...selection, now })
          : retrySetAside(transaction, { ...selection, now }),
      );
    },
    setDeliveryAside: (deliveryID, aside) =>
      within((transaction) => setDeliveryAside(transaction, deliveryID, aside)),
    findNextAlertAt: () => findNextAlertAt(db),
  } satisfies Partial<NotifyStore>;
}

export function deliveryQueries({ db }: QueryContext) {
  return {
    listDeliveries: (teamID, filter) => deliveries.listDeliveries(db, teamID, filter),
    listAttempts: (deliveryID, limit) => deliveries.listAttempts(db, deliveryID, limit),
    listAlertReports: (monitorID, about) => listAlertReports(db, monitorID, about),
  } satisfies Partial<DeliveryStore>;
}

export function teamSettingsQueries({ db, withinTeam, locks }: QueryContext) {
  return {
    findTeamSettings: (teamID) => settings.findTeamSettings(db, teamID),
    changeTeam: (teamID, edit) =>
      withinTeam(teamID, (transaction) => settings.changeTeam(transaction, { teamID, edit, locks })),
  } satisfies Partial<AlertSettingsStore>;
}
