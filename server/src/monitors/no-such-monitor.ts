import { AppError } from '@overdue/domain/error.ts';

export function monitorNotFoundError(): AppError {
  return new AppError('not_found', 'There is no such monitor.');
}
