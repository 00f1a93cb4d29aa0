import { sqliteFailure } from '../sqlite-connection.ts';

/** Whether an error is about one input, so that the others of its batch can go on. */
export function isAboutRow(error: unknown): boolean {
  const failure = sqliteFailure(error);
  return failure === null || failure === 'row';
}
