export const HOLD_CAUSES = ['mute', 'maintenance', 'flapping', 'snooze'] as const;

/** Why an alert is postponed. Code reads only `by`; the reason is for people. */
export interface HoldReason {
  readonly by: (typeof HOLD_CAUSES)[number];
  readonly reason: string;
}

export interface Hold extends HoldReason {
  readonly until: number;
}
