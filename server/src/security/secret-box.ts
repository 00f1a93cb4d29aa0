import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Random } from '../runtime/random.ts';

/** Keeps texts secret in the database, and vouches for those that it has given out. */
export interface SecretBox {
  /** Encrypts a text. Only {@link SecretBox.open} with the same context opens it: no row can stand in for another. */
  seal(text: string, context: string): string;
  /** @throws Error for people when it was sealed with another key, for another context, or was changed */
  open(sealed: string, context: string): string;
  /** 32 characters of base64url that only this key makes of a text, for links that need no session. */
  sign(text: string): string;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SIGNATURE_LENGTH = 32;
/** Whatever is to change about the format gets another number; what is stored says by which it was sealed. */
const VERSION = 'v1';

/** @param secret at least 32 characters; the keys for each purpose are derived from it (HKDF-SHA256) */
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
          'A secret can not be opened: it was sealed with another key. Give the service the SECRET_KEY, or the file overdue.key, that it had then, or enter the secret anew.',
          { cause },
        );
      }
    },
    sign: (text) =>
      createHmac('sha256', signingKey).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH),
  };
}

/** A key for one purpose, which tells nothing of the secret, nor of the keys for others (HKDF-SHA256). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}

function bytesOf(sealed: string): Buffer {
  const [version, text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  if (version !== VERSION || bytes.byteLength < NONCE_BYTES + TAG_BYTES)
    throw new Error(
      'A secret can not be opened: it is damaged, or was sealed by a newer version of Overdue.',
    );
  return bytes;
}
