import type { MigrationSource } from '../../migrations.ts';
import { fillSlugs } from '../../monitor-fill-slugs.ts';
import { core } from './0001-core.ts';
import { alerts } from './0002-alerts.ts';
import { accounts } from './0003-accounts.ts';
import { teams } from './0004-teams.ts';
import { shares } from './0005-shares.ts';
import { incidentNotes } from './0006-incident-notes.ts';
import { pingNotices } from './0007-ping-notices.ts';
import { revisions } from './0008-revisions.ts';
import { signIn } from './0009-sign-in.ts';
import { access } from './0010-access.ts';
import { setAside } from './0012-set-aside.ts';
import { keyCheck } from './0013-key-check.ts';
import { runbook } from './0014-runbook.ts';
import { keysAndSlugs } from './0015-keys-and-slugs.ts';
import { onCalendar } from './0016-oncalendar.ts';
import { filters } from './0017-filters.ts';
import { forwarding } from './0018-forwarding.ts';
import { onCall } from './0022-on-call.ts';
import { search } from './0023-search.ts';
import { openIncidents } from './0026-open-incidents.ts';
import { keptIDs } from './0027-kept-ids.ts';
import { snoozes } from './0028-snoozes.ts';
import { runCounts } from './0029-run-counts.ts';
import { pushDevices } from './0030-push-devices.ts';
import { reportedTimes } from './0031-reported-times.ts';
import { indexMerges } from './0032-index-merges.ts';
import { deviceAuthorizations } from './0034-device-authorizations.ts';
import { managedResources } from './0035-managed-resources.ts';
import { heldBy } from './0036-held-by.ts';
import { endedIncidents } from './0037-ended-incidents.ts';
import { reportedEvents } from './0038-reported-events.ts';
import { pastAcknowledgements } from './0039-past-acknowledgements.ts';
import { endsOfKeys } from './0040-ends-of-keys.ts';
import { pingIDsInAnyCase } from './0041-ping-ids-in-any-case.ts';
import { refusedPings } from './0042-refused-pings.ts';

/**
 * Migrations in order. Never edit a released migration. Missing numbers were never released. The names are the same for both
 * databases.
 */
export const migrations: readonly MigrationSource[] = [
  { name: '0001-core', statements: core },
  { name: '0002-alerts', statements: alerts },
  { name: '0003-accounts', statements: accounts },
  { name: '0004-teams', statements: teams },
  { name: '0005-shares', statements: shares },
  { name: '0006-incident-notes', statements: incidentNotes },
  { name: '0007-ping-notices', statements: pingNotices },
  { name: '0008-revisions', statements: revisions },
  { name: '0009-sign-in', statements: signIn },
  { name: '0010-access', statements: access },
  // Empty, because nodes don't share an SQLite file.
  { name: '0011-nodes', statements: [] },
  { name: '0012-set-aside', statements: setAside },
  { name: '0013-key-check', statements: keyCheck },
  { name: '0014-runbook', statements: runbook },
  { name: '0015-keys-and-slugs', statements: keysAndSlugs, fill: fillSlugs },
  { name: '0016-oncalendar', statements: onCalendar },
  { name: '0017-filters', statements: filters },
  { name: '0018-forwarding', statements: forwarding },
  { name: '0022-on-call', statements: onCall },
  { name: '0023-search', statements: search },
  { name: '0026-open-incidents', statements: openIncidents },
  { name: '0027-kept-ids', statements: keptIDs },
  { name: '0028-snoozes', statements: snoozes },
  { name: '0029-run-counts', statements: runCounts },
  { name: '0030-push-devices', statements: pushDevices },
  { name: '0031-reported-times', statements: reportedTimes },
  { name: '0032-index-merges', statements: indexMerges },
  // Empty, because SQLite's triggers are temporary; see slug-lookup.ts.
  { name: '0033-slug-changes', statements: [] },
  { name: '0034-device-authorizations', statements: deviceAuthorizations },
  { name: '0035-managed-resources', statements: managedResources },
  { name: '0036-held-by', statements: heldBy },
  { name: '0037-ended-incidents', statements: endedIncidents },
  { name: '0038-reported-events', statements: reportedEvents },
  { name: '0039-past-acknowledgements', statements: pastAcknowledgements },
  { name: '0040-ends-of-keys', statements: endsOfKeys },
  { name: '0041-ping-ids-in-any-case', statements: pingIDsInAnyCase },
  { name: '0042-refused-pings', statements: refusedPings },
];
