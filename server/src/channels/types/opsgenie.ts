import type { Alert, Severity } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { oneLine, truncate } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { messageText, withoutTags } from '../format/plain-text.ts';
import { messageOf } from '../message.ts';
import { type IncidentSteps, incidentSteps, runSteps } from '../requests/incident-steps.ts';
import { postJSON } from '../requests/posting.ts';

const MESSAGE_LENGTH_MAX = 130;
const DESCRIPTION_LENGTH_MAX = 15_000;
const ENTITY_LENGTH_MAX = 512;
const TAGS_MAX = 20;
const TAG_LENGTH_MAX = 50;
const PRIORITIES: Readonly<Record<Severity, string>> = {
  low: 'P4',
  normal: 'P3',
  high: 'P2',
  critical: 'P1',
};

const settings = z.strictObject({
  apiKey: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,100}$/, 'Use only letters, digits and -.')
    .meta({
      title: 'API key',
      description: 'Key of an API integration that may create and close alerts. Account keys don’t work.',
      example: 'eb243592-faa2-4ba2-a551-1afdf565c889',
      secret: true,
    }),
  site: z.enum(['us', 'eu', 'jira']).default('us').meta({
    title: 'Site',
    description: 'Opsgenie in the US or the EU, or its successor Jira Service Management.',
    example: 'us',
  }),
});

type Settings = z.infer<typeof settings>;

/**
 * Sends alerts through the Alert API v2, which interprets HTML. The incident's ID is the alias, so a retry creates no second
 * alert.
 */
export function opsgenie(
  bases: Readonly<Record<Settings['site'], string>> = {
    us: 'https://api.opsgenie.com/v2',
    eu: 'https://api.eu.opsgenie.com/v2',
    jira: 'https://api.atlassian.com/jsm/ops/integration/v2',
  },
): ChannelType<Settings> {
  return {
    type: 'opsgenie',
    title: 'Opsgenie',
    category: 'on_call',
    isOftenSelfHosted: false,
    settings,
    tracksIncidents: true,
    async send({ apiKey, site }, alert, { request }) {
      const incident = incidentSteps(alert);
      const headers = { authorization: `GenieKey ${apiKey}` };
      return await runSteps(incident.steps, async (step) => {
        const sent =
          step === 'open'
            ? postJSON(`${bases[site]}/alerts`, creation(alert, incident), headers)
            : postJSON(closingURL(bases[site], incident.key), closingNote(alert), headers);
        // Status 404 isn't `gone`, because it means that the alert is missing, not the integration.
        return sendResultOf(await request(sent), { goneStatuses: [401, 403, 410] });
      });
    },
  };
}

function creation(alert: Alert, { key, isWithoutIncident }: IncidentSteps) {
  const message = messageOf(alert);
  const [item] = alert.items;
  return {
    message: withoutTags(truncate(message.title, MESSAGE_LENGTH_MAX)),
    alias: key,
    description: withoutTags(
      `${messageText(message, DESCRIPTION_LENGTH_MAX - message.url.length - 2)}\n\n${message.url}`,
    ),
    priority: isWithoutIncident ? 'P5' : PRIORITIES[alert.severity],
    source: 'Overdue',
    ...(item === undefined
      ? {}
      : {
          entity: withoutTags(truncate(oneLine(item.monitor.name), ENTITY_LENGTH_MAX)),
          tags: item.monitor.tags.slice(0, TAGS_MAX).map((tag) => truncate(oneLine(tag), TAG_LENGTH_MAX)),
        }),
    details: { alert: alert.key, url: message.url },
  };
}

function closingURL(base: string, alias: string): string {
  return `${base}/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`;
}

function closingNote(alert: Alert) {
  return { source: 'Overdue', note: withoutTags(messageText(messageOf(alert), DESCRIPTION_LENGTH_MAX)) };
}
