import { ECDH } from 'node:crypto';
import { parseWebURL } from '@overdue/domain/web-address.ts';
import { z } from 'zod';

const ENDPOINT_LENGTH_MAX = 1000;
const CURVE = 'prime256v1';
const AUTH_BYTES = 16;

function isPublicKey(text: string): boolean {
  const key = Buffer.from(text, 'base64url');
  // A key of 65 bytes is an uncompressed point. `convertKey` throws if the point isn't on the curve.
  if (key.byteLength !== 65) return false;
  try {
    ECDH.convertKey(key, CURVE, undefined, undefined, 'compressed');
    return true;
  } catch {
    return false;
  }
}

function isPushAddress(text: string): boolean {
  const url = parseWebURL(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

const base64url = z.string().regex(/^[\w-]+={0,2}$/, 'This must be base64url.');

/** Subscription of a browser, as `PushSubscription.toJSON()` writes it. The address is chosen by the browser, so it is untrusted. */
export const pushSubscription = z.strictObject({
  endpoint: z
    .string()
    .max(ENDPOINT_LENGTH_MAX)
    .refine(isPushAddress, 'This must be an https URL without a user name.')
    .meta({
      description: 'Address of the browser’s push service.',
      example: 'https://push.example.com/send/f7Qx2',
    }),
  keys: z.strictObject({
    p256dh: base64url
      .max(100)
      .refine(isPublicKey, 'This must be an uncompressed point of the curve P-256.')
      .meta({
        description: 'Public key of the subscription.',
        example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      }),
    auth: base64url
      .max(32)
      .refine(
        (text) => Buffer.from(text, 'base64url').byteLength === AUTH_BYTES,
        `This must be ${AUTH_BYTES} bytes.`,
      )
      .meta({ description: 'Secret of the subscription.', example: 'BTBZMqHH6r4Tts7J_aSIgg' }),
  }),
});

export type PushSubscription = z.output<typeof pushSubscription>;

/** Reads a stored subscription. Throws if it is damaged. */
export function readSubscription(json: string): PushSubscription {
  return pushSubscription.parse(JSON.parse(json));
}
