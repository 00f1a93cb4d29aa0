import { OverdueError } from '@overdue/sdk';
import { words } from './words.ts';

/** Returns an error message for people. A missing response has one general message, because browsers don't report the cause. */
export function messageOf(error: unknown): string {
  if (hasNoResponse(error)) return words.problem.unreachable;
  return error instanceof Error ? error.message : String(error);
}

export function hasNoResponse(error: unknown): boolean {
  return error instanceof OverdueError && (error.code === 'network' || error.code === 'timed_out');
}
