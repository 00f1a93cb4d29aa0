import { z } from 'zod';
import type { Outcome } from './outcome.ts';
import { answerText } from './outcome.ts';

/** What nodemailer says of an attempt: an answer, or an error with the command that failed. */
const SMTP_RESULT = z.object({
  response: z.string().catch(''),
  responseCode: z.number().optional().catch(undefined),
  command: z.string().catch(''),
  code: z.string().catch(''),
});

/** Codes that, without a detailed one, mean that there is no such mailbox. */
const NO_MAILBOX = [550, 551, 553];
/** The commands that speak about this mail; before them, the server refuses the service as a whole. */
const ABOUT_THE_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** What an attempt came to, from what nodemailer resolved or rejected with. */
export function smtpOutcome(result: unknown): Outcome {
  const { response, responseCode, command, code } = SMTP_RESULT.parse(result);
  const status = responseCode ?? Number(/^\d{3}/.exec(response)?.[0] ?? Number.NaN);
  const said = {
    status: Number.isNaN(status) ? null : status,
    answer: answerText(response) || sentence(code, command),
  };
  if (status >= 200 && status < 300 && code === '') return { outcome: 'sent', ...said };
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', ...said };
  if (status >= 500 && ABOUT_THE_MAIL.includes(command)) {
    return {
      outcome: command === 'RCPT TO' && isMailboxGone(status, response) ? 'gone' : 'refused',
      ...said,
    };
  }
  return { outcome: 'failed', ...said, retryAfterMs: null };
}

/** A detailed code (RFC 3463) counts more: 550 5.7.1 is a policy, which says nothing about the mailbox. */
function isMailboxGone(status: number, response: string): boolean {
  const detailed = /^\d{3}[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(response);
  return detailed === null ? NO_MAILBOX.includes(status) : detailed[1] === '1';
}

/** For people of a team: it names neither the operator's server nor its user. */
function sentence(code: string, command: string): string {
  if (code === 'EAUTH') return 'The mail server did not accept the user and password of SMTP_URL.';
  if (code === 'ETLS') return 'The connection to the mail server could not be encrypted.';
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time.';
  if (code === 'EDNS') return 'The name of the mail server could not be looked up.';
  if (code === 'EENVELOPE') return 'The mail server takes no mail to this address.';
  if (code === 'ESOCKET' || code === 'ECONNECTION') return 'The connection to the mail server failed.';
  return `The mail could not be sent${command === '' ? '' : ` (${command})`}.`;
}
