import { AppError } from '@overdue/domain/error.ts';
import { presetEnd, SNOOZE_MS_MAX, SNOOZE_PRESETS, SNOOZES_MAX } from '@overdue/domain/incidents/snooze.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { success } from '../../api/responses.ts';
import { timeInput } from '../../api/schemas.ts';
import { findIncident, incidentWithFailures, memberName, respondIncident } from './details.ts';
import { incidentParams } from './schema.ts';

const snoozeInput = z
  .strictObject({
    until: timeInput.optional().meta({
      description: `End of the snooze, at most ${SNOOZE_MS_MAX / DAY_MS} days ahead.`,
    }),
    preset: z.enum(SNOOZE_PRESETS).optional().meta({
      description:
        "`hour`: one hour from now. `morning`: the next 08:00 in the monitor's time zone that is at least one hour away.",
      example: 'morning',
    }),
  })
  .refine(({ until, preset }) => (until === undefined) !== (preset === undefined), {
    error: 'Set either until or preset.',
  })
  .meta({ id: 'SnoozeInput' });

const snoozeIncident = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/incidents/{incidentID}/snooze/',
  operationID: 'snoozeIncident',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'Snooze an incident',
  description:
    'Postpones the reminders and the escalation of the incident. At the end of the snooze, everybody who was alerted gets a reminder, ' +
    'and the escalation continues. A new snooze replaces the one in force. The recovery alert is still sent.',
  permission: 'write',
  params: incidentParams,
  body: snoozeInput,
  bodyExample: { preset: 'morning' },
  responses: success(200, 'The incident after the change.', { incident: incidentWithFailures }),
  errors: ['not_found', 'conflict'],
  async handle(request, parts) {
    const { params, access, body } = request;
    const incident = await findIncident({ params, access }, parts);
    const [monitor] = await parts.store.findMonitors(access.teamID, { shortIDs: [incident.monitor.shortID] });
    const at = parts.clock.now();
    const until =
      body.until === undefined
        ? presetEnd(body.preset ?? 'hour', monitor?.rules.schedule.timezone ?? 'UTC', at)
        : checkEnd(body.until, at);
    const by = await memberName(request, parts);
    if (!(await parts.store.changeIncident(incident, { kind: 'snooze', at, until, by })))
      throw snoozeError(await findIncident(request, parts));
    return respondIncident(request, parts);
  },
});

function checkEnd(until: number, now: number): number {
  if (until > now && until <= now + SNOOZE_MS_MAX) return until;
  throw new AppError(
    'invalid',
    `until must be in the future, and at most ${SNOOZE_MS_MAX / DAY_MS} days ahead.`,
  );
}

const unsnoozeIncident = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/incidents/{incidentID}/unsnooze/',
  operationID: 'unsnoozeIncident',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'End a snooze',
  description:
    'Ends the snooze of the incident immediately. Reminders and escalation continue as if the incident had been snoozed only until now.',
  permission: 'write',
  params: incidentParams,
  responses: success(200, 'The incident after the change.', { incident: incidentWithFailures }),
  errors: ['not_found', 'conflict'],
  async handle(request, parts) {
    const incident = await findIncident(request, parts);
    const by = await memberName(request, parts);
    const change = { kind: 'unsnooze', at: parts.clock.now(), by } as const;
    if (!(await parts.store.changeIncident(incident, change)))
      throw new AppError('conflict', 'No snooze of this incident is in force.');
    return respondIncident(request, parts);
  },
});

function snoozeError({
  closedAt,
  acknowledgedAt,
  acknowledgedBy,
}: Awaited<ReturnType<typeof findIncident>>): AppError {
  if (closedAt !== null) return new AppError('conflict', "This incident has ended, so it can't be snoozed.");
  return new AppError(
    'conflict',
    acknowledgedAt === null
      ? `This incident has already been snoozed ${SNOOZES_MAX} times. Acknowledge it instead.`
      : `${acknowledgedBy} has already acknowledged this incident, so it causes no more alerts.`,
  );
}

export const INCIDENT_SNOOZE_ENDPOINTS = [snoozeIncident, unsnoozeIncident];
