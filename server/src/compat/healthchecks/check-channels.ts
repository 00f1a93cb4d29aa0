import { AppError } from '@overdue/domain/error.ts';
import type { ChannelRecord } from '../../channels/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { LegacyIDStore } from '../../monitors/contract.ts';
import type { Project } from '../../projects/contract.ts';
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

/** UUIDs of channels in a project, either kept by an import or derived. */
interface ChannelUUIDs {
  of(shortID: string): string;
  /** Returns the short ID of the channel with a UUID; null if the text is not the UUID of a channel. */
  shortIDOf(uuid: string): string | null;
}

export async function readChannelUUIDs(
  { projectID }: { readonly projectID: number },
  { legacyIDs }: LegacyIDStore,
): Promise<ChannelUUIDs> {
  const channelUUIDs = await legacyIDs.listChannelUUIDs(projectID);
  const shortIDs = new Map(channelUUIDs.map(({ uuid, shortID }) => [uuid, shortID]));
  // An import merges integrations of the same name into one channel, which shows the UUID of the first integration.
  const uuids = new Map(channelUUIDs.toReversed().map(({ uuid, shortID }) => [shortID, uuid]));
  return {
    of: (shortID) => uuids.get(shortID) ?? channelUUID(shortID),
    shortIDOf: (uuid) => shortIDs.get(uuid.toLowerCase()) ?? channelShortID(uuid),
  };
}

/** Returns a channel as Healthchecks writes an integration. */
export function writeChannel(
  { shortID, name, type }: Pick<ChannelRecord, 'shortID' | 'name' | 'type'>,
  uuids: ChannelUUIDs,
) {
  return { id: uuids.of(shortID), name, kind: KINDS[type] ?? type };
}

/**
 * Prepares the `channels` text of checks: the UUIDs of the check's own channels, or else of its project's channels, or else of
 * the team's default channels.
 */
export function channelsWriter(
  project: Pick<Project, 'alerting'>,
  {
    channels,
    uuids,
  }: {
    readonly channels: readonly Pick<ChannelRecord, 'shortID' | 'isDefault'>[];
    readonly uuids: ChannelUUIDs;
  },
): {
  readonly inherited: string;
  /** Changes if the UUID of any channel changes. */
  readonly version: string;
  of(record: Pick<MonitorRecord, 'details'>): string;
} {
  const joinUUIDs = (shortIDs: readonly string[]) => shortIDs.map(uuids.of).toSorted().join(',');
  const defaultIDs = channels.filter(({ isDefault }) => isDefault).map(({ shortID }) => shortID);
  const inherited = joinUUIDs(project.alerting.channels ?? defaultIDs);
  return {
    inherited,
    version: `${inherited} ${joinUUIDs(channels.map(({ shortID }) => shortID))}`,
    of({ details }) {
      const own = details.alerting.channels;
      return own === null ? inherited : joinUUIDs(own);
    },
  };
}

/**
 * Reads `channels` of a request. `*` means all channels. Other texts contain UUIDs, short IDs or names, joined by commas. Returns
 * short IDs.
 */
export function readChannels(text: string, known: KnownChannels): readonly string[] {
  if (text === '') return [];
  if (text === '*') return known.channels.map(({ shortID }) => shortID);
  const shortIDs = text.split(',').map((identifier) => findChannel(identifier, known));
  return [...new Set(shortIDs)];
}

/** Channels of the team, and their UUIDs in the project. */
export interface KnownChannels {
  readonly channels: readonly Pick<ChannelRecord, 'shortID' | 'name'>[];
  readonly uuids: ChannelUUIDs;
}

function findChannel(identifier: string, { channels, uuids }: KnownChannels): string {
  if (identifier === '') throw new AppError('bad_request', 'empty channel identifier');
  const shortID = uuids.shortIDOf(identifier) ?? identifier;
  const [match, other] = channels.filter(
    (channel) => channel.shortID === shortID || channel.name === identifier,
  );
  if (match === undefined) throw new AppError('bad_request', `invalid channel identifier: ${identifier}`);
  if (other !== undefined) throw new AppError('bad_request', `non-unique channel identifier: ${identifier}`);
  return match.shortID;
}
