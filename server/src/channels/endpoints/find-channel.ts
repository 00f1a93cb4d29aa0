import type { ValidatedTeamRequest } from '../../api/checked-request.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { requireFound } from '../../api/resources.ts';
import type { ChannelRecord } from '../contract.ts';

export const CHANNEL = { name: 'channel', labels: { one: 'channel', many: 'channels' } } as const;

/** Throws `not_found` for channels of other teams, too. */
export async function findChannel(
  {
    access,
    params,
  }: Pick<ValidatedTeamRequest<{ readonly channelShortID: string }, unknown, unknown>, 'access' | 'params'>,
  { store }: V1Parts,
): Promise<ChannelRecord> {
  return requireFound(await store.channels.find(access.teamID, params.channelShortID), CHANNEL.labels.one);
}
