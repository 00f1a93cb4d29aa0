import { OverdueError } from '@overdue/sdk';
import { fieldMessage } from '../fields/field-names.ts';
import { messageOf, sentenceOf } from '../ui/error-message.ts';

export interface Problems {
  /** Message for a field. The field of a list also shows the errors of its entries. */
  of(path: string): string | undefined;
  /** Message for the whole form: an error that no field shows. */
  readonly general: string | undefined;
}

/**
 * Assigns an error to the fields of a form.
 * @param paths fields that show their own errors; `*` stands for the index of a list, as in `steps.*.after`
 */
export function problemsOf(error: unknown, paths: readonly string[]): Problems {
  if (error === null || error === undefined) return { of: () => undefined, general: undefined };
  const fields = error instanceof OverdueError ? error.fields : [];
  const isShown = ({ path }: { readonly path: string }) => paths.some((shown) => covers(shown, path));
  const rest = fields.filter((field) => !isShown(field));
  return {
    of(path) {
      const found = fields.find((field) => isShown(field) && covers(path, field.path));
      return found === undefined ? undefined : fieldMessage(found.path, found.message);
    },
    general: fields.length === 0 ? messageOf(error) : rest.length === 0 ? undefined : sentenceOf(rest),
  };
}

/** Whether a path is the field `shown` or lies within this field. */
function covers(shown: string, path: string): boolean {
  const parts = path.split('.');
  return shown
    .split('.')
    .every((part, index) => part === parts[index] || (part === '*' && /^\d+$/.test(parts[index] ?? '')));
}
