import { createHmac } from 'node:crypto';
import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundRequest } from '../../platform/outbound/request.ts';
import { truncate } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { fillTemplate, TEMPLATE_FIELDS, templateProblem } from '../format/template.ts';
import { eventType, webhookPayload } from '../requests/webhook-payload.ts';
import { webAddress } from '../settings/setting.ts';

const BODY_BYTES_MAX = 256_000;
const HEADERS_MAX = 20;
/** Maximum length of all custom headers together. Leaves room for Overdue's own headers. */
const HEADERS_LENGTH_MAX = 15_000;
const TEMPLATE_LENGTH_MAX = 20_000;
const TITLE_LENGTH_MAX = 200;
const JSON_TYPE = 'application/json';
/** Headers that users can't set, because the connection or Overdue sets them. */
const RESERVED =
  /^(?:host|connection|content-length|content-type|expect|keep-alive|te|trailer|transfer-encoding|upgrade|idempotency-key|webhook-.*|proxy-.*)$/i;

const headerName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'This is not a valid header name.')
  .refine((name) => !RESERVED.test(name), 'Overdue sets this header itself.');
const headerValue = z
  .string()
  .max(2000)
  .regex(/^[\t\x20-\x7e]*$/, 'Use only ASCII characters on one line.');

const PREFIX = 'whsec_';
/** Minimum and maximum length of a secret in bytes, as required by Standard Webhooks. */
const BYTES_MIN = 24;
const BYTES_MAX = 64;

const secret = z.string().trim().refine(isWebhookSecret, {
  message: 'Enter a Standard Webhooks secret: whsec_ followed by 24 to 64 random bytes in base64.',
});

const settings = z
  .strictObject({
    url: webAddress().meta({
      title: 'URL',
      description: 'URL that receives the requests.',
      example: 'https://example.com/hooks/overdue',
      secret: true,
    }),
    method: z.enum(['POST', 'PUT', 'PATCH', 'GET']).optional().meta({
      title: 'Method',
      description: 'Default: `POST`. A `GET` has no body; its query contains the type, key, title and link.',
      example: 'POST',
    }),
    headers: z
      .record(headerName, headerValue)
      .refine((headers) => Object.keys(headers).length <= HEADERS_MAX, `At most ${HEADERS_MAX} headers.`)
      .refine(
        (headers) => Object.entries(headers).flat().join('').length <= HEADERS_LENGTH_MAX,
        `At most ${HEADERS_LENGTH_MAX} characters in all.`,
      )
      .optional()
      .meta({
        title: 'Headers',
        description: 'Additional headers to send, such as `Authorization`.',
        example: { Authorization: 'Bearer XXXX' },
        secret: true,
      }),
    secret: secret.optional().meta({
      title: 'Secret',
      description:
        'Signs each request as defined by Standard Webhooks. Without a secret, requests aren’t signed.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      secret: true,
    }),
    previousSecret: secret.optional().meta({
      title: 'Previous secret',
      description: 'Also signs each request, until all receivers use the new secret.',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
      secret: true,
    }),
    template: z
      .string()
      .min(1)
      .max(TEMPLATE_LENGTH_MAX)
      .optional()
      .meta({
        title: 'Template',
        description: `Body to send instead of the default. Placeholders in {{…}}: ${TEMPLATE_FIELDS.join(', ')}.`,
        example: '{"text": "{{title}}"}',
      }),
    contentType: z
      .string()
      .max(100)
      .regex(/^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/, 'Enter a content type, such as text/plain.')
      .optional()
      .meta({
        title: 'Content type',
        description:
          'Content type of the template, which determines how values are escaped. Default: `application/json`.',
        example: 'application/json',
      }),
  })
  .superRefine(({ template, contentType = JSON_TYPE }, context) => {
    const problem = template === undefined ? null : templateProblem(template, contentType);
    if (problem !== null) context.addIssue({ code: 'custom', path: ['template'], message: problem });
  });

type WebhookSettings = z.infer<typeof settings>;

/** Sends to any HTTP receiver, signed as Standard Webhooks 1.0 specifies (https://www.standardwebhooks.com). */
export function webhook(): ChannelType<WebhookSettings> {
  return {
    type: 'webhook',
    title: 'Webhook',
    category: 'other',
    isOftenSelfHosted: true,
    settings,
    tracksIncidents: false,
    async send(settings, alert, { request, now }) {
      const outgoing = webhookRequest(settings, alert, now);
      if (Buffer.byteLength(outgoing.body ?? '') > BODY_BYTES_MAX)
        return {
          outcome: 'refused',
          status: null,
          answer: 'The template produces a body larger than 256 kB.',
        };
      // In Standard Webhooks, a receiver responds with status 410 to unsubscribe.
      return sendResultOf(await request(outgoing), { goneStatuses: [410] });
    },
  };
}

function webhookRequest(settings: WebhookSettings, alert: Alert, now: number): OutboundRequest {
  const { url, method = 'POST', headers, secret, previousSecret } = settings;
  const contentType = settings.template === undefined ? JSON_TYPE : (settings.contentType ?? JSON_TYPE);
  const body = method === 'GET' ? '' : bodyOf(settings.template, contentType, alert);
  const secrets = [secret, previousSecret].filter((candidate) => candidate !== undefined);
  return {
    method,
    url: method === 'GET' ? withQuery(url, alert) : url,
    headers: {
      ...headers,
      ...(method === 'GET' ? {} : { 'content-type': contentType }),
      'idempotency-key': alert.key,
      ...webhookHeaders({ id: alert.key, now, body }, secrets),
    },
    ...(method === 'GET' ? {} : { body }),
  };
}

/** Returns the body. Our own format lists as many monitors as fit and counts the rest. */
function bodyOf(template: string | undefined, contentType: string, alert: Alert): string {
  if (template !== undefined) return fillTemplate(template, contentType, alert);
  const body = JSON.stringify(webhookPayload(alert));
  if (Buffer.byteLength(body) <= BODY_BYTES_MAX || alert.items.length === 0) return body;
  const items = alert.items.slice(0, Math.floor(alert.items.length / 2));
  return bodyOf(undefined, contentType, {
    ...alert,
    items,
    unlistedCount: alert.unlistedCount + alert.items.length - items.length,
  });
}

function withQuery(url: string, alert: Alert): string {
  const address = new URL(url);
  const { key, title } = alert;
  const query = { type: eventType(alert), key, title: truncate(title, TITLE_LENGTH_MAX), url: alert.url };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}

function isWebhookSecret(secret: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return false;
  const { length } = secretBytes(secret);
  return length >= BYTES_MIN && length <= BYTES_MAX;
}

/** Returns the headers of Standard Webhooks 1.0, with one signature per secret, so that receivers can rotate secrets. */
function webhookHeaders(
  message: { readonly id: string; readonly now: number; readonly body: string },
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(message.now / 1000);
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secretBytes(secret)).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    ...(signatures.length > 0 ? { 'webhook-signature': signatures.join(' ') } : {}),
  };
}

function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
