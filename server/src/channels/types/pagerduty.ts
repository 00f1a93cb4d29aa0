import type { Alert, Severity } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundResponse } from '../../platform/outbound/request.ts';
import { oneLine } from '../../platform/outbound/text.ts';
import type { ChannelType, SendContext } from '../channel.ts';
import { messageOf } from '../message.ts';
import { type IncidentSteps, incidentSteps, runSteps } from '../requests/incident-steps.ts';
import { GONE_STATUSES_HOSTED, postJSON } from '../requests/posting.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  low: 'warning',
  normal: 'error',
  high: 'error',
  critical: 'critical',
};

const settings = z.strictObject({
  routingKey: z
    .string()
    .regex(/^[A-Za-z0-9]{32}$/, 'Must be 32 letters and digits.')
    .meta({
      title: 'Integration key',
      description: 'Key of an "Events API v2" integration of the service or of an event orchestration.',
      example: 'e93facc04764012d7bfb002500d5d1a6',
      secret: true,
    }),
  region: z.enum(['us', 'eu']).default('us').meta({
    title: 'Region',
    description: 'Region of your PagerDuty account.',
    example: 'us',
  }),
});

type Settings = z.infer<typeof settings>;

/** Sends events through the Events API v2. The incident's ID is the `dedup_key`, so a retry creates no second alert. */
export function pagerduty(
  origins: Readonly<Record<Settings['region'], string>> = {
    us: 'https://events.pagerduty.com',
    eu: 'https://events.eu.pagerduty.com',
  },
): ChannelType<Settings> {
  return {
    type: 'pagerduty',
    title: 'PagerDuty',
    category: 'on_call',
    isOftenSelfHosted: false,
    settings,
    tracksIncidents: true,
    async send({ routingKey, region }, alert, context) {
      const incident = incidentSteps(alert);
      return await runSteps(incident.steps, async (step) => {
        const event = {
          routing_key: routingKey,
          dedup_key: incident.key,
          ...(step === 'open' ? trigger(alert, incident, context) : { event_action: 'resolve' }),
        };
        const response = await context.request(postJSON(`${origins[region]}/v2/enqueue`, event));
        return sendResultOf(response, {
          goneStatuses: isUnknownKey(response) ? [response.status] : GONE_STATUSES_HOSTED,
        });
      });
    },
  };
}

function trigger(alert: Alert, { isWithoutIncident }: IncidentSteps, { baseURL }: SendContext) {
  const message = messageOf(alert);
  const item = alert.items[0];
  return {
    event_action: 'trigger',
    client: 'Overdue',
    client_url: baseURL,
    links: [{ text: message.linkText, url: message.url }, ...message.links].map(({ text, url }) => ({
      href: url,
      text,
    })),
    payload: {
      summary: message.title,
      source: new URL(baseURL).host,
      severity: isWithoutIncident ? 'info' : SEVERITIES[alert.severity],
      timestamp: new Date(item?.incident?.openedAt ?? alert.at).toISOString(),
      ...(item === undefined
        ? {}
        : { component: oneLine(item.monitor.name), group: oneLine(item.monitor.project) }),
      class: item?.incident?.reason ?? alert.kind,
      custom_details: {
        text: message.paragraphs.join('\n'),
        ...Object.fromEntries(message.details.map(({ name, value }) => [name.toLowerCase(), value])),
        ...(message.log === null ? {} : { log: message.log }),
        alert: alert.key,
      },
    },
  };
}

function isUnknownKey({ status, body }: OutboundResponse): boolean {
  return status === 400 && /routing[_ ]key/i.test(body);
}
