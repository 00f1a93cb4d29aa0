import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Links of invitations as they are mailed. Whoever invites is shown the link, and could accept it in the place of who is invited.
 * So the one in the mail has a proof at its end, which nobody sees but who reads mail to that address.
 */
export interface MailedLinks {
  /** The end of the link that is mailed. */
  write(token: string): string;
  /** The token in the end of any link, and whether it is the one of the mail. */
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
      const [given, right] = [text.slice(-PROOF_LENGTH), proofOf(token)].map((proof) => Buffer.from(proof));
      const isMailed =
        given !== undefined &&
        right !== undefined &&
        given.byteLength === right.byteLength &&
        timingSafeEqual(given, right);
      return isMailed ? { token, isMailed } : { token: text, isMailed };
    },
  };
}
