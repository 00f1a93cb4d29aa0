import { AppError } from '../../../domain/error.ts';

export function noSuchMonitor(): AppError {
  return new AppError('not_found', 'There is no such monitor.');
}
