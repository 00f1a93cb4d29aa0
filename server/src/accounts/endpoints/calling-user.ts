import type { Caller } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { AccountStore, User } from '../contract.ts';

/** Returns the user who sends a request. Throws if the account was deleted. */
export async function findCallingUser(
  { userID }: Caller,
  { store }: { readonly store: Pick<AccountStore, 'findUser'> },
): Promise<User> {
  const user = await store.findUser({ id: userID });
  if (user === null)
    throw new AppError('unauthorized', 'Your account was deleted. Sign in with another account.');
  return user;
}
