import { createCipheriv, createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto';
import type { OutboundRequest } from '../platform/outbound/request.ts';
import type { Random } from '../platform/runtime/random.ts';
import { deriveKeyPair, type VAPIDKey } from '../platform/security/vapid-key.ts';
import type { PushMessage } from './push.ts';
import type { PushSubscription } from './subscription.ts';

const ENCODING = 'aes128gcm';
const SALT_BYTES = 16;
const SEED_BYTES = 32;
const RECORD_BYTES = 4096;
/** Ends the last record of a message (RFC 8188, section 2). */
const LAST_RECORD = Buffer.of(2);
/** Push services accept at most 24 hours (RFC 8292, section 2). */
const SIGNATURE_SECONDS = 12 * 60 * 60;

/** Values that must differ in each message. */
interface Unique {
  readonly salt: Uint8Array;
  /** Key pair of the sender, base64url. */
  readonly sender: VAPIDKey;
}

/** Encrypts a message for one subscription, and signs the request with the service's key. */
export function pushRequest(
  { endpoint, keys }: PushSubscription,
  { payload, ttlSeconds, urgency, topic }: PushMessage,
  {
    vapid,
    baseURL,
    random,
    now,
  }: {
    readonly vapid: VAPIDKey;
    readonly baseURL: string;
    readonly random: Pick<Random, 'bytes'>;
    readonly now: number;
  },
): OutboundRequest {
  const unique = { salt: random.bytes(SALT_BYTES), sender: deriveKeyPair(random.bytes(SEED_BYTES)) };
  return {
    method: 'POST',
    url: endpoint,
    headers: {
      authorization: authorizationFor(
        { audience: new URL(endpoint).origin, contact: contactOf(baseURL), now },
        vapid,
      ),
      'content-type': 'application/octet-stream',
      'content-encoding': ENCODING,
      ttl: String(ttlSeconds),
      urgency,
      topic,
    },
    body: encryptPush(payload, keys, unique),
  };
}

/** Encrypts a text in one record that only the browser can read (RFC 8291, section 3, and RFC 8188). */
export function encryptPush(text: string, keys: PushSubscription['keys'], { salt, sender }: Unique): Buffer {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(sender.privateKey, 'base64url');
  const receiverKey = Buffer.from(keys.p256dh, 'base64url');
  const senderKey = curve.getPublicKey();
  const secret = Buffer.from(
    hkdfSync(
      'sha256',
      curve.computeSecret(receiverKey),
      Buffer.from(keys.auth, 'base64url'),
      Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]),
      32,
    ),
  );
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(senderKey.byteLength, 4);
  return Buffer.concat([
    salt,
    head,
    senderKey,
    cipher.update(text, 'utf8'),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Writes the header by which a push service recognizes the sender (RFC 8292, sections 2 and 3). */
function authorizationFor(
  { audience, contact, now }: { readonly audience: string; readonly contact: string; readonly now: number },
  { publicKey, privateKey }: VAPIDKey,
): string {
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  });
  const claims = { aud: audience, exp: Math.floor(now / 1000) + SIGNATURE_SECONDS, sub: contact };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

/** Returns the contact of the operator for push services, which accept only https URLs and mail addresses. */
function contactOf(baseURL: string): string {
  return baseURL.startsWith('https:') ? baseURL : `mailto:operator@${new URL(baseURL).hostname}`;
}
