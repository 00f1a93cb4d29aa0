import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import type { SecretBox } from '../platform/security/secret-box.ts';
import type { AccountMailer } from './account-mailer.ts';
import type { AccountStore, User } from './contract.ts';
import { emailChangedMail, emailChangeMail } from './mails.ts';

/** Lifetime of a link that confirms a new email address. */
const EMAIL_CHANGE_MINUTES = 60;

/** Changes the email address of an account. The user proves the new address by opening a mailed link. */
export interface EmailChanges {
  /** How long a link works, in minutes. */
  readonly minutes: number;
  /**
   * Mails a link to a new address. Sends nothing to an address that already has an account, so that no one learns which addresses
   * have accounts.
   */
  sendLink(user: User, to: string): Promise<void>;
  /**
   * Returns the new address that the token of a link confirms for this user. Null if the token is invalid or expired, or if the
   * user has a third address by now.
   */
  readToken(token: string, user: User): string | null;
  /** Tells the previous address that it no longer belongs to the account. */
  tellPrevious(user: Pick<User, 'email'>): Promise<void>;
}

export interface EmailChangeOptions {
  readonly store: Pick<AccountStore, 'findUser'>;
  readonly mailer: Pick<AccountMailer, 'send'>;
  readonly box: Pick<SecretBox, 'seal' | 'open'>;
  readonly now: () => number;
  readonly baseURL: string;
}

/** Content of a token. The token is encrypted, because addresses in a link could appear in the logs of a proxy. */
const claim = z.strictObject({
  userID: z.string(),
  from: z.string(),
  to: z.string(),
  expiresAt: z.number(),
});
const CONTEXT = 'email change v1';

export function createEmailChanges({ store, mailer, box, now, baseURL }: EmailChangeOptions): EmailChanges {
  return {
    minutes: EMAIL_CHANGE_MINUTES,
    async sendLink({ id, email }, to) {
      if ((await store.findUser({ email: to })) !== null) return;
      const expiresAt = now() + EMAIL_CHANGE_MINUTES * MINUTE_MS;
      const token = box.seal(JSON.stringify({ userID: id, from: email, to, expiresAt }), CONTEXT);
      await mailer.send(emailChangeMail(to, `${baseURL}/account/email/${token}`, EMAIL_CHANGE_MINUTES));
    },
    readToken(token, { id, email }) {
      const found = openToken(box, token);
      const isValid =
        found !== null &&
        found.userID === id &&
        [found.from, found.to].includes(email) &&
        now() < found.expiresAt;
      return isValid ? found.to : null;
    },
    async tellPrevious({ email }) {
      await mailer.send(emailChangedMail(email, `${baseURL}/account`));
    },
  };
}

function openToken(box: Pick<SecretBox, 'open'>, token: string): z.output<typeof claim> | null {
  try {
    return claim.parse(JSON.parse(box.open(token, CONTEXT)));
  } catch {
    // The text was not sealed by this service, or was changed.
    return null;
  }
}
