import { tokenEnd } from '@overdue/domain/access/team-security.ts';
import { invalidInputError } from './problems.ts';

/** Returns when a new token or key expires: at the wanted time, or else at the latest time that the team allows. */
export function expiryOf(
  wanted: number | null,
  createdAt: number,
  tokenDaysMax: number | null,
): number | null {
  if (wanted !== null && wanted <= createdAt)
    throw invalidInputError([{ path: 'expiresAt', message: 'This must be in the future.' }]);
  const end = tokenEnd({ createdAt, expiresAt: wanted }, tokenDaysMax);
  if (wanted === null || wanted === end) return end;
  const message = `Tokens and keys of this team expire after at most ${tokenDaysMax} days. Choose an earlier time.`;
  throw invalidInputError([{ path: 'expiresAt', message }]);
}
