import { z } from 'zod';
import { timeOutput } from '../../api/schemas.ts';
import { writeTimeOrNull } from '../../api/times.ts';
import type { IncidentRecord } from '../contract.ts';

export const nextAlerts = z
  .object({
    reminderAt: timeOutput(
      'When the next reminder is due; null if none is.',
      '2026-11-20T02:00:00.000Z',
    ).nullable(),
    escalationAt: timeOutput(
      'When the next step of the escalation is due; null if none is, or if an alert of the incident is held.',
      '2026-11-20T01:30:00.000Z',
    ).nullable(),
    escalationStep: z.int().nullable().meta({
      description: 'Number of that step in the escalation policy, counted from 1; null without a step.',
      example: 2,
    }),
  })
  .meta({
    id: 'NextAlerts',
    description: 'Alerts that follow if the incident is neither acknowledged, snoozed nor closed.',
  });

export function writeNextAlerts({ timers: { remindAt, escalateAt, escalationStep } }: IncidentRecord) {
  return {
    reminderAt: writeTimeOrNull(remindAt),
    escalationAt: writeTimeOrNull(escalateAt),
    escalationStep: escalateAt === null ? null : escalationStep + 1,
  };
}
