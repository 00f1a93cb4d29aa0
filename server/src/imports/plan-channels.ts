import { fitName, fitReason } from '../compat/source/draft-item.ts';
import type { ImportChannel, ImportItem, SourceContent } from '../compat/source/item.ts';

export interface ChannelOfTeam {
  readonly shortID: string;
  readonly name: string;
  readonly isDefault: boolean;
}

export interface PlannedChannel {
  /** ID within the source. */
  readonly key: string;
  readonly name: string;
  /** `exists`: the team already has a channel of this name, and the imported monitors use that channel. */
  readonly outcome: 'create' | 'exists' | 'left_out';
  /** The channel to create; null for other outcomes. */
  readonly create: ImportChannel['create'];
  readonly isDefault: boolean;
  readonly shortID: string | null;
  /** UUID of the channel at the source, which Overdue keeps accepting; null if there is none. */
  readonly uuid: string | null;
  readonly notes: readonly string[];
}

/** Plans the outcome of each channel of the source. Channels that no imported monitor uses are left out. */
export function planChannels(
  { channels, items }: SourceContent,
  existing: readonly ChannelOfTeam[],
): readonly PlannedChannel[] {
  const keys = channels.map(({ key }) => key);
  const used = new Set(items.flatMap((item) => (item.channels === 'all' ? keys : (item.channels ?? []))));
  const byName = new Map(existing.map((channel) => [channel.name.toLowerCase(), channel.shortID]));
  return channels.map(
    ({ key, name: sent, create, isDefault, uuid = null, reason, notes = [] }): PlannedChannel => {
      const name = fitName(sent, []);
      const common = { key, name, isDefault, uuid };
      const shortID = byName.get(name.toLowerCase()) ?? null;
      if (shortID !== null) return { ...common, outcome: 'exists', create: null, shortID, notes: [] };
      const leftOut = (note: string): PlannedChannel => ({
        ...common,
        outcome: 'left_out',
        create: null,
        shortID: null,
        notes: [note],
      });
      if (create === null) return leftOut(fitReason(reason));
      if (!used.has(key) && !isDefault) return leftOut('No imported monitor uses this channel.');
      return { ...common, outcome: 'create', create, shortID: null, notes };
    },
  );
}

/**
 * Limits an item to the channels that will exist, and notes each channel that won't. If an item uses all channels of the source,
 * and these are exactly the team's default channels, the item inherits the default channels. The monitor then also uses default
 * channels that are added later.
 */
export function limitToPlannedChannels(
  item: ImportItem,
  {
    planned,
    ofTeam,
  }: { readonly planned: readonly PlannedChannel[]; readonly ofTeam: readonly ChannelOfTeam[] },
): ImportItem {
  const { channels } = item;
  if (channels === null) return item;
  const wanted = channels === 'all' ? planned : planned.filter(({ key }) => channels.includes(key));
  const kept = wanted.filter(({ outcome }) => outcome !== 'left_out');
  const lost = wanted.filter(({ outcome }) => outcome === 'left_out').map(({ name }) => name);
  const inherits = channels === 'all' && (kept.length === 0 || areDefault(kept, ofTeam));
  if (inherits) return { ...item, channels: null };
  if (lost.length === 0) return { ...item, channels: kept.map(({ key }) => key) };
  const end = kept.length === 0 ? ' Its alerts go to the default channels.' : '';
  return {
    ...item,
    channels: kept.length === 0 ? null : kept.map(({ key }) => key),
    notes: [...item.notes, `No longer alerted: ${lost.join(', ')}.${end}`],
  };
}

function areDefault(kept: readonly PlannedChannel[], ofTeam: readonly ChannelOfTeam[]): boolean {
  const chosen = new Set(kept.map(({ shortID }) => shortID));
  const defaultIDs = new Set(ofTeam.filter(({ isDefault }) => isDefault).map(({ shortID }) => shortID));
  return chosen.symmetricDifference(defaultIDs).size === 0;
}
