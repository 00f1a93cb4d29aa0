export const HOLD_CAUSES = ['mute', 'maintenance', 'flapping', 'snooze'] as const;

/** Why an alert is postponed. Code reads only `by`; the reason is for people. */
export interface Held {
  readonly by: (typeof HOLD_CAUSES)[number];
  readonly reason: string;
}

export interface Hold extends Held {
  readonly until: number;
}
