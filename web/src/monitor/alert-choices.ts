import type { Channel, ChannelInput, Monitor } from '@overdue/sdk';

export type Severity = Monitor['severity'];
export type Subscription = NonNullable<ChannelInput['subscriptions']>[number];

export const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  critical: 'Critical',
};

export const SUBSCRIPTION_NAMES: Readonly<Record<Subscription, string>> = {
  down: 'Down',
  recovered: 'Recovered',
  reminder: 'Reminders',
  failing: 'First failures',
  blind_window: 'Blind windows',
  report_weekly: 'Weekly report',
  report_monthly: 'Monthly report',
};
export const SUBSCRIPTIONS = Object.keys(SUBSCRIPTION_NAMES) as readonly Subscription[];

export type Routing = Pick<Channel, 'subscriptions' | 'tags' | 'minSeverity' | 'isDefault' | 'channels'>;

/** The API's defaults, except that the form makes new channels default channels. */
export const NEW_ROUTING: Routing = {
  subscriptions: ['down', 'recovered', 'reminder', 'blind_window'],
  tags: [],
  minSeverity: 'low',
  isDefault: true,
  channels: [],
};
