import { sqliteFailure } from '../../database/sqlite-connection.ts';

/** Whether an error concerns only one input, so that the rest of the batch can be saved. */
export function isRowError(error: unknown): boolean {
  const failure = sqliteFailure(error);
  return failure === null || failure === 'row';
}
