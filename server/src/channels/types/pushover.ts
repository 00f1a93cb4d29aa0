import type { Alert, Severity } from '@overdue/domain/alerting/alert.ts';
import { HOUR_MS, SECOND_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundResponse } from '../../platform/outbound/request.ts';
import type { ChannelType } from '../channel.ts';
import { messageText } from '../format/plain-text.ts';
import { ACTION_TEXT, type Message, messageOf } from '../message.ts';
import {
  type Buttons,
  INVALID,
  type ParsedPress,
  type PressRequest,
  presserName,
  STALE,
} from '../presses/press.ts';
import { GONE_STATUSES_HOSTED, parseJSONOrNull, postJSON } from '../requests/posting.ts';

const MESSAGE_LENGTH_MAX = 1024;
const URL_LENGTH_MAX = 512;
/** Pushover repeats an emergency notification every minute for an hour. */
const EMERGENCY = { priority: 2, retry: 60, expire: 3600 } as const;
const PRIORITIES: Readonly<Record<Severity, number>> = { low: -1, normal: 0, high: 1, critical: 1 };

const key = z.string().regex(/^[A-Za-z0-9]{30}$/, 'Must be 30 letters and digits.');

const settings = z.strictObject({
  token: key.meta({
    title: 'Application token',
    description: 'The API token of the application that you registered at Pushover.',
    example: 'azGDORePK8gMaC0QOYAMyEEuzJnyUi',
    secret: true,
  }),
  user: key.meta({
    title: 'User or group key',
    description: 'Recipient of the notifications.',
    example: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG',
    secret: true,
  }),
  device: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,25}(?:,[A-Za-z0-9_-]{1,25}){0,9}$/, 'Device names, separated by commas.')
    .optional()
    .meta({
      title: 'Devices',
      description: 'Notify only these devices. Empty: all devices.',
      example: 'phone,tablet',
    }),
  emergency: z.boolean().default(false).meta({
    title: 'Emergencies',
    description: 'Critical alerts repeat every minute for an hour, until acknowledged in Pushover.',
    example: false,
  }),
});

type Settings = z.infer<typeof settings>;

const Refusal = z.object({ user: z.string().optional(), token: z.string().optional() });

/** Pushover has no idempotency key, so a repeated attempt may show twice. */
export function pushover(origin = 'https://api.pushover.net'): ChannelType<Settings> {
  return {
    type: 'pushover',
    title: 'Pushover',
    category: 'phone',
    isOftenSelfHosted: false,
    settings,
    tracksIncidents: false,
    // Pushover reports when an emergency is acknowledged in its app. This report is handled like a button press.
    buttons: { isOn: ({ emergency }) => emergency, parsePress: parsePushoverPress },
    async send(settings, alert, { request, buttons }) {
      const response = await request(
        postJSON(`${origin}/1/messages.json`, notification(settings, alert, buttons)),
      );
      return sendResultOf(response, {
        goneStatuses: isInvalid(response) ? [response.status] : GONE_STATUSES_HOSTED,
      });
    },
  };
}

function notification({ token, user, device, emergency }: Settings, alert: Alert, buttons: Buttons | null) {
  const message = messageOf(alert);
  const urgent = urgency(alert, { isDown: message.tone === 'bad', emergency });
  const callback = urgent === EMERGENCY ? pushoverCallback(buttons) : undefined;
  return {
    token,
    user,
    ...(device === undefined ? {} : { device }),
    title: message.title,
    ...textAndLink(message, callback === undefined ? alert.actionURL : undefined),
    timestamp: Math.floor(alert.at / 1000),
    ...urgent,
    ...(callback === undefined ? {} : { callback }),
  };
}

/**
 * Returns the text, and the one link that Pushover shows below it. Prefers the page with actions, because that page needs no
 * sign-in.
 */
function textAndLink(message: Message, actionURL: string | undefined) {
  const incident = { text: message.linkText, url: message.url };
  const acts = actionURL !== undefined && actionURL.length <= URL_LENGTH_MAX;
  const main = acts ? { text: ACTION_TEXT, url: actionURL } : incident;
  const links = acts ? [incident, ...message.links.filter(({ url }) => url !== actionURL)] : message.links;
  return {
    message: messageText({ ...message, links }, MESSAGE_LENGTH_MAX),
    ...(main.url.length > URL_LENGTH_MAX ? {} : { url: main.url, url_title: main.text }),
  };
}

function urgency(
  { severity }: Alert,
  { isDown, emergency }: { readonly isDown: boolean } & Pick<Settings, 'emergency'>,
) {
  if (!isDown) return { priority: Math.min(PRIORITIES[severity], PRIORITIES.normal) };
  return emergency && severity === 'critical' ? EMERGENCY : { priority: PRIORITIES[severity] };
}

function isInvalid({ status, body }: OutboundResponse): boolean {
  if (status !== 400) return false;
  const refusal = parseJSONOrNull(body, Refusal);
  return refusal?.user === 'invalid' || refusal?.token === 'invalid';
}

/** Maximum delay between an acknowledgement and Pushover's report of it. */
const REPORT_WINDOW_MS = HOUR_MS;
const RECEIPT = /^[A-Za-z0-9]{30}$/;

/**
 * Reads the report that an emergency was acknowledged: https://pushover.net/api/receipts#callback. Pushover doesn't sign its
 * requests, so the signed token in the URL serves as the secret.
 */
export function parsePushoverPress({ body, path, now }: PressRequest): ParsedPress {
  const form = new URLSearchParams(body);
  const receipt = form.get('receipt') ?? '';
  if (!RECEIPT.test(receipt) || form.get('acknowledged') !== '1') return INVALID;
  const at = Number(form.get('acknowledged_at')) * SECOND_MS;
  if (!(Math.abs(now - at) <= REPORT_WINDOW_MS)) return STALE;
  const device = presserName(form.get('acknowledged_by_device'), 'a device');
  return {
    kind: 'press',
    id: receipt,
    token: path,
    by: `Someone on ${device}`,
    respond: () => ({ body: null, requests: [] }),
  };
}

/** Returns the address that Pushover requests after an acknowledgement; undefined if there is nothing to acknowledge. */
function pushoverCallback(buttons: Buttons | null): string | undefined {
  const button = buttons?.buttons.find(({ action }) => action === 'acknowledge');
  return buttons === null || button === undefined ? undefined : `${buttons.pressURL}/${button.token}`;
}
