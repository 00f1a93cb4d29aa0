import { OverdueError } from '@overdue/sdk';
import { words } from './words.ts';

/** Returns a sentence for people. Browsers don't report why a request got no response. */
export function messageOf(error: unknown): string {
  if (hasNoResponse(error)) return words.problem.unreachable;
  return error instanceof Error ? error.message : String(error);
}

export function hasNoResponse(error: unknown): boolean {
  return error instanceof OverdueError && (error.code === 'network' || error.code === 'timed_out');
}
