import type { Alert, Severity } from '@overdue/domain/alerting/alert.ts';
import type { PushMessage } from '../../push/push.ts';
import { messageText } from '../format/plain-text.ts';
import { messageOf } from '../message.ts';
import { notificationMessage } from './push-notification.ts';

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
