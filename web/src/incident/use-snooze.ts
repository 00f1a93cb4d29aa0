import type { Incident, Monitor } from '@overdue/sdk';
import { useAtEachSecond } from '../time/ticker.ts';

type Snoozable = Pick<Incident | NonNullable<Monitor['incident']>, 'snoozedBy' | 'snoozedUntil'>;

export interface ShownSnooze {
  readonly by: string;
  readonly until: string;
}

/** Returns the current snooze; null after its end. Checks the time each second, because no event announces the end. */
export function useSnooze(incident: Snoozable | null): ShownSnooze | null {
  const until = incident?.snoozedUntil ?? null;
  const isOver = useAtEachSecond((now) => until === null || Date.parse(until) <= now);
  return until === null || isOver ? null : { by: incident?.snoozedBy ?? '', until };
}
