import type { Severity } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { ChannelType } from '../channel.ts';
import { messageText } from '../format/plain-text.ts';
import { messageOf } from '../message.ts';
import { GONE_STATUSES_SELF_HOSTED, postJSON } from '../requests/posting.ts';
import { urlUnder, webAddress } from '../settings/setting.ts';

const MESSAGE_LENGTH_MAX = 4000;
const PRIORITIES: Readonly<Record<Severity, number>> = { low: 2, normal: 5, high: 8, critical: 10 };
const QUIET = 4;

const settings = z.strictObject({
  server: webAddress().meta({
    title: 'Server',
    description: 'Your Gotify server.',
    example: 'https://gotify.example.com',
  }),
  token: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,200}$/, 'Use only letters, digits and . _ -')
    .meta({
      title: 'Application token',
      description: 'Token of a Gotify application. Client tokens don’t work.',
      example: 'AzyoeNS.D4iJLVa',
      secret: true,
    }),
});

type Settings = z.infer<typeof settings>;

/**
 * Gotify has no idempotency key, so a repeated attempt may show twice. Clients can detect duplicates by the alert's key in the
 * extras.
 */
export function gotify(): ChannelType<Settings> {
  return {
    type: 'gotify',
    title: 'Gotify',
    category: 'phone',
    isOftenSelfHosted: true,
    settings,
    tracksIncidents: false,
    async send({ server, token }, alert, { request }) {
      const message = messageOf(alert);
      const body = {
        title: message.title,
        message: messageText(message, MESSAGE_LENGTH_MAX),
        priority:
          message.tone === 'bad' ? PRIORITIES[alert.severity] : Math.min(PRIORITIES[alert.severity], QUIET),
        extras: {
          'client::display': { contentType: 'text/plain' },
          'client::notification': { click: { url: message.url } },
          'overdue::alert': { key: alert.key },
        },
      };
      const response = await request(postJSON(urlUnder(server, '/message'), body, { 'x-gotify-key': token }));
      return sendResultOf(response, { goneStatuses: GONE_STATUSES_SELF_HOSTED });
    },
  };
}
