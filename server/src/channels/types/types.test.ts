import { describe, expect, test } from 'vitest';
import { fieldsOf, SAMPLES, type Trial, trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE, LONG } from '../../../test/notify/sample-alerts.ts';
import type { AttemptOutcome } from '../contract.ts';
import { alertmanager } from './alertmanager.ts';
import { apprise } from './apprise.ts';
import { discord } from './discord.ts';
import { googleChat } from './googlechat.ts';
import { gotify } from './gotify.ts';
import { matrix } from './matrix.ts';
import { mattermost } from './mattermost.ts';
import { msteams } from './msteams.ts';
import { ntfy } from './ntfy.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerduty } from './pagerduty.ts';
import { pagertree } from './pagertree.ts';
import { pushover } from './pushover.ts';
import { CHANNEL_TYPES } from './registry.ts';
import { rocketchat } from './rocketchat.ts';
import { signal } from './signal.ts';
import { slack } from './slack.ts';
import { splunkoncall } from './splunkoncall.ts';
import { telegram } from './telegram.ts';
import { twiliosms } from './twiliosms.ts';
import { twiliowhatsapp } from './twiliowhatsapp.ts';
import { webhook } from './webhook.ts';
import { zulip } from './zulip.ts';

// Promises that all channel types keep. The file of each type tests what only its receiver needs.

/** Fields of a message. JSON.parse gives them no type: a wrong path fails the test. */
type Fields = ReturnType<typeof JSON.parse>;

interface Conformance {
  readonly type: string;
  readonly open: () => Trial;
  /** Reads the title, which must be one line. Absent if the message has no title of its own. */
  readonly title?: (fields: Fields) => string;
  /** Reads texts whose length the receiver limits, with the limits in UTF-16 units. */
  readonly limits?: (fields: Fields) => readonly (readonly [text: string, max: number])[];
  /** The receiver's limit of a whole body. */
  readonly bodyBytesMax?: number;
  /** The message carries the alert as data, with its invisible characters. */
  readonly carriesData?: true;
  /** Responses of the receiver, and what each means for the channel. */
  readonly responses: readonly (readonly [status: number, body: string, outcome: AttemptOutcome])[];
  /** A response with status 429 whose body asks for a wait. */
  readonly limited?: { readonly body: string; readonly retryAfterMs: number };
}

const TWILIO = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'f'.repeat(32),
  from: '+12025550123',
  to: '+37120000000',
};
const TWILIO_RESPONSES: Conformance['responses'] = [
  [201, '{"sid":"SM1"}', 'sent'],
  [400, '{"code":21211,"message":"Invalid \'To\' Phone Number"}', 'gone'],
  [400, '{"code":21610,"message":"Attempt to send to unsubscribed recipient"}', 'gone'],
  [400, '{"code":21617,"message":"The concatenated message body exceeds the limit"}', 'refused'],
  [401, '{"code":20003,"message":"Authenticate"}', 'gone'],
  [404, '{"code":20404}', 'gone'],
  [429, '{"code":20429}', 'failed'],
  [503, '', 'failed'],
];
const SIGNAL_UNREGISTERED = '{"error":"Failed to send (some) messages: Unregistered user"}';

const TYPES: readonly Conformance[] = [
  {
    type: 'alertmanager',
    open: () =>
      trial((server) => ({ type: alertmanager(), settings: { server, labels: { team: 'database' } } })),
    title: ([{ annotations }]) => annotations.summary,
    limits: ([{ annotations }]) => [[annotations.description, 4000]],
    responses: [
      [200, '', 'sent'],
      [400, '', 'refused'],
      [401, '', 'failed'],
      [404, '', 'failed'],
      [410, '', 'gone'],
      [500, '', 'failed'],
    ],
  },
  {
    type: 'apprise',
    open: () =>
      trial((server) => ({
        type: apprise(),
        settings: { server, key: 'acme-oncall', tag: 'devops,admin' },
      })),
    title: ({ title }) => title,
    limits: ({ body }) => [[body, 4000]],
    responses: [
      [200, '', 'sent'],
      [204, '', 'failed'],
      [302, '', 'failed'],
      [400, '', 'refused'],
      [401, '', 'failed'],
      [404, '', 'failed'],
      [410, '', 'gone'],
      [424, '', 'failed'],
      [500, '', 'failed'],
    ],
  },
  {
    type: 'discord',
    open: () =>
      trial((origin) => ({
        type: discord([origin]),
        settings: { url: `${origin}/api/webhooks/1/secret?thread_id=42` },
      })),
    title: ({ embeds: [{ title }] }) => title,
    limits: ({ embeds: [{ title, description }] }) => [
      [title, 256],
      [description, 4096],
    ],
    responses: [
      [200, '{}', 'sent'],
      [404, '{"message":"Unknown Webhook","code":10015}', 'gone'],
      [401, '{"message":"Invalid Webhook Token","code":50027}', 'gone'],
      [400, '{"embeds":["0"]}', 'refused'],
      [502, 'Bad gateway', 'failed'],
    ],
    limited: { body: '{"message":"You are being rate limited.","retry_after":1.337}', retryAfterMs: 1337 },
  },
  {
    type: 'googlechat',
    open: () =>
      trial((origin) => ({
        type: googleChat([origin]),
        settings: { url: `${origin}/v1/spaces/A/messages?key=k&token=t` },
      })),
    title: ({ cardsV2: [{ card }] }) => card.header.title,
    bodyBytesMax: 32_000,
    responses: [
      [200, '{}', 'sent'],
      [404, '{"error":{}}', 'gone'],
      [403, '{"error":{}}', 'gone'],
      [400, '{"error":{}}', 'refused'],
      [429, '{"error":{}}', 'failed'],
      [503, '{"error":{}}', 'failed'],
    ],
  },
  {
    type: 'gotify',
    open: () => trial((server) => ({ type: gotify(), settings: { server, token: 'AzyoeNS.D4iJLVa' } })),
    title: ({ title }) => title,
    limits: ({ message }) => [[message, 4000]],
    responses: [
      [200, '', 'sent'],
      [400, '', 'refused'],
      [401, '', 'failed'],
      [403, '', 'failed'],
      [410, '', 'gone'],
      [500, '', 'failed'],
    ],
  },
  {
    type: 'matrix',
    open: () =>
      trial((url) => ({
        type: matrix(),
        settings: { url, token: 'syt_secret', room: '!room/a:example.com' },
      })),
    bodyBytesMax: 65_000,
    responses: [
      [200, '{}', 'sent'],
      [401, '{"errcode":"M_UNKNOWN_TOKEN","error":"no"}', 'gone'],
      [403, '{"errcode":"M_USER_DEACTIVATED","error":"no"}', 'gone'],
      [401, '{"errcode":"M_MISSING_TOKEN","error":"no"}', 'failed'],
      [403, '{"errcode":"M_FORBIDDEN","error":"no"}', 'failed'],
      [404, '{"errcode":"M_NOT_FOUND","error":"no"}', 'failed'],
      [404, '{"errcode":"M_UNRECOGNIZED","error":"no"}', 'failed'],
      [400, '{"errcode":"M_BAD_JSON","error":"no"}', 'refused'],
      [500, '{"errcode":"M_UNKNOWN","error":"no"}', 'failed'],
    ],
    limited: { body: '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}', retryAfterMs: 1500 },
  },
  {
    type: 'mattermost',
    open: () =>
      trial((origin) => ({
        type: mattermost(),
        settings: { url: `${origin}/hooks/secret`, buttons: false },
      })),
    title: ({ text }) => text,
    limits: ({ attachments: [{ text }] }) => [[text, 3900]],
    responses: [
      [200, 'ok', 'sent'],
      [410, '{}', 'gone'],
      [404, '{}', 'failed'],
      [401, '{}', 'failed'],
      [400, '{}', 'refused'],
      [429, '{}', 'failed'],
      [500, '{}', 'failed'],
    ],
  },
  {
    type: 'msteams',
    open: () => trial((origin) => ({ type: msteams(), settings: { url: `${origin}/workflows/secret` } })),
    bodyBytesMax: 28_000,
    responses: [
      [202, '', 'sent'],
      [404, '', 'gone'],
      [401, '', 'gone'],
      [400, '', 'refused'],
      [429, '', 'failed'],
      [502, '', 'failed'],
    ],
  },
  {
    type: 'ntfy',
    open: () =>
      trial((server) => ({
        type: ntfy(),
        settings: { server, topic: 'acme-cron-7f3k2', token: 'tk_secret' },
      })),
    title: ({ title }) => title,
    limits: ({ message }) => [[message, 4096]],
    bodyBytesMax: 8192,
    responses: [
      [200, '', 'sent'],
      [400, '', 'refused'],
      [401, '', 'failed'],
      [403, '', 'failed'],
      [404, '', 'failed'],
      [410, '', 'gone'],
      [413, '', 'refused'],
      [429, '', 'failed'],
      [507, '', 'failed'],
    ],
  },
  {
    type: 'opsgenie',
    open: () =>
      trial((origin) => ({
        type: opsgenie({ us: `${origin}/v2`, eu: `${origin}/eu/v2`, jira: `${origin}/jira` }),
        settings: { apiKey: 'eb243592-faa2-4ba2-a551-1afdf565c889' },
      })),
    title: ({ message }) => message,
    limits: ({ message, description }) => [
      [message, 130],
      [description, 15_000],
    ],
    responses: [
      [202, '', 'sent'],
      [401, '', 'gone'],
      [403, '', 'gone'],
      [422, '', 'refused'],
      [429, '', 'failed'],
      [502, '', 'failed'],
    ],
  },
  {
    type: 'pagerduty',
    open: () =>
      trial((origin) => ({
        type: pagerduty({ us: origin, eu: `${origin}/eu` }),
        settings: { routingKey: 'e93facc04764012d7bfb002500d5d1a6' },
      })),
    title: ({ payload }) => payload.summary,
    limits: ({ payload }) => [[payload.summary, 1024]],
    bodyBytesMax: 512_000,
    responses: [
      [202, '{"status":"success"}', 'sent'],
      [400, 'Invalid routing key', 'gone'],
      [400, '{"status":"invalid event","errors":["\'payload.severity\' is invalid"]}', 'refused'],
      [429, '', 'failed'],
      [503, '', 'failed'],
    ],
  },
  {
    type: 'pagertree',
    open: () => trial((origin) => ({ type: pagertree(origin), settings: { integration: 'int_ODCWagoG9' } })),
    title: ({ Title }) => Title,
    limits: ({ Description }) => [[Description, 5000]],
    responses: [
      [200, '', 'sent'],
      [400, '', 'refused'],
      [404, '', 'gone'],
      [429, '', 'failed'],
      [500, '', 'failed'],
    ],
  },
  {
    type: 'pushover',
    open: () =>
      trial((origin) => ({
        type: pushover(origin),
        settings: { token: 'a'.repeat(30), user: 'u'.repeat(30) },
      })),
    title: ({ title }) => title,
    limits: ({ title, message }) => [
      [title, 250],
      [message, 1024],
    ],
    responses: [
      [200, '{"status":1}', 'sent'],
      [400, '{"user":"invalid","errors":["user identifier is not valid"],"status":0}', 'gone'],
      [400, '{"token":"invalid","errors":["application token is invalid"],"status":0}', 'gone'],
      [400, '{"message":"cannot be blank","status":0}', 'refused'],
      [400, 'no JSON', 'refused'],
      [429, '', 'failed'],
      [500, '', 'failed'],
    ],
  },
  {
    type: 'rocketchat',
    open: () => trial((origin) => ({ type: rocketchat(), settings: { url: `${origin}/hooks/secret` } })),
    title: ({ text }) => text,
    limits: ({ attachments: [{ text }] }) => [[text, 4500]],
    responses: [
      [200, '{}', 'sent'],
      [410, '{}', 'gone'],
      [404, '{}', 'failed'],
      [401, '{}', 'failed'],
      [400, '{}', 'refused'],
      [429, '{}', 'failed'],
      [500, '{}', 'failed'],
    ],
  },
  {
    type: 'signal',
    open: () =>
      trial((server) => ({
        type: signal(),
        settings: { server, sender: '+37120000000', recipient: '+37120000001' },
      })),
    limits: ({ message }) => [[message, 2000]],
    responses: [
      [201, '{"timestamp":"1"}', 'sent'],
      [400, '{"error":"User +37120000000 is not registered.\\n"}', 'failed'],
      [400, SIGNAL_UNREGISTERED, 'gone'],
      [400, '{"error":"Failed to send message due to IO error"}', 'failed'],
      [429, '{"error":"rate limit"}', 'failed'],
      [404, '', 'failed'],
      [410, '', 'gone'],
      [500, '', 'failed'],
    ],
  },
  {
    type: 'slack',
    open: () =>
      trial((origin) => ({
        type: slack([origin]),
        settings: { url: `${origin}/services/T0/B0/secret` },
      })),
    title: ({ text }) => text,
    responses: [
      [200, 'ok', 'sent'],
      [404, 'no_service', 'gone'],
      [410, 'channel_is_archived', 'gone'],
      [403, 'action_prohibited', 'gone'],
      [403, 'invalid_token', 'gone'],
      [400, 'invalid_payload', 'refused'],
      [500, 'rollup_error', 'failed'],
      [429, 'rate_limited', 'failed'],
    ],
  },
  {
    type: 'splunkoncall',
    open: () =>
      trial((origin) => ({
        type: splunkoncall(`${origin}/alert`),
        settings: { apiKey: '558e7ebc-6b2f-4e4b-9d2c-0f0f7a3a8b11', routingKey: 'database' },
      })),
    title: ({ entity_display_name }) => entity_display_name,
    limits: ({ state_message }) => [[state_message, 5000]],
    responses: [
      [200, '{"result":"success","entity_id":"x"}', 'sent'],
      [200, '{"result":"failure","message":"bad"}', 'refused'],
      [401, '', 'gone'],
      [404, '', 'gone'],
      [500, '', 'failed'],
    ],
  },
  {
    type: 'telegram',
    open: () =>
      trial((origin) => ({
        type: telegram(origin),
        settings: {
          token: '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ',
          chat: '-100200',
          thread: 7,
          buttons: false,
        },
      })),
    limits: ({ text }) => [[text, 4096]],
    responses: [
      [200, '{"ok":true}', 'sent'],
      [403, '{"ok":false,"description":"Forbidden: bot was blocked by the user"}', 'gone'],
      [400, '{"ok":false,"description":"Bad Request: chat not found"}', 'gone'],
      [401, '{"ok":false,"description":"Unauthorized"}', 'gone'],
      [400, '{"ok":false,"description":"Bad Request: message thread not found"}', 'refused'],
      [500, '{"ok":false,"description":"Internal Server Error"}', 'failed'],
    ],
    limited: { body: '{"ok":false,"parameters":{"retry_after":35}}', retryAfterMs: 35_000 },
  },
  {
    type: 'twiliosms',
    open: () => trial((origin) => ({ type: twiliosms(origin), settings: TWILIO })),
    limits: ({ Body }) => [[Body, 1600]],
    responses: TWILIO_RESPONSES,
  },
  {
    type: 'twiliowhatsapp',
    open: () => trial((origin) => ({ type: twiliowhatsapp(origin), settings: TWILIO })),
    limits: ({ Body }) => [[Body, 1600]],
    responses: TWILIO_RESPONSES,
  },
  {
    type: 'webhook',
    open: () =>
      trial((origin) => ({
        type: webhook(),
        settings: { url: `${origin}/hook`, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      })),
    bodyBytesMax: 256_000,
    carriesData: true,
    responses: [
      [200, '', 'sent'],
      [410, '', 'gone'],
      [404, '', 'failed'],
      [401, '', 'failed'],
      [302, '', 'failed'],
      [422, '', 'refused'],
      [429, '', 'failed'],
      [500, '', 'failed'],
    ],
  },
  {
    type: 'zulip',
    open: () =>
      trial((origin) => ({
        type: zulip(),
        settings: {
          url: `${origin}/`,
          email: 'bot@example.com',
          key: 'abcdefghijklmnop',
          to: 'ops',
        },
      })),
    title: ({ topic }) => topic,
    limits: ({ topic, content }) => [
      [topic, 60],
      [content, 10_000],
    ],
    responses: [
      [200, '{}', 'sent'],
      [401, '{"code":"INVALID_API_KEY"}', 'gone'],
      [400, '{"code":"STREAM_DOES_NOT_EXIST"}', 'gone'],
      [401, '{"code":"USER_DEACTIVATED"}', 'gone'],
      [401, '{"code":"UNAUTHORIZED"}', 'failed'],
      [403, '{"code":""}', 'failed'],
      [400, '{"code":"BAD_REQUEST"}', 'refused'],
      [500, '{}', 'failed'],
    ],
    limited: { body: '{"code":"RATE_LIMIT_HIT","retry-after":2.5}', retryAfterMs: 2500 },
  },
];

/** Types that send no plain HTTP request, or several that build on each other. Their own files test all of their promises. */
const TESTED_APART = ['email', 'github', 'group', 'webpush'];

test('every channel type is tested', () => {
  const tested = [...TYPES.map(({ type }) => type), ...TESTED_APART];
  expect(tested.toSorted()).toEqual(CHANNEL_TYPES.map(({ type }) => type).toSorted());
});

describe.each(TYPES)(
  '$type',
  ({ type, open, title, limits, bodyBytesMax, carriesData, responses, limited }) => {
    const { receiver, send, deliver, transcript } = open();

    test('sends the reviewed messages', async () => {
      const tracksIncidents = CHANNEL_TYPES.some((known) => known.type === type && known.tracksIncidents);
      // A receiver that tracks incidents gets a message for each monitor.
      const alerts = Object.entries(SAMPLES).filter(([name]) => !tracksIncidents || name !== 'COMBINED');
      await expect(await transcript(Object.fromEntries(alerts))).toMatchFileSnapshot(`snapshots/${type}.txt`);
    });

    test('lets no input into a header or out of its text', async () => {
      const request = await deliver(HOSTILE);
      expect(request.headers).not.toHaveProperty('bcc');
      expect(request.headers).not.toHaveProperty('x-evil');
      const fields = fieldsOf(request);
      if (title !== undefined) expect(title(fields)).not.toMatch(/[\r\n]/);
      if (carriesData === undefined) expect(textsOf(fields).filter(hasInvisible)).toEqual([]);
    });

    test.each(Object.entries({ DOWN, HOSTILE, LONG }))(
      'keeps the limits of the receiver: %s',
      async (_, alert) => {
        const request = await deliver(alert);
        for (const [text, max] of limits?.(fieldsOf(request)) ?? [])
          expect(text.length).toBeLessThanOrEqual(max);
        if (bodyBytesMax !== undefined)
          expect(Buffer.byteLength(request.body)).toBeLessThanOrEqual(bodyBytesMax);
      },
    );

    test.each(responses)('the response %i %s means %s', async (status, body, outcome) => {
      receiver().react({ status, body });
      expect(await send(DOWN)).toMatchObject({ outcome, status });
    });

    test('waits as long as a response asks', async () => {
      receiver().react({ status: 429, headers: { 'retry-after': '7' } });
      expect(await send(DOWN)).toMatchObject({ outcome: 'failed', retryAfterMs: 7000 });
      if (limited === undefined) return;
      receiver().react({ status: 429, body: limited.body });
      expect(await send(DOWN)).toMatchObject({ outcome: 'failed', retryAfterMs: limited.retryAfterMs });
    });
  },
);

/** Returns all texts in the fields of a message. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Whether a text has invisible characters, except line feeds and the zero-width spaces that separate mentions. */
function hasInvisible(text: string): boolean {
  return /[\p{Cc}\u00ad\u200c-\u200f\u2028-\u202e\u2060-\u206f]/u.test(text.replaceAll('\n', ''));
}
