import type { Alert } from '../domain/alert.ts';
import type { ClaimedDelivery } from '../store/alert-store.ts';
import type { Outcome } from './channel.ts';

/** What a channel's schema made of the settings that somebody gave. Plain JSON, with its secrets. */
export type ChannelSettings = Readonly<Record<string, unknown>>;

/** A kind of channel, for documentation and forms. */
export interface ChannelTypeDescription {
  readonly type: string;
  readonly title: string;
  readonly tracksIncidents: boolean;
  /** JSON Schema of what `parse` takes. Secret fields are `writeOnly`. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A field that is wrong: `type`, `settings`, or one within, such as `settings.url`. */
export interface SettingsProblem {
  readonly path: string;
  readonly message: string;
}

export type SettingsResult =
  | { readonly ok: true; readonly settings: ChannelSettings }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[] };

/** A channel as it is stored: its settings are sealed for its short ID. */
export type SealedChannel = Pick<ClaimedDelivery['channel'], 'shortID' | 'type' | 'settings'>;

/** All kinds of channels: what their settings may be, how these are kept, and how alerts are sent. */
export interface Catalog {
  /** In the order of the registry. */
  describe(): readonly ChannelTypeDescription[];
  /** Checks the settings of a new channel. A field that the type does not know is a problem. */
  parse(type: string, input: unknown): SettingsResult;
  /**
   * Checks a change of settings as the API takes it. What it leaves out keeps its value, and so does a secret that
   * comes back masked, as `show` gave it; `null` removes an optional field.
   */
  merge(channel: SealedChannel, change: unknown): SettingsResult;
  /** Settings as the database keeps them. Only the channel of this short ID can open them. */
  seal(shortID: string, settings: ChannelSettings): string;
  /** The settings for people: a secret shows at most its last four characters, a secret URL its scheme and host alone. */
  show(channel: SealedChannel): ChannelSettings;
  /** Makes one attempt. Never rejects: a defect is `failed`. No answer holds a secret of the settings. */
  send(channel: SealedChannel & { readonly name: string }, alert: Alert): Promise<Outcome>;
  /** The address that switches an email channel off by one click. */
  unsubscribeURL(shortID: string): string;
  /** Whether the token of such an address is the one that belongs to the channel. */
  verifyUnsubscribe(shortID: string, token: string): boolean;
}
