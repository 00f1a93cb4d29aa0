import type { Kysely } from 'kysely';
import { programLoginQueries } from '../accounts/queries/program-logins.ts';
import { tokenQueries } from '../accounts/queries/tokens.ts';
import { accountQueries } from '../accounts/queries.ts';
import { alertQueries, deliveryQueries } from '../alerts/queries.ts';
import { channelQueries } from '../channels/queries.ts';
import { checkQueries } from '../checks/queries/due-checks.ts';
import { configurationQueries } from '../configuration/queries.ts';
import { presenceQueries } from '../core/presence/queries.ts';
import { runCountQueries } from '../core/run-counts/queries.ts';
import { createQueryContext, type QueryContextOptions } from '../database/query-context.ts';
import type { Schema } from '../database/schema.ts';
import { escalationQueries } from '../escalations/queries.ts';
import { forwardingQueries } from '../forwarding/queries.ts';
import { incidentQueries } from '../incidents/queries.ts';
import { liveQueries } from '../live/queries.ts';
import { maintenanceQueries } from '../maintenance/queries.ts';
import { legacyIDQueries } from '../monitors/queries/legacy-ids.ts';
import { monitorQueries } from '../monitors/queries.ts';
import { onCallQueries } from '../on-call/queries.ts';
import { projectKeyQueries } from '../projects/queries/keys.ts';
import { shareQueries } from '../projects/queries/shares.ts';
import { projectQueries } from '../projects/queries.ts';
import { pushDeviceQueries } from '../push/queries.ts';
import { searchQueries } from '../search/queries.ts';
import { auditQueries, invitationQueries, teamQueries, teamSettingsQueries } from '../teams/queries.ts';
import { viewQueries } from '../views/queries.ts';
import { keyQueries, upkeepQueries } from './upkeep/queries.ts';

/** Implements the store's methods that are the same on every database. */
export function sharedQueries(db: Kysely<Schema>, options: QueryContextOptions) {
  const context = createQueryContext(db, options);
  return {
    ...accountQueries(context),
    ...tokenQueries(context),
    ...programLoginQueries(context),
    ...teamQueries(context),
    ...invitationQueries(context),
    ...auditQueries(context),
    ...projectQueries(context),
    ...projectKeyQueries(context),
    ...channelQueries(context),
    ...maintenanceQueries(context),
    ...escalationQueries(context),
    ...onCallQueries(context),
    ...pushDeviceQueries(context),
    ...shareQueries(context),
    ...viewQueries(context),
    ...monitorQueries(context),
    ...checkQueries(context),
    ...configurationQueries(context),
    ...forwardingQueries(context),
    ...legacyIDQueries(context),
    ...runCountQueries(context),
    ...liveQueries(context),
    ...incidentQueries(context),
    ...teamSettingsQueries(context),
    ...alertQueries(context),
    ...deliveryQueries(context),
    ...searchQueries(context),
    ...presenceQueries(context),
    ...keyQueries(context),
    ...upkeepQueries(context),
  };
}
