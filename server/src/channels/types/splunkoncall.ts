import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundResponse } from '../../platform/outbound/request.ts';
import type { ChannelType } from '../channel.ts';
import { messageText } from '../format/plain-text.ts';
import { messageOf } from '../message.ts';
import { type IncidentSteps, incidentSteps, runSteps } from '../requests/incident-steps.ts';
import { GONE_STATUSES_HOSTED, parseJSONOrNull, postJSON } from '../requests/posting.ts';

const TEXT_LENGTH_MAX = 5000;

const settings = z.strictObject({
  apiKey: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,100}$/, 'Use only letters, digits and -.')
    .meta({
      title: 'API key',
      description: 'The part between "alert/" and the routing key in the URL of the REST endpoint.',
      example: '558e7ebc-6b2f-4e4b-9d2c-0f0f7a3a8b11',
      secret: true,
    }),
  routingKey: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'Use only letters, digits and . _ -')
    .meta({
      title: 'Routing key',
      description: 'Selects the team to notify.',
      example: 'database',
    }),
});

type Settings = z.infer<typeof settings>;

type MessageType = 'CRITICAL' | 'WARNING' | 'INFO' | 'RECOVERY';

const Answer = z.object({ result: z.string(), message: z.string().optional() });

/** Sends to the generic REST endpoint. The incident's ID is the `entity_id`, which must be the same in alarm and recovery. */
export function splunkoncall(
  base = 'https://alert.victorops.com/integrations/generic/20131114/alert',
): ChannelType<Settings> {
  return {
    type: 'splunkoncall',
    title: 'Splunk On-Call',
    category: 'on_call',
    isOftenSelfHosted: false,
    settings,
    tracksIncidents: true,
    async send({ apiKey, routingKey }, alert, { request }) {
      const incident = incidentSteps(alert);
      return await runSteps(messageTypes(alert, incident), async (messageType) => {
        const url = `${base}/${apiKey}/${routingKey}`;
        return outcomeOfResult(await request(postJSON(url, report(alert, incident.key, messageType))));
      });
    },
  };
}

/** Returns the messages to send. An alert without an incident becomes a timeline entry; a test alert behaves like an alarm. */
function messageTypes(alert: Alert, { steps, isWithoutIncident }: IncidentSteps): readonly MessageType[] {
  if (isWithoutIncident && alert.kind !== 'test') return ['INFO'];
  const alarm = alert.severity === 'low' ? 'WARNING' : 'CRITICAL';
  return steps.map((step) => (step === 'open' ? alarm : 'RECOVERY'));
}

function report(alert: Alert, entityID: string, messageType: MessageType) {
  const message = messageOf(alert);
  const since = alert.items[0]?.incident?.openedAt ?? alert.at;
  return {
    message_type: messageType,
    entity_id: entityID,
    entity_display_name: message.title,
    state_message: messageText(message, TEXT_LENGTH_MAX),
    state_start_time: Math.floor(since / 1000),
    monitoring_tool: 'Overdue',
    'vo_annotate.u.Overdue': message.url,
    overdue_alert: alert.key,
  };
}

/** The endpoint may reject a message in a response with status 200. */
function outcomeOfResult(response: OutboundResponse): SendResult {
  const result = sendResultOf(response, { goneStatuses: GONE_STATUSES_HOSTED });
  if (result.outcome !== 'sent' || parseJSONOrNull(response.body, Answer)?.result !== 'failure')
    return result;
  return { outcome: 'refused', status: response.status, answer: result.answer };
}
