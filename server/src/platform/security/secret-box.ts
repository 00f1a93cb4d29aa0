import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Random } from '../runtime/random.ts';

/** Encrypts texts for the database, and signs links. */
export interface SecretBox {
  /** Encrypts a text. Only `open` with the same context decrypts it, so that texts can't be moved between rows. */
  seal(text: string, context: string): string;
  /** @throws Error with a message for users if the key or context differs, or the text was changed */
  open(sealed: string, context: string): string;
  /** Returns a signature of 32 base64url characters, for links that need no session. */
  sign(text: string): string;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SIGNATURE_LENGTH = 32;
/** Format version, stored with each text. */
const VERSION = 'v1';

/** @param secret at least 32 characters */
export function createSecretBox(secret: string, random: Pick<Random, 'bytes'>): SecretBox {
  const sealingKey = deriveKey(secret, 'overdue channel settings v1');
  const signingKey = deriveKey(secret, 'overdue links v1');
  return {
    seal(text, context) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, context) {
      const bytes = bytesOf(sealed);
      const decipher = createDecipheriv(CIPHER, sealingKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error(
          'A secret can’t be decrypted because it was encrypted with a different key. Restore the previous SECRET_KEY or file overdue.key, or enter the secret again.',
          { cause },
        );
      }
    },
    sign: (text) =>
      createHmac('sha256', signingKey).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH),
  };
}

/** Derives a key for one purpose (HKDF-SHA256). The derived key reveals neither the secret nor other keys. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}

function bytesOf(sealed: string): Buffer {
  const [version, text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  if (version !== VERSION || bytes.byteLength < NONCE_BYTES + TAG_BYTES)
    throw new Error(
      'A secret can’t be decrypted because it is damaged, or was encrypted by a newer version of Overdue.',
    );
  return bytes;
}
