import { z } from 'zod';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { ChannelType } from '../channel.ts';
import { messageText } from '../format/plain-text.ts';
import { messageOf, type Tone } from '../message.ts';
import { GONE_STATUSES_SELF_HOSTED, postJSON } from '../requests/posting.ts';
import { urlUnder, webAddress } from '../settings/setting.ts';

/** Maximum length of the text. Apprise shortens the text further for services with lower limits. */
const BODY_LENGTH_MAX = 4000;

const TYPES: Readonly<Record<Tone, string>> = {
  bad: 'failure',
  warning: 'warning',
  good: 'success',
  neutral: 'info',
};

const settings = z.strictObject({
  server: webAddress().meta({
    title: 'Server',
    description: 'Your Apprise API.',
    example: 'https://apprise.example.com',
  }),
  key: z
    .string()
    .regex(/^[-_A-Za-z0-9]{1,128}$/, 'Up to 128 letters, digits, - and _.')
    .meta({
      title: 'Configuration key',
      description: 'Name of the configuration in Apprise that lists the services to notify.',
      example: 'acme-oncall',
      secret: true,
    }),
  tag: z
    .string()
    .regex(/^[-_A-Za-z0-9][-_A-Za-z0-9 ,]{0,199}$/, 'Tags, with commas for "or" and spaces for "and".')
    .optional()
    .meta({
      title: 'Tags',
      description: 'Notify only services with these tags. Empty: all services.',
      example: 'devops,admin',
    }),
});

type Settings = z.infer<typeof settings>;

/** Apprise has no idempotency key, so a message may arrive twice after a retry. */
export function apprise(): ChannelType<Settings> {
  return {
    type: 'apprise',
    title: 'Apprise',
    category: 'other',
    isOftenSelfHosted: true,
    settings,
    tracksIncidents: false,
    async send({ server, key, tag }, alert, { request }) {
      const message = messageOf(alert);
      const tail = `\n\n${message.url}`;
      const body = {
        title: message.title,
        body: `${messageText(message, BODY_LENGTH_MAX - tail.length)}${tail}`,
        type: TYPES[message.tone],
        format: 'text',
        ...(tag === undefined ? {} : { tag }),
      };
      const response = await request(postJSON(urlUnder(server, `/notify/${key}`), body));
      if (response.status === 204) return noConfigurationResult();
      // Status 424 means that some of Apprise's services failed. This status isn't listed as gone, so the attempt is retried.
      return sendResultOf(response, { goneStatuses: GONE_STATUSES_SELF_HOSTED });
    },
  };
}

/**
 * Result for status 204, which means that the key has no configuration. Not `gone`, because Apprise also sends 204 while its
 * storage isn't mounted.
 */
function noConfigurationResult(): SendResult {
  return {
    outcome: 'failed',
    status: 204,
    answer: 'Apprise has no configuration under this key. Check the key.',
    retryAfterMs: null,
  };
}
