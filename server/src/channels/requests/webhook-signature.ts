import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
/** Minimum and maximum length of a secret in bytes, as required by Standard Webhooks. */
const BYTES_MIN = 24;
const BYTES_MAX = 64;

export function isWebhookSecret(secret: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return false;
  const { length } = secretBytes(secret);
  return length >= BYTES_MIN && length <= BYTES_MAX;
}

/** Returns the headers of Standard Webhooks 1.0, with one signature per secret, so that receivers can rotate secrets. */
export function webhookHeaders(
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
