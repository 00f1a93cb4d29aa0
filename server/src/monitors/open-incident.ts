import type { OpenIncident } from '@overdue/domain/incidents/incident.ts';
import { currentSnooze } from '@overdue/domain/incidents/snooze.ts';
import { z } from 'zod';
import { timeOutput } from '../api/schemas.ts';
import { writeTimeOrNull } from '../api/times.ts';

/** Acknowledgement of an incident, also shown on the monitor that is down. */
export const acknowledgementFields = {
  acknowledgedAt: timeOutput(
    'When a member acknowledged the incident; null if none has.',
    '2026-11-20T01:20:31.005Z',
  ).nullable(),
  acknowledgedBy: z.string().nullable().meta({
    description: 'Name, or else email, of the member who acknowledged the incident; null if none has.',
    example: 'Ann Example',
  }),
};

/** Snooze of an incident, also shown on the monitor that is down. */
export const snoozeFields = {
  snoozedUntil: timeOutput(
    'Time until which a member has postponed reminders and escalation; null if no snooze is in force.',
  )
    .nullable()
    .meta({ example: null }),
  snoozedBy: z.string().nullable().meta({
    description:
      'Name, or else email, of the member who snoozed the incident; null if no snooze is in force.',
    example: null,
  }),
};

export function writeSnooze(incident: OpenIncident, now: number) {
  const snooze = currentSnooze({ closedAt: null, ...incident }, now);
  return { snoozedUntil: writeTimeOrNull(snooze?.until ?? null), snoozedBy: snooze?.by ?? null };
}
