import type { Channel, ChannelInput, Monitor } from '@overdue/sdk';

export type Severity = Monitor['severity'];
export type Want = NonNullable<ChannelInput['wants']>[number];

export const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  critical: 'Critical',
};
export const SEVERITIES = Object.keys(SEVERITY_NAMES) as readonly Severity[];

export const WANT_NAMES: Readonly<Record<Want, string>> = {
  down: 'Down',
  recovered: 'Recovered',
  reminder: 'Reminders',
  failing: 'First failures',
  blind_window: 'Blind windows',
  report_weekly: 'Weekly report',
  report_monthly: 'Monthly report',
};
export const WANTS = Object.keys(WANT_NAMES) as readonly Want[];

export type Routing = Pick<Channel, 'wants' | 'tags' | 'minSeverity' | 'isDefault' | 'channels'>;

/** Defaults of the API, except that the form creates default channels. */
export const NEW_ROUTING: Routing = {
  wants: ['down', 'recovered', 'reminder', 'blind_window'],
  tags: [],
  minSeverity: 'low',
  isDefault: true,
  channels: [],
};
