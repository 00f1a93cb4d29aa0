import { describe } from 'vitest';
import { describeAlertSettings } from './suite/alert-settings.ts';
import { describeAlerts } from './suite/alerts.ts';
import { describeApply } from './suite/apply.ts';
import { describeChannels } from './suite/channels.ts';
import { describeDeliveries } from './suite/deliveries.ts';
import type { OpenDatabase } from './suite/fixtures.ts';
import { describeIncidentsRead } from './suite/incidents-read.ts';
import { describeLists } from './suite/lists.ts';
import { describeMixture } from './suite/mixture.ts';
import { describeMonitors } from './suite/monitors.ts';
import { describeRetention } from './suite/retention.ts';
import { describeTellings } from './suite/tellings.ts';
import { describeTenancy } from './suite/tenancy.ts';
import { describeWatch } from './suite/watch.ts';

const SUITES = [
  describeApply,
  describeMonitors,
  describeLists,
  describeTenancy,
  describeChannels,
  describeWatch,
  describeRetention,
  describeAlertSettings,
  describeIncidentsRead,
  describeAlerts,
  describeDeliveries,
  describeTellings,
  describeMixture,
];

/** What every database must do, whichever it is: the contract in `store.ts`, method by method. */
export function describeStore(name: string, open: OpenDatabase): void {
  for (const describeSuite of SUITES) describe(name, () => describeSuite(open));
}
