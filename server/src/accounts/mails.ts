import { withoutHiddenCharacters } from '@overdue/domain/hidden-characters.ts';
import { mailHTML } from '../channels/format/mail-html.ts';
import type { Message } from '../channels/message.ts';
import type { Mail, SendMail } from '../platform/outbound/mail.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Invitation } from '../teams/contract.ts';

export interface AccountMail {
  readonly to: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly text: string; readonly url: string };
}

/** Writes a mail in our common layout. Removes invisible characters, because some names were stored unchecked. */
export function writeMail(mail: AccountMail, from: string, messageID: string): Mail {
  const { to, link } = mail;
  const title = withoutHiddenCharacters(mail.title);
  const paragraphs = mail.paragraphs.map((text) => withoutHiddenCharacters(text));
  const sender = withoutHiddenCharacters(from);
  const message: Message = {
    tone: 'neutral',
    color: '#2563eb',
    symbol: '🔵',
    title,
    paragraphs,
    details: [],
    list: [],
    more: '',
    log: null,
    url: link.url,
    linkText: link.text,
    links: [],
  };
  return {
    to,
    subject: title,
    // The trailing space is part of the signature delimiter.
    text: `${[title, ...paragraphs, link.url, `-- \nSent by Overdue for ${sender}.`].join('\n\n')}\n`,
    html: mailHTML(message, sender, null),
    messageID,
    inReplyTo: null,
    unsubscribeURL: null,
  };
}

const IGNORE = 'If you didn’t request this, ignore this email. Nothing will change.';

export function signInMail(to: string, url: string, minutes: number): AccountMail {
  return {
    to,
    title: 'Sign in to Overdue',
    paragraphs: [`This link signs you in once. It works for ${minutes} minutes.`, IGNORE],
    link: { text: 'Sign in', url },
  };
}

export function resetMail(to: string, url: string, minutes: number): AccountMail {
  return {
    to,
    title: 'Choose a new password for Overdue',
    paragraphs: [
      `This link lets you choose a new password once. It works for ${minutes} minutes. Choosing a new password ends all your sessions.`,
      IGNORE,
    ],
    link: { text: 'Choose a password', url },
  };
}

export function emailChangeMail(to: string, url: string, minutes: number): AccountMail {
  return {
    to,
    title: 'Confirm your new email address for Overdue',
    paragraphs: [
      `Sign in, then open the link. From then on your account uses this address. The link works for ${minutes} minutes.`,
      IGNORE,
    ],
    link: { text: 'Confirm the address', url },
  };
}

/** Tells the previous address about the change. A reset of the password is no longer possible from there. */
export function emailChangedMail(to: string, url: string): AccountMail {
  return {
    to,
    title: 'Your Overdue account now has another email address',
    paragraphs: [
      'You sign in with the new address now. This address gets no more mail about the account.',
      'If this wasn’t you, contact the operator of this service now.',
    ],
    link: { text: 'Review your account', url },
  };
}

export function securityMail(to: string, change: string, url: string): AccountMail {
  return {
    to,
    title: change,
    paragraphs: [
      'If this was you, no action is needed.',
      'If it wasn’t, choose a new password now, which ends all sessions. Then delete any passkeys and API tokens that aren’t yours, and contact the operator of this service.',
    ],
    link: { text: 'Review your account', url },
  };
}

/** Mails an invitation. Returns false if sending fails; the inviter can still share the link. */
type MailInvitation = (invitation: Invitation, url: string) => Promise<boolean>;

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
