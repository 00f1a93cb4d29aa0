import { hash } from 'node:crypto';
import type { PushMessage } from '../../push/push.ts';

/** Push services accept 4096 bytes. Encryption adds 103 bytes. */
const PAYLOAD_BYTES_MAX = 3900;
/** Systems show at most a few lines of a notification. */
const TEXT_LENGTH_MAX = 1000;
/** How long push services keep a notification for a device that is offline. */
const KEPT_SECONDS = 86_400;
const TOPIC_LENGTH = 32;

/** Content of a notification without its text. The service worker of the application (`web/public/worker.js`) reads it. */
interface NotificationContent {
  readonly key: string;
  readonly title: string;
  /** Notifications with the same tag replace each other, so that a recovery takes the place of its alarm. */
  readonly tag: string;
  readonly url: string;
  /** URL that acknowledges the incident when it receives a POST request; absent if there is nothing to acknowledge. */
  readonly actionURL?: string;
  /** Whether the notification reports that something is down. */
  readonly isAlarm: boolean;
  readonly at: number;
}

/** Writes a notification. `write` returns the text with at most `lengthMax` characters. */
export function notificationMessage(
  content: NotificationContent,
  write: (lengthMax: number) => string,
  urgency: PushMessage['urgency'] = 'normal',
): PushMessage {
  return {
    key: content.key,
    payload: fitPayload(content, write),
    ttlSeconds: KEPT_SECONDS,
    urgency,
    topic: hash('sha256', content.tag, 'base64url').slice(0, TOPIC_LENGTH),
    at: content.at,
  };
}

/** Shortens the text until the payload fits. The size of a character depends on the script and on JSON's escapes. */
function fitPayload(content: NotificationContent, write: (lengthMax: number) => string): string {
  for (let max = TEXT_LENGTH_MAX; ; max = Math.floor(max * 0.9)) {
    const payload = JSON.stringify({ ...content, body: write(max) });
    if (Buffer.byteLength(payload) <= PAYLOAD_BYTES_MAX || max === 0) return payload;
  }
}
