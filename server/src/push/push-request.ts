import webPush from 'web-push';
import type { OutboundRequest } from '../platform/outbound/request.ts';
import type { VAPIDKey } from '../platform/security/vapid-key.ts';
import type { PushMessage } from './push.ts';
import type { PushSubscription } from './subscription.ts';

const ENCODING = 'aes128gcm';

/** Encrypts a message for one subscription (RFC 8291), and signs the request with the service's key (RFC 8292). */
export function pushRequest(
  { endpoint, keys }: PushSubscription,
  { payload, ttlSeconds, urgency, topic }: PushMessage,
  { vapid, baseURL }: { readonly vapid: VAPIDKey; readonly baseURL: string },
): OutboundRequest {
  const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, payload, ENCODING);
  const { Authorization: authorization } = webPush.getVapidHeaders(
    new URL(endpoint).origin,
    contactOf(baseURL),
    vapid.publicKey,
    vapid.privateKey,
    ENCODING,
  );
  return {
    method: 'POST',
    url: endpoint,
    headers: {
      authorization,
      'content-type': 'application/octet-stream',
      'content-encoding': ENCODING,
      ttl: String(ttlSeconds),
      urgency,
      topic,
    },
    body: cipherText,
  };
}

/** Returns the contact of the operator for push services, which accept only https URLs and mail addresses. */
function contactOf(baseURL: string): string {
  return baseURL.startsWith('https:') ? baseURL : `mailto:operator@${new URL(baseURL).hostname}`;
}
