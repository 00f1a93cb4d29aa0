import { AppError } from '@overdue/domain/error.ts';

/** An SMTP reply that refuses an email. Senders retry after a code from 400 to 499. */
export class SMTPRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

export const STOPPING = new SMTPRefusal(421, 'The service is stopping. Try again.');
export const UNKNOWN_RECIPIENT = new SMTPRefusal(550, 'There is no such address.');
export const AMBIGUOUS = new SMTPRefusal(550, 'Several monitors share this address.');
export const RATE_LIMITED = new SMTPRefusal(450, 'Too many emails. Try again later.');
export const TOO_MANY_CONNECTIONS = new SMTPRefusal(
  421,
  'Too many connections from this network. Try again.',
);
export const INCOMPLETE = new SMTPRefusal(451, 'The connection closed before the email was complete.');
export const TOO_LARGE = new SMTPRefusal(552, 'The email is too large.');

const UNAVAILABLE = new SMTPRefusal(451, 'The email could not be stored. Try again.');

/** Returns the reply for an error. Unexpected errors get a temporary code, so that the sender retries and no ping is lost. */
export function refusalOf(error: unknown): SMTPRefusal {
  return error instanceof SMTPRefusal ? error : UNAVAILABLE;
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}
