import { accountQuery } from '../data/account/account.ts';
import { whenLive } from '../data/live/live.ts';
import { queryClient } from '../data/query-client.ts';
import { readThisDevice } from '../devices/this-device.ts';

/** Keeps this browser among the devices of its account, if the account has turned on notifications here. */
export async function keepThisDevice(): Promise<void> {
  if (readThisDevice() === null) return;
  await whenLive();
  const account = queryClient.getQueryData(accountQuery.queryKey);
  const { keepDevice } = await import('../devices/subscription.ts');
  // The next page load tries again.
  if (account !== undefined) await keepDevice(account.email).catch(() => undefined);
}
