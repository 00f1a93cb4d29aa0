import { accountQuery } from '../data/account/account.ts';
import { queryClient } from '../data/query-client.ts';
import { keepDevice } from './subscription.ts';

/** Keeps this browser in the account's list of devices if the account has turned on notifications in this browser. */
export async function keepThisDevice(): Promise<void> {
  const account = queryClient.getQueryData(accountQuery.queryKey);
  // The next page load tries again.
  if (account !== undefined) await keepDevice(account.email).catch(() => undefined);
}
