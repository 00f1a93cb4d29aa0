import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { ChannelType } from '../channel.ts';
import { messageText } from '../format/plain-text.ts';
import { messageOf } from '../message.ts';
import { incidentSteps } from '../requests/incident-steps.ts';
import { GONE_STATUSES_SELF_HOSTED, postJSON } from '../requests/posting.ts';
import { urlUnder, webAddress } from '../settings/setting.ts';

const DESCRIPTION_LENGTH_MAX = 4000;
/**
 * How far in the future the end of an open alert is set. Without an end, Alertmanager would resolve the alert after a few
 * minutes, because we don't repeat it.
 */
const OPEN_MS = 366 * 86_400_000;
/**
 * How long an ended alert keeps firing. Alertmanager waits 30 seconds to group alerts, and then notifies only about alerts that
 * still fire.
 */
const SHOWN_MS = 5 * 60_000;

const RESERVED = ['alertname', 'incident', 'monitor'];

const settings = z.strictObject({
  server: webAddress().meta({
    title: 'Server',
    description: 'Your Alertmanager.',
    example: 'https://alertmanager.example.com',
  }),
  token: z
    .string()
    .regex(/^[\x21-\x7e]{1,2000}$/, 'Use only visible ASCII characters without spaces.')
    .optional()
    .meta({
      title: 'Bearer token',
      description: 'Only if a proxy in front of Alertmanager requires a token.',
      example: 'eyJhbGciOi',
      secret: true,
    }),
  labels: z
    .record(
      z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,99}$/, 'A label name: letters, digits and _.'),
      z.string().min(1).max(200),
    )
    .refine((labels) => Object.keys(labels).length <= 20, 'At most 20 labels.')
    .refine(
      (labels) => RESERVED.every((name) => !(name in labels)),
      `These names are reserved: ${RESERVED.join(', ')}.`,
    )
    .default({})
    .meta({
      title: 'Labels',
      description: 'Labels added to every alert, so that your routes can match them.',
      example: { team: 'database', severity: 'critical' },
    }),
});

type Settings = z.infer<typeof settings>;

/** Sends alerts through API v2. Labels identify an alert, so values that may change before the recovery are annotations. */
export function alertmanager(): ChannelType<Settings> {
  return {
    type: 'alertmanager',
    title: 'Alertmanager',
    category: 'on_call',
    isOftenSelfHosted: true,
    settings,
    tracksIncidents: true,
    async send({ server, token, labels }, alert, { request, now }) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const body = [postable(alert, labels, now)];
      const response = await request(postJSON(urlUnder(server, '/api/v2/alerts'), body, headers));
      return sendResultOf(response, { goneStatuses: GONE_STATUSES_SELF_HOSTED });
    },
  };
}

function postable(alert: Alert, labels: Settings['labels'], now: number) {
  const { key, isWithoutIncident } = incidentSteps(alert);
  const message = messageOf(alert);
  const [item] = alert.items;
  const startsAt = (isWithoutIncident ? null : item?.incident?.openedAt) ?? alert.at;
  return {
    labels: {
      ...labels,
      alertname: isWithoutIncident ? 'OverdueNotice' : 'OverdueMonitorDown',
      incident: key,
      ...(isWithoutIncident || item === undefined ? {} : { monitor: item.monitor.shortID }),
    },
    annotations: {
      summary: message.title,
      description: messageText(message, DESCRIPTION_LENGTH_MAX),
      ...(item === undefined ? {} : { severity: alert.severity }),
      alert: alert.key,
    },
    startsAt: new Date(startsAt).toISOString(),
    // Not before the start, because Alertmanager rejects such an alert.
    endsAt: new Date(Math.max(startsAt, endOf(alert, now))).toISOString(),
    generatorURL: message.url,
  };
}

function endOf(alert: Alert, now: number): number {
  const { steps } = incidentSteps(alert);
  if (!steps.includes('close')) return now + OPEN_MS;
  if (steps.includes('open')) return now + SHOWN_MS;
  return Math.min(now, alert.items[0]?.incident?.closedAt ?? alert.at);
}
