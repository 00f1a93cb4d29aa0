import { OverdueError } from '@overdue/sdk';
import { messageOf } from './client.ts';

/** What went wrong with a form: beside its fields what belongs to one, the rest above its button. */
export interface Problems {
  /** What is wrong with a field. */
  of(path: string): string | undefined;
  /** What belongs to none of the fields that the form has. */
  readonly general: string | undefined;
}

/** @param paths the fields that the form shows a problem beside */
export function problemsOf(error: unknown, paths: readonly string[]): Problems {
  if (error === null || error === undefined) return { of: () => undefined, general: undefined };
  const fields = error instanceof OverdueError ? error.fields : [];
  const beside = new Map(
    fields.filter(({ path }) => paths.includes(path)).map(({ path, message }) => [path, message]),
  );
  return { of: (path) => beside.get(path), general: beside.size > 0 ? undefined : messageOf(error) };
}
