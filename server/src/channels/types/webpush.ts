import type { Alert, Severity } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import type { PushMessage } from '../../push/push.ts';
import type { ChannelType } from '../channel.ts';
import { messageText } from '../format/plain-text.ts';
import { messageOf } from '../message.ts';
import { notificationMessage } from '../requests/push-notification.ts';

interface WebPushSettings {
  readonly to: string;
}

/** Notifications on the phones and browsers of one member, through the push services of the browsers (RFC 8030). */
export function webPush(): ChannelType<WebPushSettings> {
  return {
    type: 'webpush',
    title: 'Phone or browser',
    category: 'phone',
    isOftenSelfHosted: false,
    settings: z.strictObject({
      to: z.string().min(1).max(64).meta({
        title: 'Member',
        description: 'Member whose devices show the alerts.',
        example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
        format: 'member',
      }),
    }),
    tracksIncidents: false,
    send: ({ to }, alert, { push }) => push({ memberID: to }, pushMessageOf(alert)),
  };
}

/** Writes an alert as a notification. The text contains no links, because the notification links to the page itself. */
export function pushMessageOf({ actionURL, ...alert }: Alert): PushMessage {
  const message = messageOf(alert);
  const isAlarm = message.tone === 'bad';
  return notificationMessage(
    {
      key: alert.key,
      title: `${message.symbol} ${message.title}`,
      tag: tagOf(alert),
      url: message.url,
      ...(actionURL === undefined ? {} : { actionURL }),
      isAlarm,
      at: alert.at,
    },
    (max) => messageText({ ...message, links: [] }, max),
    urgencyOf({ isAlarm, severity: alert.severity }),
  );
}

/**
 * Returns the tag of a notification: the incident's ID if the message is about one monitor, otherwise the message's key. Later
 * messages of the incident then replace earlier ones.
 */
function tagOf({ key, items, unlistedCount }: Alert): string {
  const incident = items.length === 1 && unlistedCount === 0 ? items[0]?.incident : null;
  return incident?.id ?? key;
}

/** Only an urgent message wakes a phone that saves power. */
function urgencyOf({
  isAlarm,
  severity,
}: {
  readonly isAlarm: boolean;
  readonly severity: Severity;
}): PushMessage['urgency'] {
  if (severity === 'low') return 'low';
  return isAlarm ? 'high' : 'normal';
}
