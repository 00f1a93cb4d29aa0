import { AppError } from '../../../domain/error.ts';
import type { ChannelRecord } from '../../../store/alerts/contract.ts';
import type { Checked, V1Parts } from '../api/endpoint.ts';

export const CHANNELS_MAX = 100;

/** Throws `not_found` for channels of other teams, too. */
export async function findChannel(
  {
    access,
    params,
  }: Pick<Checked<{ readonly channelShortID: string }, unknown, unknown>, 'access' | 'params'>,
  { store }: V1Parts,
): Promise<ChannelRecord> {
  const found = await store.findChannel(access.teamID, params.channelShortID);
  if (found === null) throw noSuchChannel();
  return found;
}

export function noSuchChannel(): AppError {
  return new AppError('not_found', 'There is no such channel.');
}
