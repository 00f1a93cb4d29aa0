import { z } from 'zod';
import type { Outcome } from '../../outbound/outcome.ts';
import { outcomeOf } from '../../outbound/outcome.ts';
import type { ChannelType } from '../channel.ts';
import { plainText } from '../format/plain-text.ts';
import { messageOf, type Tone } from '../message.ts';
import { CLOSED_OWN_DOOR, postJSON } from '../posting.ts';
import { under, webAddress } from '../settings/setting.ts';

/** What stands behind Apprise has limits of its own, and Apprise cuts for them. */
const BODY_MAX = 4000;

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
      description: 'Under which the services to tell are kept in Apprise.',
      example: 'acme-oncall',
      secret: true,
    }),
  tag: z
    .string()
    .regex(/^[-_A-Za-z0-9][-_A-Za-z0-9 ,]{0,199}$/, 'Tags, with commas for "or" and spaces for "and".')
    .optional()
    .meta({
      title: 'Tags',
      description: 'Only services with these tags; all, when empty.',
      example: 'devops,admin',
    }),
});

type Settings = z.infer<typeof settings>;

/** Apprise knows no idempotency key: a repeated attempt is passed on again. */
export function apprise(): ChannelType<Settings> {
  return {
    type: 'apprise',
    title: 'Apprise',
    settings,
    tracksIncidents: false,
    async send({ server, key, tag }, alert, { request }) {
      const message = messageOf(alert);
      const body = {
        title: message.title,
        body: `${plainText(message, BODY_MAX - message.url.length)}\n\n${message.url}`,
        type: TYPES[message.tone],
        format: 'text',
        ...(tag === undefined ? {} : { tag }),
      };
      const answer = await request(postJSON(under(server, `/notify/${key}`), body));
      if (answer.status === 204) return nobodyThere();
      // 424, by which it says that it did not reach all of its services, is one of those that are tried again.
      return outcomeOf(answer, { gone: CLOSED_OWN_DOOR });
    },
  };
}

/** Its answer while its store is not mounted, too. */
function nobodyThere(): Outcome {
  return {
    outcome: 'failed',
    status: 204,
    answer: 'Apprise has no configuration under this key. Check the key.',
    retryAfterMs: null,
  };
}
