import { createTransport } from 'nodemailer';
import type { Mail, SendMail } from './mail.ts';
import type { SendResult } from './outcome.ts';
import { smtpOutcome } from './smtp-outcome.ts';
import { oneLine, truncate } from './text.ts';

const CONNECTIONS_MAX = 5;
const MAILS_PER_CONNECTION = 100;
const TIMEOUT_MS = 20_000;
/** Maximum length of the subject. A header line may have 998 characters. */
const SUBJECT_LENGTH_MAX = 250;

/** Exactly one address: no list, name or comment. */
const ADDRESS = /^[^\s<>()[\]\\,;:@"\p{Cc}]{1,64}@[^\s<>()\\,;@"\p{Cc}]{1,253}$/u;

export interface MailerOptions {
  readonly url: string;
  readonly from: string;
  readonly domain: string;
  /** Timeout for the DNS look-up, the connection, the server's greeting, and each wait for data from the server; default 20 s. */
  readonly timeoutMs?: number;
}

/** Sends mails over a few pooled connections, until `close`. */
export type Mailer = SendMail & { readonly close: () => void };

export function createMailer({ url, from, domain, timeoutMs = TIMEOUT_MS }: MailerOptions): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    maxMessages: MAILS_PER_CONNECTION,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  async function send(mail: Mail): Promise<SendResult> {
    if (!ADDRESS.test(mail.to))
      return { outcome: 'refused', status: null, answer: 'The recipient is not a valid email address.' };
    try {
      const { response } = await transport.sendMail(messageOf(mail, from, domain));
      return smtpOutcome({ response });
    } catch (error) {
      return smtpOutcome(error);
    }
  }

  return Object.assign(send, { close: () => transport.close() });
}

function messageOf(mail: Mail, from: string, domain: string) {
  const repliedMessageID = mail.inReplyTo === null ? null : messageID(mail.inReplyTo, domain);
  return {
    from,
    to: { name: '', address: mail.to },
    subject: truncate(oneLine(mail.subject), SUBJECT_LENGTH_MAX),
    text: mail.text,
    html: mail.html,
    messageId: messageID(mail.messageID, domain),
    ...(repliedMessageID === null ? {} : { inReplyTo: repliedMessageID, references: [repliedMessageID] }),
    headers: {
      // Suppresses out-of-office replies (RFC 3834, Exchange).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...unsubscribeHeaders(mail.unsubscribeURL),
    },
  };
}

function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (url === null) return {};
  return {
    'List-Unsubscribe': `<${new URL(url).href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function messageID(local: string, domain: string): string {
  return `<${local.replace(/[^\w.+-]/g, '-')}@${domain}>`;
}
