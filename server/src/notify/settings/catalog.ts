import { timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '../../domain/alerting/alert.ts';
import type { SendMail } from '../../outbound/mail.ts';
import type { Outcome } from '../../outbound/outcome.ts';
import type { Request } from '../../outbound/request.ts';
import type { SendPush } from '../../push/push.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { ClaimedDelivery } from '../../store/alerts/contract.ts';
import { failedOutcome, sendOnce } from '../attempt.ts';
import type { SendContext } from '../channel.ts';
import { createIncidentLinks, type IncidentLinks, readerOf } from '../incident-link.ts';
import {
  type Buttons,
  FORGED,
  type ParsedPress,
  type PressAnswer,
  type PressRequest,
} from '../presses/press.ts';
import { mask, textsIn, unmask } from './masking.ts';
import { secretsLeftBehind } from './moved-destination.ts';
import type { RegisteredChannel } from './registration.ts';
import {
  type ChannelSettings,
  describeSettings,
  parseChannelSettings,
  readSettings,
  type SettingsResult,
  secretFields,
} from './settings-schema.ts';

export interface ChannelTypeDescription {
  readonly type: string;
  readonly title: string;
  readonly tracksIncidents: boolean;
  /** JSON Schema of the input of `parse`. Secret fields are `writeOnly`. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A stored channel with encrypted settings, which can be decrypted only with the short ID of the channel. */
export type SealedChannel = Pick<ClaimedDelivery['channel'], 'shortID' | 'type' | 'settings'>;

export interface Catalog {
  readonly hasMail: boolean;
  describe(): readonly ChannelTypeDescription[];
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
  /** Makes one attempt. Never rejects; no response contains a secret. An alert with a recipient needs no channel settings. */
  send(channel: SealedChannel & { readonly name: string }, alert: Alert): Promise<Outcome>;
  /** Returns the URL that disables an email channel with one click. */
  unsubscribeURL(shortID: string): string;
  verifyUnsubscribe(shortID: string, token: string): boolean;
  /** Reads a press of a button in a message of this channel. */
  parsePress(channel: SealedChannel, request: Omit<PressRequest, 'secret'>): ParsedPress;
  /** Returns the address to which the receiver sends presses; null if messages of this type can't have buttons. */
  pressURLOf(channel: Pick<SealedChannel, 'shortID' | 'type'>): string | null;
  /** Returns the address to which the receiver of a channel with buttons sends presses. */
  pressURL(shortID: string): string;
  /** Sends the requests that show the result of a press, in order. Rejects at the first request that can't be sent. */
  follow(requests: PressAnswer['requests']): Promise<void>;
  /** Reads links with which the reader of a message acts on the incident. */
  readonly incidentLinks: IncidentLinks;
}

export interface CatalogOptions {
  readonly types: readonly RegisteredChannel[];
  /** Decrypts only texts that were sealed for the same context. */
  readonly box: {
    seal(text: string, context: string): string;
    open(sealed: string, context: string): string;
    sign(text: string): string;
  };
  readonly request: Request;
  readonly mail: SendMail | null;
  readonly push: SendPush;
  readonly clock: Pick<Clock, 'now'>;
  readonly baseURL: string;
  readonly log: Pick<Log, 'info' | 'error'>;
}

export function createCatalog(options: CatalogOptions): Catalog {
  // Long because every method seals, opens or masks settings by the same schemas.
  const { types, box } = options;
  const find = (type: string) => types.find((each) => each.type === type);
  // Derived on first use, because all types together would delay each start.
  const secrets = new Map<string, ReadonlySet<string>>();
  let descriptions: readonly ChannelTypeDescription[] | undefined;
  const open = ({ settings, shortID }: SealedChannel) => readSettings(box.open(settings, shortID));
  const incidentLinks = createIncidentLinks({ sign: (text) => box.sign(text), baseURL: options.baseURL });
  const signature = (shortID: string) => box.sign(`unsubscribe ${shortID}`);
  const pressSecret = (shortID: string) => box.sign(`presses ${shortID}`);

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

  function buttonsOf(
    type: RegisteredChannel,
    sent: { readonly alert: Alert; readonly settings: ChannelSettings; readonly shortID: string },
  ): Buttons | null {
    const { alert, settings, shortID } = sent;
    if (alert.recipient !== undefined || !type.hasButtons(settings)) return null;
    const buttons = incidentLinks.buttonsOf(alert, shortID);
    return buttons.length === 0 && alert.kind !== 'test'
      ? null
      : { buttons, pressURL: catalog.pressURL(shortID), secret: pressSecret(shortID) };
  }

  function parse(type: string, input: unknown): SettingsResult {
    const channelType = find(type);
    if (channelType !== undefined) return parseChannelSettings(channelType.settings, input);
    const message = `This must be one of ${types.map((each) => each.type).join(', ')}.`;
    return { ok: false, problems: [{ path: 'type', message }] };
  }

  const catalog: Catalog = {
    hasMail: options.mail !== null,
    incidentLinks,
    describe() {
      descriptions ??= types.map(({ type, title, tracksIncidents, settings }) => ({
        type,
        title,
        tracksIncidents,
        schema: describeSettings(settings),
      }));
      return descriptions;
    },
    parse,
    merge(channel, change) {
      if (typeof change !== 'object' || change === null || Array.isArray(change))
        return parse(channel.type, change);
      const old = openIfPossible(channel);
      const isSecret = secretsOf(channel.type);
      const unmasked = Object.entries(change).map(([name, value]): [string, unknown] => [
        name,
        isSecret?.has(name) ? unmask(value, old[name]) : value,
      ]);
      const all = Object.entries({ ...old, ...Object.fromEntries(unmasked) });
      const merged = Object.fromEntries(all.filter(([, value]) => value !== null));
      const parsed = parse(channel.type, merged);
      if (isSecret === undefined || !parsed.ok) return parsed;
      const left = secretsLeftBehind({ old, merged, requested: { ...change }, secrets: isSecret });
      return left.length === 0 ? parsed : { ok: false, problems: left };
    },
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
    async send(channel, alert) {
      const channelType = find(channel.type);
      if (channelType === undefined)
        return failedOutcome('This version of Overdue doesn’t support this channel type.');
      let settings: ChannelSettings;
      try {
        settings = alert.recipient === undefined ? open(channel) : { to: alert.recipient };
      } catch (error) {
        return failedOutcome(error instanceof Error ? error.message : String(error));
      }
      const isSecret = secretsOf(channel.type);
      const hidden = Object.entries(settings).filter(([name]) => isSecret?.has(name));
      const context: SendContext = {
        request: options.request,
        mail: options.mail,
        push: options.push,
        now: options.clock.now(),
        channel: { shortID: channel.shortID, name: channel.name },
        baseURL: options.baseURL,
        unsubscribeURL: alert.recipient === undefined ? catalog.unsubscribeURL(channel.shortID) : null,
        buttons: buttonsOf(channelType, { alert, settings, shortID: channel.shortID }),
      };
      // Messages to services that track incidents get no action link. These services have their own acknowledgement, and some are
      // public, such as GitHub's issues.
      const actionURL = channelType.tracksIncidents
        ? null
        : incidentLinks.urlOf(alert, readerOf(channel.shortID, alert));
      return sendOnce(actionURL === null ? alert : { ...alert, actionURL }, {
        type: channelType,
        settings,
        secrets: [
          ...textsIn(hidden.map(([, value]) => value)),
          ...(actionURL?.split('/').slice(-1) ?? []),
          ...(context.buttons === null ? [] : [context.buttons.secret]),
          ...(context.buttons?.buttons.map(({ token }) => token) ?? []),
        ],
        context,
        log: options.log,
      });
    },
    pressURLOf: ({ shortID, type }) =>
      find(type)?.supportsButtons === true ? catalog.pressURL(shortID) : null,
    pressURL: (shortID) => `${options.baseURL}/press/${shortID}`,
    parsePress(channel, request) {
      const settings = openIfPossible(channel);
      const secret = pressSecret(channel.shortID);
      return find(channel.type)?.parsePress({ ...request, secret }, settings) ?? FORGED;
    },
    async follow(requests) {
      for (const request of requests) await options.request(request);
    },
    unsubscribeURL: (shortID) => `${options.baseURL}/unsubscribe/${shortID}/${signature(shortID)}`,
    verifyUnsubscribe(shortID, token) {
      const expected = Buffer.from(signature(shortID));
      const actual = Buffer.from(token);
      return actual.byteLength === expected.byteLength && timingSafeEqual(actual, expected);
    },
  };

  return catalog;
}
