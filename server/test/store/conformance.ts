import { describe } from 'vitest';
import { describeAccounts } from './suite/accounts.ts';
import { describeAlertReports } from './suite/alert-reports.ts';
import { describeAlertSettings } from './suite/alert-settings.ts';
import { describeAlerts } from './suite/alerts.ts';
import { describeApply } from './suite/apply.ts';
import { describeChannels } from './suite/channels.ts';
import { describeChecks } from './suite/checks.ts';
import { describeConfiguration } from './suite/configuration.ts';
import { describeDeliveries } from './suite/deliveries.ts';
import { describeDirectMail } from './suite/direct-mail.ts';
import type { OpenDatabase } from './suite/fixtures.ts';
import { describeForwarding } from './suite/forwarding.ts';
import { describeIncidentNotes } from './suite/incident-notes.ts';
import { describeIncidentsRead } from './suite/incidents-read.ts';
import { describeKeyCheck } from './suite/key-check.ts';
import { describeLists } from './suite/lists.ts';
import { describeLive } from './suite/live.ts';
import { describeManyRuns } from './suite/many-runs.ts';
import { describeMixture } from './suite/mixture.ts';
import { describeMonitors } from './suite/monitors.ts';
import { describeOnCall } from './suite/on-call.ts';
import { describePingNotices } from './suite/ping-notices.ts';
import { describeProgramLogins } from './suite/program-logins.ts';
import { describeProjectKeys } from './suite/project-keys.ts';
import { describePushDevices } from './suite/push-devices.ts';
import { describeRepeatedReports } from './suite/repeated-reports.ts';
import { describeRetention } from './suite/retention.ts';
import { describeRunCounts } from './suite/run-counts.ts';
import { describeSearch } from './suite/search.ts';
import { describeShares } from './suite/shares.ts';
import { describeTeams } from './suite/teams.ts';
import { describeTenancy } from './suite/tenancy.ts';
import { describeViews } from './suite/views.ts';
import { describeWatch } from './suite/watch.ts';

const SUITES = [
  describeApply,
  describeRepeatedReports,
  describeMonitors,
  describeChecks,
  describeLists,
  describeManyRuns,
  describeLive,
  describeTenancy,
  describeKeyCheck,
  describeAccounts,
  describeTeams,
  describeChannels,
  describeWatch,
  describeRetention,
  describeRunCounts,
  describeAlertSettings,
  describeIncidentsRead,
  describeIncidentNotes,
  describePingNotices,
  describeOnCall,
  describeProgramLogins,
  describePushDevices,
  describeSearch,
  describeShares,
  describeViews,
  describeConfiguration,
  describeProjectKeys,
  describeAlerts,
  describeDeliveries,
  describeDirectMail,
  describeAlertReports,
  describeForwarding,
  describeMixture,
];

/** Tests the contract in `store.ts` on a database, method by method. */
export function describeStore(name: string, open: OpenDatabase): void {
  for (const describeSuite of SUITES) describe(name, () => describeSuite(open));
}
