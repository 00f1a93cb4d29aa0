import { OverdueError } from '@overdue/sdk';
import { messageOf } from '../ui/error-message.ts';

export interface Problems {
  of(path: string): string | undefined;
  /** Message for the whole form; undefined if a field shows the error. */
  readonly general: string | undefined;
}

/** @param paths fields that show their own errors */
export function problemsOf(error: unknown, paths: readonly string[]): Problems {
  if (error === null || error === undefined) return { of: () => undefined, general: undefined };
  const fields = error instanceof OverdueError ? error.fields : [];
  const messages = new Map(
    fields.filter(({ path }) => paths.includes(path)).map(({ path, message }) => [path, message]),
  );
  return { of: (path) => messages.get(path), general: messages.size > 0 ? undefined : messageOf(error) };
}
