import type { Outcome } from './outcome.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Local parts; the service adds the domain. */
  readonly messageID: string;
  /** The mail that this one answers, so that both form a thread. */
  readonly inReplyTo: string | null;
  /** One click on it ends these mails (RFC 8058); null where nobody may. */
  readonly unsubscribeURL: string | null;
}

/** Hands a mail to the operator's SMTP server. */
export type SendMail = (mail: Mail) => Promise<Outcome>;
