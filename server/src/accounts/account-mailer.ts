import type { SendMail } from '../platform/outbound/mail.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Random } from '../platform/runtime/random.ts';
import type { BetterAuthDependencies } from './better-auth.ts';
import type { AccountStore } from './contract.ts';
import { type AccountMail, resetMail, securityMail, signInMail, writeMail } from './mails.ts';
import { allowNextLink } from './sign-in/link-mails.ts';
import { LINK_MINUTES, RESET_MINUTES } from './sign-in/sign-in-settings.ts';

/** Sends the mails about accounts. Without SMTP, sends nothing. */
export interface AccountMailer {
  /** Sends a mail. Returns false after a failure, which is only logged. `sender`: name at the end of the mail; by default the service's host. */
  send(mail: AccountMail, sender?: string): Promise<boolean>;
  /** Tells a user about a change of the account's security. */
  sendSecurityMail(user: { readonly email: string }, change: string): Promise<void>;
  /** Null without SMTP. */
  readonly signInMails: BetterAuthDependencies['mails'];
}

export interface AccountMailerOptions {
  readonly store: Pick<AccountStore, 'findUser' | 'forgiveAttempts'>;
  readonly mail: SendMail | null;
  readonly random: Random;
  readonly log: Pick<Log, 'warn'>;
  readonly baseURL: string;
}

export function createAccountMailer(options: AccountMailerOptions): AccountMailer {
  const { store, mail, random, log, baseURL } = options;

  async function send(message: AccountMail, sender = new URL(baseURL).host): Promise<boolean> {
    if (mail === null) return false;
    const { outcome, ...why } = await mail(writeMail(message, sender, `account.${random.uuid()}`));
    if (outcome !== 'sent') log.warn({ answer: why.answer }, 'A mail about an account could not be sent.');
    return outcome === 'sent';
  }

  return {
    send,
    async sendSecurityMail({ email }, change) {
      await send(securityMail(email, change, `${baseURL}/account`));
    },
    signInMails: mail === null ? null : signInMails(store, { send, baseURL }),
  };
}

function signInMails(
  store: AccountMailerOptions['store'],
  { send, baseURL }: { readonly send: (message: AccountMail) => Promise<boolean>; readonly baseURL: string },
): BetterAuthDependencies['mails'] {
  return {
    async signIn(email, token) {
      // Unknown addresses get no mail, so that no one learns which addresses have an account.
      const user = await store.findUser({ email });
      if (user === null) return;
      const isSent = await send(signInMail(email, `${baseURL}/sign-in/link/${token}`, LINK_MINUTES));
      if (!isSent) await allowNextLink(store, 'link', user);
    },
    async reset(user, token) {
      const url = `${baseURL}/reset-password/${token}`;
      if (!(await send(resetMail(user.email, url, RESET_MINUTES)))) await allowNextLink(store, 'reset', user);
    },
  };
}

export const PASSWORD_CHANGED = 'Your password for Overdue was changed';

/** Mail subjects by audit action, and for a sign-in with a backup code. The account's owner is notified of these changes. */
export const SECURITY_CHANGES: Readonly<Record<string, string>> = {
  'account.change_password': PASSWORD_CHANGED,
  'account.enable_two_factor': 'Two-factor sign-in to Overdue was turned on',
  'account.disable_two_factor': 'Two-factor sign-in to Overdue was turned off',
  'account.make_backup_codes': 'New backup codes for Overdue were created',
  'account.use_backup_code': 'A backup code was used to sign in to Overdue',
  'account.add_passkey': 'A passkey was added to your Overdue account',
};

interface Addressee {
  readonly email: string;
}

interface TeamChange {
  /** Name of the team. */
  readonly team: string;
  /** Name of the person who made the change. */
  readonly by: string;
}

/** Tells people by mail about changes that others made to their team, or that end their account. A failure is only logged. */
export interface ChangeNotices {
  accountDeleted(user: Addressee): Promise<void>;
  teamDeleted(members: readonly Addressee[], change: TeamChange): Promise<void>;
  ownershipReceived(member: Addressee, change: TeamChange): Promise<void>;
  /** `members`: those who lack a second factor, and so can't use the team anymore. */
  twoFactorRequired(members: readonly Addressee[], change: TeamChange): Promise<void>;
}

export function createChangeNotices(mailer: Pick<AccountMailer, 'send'>, baseURL: string): ChangeNotices {
  const overview = { text: 'Open Overdue', url: baseURL };

  async function sendEach(addressees: readonly Addressee[], mail: Omit<AccountMail, 'to'>): Promise<void> {
    for (const { email } of addressees) await mailer.send({ to: email, ...mail });
  }

  return {
    accountDeleted: (user) =>
      sendEach([user], {
        title: 'Your Overdue account was deleted',
        paragraphs: [
          'You can no longer sign in with this address. Your teams keep their monitors and settings.',
          'If this wasn’t you, contact the operator of this service now.',
        ],
        link: overview,
      }),
    teamDeleted: (members, { team, by }) =>
      sendEach(members, {
        title: `The team ${team} was deleted`,
        paragraphs: [
          `${by} deleted the team ${team} with its channels and incidents. Your account is unchanged.`,
        ],
        link: overview,
      }),
    ownershipReceived: (member, { team, by }) =>
      sendEach([member], {
        title: `You now own the team ${team}`,
        paragraphs: [`${by} transferred the team ${team} to you. ${by} is now an admin.`],
        link: { text: 'Open the team', url: `${baseURL}/team` },
      }),
    twoFactorRequired: (members, { team, by }) =>
      sendEach(members, {
        title: `${team} now requires two-factor authentication`,
        paragraphs: [
          `${by} changed the rules of the team ${team}. You and your API tokens can’t use the team until your account has a second factor. Alerts continue.`,
          'Turn on two-factor authentication, or add a passkey and sign in with the passkey.',
        ],
        link: { text: 'Set up a second factor', url: `${baseURL}/account#two-factor` },
      }),
  };
}
