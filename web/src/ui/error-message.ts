import { type FieldProblem, OverdueError } from '@overdue/sdk';
import { fieldMessage, fieldName } from '../fields/field-names.ts';
import { words } from './words.ts';

/**
 * Returns an error message for people. A missing response has one general message, because browsers don't report the cause.
 * Invalid fields are named by their labels instead of the paths of the API.
 */
export function messageOf(error: unknown): string {
  if (hasNoResponse(error)) return words.problem.unreachable;
  if (error instanceof OverdueError && error.fields.length > 0) return sentenceOf(error.fields);
  return error instanceof Error ? error.message : String(error);
}

/** Maximum fields that a message names. */
const FIELDS_MAX = 3;

/** Names fields and what is wrong with them: `After (1): This must be at least 1 min.` */
export function sentenceOf(fields: readonly FieldProblem[]): string {
  const sentences = fields.map(({ path, message }) => {
    const told = fieldMessage(path, message);
    return path === '' ? told : `${fieldName(path)}: ${told}`;
  });
  const named = [...new Set(sentences)];
  const more = named.length - FIELDS_MAX;
  return [...named.slice(0, FIELDS_MAX), ...(more > 0 ? [words.problem.more(more)] : [])].join(' ');
}

export function hasNoResponse(error: unknown): boolean {
  return error instanceof OverdueError && (error.code === 'network' || error.code === 'timed_out');
}
