import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { PushSubscription } from '../src/push/subscription.ts';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const PUBLIC_KEY_BYTES = 65;
const TAG_BYTES = 16;

/** Keys of a browser, base64url. */
export interface ReceiverKeys {
  readonly privateKey: string;
  readonly auth: string;
}

/** A browser that has subscribed at `endpoint`. */
export interface PushReceiver {
  readonly subscription: PushSubscription;
  decrypt(body: Buffer): string;
}

export function newReceiver(endpoint: string, keys: ReceiverKeys = newKeys()): PushReceiver {
  const curve = createECDH(CURVE);
  curve.setPrivateKey(keys.privateKey, 'base64url');
  const publicKey = curve.getPublicKey();
  return {
    subscription: { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: keys.auth } },
    decrypt: (body) => decrypt(body, { curve, publicKey, auth: Buffer.from(keys.auth, 'base64url') }),
  };
}

function newKeys(): ReceiverKeys {
  return { privateKey: newVAPIDKey().privateKey, auth: randomBytes(16).toString('base64url') };
}

/** Generates a key pair for a service. */
export function newVAPIDKey(): { readonly publicKey: string; readonly privateKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: privateKey.export({ format: 'jwk' }).d ?? '' };
}

/** Decrypts one record as RFC 8291 and RFC 8188 describe it, independently of the library that encrypts. */
function decrypt(
  body: Buffer,
  {
    curve,
    publicKey,
    auth,
  }: { readonly curve: ReturnType<typeof createECDH>; readonly publicKey: Buffer; readonly auth: Buffer },
): string {
  const salt = body.subarray(0, SALT_BYTES);
  const keyLength = body.readUInt8(SALT_BYTES + 4);
  if (keyLength !== PUBLIC_KEY_BYTES) throw new Error(`The key has ${keyLength} bytes.`);
  const start = SALT_BYTES + 5;
  const senderKey = body.subarray(start, start + keyLength);
  const record = body.subarray(start + keyLength);
  const shared = curve.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const input = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  // The last record ends with the delimiter 2, which padding may follow.
  const end = plain.lastIndexOf(2);
  return plain.subarray(0, end).toString('utf8');
}

/** Returns the claims of a VAPID header (RFC 8292), after checking its signature with the key in the header. */
export function claimsOf(authorization: string): { readonly key: string; readonly claims: unknown } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The signature is wrong.');
  return { key, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
}
