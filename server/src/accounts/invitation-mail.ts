import type { SendMail } from '../platform/outbound/mail.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Invitation } from '../teams/contract.ts';
import { type AccountMail, writeMail } from './mails.ts';

/** Mails an invitation. Returns false if sending fails; the inviter can still share the link. */
export type MailInvitation = (invitation: Invitation, url: string) => Promise<boolean>;

/** Creates the function that mails invitations. Returns null if mail isn't configured. */
export function createInvitationMail(mail: SendMail | null, log: Pick<Log, 'warn'>): MailInvitation | null {
  if (mail === null) return null;
  return async (invitation, url) => {
    const { id, team } = invitation;
    const sent = await mail(writeMail(invitationMail(invitation, url), team, `invitation-${id}`));
    if (sent.outcome === 'sent') return true;
    log.warn({ answer: sent.answer }, 'An invitation could not be mailed.');
    return false;
  };
}

function invitationMail({ team, role, email, expiresAt, invitedBy }: Invitation, url: string): AccountMail {
  const until = `${new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const article = role === 'admin' ? 'an' : 'a';
  return {
    to: email ?? '',
    title: `Join ${team} on Overdue`,
    paragraphs: [
      `${invitedBy.name} (${invitedBy.email}) invites you to join the team ${team} as ${article} ${role}.`,
      `This link works once, until ${until}. If you weren’t expecting this invitation, ignore this email.`,
    ],
    link: { text: 'Join the team', url },
  };
}
