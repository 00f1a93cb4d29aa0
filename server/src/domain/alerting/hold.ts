export const HOLD_CAUSES = ['mute', 'maintenance', 'flapping', 'snooze'] as const;

/** Why an alert is postponed. Code depends on `by` alone; people read the reason. */
export interface Held {
  readonly by: (typeof HOLD_CAUSES)[number];
  readonly reason: string;
}

export interface Hold extends Held {
  readonly until: number;
}
