import type { SendResult } from './outcome.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Local part of the message ID; the mailer adds the domain. */
  readonly messageID: string;
  /** Message ID of the thread's first mail; null if this mail starts a thread. */
  readonly inReplyTo: string | null;
  /** URL that unsubscribes from these mails with one click (RFC 8058); null if unsubscribing is not possible. */
  readonly unsubscribeURL: string | null;
}

/** Hands a mail to the operator's SMTP server. */
export type SendMail = (mail: Mail) => Promise<SendResult>;
