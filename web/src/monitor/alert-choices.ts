import { DEFAULT_SUBSCRIPTIONS, type SubscriptionKind } from '@overdue/domain/alerting/subscriptions.ts';
import type { Channel, Monitor } from '@overdue/sdk';

export type Severity = Monitor['severity'];

export const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  critical: 'Critical',
};

export const SUBSCRIPTION_NAMES: Readonly<Record<SubscriptionKind, string>> = {
  down: 'Down',
  recovered: 'Recovered',
  reminder: 'Reminders',
  failing: 'First failures',
  blind_window: 'Blind windows',
  report_weekly: 'Weekly report',
  report_monthly: 'Monthly report',
};

export type Routing = Pick<Channel, 'subscriptions' | 'tags' | 'minSeverity' | 'isDefault' | 'channels'>;

/** The API's defaults, except that the form makes new channels default channels. */
export const NEW_ROUTING: Routing = {
  subscriptions: DEFAULT_SUBSCRIPTIONS,
  tags: [],
  minSeverity: 'low',
  isDefault: true,
  channels: [],
};
