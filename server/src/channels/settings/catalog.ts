import { timingSafeEqual } from 'node:crypto';
import type { SendMail } from '../../platform/outbound/mail.ts';
import type { Request } from '../../platform/outbound/request.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { SendPush } from '../../push/push.ts';
import type { ChannelTypeFacts } from '../channel.ts';
import { createIncidentLinks, type IncidentLinks } from '../incident-link.ts';
import { FORGED, type ParsedPress, type PressRequest, type PressResponse } from '../presses/press.ts';
import { createChannelSender, type SendToChannel } from './channel-sender.ts';
import type { RegisteredChannel } from './registration.ts';
import {
  createSealedSettings,
  type SealedChannel,
  type SealedSettings,
  type SettingsBox,
} from './sealed-settings.ts';
import { describeSettings } from './settings-schema.ts';

interface ChannelTypeDescription extends ChannelTypeFacts {
  /** JSON Schema of the input of `parse`. Secret fields are `writeOnly`. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ChannelCatalog extends Pick<SealedSettings, 'parse' | 'merge' | 'has' | 'seal' | 'show'> {
  readonly hasMail: boolean;
  describe(): readonly ChannelTypeDescription[];
  readonly send: SendToChannel;
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
  follow(requests: PressResponse['requests']): Promise<void>;
  /** Creates and reads the links in messages that let readers act on an incident. */
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

export function createCatalog(options: CatalogOptions): ChannelCatalog {
  const { types, box } = options;
  const find = (type: string) => types.find((candidate) => candidate.type === type);
  // Derived on first use, because deriving the schemas of all types would delay each start.
  let descriptions: readonly ChannelTypeDescription[] | undefined;
  const { open, openIfPossible, secretsOf, ...settingsOf } = createSealedSettings(types, box);
  const incidentLinks = createIncidentLinks({ sign: (text) => box.sign(text), baseURL: options.baseURL });
  const signature = (shortID: string) => box.sign(`unsubscribe ${shortID}`);
  const pressSecret = (shortID: string) => box.sign(`presses ${shortID}`);

  const unsubscribeURL = (shortID: string) =>
    `${options.baseURL}/unsubscribe/${shortID}/${signature(shortID)}`;
  const pressURL = (shortID: string) => `${options.baseURL}/press/${shortID}`;
  const send = createChannelSender({
    ...options,
    find,
    open,
    secretsOf,
    incidentLinks,
    pressSecret,
    pressURL,
    unsubscribeURL,
  });

  return {
    ...settingsOf,
    hasMail: options.mail !== null,
    incidentLinks,
    describe() {
      descriptions ??= types.map(
        ({ type, title, category, isOftenSelfHosted, tracksIncidents, settings }) => ({
          type,
          title,
          category,
          isOftenSelfHosted,
          tracksIncidents,
          schema: describeSettings(settings),
        }),
      );
      return descriptions;
    },
    send,
    pressURLOf: ({ shortID, type }) => (find(type)?.supportsButtons === true ? pressURL(shortID) : null),
    pressURL,
    parsePress(channel, request) {
      const settings = openIfPossible(channel);
      const secret = pressSecret(channel.shortID);
      return find(channel.type)?.parsePress({ ...request, secret }, settings) ?? FORGED;
    },
    async follow(requests) {
      for (const request of requests) await options.request(request);
    },
    unsubscribeURL,
    verifyUnsubscribe(shortID, token) {
      const expected = Buffer.from(signature(shortID));
      const actual = Buffer.from(token);
      return actual.byteLength === expected.byteLength && timingSafeEqual(actual, expected);
    },
  };
}
