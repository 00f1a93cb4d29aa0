import type { Alert, Severity } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { oneLine } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { messageText, withoutTags } from '../format/plain-text.ts';
import { messageOf } from '../message.ts';
import { type IncidentSteps, incidentSteps, runSteps } from '../requests/incident-steps.ts';
import { GONE_STATUSES_HOSTED, postJSON } from '../requests/posting.ts';

const DESCRIPTION_LENGTH_MAX = 5000;
const URGENCIES: Readonly<Record<Severity, string>> = {
  low: 'low',
  normal: 'medium',
  high: 'high',
  critical: 'critical',
};

const settings = z.strictObject({
  integration: z
    .string()
    .regex(/^int_[A-Za-z0-9]{1,60}$/, 'Must be int_ followed by letters and digits.')
    .meta({
      title: 'Integration',
      description: 'The end of the endpoint URL of a webhook integration.',
      example: 'int_ODCWagoG9',
      secret: true,
    }),
});

type Settings = z.infer<typeof settings>;

/** Sends to a webhook integration. The incident's ID is the `Id` that links a recovery to its alarm. */
export function pagertree(origin = 'https://api.pagertree.com'): ChannelType<Settings> {
  return {
    type: 'pagertree',
    title: 'PagerTree',
    category: 'on_call',
    isOftenSelfHosted: false,
    settings,
    tracksIncidents: true,
    async send({ integration }, alert, { request }) {
      const incident = incidentSteps(alert);
      return await runSteps(incident.steps, async (step) => {
        const body =
          step === 'open' ? creation(alert, incident) : { event_type: 'resolve', Id: incident.key };
        const response = await request(postJSON(`${origin}/integration/${integration}`, body));
        return sendResultOf(response, { goneStatuses: GONE_STATUSES_HOSTED });
      });
    },
  };
}

function creation(alert: Alert, { key, isWithoutIncident }: IncidentSteps) {
  const message = messageOf(alert);
  return {
    event_type: 'create',
    Id: key,
    Title: withoutTags(message.title),
    Description: withoutTags(messageText(message, DESCRIPTION_LENGTH_MAX)),
    Urgency: isWithoutIncident ? 'silent' : URGENCIES[alert.severity],
    Tags: alert.items[0]?.monitor.tags.map(oneLine) ?? [],
    Meta: { url: message.url, alert: alert.key },
  };
}
