import type { AccountStore } from './contract.ts';
import { requireGoodPassword } from './password-rules.ts';
import { findResetUser } from './sign-in/challenge.ts';

export async function requireGoodChoice(
  { newPassword, token }: Readonly<Record<string, unknown>>,
  {
    store,
    userID,
    now,
  }: {
    readonly store: Pick<AccountStore, 'findUser' | 'findVerification'>;
    readonly userID: string | null;
    readonly now: number;
  },
): Promise<void> {
  if (typeof newPassword !== 'string') return;
  const chooserID = typeof token === 'string' ? await findResetUser(store, token, now) : userID;
  const user = chooserID === null ? null : await store.findUser({ id: chooserID });
  // Without a user, the check isn't needed, because better-auth refuses the step.
  if (user !== null) await requireGoodPassword(newPassword, user, 'newPassword');
}
