import { isDeepStrictEqual } from 'node:util';
import { parseWebURL } from '@overdue/domain/web-address.ts';
import type { ClaimedDelivery } from '../contract.ts';
import { isKept, mask, unmask } from './masking.ts';
import type { RegisteredChannel } from './registration.ts';
import {
  type ChannelSettings,
  parseChannelSettings,
  readSettings,
  type SettingsProblem,
  type SettingsResult,
  secretFields,
} from './settings-schema.ts';

/** A stored channel with encrypted settings, which can be decrypted only with the short ID of the channel. */
export type SealedChannel = Pick<ClaimedDelivery['channel'], 'shortID' | 'type' | 'settings'>;

export interface SealedSettings {
  /** Validates the settings of a new channel. Unknown fields are problems. */
  parse(type: string, input: unknown): SettingsResult;
  /**
   * Validates a change of settings. Absent fields keep their values, and so do secrets that are sent back masked, as `show`
   * returned them. `null` removes an optional field. If the destination's origin changes, every secret that the change neither
   * contains nor removes is a problem, because stored secrets must not reach a new destination.
   */
  merge(channel: SealedChannel, change: unknown): SettingsResult;
  has(channel: SealedChannel, settings: ChannelSettings): boolean;
  /** Encrypts settings. Only the channel with this short ID can decrypt them. */
  seal(shortID: string, settings: ChannelSettings): string;
  /** Returns the settings for display, with masked secrets. Empty if this process lacks the key that sealed them. */
  show(channel: SealedChannel): ChannelSettings;
  /** Returns the settings. Throws if this process lacks the key that sealed them. */
  open(channel: SealedChannel): ChannelSettings;
  /** Returns the settings; empty if this process lacks the key that sealed them. */
  openIfPossible(channel: SealedChannel): ChannelSettings;
  /** Returns the names of the secret fields of a channel type; undefined for an unknown type. */
  secretsOf(type: string): ReadonlySet<string> | undefined;
}

export interface SettingsBox {
  seal(text: string, context: string): string;
  /** Decrypts a text. Fails unless the text was encrypted for the same context. */
  open(sealed: string, context: string): string;
}

/** Parses, seals, opens and masks the settings of channels, according to the schema of each channel type. */
export function createSealedSettings(types: readonly RegisteredChannel[], box: SettingsBox): SealedSettings {
  const find = (type: string) => types.find((candidate) => candidate.type === type);
  // Derived on first use, because deriving the secret fields of all types would delay each start.
  const secrets = new Map<string, ReadonlySet<string>>();
  const open = ({ settings, shortID }: SealedChannel) => readSettings(box.open(settings, shortID));

  function secretsOf(type: string): ReadonlySet<string> | undefined {
    const settings = find(type)?.settings;
    if (settings === undefined) return undefined;
    const fields = secrets.get(type) ?? secretFields(settings);
    secrets.set(type, fields);
    return fields;
  }

  function openIfPossible(channel: SealedChannel): ChannelSettings {
    try {
      return open(channel);
    } catch {
      return {};
    }
  }

  function parse(type: string, input: unknown): SettingsResult {
    const channelType = find(type);
    if (channelType !== undefined) return parseChannelSettings(channelType.settings, input);
    const message = `This must be one of ${types.map((known) => known.type).join(', ')}.`;
    return { ok: false, problems: [{ path: 'type', message }] };
  }

  function merge(channel: SealedChannel, change: unknown): SettingsResult {
    if (typeof change !== 'object' || change === null || Array.isArray(change))
      return parse(channel.type, change);
    const old = openIfPossible(channel);
    const isSecret = secretsOf(channel.type);
    const unmasked = Object.entries(change).map(([name, value]): [string, unknown] => [
      name,
      isSecret?.has(name) ? unmask(value, old[name]) : value,
    ]);
    const entries = Object.entries({ ...old, ...Object.fromEntries(unmasked) });
    const merged = Object.fromEntries(entries.filter(([, value]) => value !== null));
    const parsed = parse(channel.type, merged);
    if (isSecret === undefined || !parsed.ok) return parsed;
    const left = findExposedSecrets({ old, merged, requested: { ...change }, secrets: isSecret });
    return left.length === 0 ? parsed : { ok: false, problems: left };
  }

  return {
    ...{ open, openIfPossible, secretsOf, parse, merge },
    has: (channel, settings) => isDeepStrictEqual(openIfPossible(channel), settings),
    seal: (shortID, settings) => box.seal(JSON.stringify(settings), shortID),
    show(channel) {
      const isSecret = secretsOf(channel.type);
      const shown = Object.entries(openIfPossible(channel)).map(([name, value]) => [
        name,
        // Masks all fields of an unknown type, because any of them may be secret.
        isSecret === undefined || isSecret.has(name) ? mask(value) : value,
      ]);
      return Object.fromEntries(shown);
    },
  };
}

const MESSAGE =
  'The address now leads to another server, so the stored secret was dropped. Enter the secret again, or remove it.';

interface SettingsChange {
  readonly old: ChannelSettings;
  readonly merged: ChannelSettings;
  /** Fields as sent in the request, including masks. */
  readonly requested: Readonly<Record<string, unknown>>;
  readonly secrets: ReadonlySet<string>;
}

/**
 * Returns a problem for each stored secret that would be sent to a new scheme, host or port. A member who controls the new
 * destination could read the secret.
 */
function findExposedSecrets({ old, merged, requested, secrets }: SettingsChange): readonly SettingsProblem[] {
  const names = new Set([...Object.keys(old), ...Object.keys(merged)]);
  const moved = [...names].filter((name) => originOf(old[name]) !== originOf(merged[name]));
  if (moved.length === 0) return [];
  return [...secrets]
    .filter(
      (name) =>
        !moved.includes(name) && isKept({ old: old[name], merged: merged[name], requested: requested[name] }),
    )
    .map((name) => ({ path: `settings.${name}`, message: MESSAGE }));
}

function originOf(value: unknown): string | null {
  return typeof value === 'string' ? (parseWebURL(value.trim())?.origin ?? null) : null;
}
