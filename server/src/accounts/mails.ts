import { withoutHiddenCharacters } from '../domain/hidden-characters.ts';
import { mailHTML } from '../notify/format/mail-html.ts';
import type { Message } from '../notify/message.ts';
import type { Mail } from '../outbound/mail.ts';

/** What a mail of accounts says: some sentences, and one link. */
export interface AccountMail {
  readonly to: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly text: string; readonly url: string };
}

/**
 * Writes a mail in the look of all others. `from` stands in its last line: the team, or the host of the service. Names that were
 * stored before they were checked lose their invisible characters here.
 */
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
  };
  return {
    to,
    subject: title,
    // The space at the end is part of what begins a signature.
    text: `${[title, ...paragraphs, link.url, `-- \nSent by Overdue for ${sender}.`].join('\n\n')}\n`,
    html: mailHTML(message, sender, null),
    messageID,
    inReplyTo: null,
    unsubscribeURL: null,
  };
}

const IGNORE = 'If you did not ask for this, ignore this mail: nothing changes.';

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
      `This link lets you choose a new password once. It works for ${minutes} minutes, and ends all your sessions.`,
      IGNORE,
    ],
    link: { text: 'Choose a password', url },
  };
}

/** Tells of a change to what an account is protected by, so that nobody makes one in secret. */
export function noticeMail(to: string, what: string, url: string): AccountMail {
  return {
    to,
    title: what,
    paragraphs: [
      'If this was you, all is well.',
      'If it was not, choose a new password now: that ends all sessions. Then delete the passkeys and API tokens that are not yours, and tell the operator of this service.',
    ],
    link: { text: 'Look at your account', url },
  };
}
