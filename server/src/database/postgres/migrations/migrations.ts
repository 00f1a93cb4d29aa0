import type { MigrationSource } from '../../migrations.ts';
import { fillSlugs } from '../../monitor-fill-slugs.ts';
import { core } from './0001-core.ts';
import { history } from './0001-history.ts';
import { nodes } from './0001-nodes.ts';
import { alerts } from './0002-alerts.ts';
import { accounts } from './0003-accounts.ts';
import { teams } from './0004-teams.ts';
import { shares } from './0005-shares.ts';
import { incidentNotes } from './0006-incident-notes.ts';
import { pingNotices } from './0007-ping-notices.ts';
import { revisions } from './0008-revisions.ts';
import { signIn } from './0009-sign-in.ts';
import { access } from './0010-access.ts';
import { queuedPings } from './0011-nodes.ts';
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
import { slugChanges } from './0033-slug-changes.ts';
import { deviceAuthorizations } from './0034-device-authorizations.ts';
import { managedResources } from './0035-managed-resources.ts';
import { heldBy } from './0036-held-by.ts';
import { endedIncidents } from './0037-ended-incidents.ts';
import { reportedEvents } from './0038-reported-events.ts';
import { pastAcknowledgements } from './0039-past-acknowledgements.ts';
import { endsOfKeys } from './0040-ends-of-keys.ts';
import { pingIDsInAnyCase } from './0041-ping-ids-in-any-case.ts';
import { refusedPings } from './0042-refused-pings.ts';

export interface PostgresMigration extends MigrationSource {
  /**
   * Whether nodes of the previous version keep working during a rolling update. True only for a migration that just adds optional
   * columns or tables.
   */
  readonly keepsOlderNodes: boolean;
}

/**
 * Migrations in order. Never edit a released migration. Missing numbers were never released. The names are the same for both
 * databases. The first migration joins the statements of three files.
 */
export const migrations: readonly PostgresMigration[] = [
  { name: '0001-core', statements: [...core, ...history, ...nodes], keepsOlderNodes: false },
  { name: '0002-alerts', statements: alerts, keepsOlderNodes: false },
  { name: '0003-accounts', statements: accounts, keepsOlderNodes: true },
  { name: '0004-teams', statements: teams, keepsOlderNodes: true },
  { name: '0005-shares', statements: shares, keepsOlderNodes: true },
  { name: '0006-incident-notes', statements: incidentNotes, keepsOlderNodes: true },
  { name: '0007-ping-notices', statements: pingNotices, keepsOlderNodes: true },
  { name: '0008-revisions', statements: revisions, keepsOlderNodes: true },
  { name: '0009-sign-in', statements: signIn, keepsOlderNodes: true },
  { name: '0010-access', statements: access, keepsOlderNodes: true },
  { name: '0011-nodes', statements: queuedPings, keepsOlderNodes: true },
  { name: '0012-set-aside', statements: setAside, keepsOlderNodes: true },
  { name: '0013-key-check', statements: keyCheck, keepsOlderNodes: true },
  { name: '0014-runbook', statements: runbook, keepsOlderNodes: true },
  { name: '0015-keys-and-slugs', statements: keysAndSlugs, fill: fillSlugs, keepsOlderNodes: true },
  { name: '0016-oncalendar', statements: onCalendar, keepsOlderNodes: true },
  { name: '0017-filters', statements: filters, keepsOlderNodes: true },
  { name: '0018-forwarding', statements: forwarding, keepsOlderNodes: true },
  { name: '0022-on-call', statements: onCall, keepsOlderNodes: true },
  { name: '0023-search', statements: search, keepsOlderNodes: true },
  { name: '0026-open-incidents', statements: openIncidents, keepsOlderNodes: true },
  { name: '0027-kept-ids', statements: keptIDs, keepsOlderNodes: true },
  { name: '0028-snoozes', statements: snoozes, keepsOlderNodes: true },
  { name: '0029-run-counts', statements: runCounts, keepsOlderNodes: true },
  { name: '0030-push-devices', statements: pushDevices, keepsOlderNodes: true },
  { name: '0031-reported-times', statements: reportedTimes, keepsOlderNodes: true },
  // Empty, because only SQLite's index needs merges.
  { name: '0032-index-merges', statements: [], keepsOlderNodes: true },
  { name: '0033-slug-changes', statements: slugChanges, keepsOlderNodes: true },
  { name: '0034-device-authorizations', statements: deviceAuthorizations, keepsOlderNodes: true },
  { name: '0035-managed-resources', statements: managedResources, keepsOlderNodes: true },
  { name: '0036-held-by', statements: heldBy, keepsOlderNodes: true },
  { name: '0037-ended-incidents', statements: endedIncidents, keepsOlderNodes: true },
  { name: '0038-reported-events', statements: reportedEvents, keepsOlderNodes: true },
  { name: '0039-past-acknowledgements', statements: pastAcknowledgements, keepsOlderNodes: true },
  { name: '0040-ends-of-keys', statements: endsOfKeys, keepsOlderNodes: true },
  { name: '0041-ping-ids-in-any-case', statements: pingIDsInAnyCase, keepsOlderNodes: true },
  { name: '0042-refused-pings', statements: refusedPings, keepsOlderNodes: true },
];
