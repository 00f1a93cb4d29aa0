import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Mail, SendMail } from './mail.ts';
import type { SendResult } from './outcome.ts';
import { responseText } from './outcome.ts';
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

/** Nodemailer's result: a response, or an error with the failed command. */
const SMTP_RESULT = z.object({
  response: z.string().catch(''),
  responseCode: z.number().optional().catch(undefined),
  command: z.string().catch(''),
  code: z.string().catch(''),
});

/** Codes for an unknown mailbox. A detailed code in the response takes precedence. */
const NO_MAILBOX = [550, 551, 553];
/** Commands that concern one mail. Failures of earlier commands concern the whole connection. */
const COMMANDS_OF_ONE_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA'];

function smtpOutcome(result: unknown): SendResult {
  const { response, responseCode, command, code } = SMTP_RESULT.parse(result);
  const status = responseCode ?? Number(/^\d{3}/.exec(response)?.[0] ?? Number.NaN);
  const details = {
    status: Number.isNaN(status) ? null : status,
    answer: responseText(response) || sentence(code, command),
  };
  if (status >= 200 && status < 300 && code === '') return { outcome: 'sent', ...details };
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', ...details };
  if (status >= 500 && COMMANDS_OF_ONE_MAIL.includes(command)) {
    return {
      outcome: command === 'RCPT TO' && isMailboxGone(status, response) ? 'gone' : 'refused',
      ...details,
    };
  }
  return { outcome: 'failed', ...details, retryAfterMs: null };
}

/**
 * Whether the mailbox doesn't exist. A detailed code (RFC 3463) takes precedence: 550 5.7.1 reports a policy and says nothing
 * about the mailbox.
 */
function isMailboxGone(status: number, response: string): boolean {
  const detailed = /^\d{3}[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(response);
  return detailed === null ? NO_MAILBOX.includes(status) : detailed[1] === '1';
}

/** Explains a failure to a team without revealing the operator's server or user. */
function sentence(code: string, command: string): string {
  if (code === 'EAUTH') return 'The mail server rejected the user and password in SMTP_URL.';
  if (code === 'ETLS') return 'The connection to the mail server could not be encrypted.';
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time.';
  if (code === 'EDNS') return 'The name of the mail server could not be resolved.';
  if (code === 'EENVELOPE') return 'The mail server accepts no mail to this address.';
  if (code === 'ESOCKET' || code === 'ECONNECTION') return 'The connection to the mail server failed.';
  return `The mail could not be sent${command === '' ? '' : ` (${command})`}.`;
}
