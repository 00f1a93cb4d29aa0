import { timingSafeEqual } from 'node:crypto';
import type { Alert } from '../../domain/alerting/alert.ts';
import type { SendMail } from '../../outbound/mail.ts';
import type { Outcome } from '../../outbound/outcome.ts';
import type { Request } from '../../outbound/request.ts';
import type { SendPush } from '../../push/push.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
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
import { textsIn } from './masking.ts';
import type { RegisteredChannel } from './registration.ts';
import {
  createSealedSettings,
  type SealedChannel,
  type SealedSettings,
  type SettingsBox,
} from './sealed-settings.ts';
import { type ChannelSettings, describeSettings } from './settings-schema.ts';

export interface ChannelTypeDescription {
  readonly type: string;
  readonly title: string;
  readonly tracksIncidents: boolean;
  /** JSON Schema of the input of `parse`. Secret fields are `writeOnly`. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface Catalog extends Pick<SealedSettings, 'parse' | 'merge' | 'has' | 'seal' | 'show'> {
  readonly hasMail: boolean;
  describe(): readonly ChannelTypeDescription[];
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
  readonly box: SettingsBox & { sign(text: string): string };
  readonly request: Request;
  readonly mail: SendMail | null;
  readonly push: SendPush;
  readonly clock: Pick<Clock, 'now'>;
  readonly baseURL: string;
  readonly log: Pick<Log, 'info' | 'error'>;
}

export function createCatalog(options: CatalogOptions): Catalog {
  // Long because sending needs the settings, signatures and links that the other methods share.
  const { types, box } = options;
  const find = (type: string) => types.find((each) => each.type === type);
  // Derived on first use, because all types together would delay each start.
  let descriptions: readonly ChannelTypeDescription[] | undefined;
  const { open, openIfPossible, secretsOf, ...settingsOf } = createSealedSettings(types, box);
  const incidentLinks = createIncidentLinks({ sign: (text) => box.sign(text), baseURL: options.baseURL });
  const signature = (shortID: string) => box.sign(`unsubscribe ${shortID}`);
  const pressSecret = (shortID: string) => box.sign(`presses ${shortID}`);

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

  const catalog: Catalog = {
    ...settingsOf,
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
