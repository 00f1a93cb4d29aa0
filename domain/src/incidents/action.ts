import { timeWords } from '../schedule/timezone.ts';
import type { Incident } from './incident.ts';
import { currentSnooze } from './snooze.ts';

/** Actions that the reader of a message can take on its incident without signing in. */
export const INCIDENT_ACTIONS = ['acknowledge', 'snooze_hour', 'snooze_morning', 'pause'] as const;
export type IncidentAction = (typeof INCIDENT_ACTIONS)[number];

/** Texts of the buttons in messages. */
export const ACTION_TEXTS: Readonly<Record<IncidentAction, string>> = {
  acknowledge: 'Acknowledge',
  snooze_hour: 'Snooze 1 hour',
  snooze_morning: 'Snooze until 08:00',
  pause: 'Pause monitor',
};

type State = Pick<Incident, 'acknowledgedAt' | 'acknowledgedBy' | 'closedAt' | 'snoozes'>;

/** Returns the actions that an incident in this state still allows. */
export function possibleActions({
  acknowledgedAt,
  closedAt,
}: Pick<State, 'acknowledgedAt' | 'closedAt'>): readonly IncidentAction[] {
  if (closedAt !== null) return [];
  return acknowledgedAt === null ? INCIDENT_ACTIONS : ['pause'];
}

/** Returns a sentence about a person's action: `Ann acknowledged “pg-dump”.` */
export function actionResult(
  action: IncidentAction,
  done: {
    readonly isChanged: boolean;
    /** Name of the person. */
    readonly by: string;
    readonly monitor: string;
    /** The incident after the action. */
    readonly incident: State;
    readonly now: number;
    /** Time zone of the monitor's schedule. */
    readonly timezone: string;
  },
): string {
  const { isChanged, by, incident, now } = done;
  const name = `“${done.monitor}”`;
  if (!isChanged) {
    if (incident.closedAt !== null) return `The incident of ${name} has ended.`;
    return incident.acknowledgedAt === null
      ? `Nothing was changed for ${name}.`
      : `${incident.acknowledgedBy} has already acknowledged ${name}.`;
  }
  switch (action) {
    case 'acknowledge':
      return `${by} acknowledged ${name}.`;
    case 'pause':
      return `${by} paused ${name}.`;
    case 'snooze_hour':
    case 'snooze_morning': {
      const until = currentSnooze(incident, now)?.until;
      return until === undefined
        ? `${by} snoozed ${name}.`
        : `${by} snoozed ${name} until ${timeWords(until, done.timezone)}.`;
    }
  }
}
