import { accountQuery } from '../data/account/account.ts';
import { queryClient } from '../data/query-client.ts';
import { renewSubscription } from './subscription.ts';

/** Keeps this browser in the account's list of devices if the account has turned on notifications in this browser. */
export async function renewOwnSubscription(): Promise<void> {
  const account = queryClient.getQueryData(accountQuery.queryKey);
  // Errors are ignored, because the next page load tries again.
  if (account !== undefined) await renewSubscription(account.email).catch(() => undefined);
}
