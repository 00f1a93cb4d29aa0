import type { Kysely } from 'kysely';
import { accountQueries } from './accounts/queries.ts';
import { tokenQueries } from './accounts/tokens.ts';
import { alertQueries, deliveryQueries, teamSettingsQueries } from './alerts/queries.ts';
import { channelQueries } from './channels/queries.ts';
import { configurationQueries } from './configuration/queries.ts';
import { escalationQueries } from './escalations/queries.ts';
import { forwardingQueries } from './forwarding/queries.ts';
import { incidentQueries } from './incidents/queries.ts';
import { legacyIDQueries } from './legacy-ids/queries.ts';
import { liveQueries } from './live/queries.ts';
import { maintenanceQueries } from './maintenance/queries.ts';
import { monitorQueries } from './monitors/queries.ts';
import { onCallQueries } from './on-call/queries.ts';
import { presenceQueries } from './presence/queries.ts';
import { programLoginQueries } from './program-logins/queries.ts';
import { projectKeyQueries } from './project-keys/queries.ts';
import { projectQueries } from './projects/queries.ts';
import { pushDeviceQueries } from './push-devices/queries.ts';
import { createQueryContext, type QueryContext } from './query-context.ts';
import { runCountQueries } from './run-counts/queries.ts';
import type { Schema } from './schema.ts';
import { searchQueries } from './search/texts.ts';
import { shareQueries } from './shares/queries.ts';
import { auditQueries, invitationQueries, teamQueries } from './teams/queries.ts';
import { keyQueries, upkeepQueries } from './upkeep/queries.ts';

/** Implements the store's methods that are the same on every database. */
export function sharedQueries(
  db: Kysely<Schema>,
  options: Pick<QueryContext, 'inTransaction' | 'inMonitorTransaction' | 'locks'>,
) {
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
    ...monitorQueries(context),
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
