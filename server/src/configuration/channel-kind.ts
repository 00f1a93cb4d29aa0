import { DEFAULT_SUBSCRIPTIONS } from '@overdue/domain/alerting/subscriptions.ts';
import { isSameJSON } from '@overdue/domain/configuration/differences.ts';
import type { z } from 'zod';
import { invalidInputError } from '../api/problems.ts';
import type { ChannelRecord, ChannelResource, NewChannel } from '../channels/contract.ts';
import { requireOwnDevices } from '../channels/endpoints/device-channel.ts';
import { CHANNELS_MAX, channelBody, GROUP } from '../channels/endpoints/schema.ts';
import type { ChannelSettings, SettingsResult } from '../channels/settings/settings-schema.ts';
import { configurationKind, itemIDField, reference, type SaveContext } from './configured-kind.ts';
import { requireSaved, saveResource } from './save-resource.ts';
import type { ConfigurationParts } from './team-state.ts';

const schema = channelBody.extend({
  id: itemIDField,
  settings: channelBody.shape.settings.meta({
    description:
      'Settings of the channel type, as its documentation page describes. A secret that is left out keeps its stored value.',
  }),
  channels: channelBody.shape.channels.meta({ description: reference('For a group: its channels') }),
});

type Input = z.output<typeof schema>;
type Catalog = ConfigurationParts['catalog'];

/**
 * Returns the settings after the change. Settings that the file leaves out get their defaults, but stored secrets stay unchanged.
 */
function parsedSettings(
  { type, settings }: Input,
  existing: ChannelRecord | null,
  catalog: Catalog,
): SettingsResult {
  if (existing === null) return catalog.parse(type, settings);
  const removed = Object.entries(catalog.show(existing))
    .filter(([name, value]) => !(name in settings) && !isMasked(value))
    .map(([name]): [string, unknown] => [name, null]);
  return catalog.merge(existing, { ...Object.fromEntries(removed), ...settings });
}

function isMasked(value: unknown): boolean {
  return JSON.stringify(value).includes('••••');
}

function requireSettings(input: Input, existing: ChannelRecord | null, catalog: Catalog): ChannelSettings {
  const result = parsedSettings(input, existing, catalog);
  if (!result.ok) throw invalidInputError(result.problems);
  return result.settings;
}

/** Returns settings with masked secrets. Marks a secret that changes although its mask stays the same. */
function shownSettings(input: Input, existing: ChannelRecord | null, catalog: Catalog): ChannelSettings {
  const settings = requireSettings(input, existing, catalog);
  const { type } = input;
  const shown = catalog.show({ shortID: 'x', type, settings: catalog.seal('x', settings) });
  if (existing === null || catalog.has(existing, settings)) return shown;
  const before = catalog.show(existing);
  const marked = Object.entries(shown).map(([name, value]): [string, unknown] => {
    const requested = input.settings[name];
    const isChanged = requested !== undefined && isMasked(value) && isSameJSON(value, before[name]);
    if (!isChanged) return [name, value];
    const kept = catalog.merge(existing, { [name]: value });
    return kept.ok && isSameJSON(kept.settings[name], settings[name])
      ? [name, value]
      : [name, `${String(value)} (new)`];
  });
  return Object.fromEntries(marked);
}

function requireMembers({ type, channels }: Input): void {
  if (type === GROUP && channels.length === 0)
    throw invalidInputError([{ path: 'channels', message: 'Name at least one channel by its key or ID.' }]);
  if (type !== GROUP && channels.length > 0)
    throw invalidInputError([{ path: 'channels', message: 'Only a group has channels. Leave this out.' }]);
}

function routeOf({
  name,
  isDefault,
  subscriptions,
  tags,
  minSeverity,
}: Pick<NewChannel, 'name' | 'isDefault' | 'subscriptions' | 'tags' | 'minSeverity'>) {
  return { name, isDefault, subscriptions, tags, minSeverity };
}

export const CHANNEL_KIND = configurationKind<ChannelRecord, Input>({
  schema,
  defaults: {
    isDefault: true,
    subscriptions: DEFAULT_SUBSCRIPTIONS,
    tags: [],
    minSeverity: 'low',
    channels: [],
  },
  list: ({ access, parts }) => parts.store.channels.list(access.teamID),
  describe(record, { parts: { catalog } }) {
    const { shortID, name, type, members, revision } = record;
    const settings = { type, ...routeOf(record), channels: members, settings: catalog.show(record) };
    return { id: shortID, name, revision, settings };
  },
  isGroup: ({ type }) => type === GROUP,
  settingsOf(input, { existing, state: { parts } }) {
    requireMembers(input);
    const { type, channels } = input;
    if (existing !== null && existing.type !== type)
      throw invalidInputError([
        {
          path: 'type',
          message: `This channel has the type ${existing.type}, which can’t change. To create a new channel, use another key.`,
        },
      ]);
    return { type, ...routeOf(input), channels, settings: shownSettings(input, existing, parts.catalog) };
  },
  async authorize({ type, settings }, existing, { access, parts }) {
    const current = existing === null ? {} : parts.catalog.show(existing);
    await requireOwnDevices(access, { type, settings, current }, parts.store);
  },
  async save(input, { id, existing, state: { access, parts } }, saving) {
    const { catalog } = parts;
    const { teamID } = access;
    const members = withIDs(input.channels, saving);
    const route = { ...routeOf(input), members };
    await saveResource<ChannelResource>(
      saving.changes.channels,
      { teamID, id, existing },
      {
        created: () => ({
          teamID,
          shortID: id,
          type: input.type,
          ...route,
          settings: catalog.seal(id, requireSettings(input, null, catalog)),
          createdAt: saving.now,
        }),
        changed(current) {
          const settings = requireSettings(input, current, catalog);
          return {
            ...route,
            settings: catalog.has(current, settings) ? current.settings : catalog.seal(id, settings),
          };
        },
        limit: { max: CHANNELS_MAX, of: 'channels' },
      },
    );
  },
  async remove({ shortID }, { access }, { changes }) {
    requireSaved(await changes.channels.delete(access.teamID, shortID));
  },
});

function withIDs(channels: readonly string[], { idOf }: SaveContext): readonly string[] {
  return channels.map((channel) => idOf('channel', channel));
}
