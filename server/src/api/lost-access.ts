import type { Caller } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { Context } from 'hono';
import { isMissingParent } from '../database/missing-parent.ts';
import type { Authenticate } from './authentication.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Returns the error to respond with. If a row could not be saved because the caller's token, session or membership ended during
 * the request, the response is the refusal that a later request gets. Any other missing row is a defect.
 */
export async function explainLostAccess(
  error: unknown,
  {
    context,
    caller,
    endpoint,
    authenticate,
  }: {
    readonly context: Context;
    readonly caller: Caller | null;
    readonly endpoint: Pick<Endpoint, 'permission'>;
    readonly authenticate: Authenticate;
  },
): Promise<unknown> {
  if (caller === null || !isMissingParent(error)) return error;
  try {
    const { caller: current } = await authenticate(context, endpoint.permission);
    if (current?.access?.memberID === caller.access?.memberID) return error;
    return new AppError(
      'forbidden',
      'Your membership in the team ended during the request. Nothing was changed.',
    );
  } catch (refusal) {
    return refusal;
  }
}
