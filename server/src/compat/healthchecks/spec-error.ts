import { AppError } from '@overdue/domain/error.ts';

/** Returns Healthchecks' error for a field. Its wording comes first, because some clients parse the message. Our reason may follow. */
export function specError(field: string, problem: string, reason = ''): AppError {
  const explanation = reason === '' ? '' : `. ${reason}`;
  return new AppError('bad_request', `json validation error: ${field} ${problem}${explanation}`);
}
