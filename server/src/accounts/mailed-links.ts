import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Adds a proof to mailed invitation links. The link that the inviter sees has no proof, so only the mailed link proves the email
 * address.
 */
export interface MailedLinks {
  /** Appends the proof to a token. The result is the last path segment of the mailed link. */
  write(token: string): string;
  /** Reads the last part of a link: its token, and whether the link was mailed. */
  read(text: string): { readonly token: string; readonly isMailed: boolean };
}

const PROOF_LENGTH = 32;

export function createMailedLinks(key: Buffer): MailedLinks {
  const proofOf = (token: string) =>
    createHmac('sha256', key).update(token).digest('base64url').slice(0, PROOF_LENGTH);
  return {
    write: (token) => token + proofOf(token),
    read(text) {
      const token = text.slice(0, -PROOF_LENGTH);
      const [actual, expected] = [text.slice(-PROOF_LENGTH), proofOf(token)].map((proof) =>
        Buffer.from(proof),
      );
      const isMailed =
        actual !== undefined &&
        expected !== undefined &&
        actual.byteLength === expected.byteLength &&
        timingSafeEqual(actual, expected);
      return isMailed ? { token, isMailed } : { token: text, isMailed };
    },
  };
}
