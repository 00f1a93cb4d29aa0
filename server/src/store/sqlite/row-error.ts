import { sqliteFailure } from '../sqlite-connection.ts';

/** Whether an error concerns one input only, so that the rest of the batch can be saved. */
export function isAboutRow(error: unknown): boolean {
  const failure = sqliteFailure(error);
  return failure === null || failure === 'row';
}
