import { z } from 'zod';
import type { SendResult } from './outcome.ts';
import { responseText } from './outcome.ts';

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

export function smtpOutcome(result: unknown): SendResult {
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
