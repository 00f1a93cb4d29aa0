import { AppError } from '../../domain/error.ts';
import type { ChannelRecord } from '../../store/channels/contract.ts';
import type { Project } from '../../store/projects/contract.ts';
import type { MonitorRecord } from '../../store/records.ts';
import { channelShortID, channelUUID } from './check-uuid.ts';

/** Healthchecks' names for channel types, where they differ from ours. */
const KINDS: Readonly<Record<string, string>> = {
  msteams: 'msteamsw',
  pagerduty: 'pd',
  pushover: 'po',
  splunkoncall: 'victorops',
  twiliosms: 'sms',
  twiliowhatsapp: 'whatsapp',
};

/** Returns a channel as Healthchecks writes an integration. */
export function writeChannel({ shortID, name, type }: Pick<ChannelRecord, 'shortID' | 'name' | 'type'>) {
  return { id: channelUUID(shortID), name, kind: KINDS[type] ?? type };
}

/** Creates a writer of a check's channels: the check's own, else its project's, else the team's default channels. */
export function channelsWriter(
  project: Pick<Project, 'alerting'>,
  channels: readonly Pick<ChannelRecord, 'shortID' | 'isDefault'>[],
): { readonly inherited: string; of(record: Pick<MonitorRecord, 'details'>): string } {
  const usual = channels.filter(({ isDefault }) => isDefault).map(({ shortID }) => shortID);
  const inherited = joined(project.alerting.channels ?? usual);
  return {
    inherited,
    of({ details }) {
      const own = details.alerting.channels;
      return own === null ? inherited : joined(own);
    },
  };
}

function joined(shortIDs: readonly string[]): string {
  return shortIDs.map(channelUUID).toSorted().join(',');
}

/** Reads `channels` of a request: `*` for all channels, else UUIDs, short IDs or names, joined by commas. Returns short IDs. */
export function readChannels(
  text: string,
  channels: readonly Pick<ChannelRecord, 'shortID' | 'name'>[],
): readonly string[] {
  if (text === '') return [];
  if (text === '*') return channels.map(({ shortID }) => shortID);
  const found = text.split(',').map((identifier) => findChannel(identifier, channels));
  return [...new Set(found)];
}

function findChannel(
  identifier: string,
  channels: readonly Pick<ChannelRecord, 'shortID' | 'name'>[],
): string {
  if (identifier === '') throw new AppError('bad_request', 'empty channel identifier');
  const shortID = channelShortID(identifier) ?? identifier;
  const [match, other] = channels.filter(
    (channel) => channel.shortID === shortID || channel.name === identifier,
  );
  if (match === undefined) throw new AppError('bad_request', `invalid channel identifier: ${identifier}`);
  if (other !== undefined) throw new AppError('bad_request', `non-unique channel identifier: ${identifier}`);
  return match.shortID;
}
