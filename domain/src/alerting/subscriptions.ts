/** Kinds of alerts that a channel can subscribe to. Escalations and alerts about disabled channels need no subscription. */
export const SUBSCRIPTION_KINDS = [
  'down',
  'recovered',
  'reminder',
  'failing',
  'blind_window',
  'report_weekly',
  'report_monthly',
] as const;
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number];

export const DEFAULT_SUBSCRIPTIONS: readonly SubscriptionKind[] = [
  'down',
  'recovered',
  'reminder',
  'blind_window',
];
