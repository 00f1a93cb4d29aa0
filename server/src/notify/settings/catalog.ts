import { timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '../../domain/alert.ts';
import type { SendMail } from '../../outbound/mail.ts';
import type { Outcome } from '../../outbound/outcome.ts';
import type { Request } from '../../outbound/request.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { ClaimedDelivery } from '../../store/alerts/contract.ts';
import { attempt, failed } from '../attempt.ts';
import type { Tools } from '../channel.ts';
import { mask, textsIn, unmask } from './masking.ts';
import { secretsLeftBehind } from './moved-destination.ts';
import type { RegisteredChannel } from './registration.ts';
import {
  type ChannelSettings,
  describeSettings,
  parseSettings,
  readSettings,
  type SettingsResult,
  secretFields,
} from './settings-schema.ts';

/** A kind of channel, for documentation and forms. */
export interface ChannelTypeDescription {
  readonly type: string;
  readonly title: string;
  readonly tracksIncidents: boolean;
  /** JSON Schema of what `parse` takes. Secret fields are `writeOnly`. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A channel as it is stored: its settings are sealed for its short ID. */
export type SealedChannel = Pick<ClaimedDelivery['channel'], 'shortID' | 'type' | 'settings'>;

/** All kinds of channels: what their settings may be, how these are kept, and how alerts are sent. */
export interface Catalog {
  /** Whether the operator has set up mail. */
  readonly hasMail: boolean;
  /** In the order of the registry. */
  describe(): readonly ChannelTypeDescription[];
  /** Checks the settings of a new channel. A field that the type does not know is a problem. */
  parse(type: string, input: unknown): SettingsResult;
  /**
   * Checks a change of settings as the API takes it. An absent field keeps its value, and so does a secret that comes back
   * masked, as `show` gave it; `null` removes an optional field. A change of the destination's origin keeps no stored secret:
   * each one that the change does not write out or remove is a problem.
   */
  merge(channel: SealedChannel, change: unknown): SettingsResult;
  /** Whether a channel has exactly these settings already: sealed texts can't be compared. */
  has(channel: SealedChannel, settings: ChannelSettings): boolean;
  /** Settings as the database keeps them. Only the channel of this short ID can open them. */
  seal(shortID: string, settings: ChannelSettings): string;
  /**
   * The settings for people: a secret shows at most its last four characters, a secret URL its scheme and host alone. Empty
   * when this process has not got the key that they were sealed with.
   */
  show(channel: SealedChannel): ChannelSettings;
  /**
   * Makes one attempt. Never rejects: a defect is `failed`. No answer holds a secret of the settings. An alert that names its
   * recipient goes there, and has no channel whose settings could be opened.
   */
  send(channel: SealedChannel & { readonly name: string }, alert: Alert): Promise<Outcome>;
  /** The address that switches an email channel off by one click. */
  unsubscribeURL(shortID: string): string;
  /** Whether the token of such an address is the one that belongs to the channel. */
  verifyUnsubscribe(shortID: string, token: string): boolean;
}

export interface CatalogOptions {
  readonly types: readonly RegisteredChannel[];
  /** Opens only what was sealed for the same context; signs what only the owner of the key can. */
  readonly box: {
    seal(text: string, context: string): string;
    open(sealed: string, context: string): string;
    sign(text: string): string;
  };
  readonly request: Request;
  /** Null when the operator has not set up mail. */
  readonly mail: SendMail | null;
  readonly clock: Pick<Clock, 'now'>;
  /** Without a trailing slash. */
  readonly baseURL: string;
  readonly log: Pick<Log, 'info' | 'error'>;
}

export function createCatalog(options: CatalogOptions): Catalog {
  const { types, box } = options;
  const secrets = new Map(types.map(({ type, settings }) => [type, secretFields(settings)]));
  const descriptions = types.map(({ type, title, tracksIncidents, settings }) => ({
    type,
    title,
    tracksIncidents,
    schema: describeSettings(settings),
  }));
  const find = (type: string) => types.find((each) => each.type === type);
  const open = ({ settings, shortID }: SealedChannel) => readSettings(box.open(settings, shortID));
  const signature = (shortID: string) => box.sign(`unsubscribe ${shortID}`);

  function openIfPossible(channel: SealedChannel): ChannelSettings {
    try {
      return open(channel);
    } catch {
      return {};
    }
  }

  function parse(type: string, input: unknown): SettingsResult {
    const known = find(type);
    if (known !== undefined) return parseSettings(known.settings, input);
    const message = `This must be one of ${types.map((each) => each.type).join(', ')}.`;
    return { ok: false, problems: [{ path: 'type', message }] };
  }

  const catalog: Catalog = {
    hasMail: options.mail !== null,
    describe: () => descriptions,
    parse,
    merge(channel, change) {
      if (typeof change !== 'object' || change === null || Array.isArray(change))
        return parse(channel.type, change);
      const old = openIfPossible(channel);
      const isSecret = secrets.get(channel.type);
      const given = Object.entries(change).map(([name, value]): [string, unknown] => [
        name,
        isSecret?.has(name) ? unmask(value, old[name]) : value,
      ]);
      const all = Object.entries({ ...old, ...Object.fromEntries(given) });
      const merged = Object.fromEntries(all.filter(([, value]) => value !== null));
      const parsed = parse(channel.type, merged);
      if (isSecret === undefined || !parsed.ok) return parsed;
      const left = secretsLeftBehind({ old, merged, given: { ...change }, secrets: isSecret });
      return left.length === 0 ? parsed : { ok: false, problems: left };
    },
    has: (channel, settings) => isDeepStrictEqual(openIfPossible(channel), settings),
    seal: (shortID, settings) => box.seal(JSON.stringify(settings), shortID),
    show(channel) {
      const isSecret = secrets.get(channel.type);
      const shown = Object.entries(openIfPossible(channel)).map(([name, value]) => [
        name,
        // Of a type that is not known any more, nobody knows what is secret.
        isSecret === undefined || isSecret.has(name) ? mask(value) : value,
      ]);
      return Object.fromEntries(shown);
    },
    async send(channel, alert) {
      const known = find(channel.type);
      if (known === undefined) return failed('This version of Overdue does not know this kind of channel.');
      let settings: ChannelSettings;
      try {
        settings = alert.recipient === undefined ? open(channel) : { to: alert.recipient };
      } catch (error) {
        return failed(error instanceof Error ? error.message : String(error));
      }
      const isSecret = secrets.get(channel.type);
      const hidden = Object.entries(settings).filter(([name]) => isSecret?.has(name));
      const tools: Tools = {
        request: options.request,
        mail: options.mail,
        now: options.clock.now(),
        channel: { shortID: channel.shortID, name: channel.name },
        baseURL: options.baseURL,
        unsubscribeURL: alert.recipient === undefined ? catalog.unsubscribeURL(channel.shortID) : null,
      };
      return attempt(alert, {
        type: known,
        settings,
        secrets: textsIn(hidden.map(([, value]) => value)),
        tools,
        log: options.log,
      });
    },
    unsubscribeURL: (shortID) => `${options.baseURL}/unsubscribe/${shortID}/${signature(shortID)}`,
    verifyUnsubscribe(shortID, token) {
      const expected = Buffer.from(signature(shortID));
      const given = Buffer.from(token);
      return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
    },
  };

  return catalog;
}
