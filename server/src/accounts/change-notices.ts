import type { AccountMailer } from './account-mailer.ts';
import type { AccountMail } from './mails.ts';

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
