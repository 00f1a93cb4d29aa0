import { timingSafeEqual } from 'node:crypto';
import type { Alert } from '@overdue/domain/alerting/alert.ts';
import type { SendMail } from '../../platform/outbound/mail.ts';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import type { Request } from '../../platform/outbound/request.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { SendPush } from '../../push/push.ts';
import type { ChannelTypeFacts, SendContext } from '../channel.ts';
import { createIncidentLinks, type IncidentLinks, readerOf } from '../incident-link.ts';
import {
  type Buttons,
  FORGED,
  type ParsedPress,
  type PressRequest,
  type PressResponse,
} from '../presses/press.ts';
import { failedResult, sendOnce } from '../send-once.ts';
import { textsIn } from './masking.ts';
import type { RegisteredChannel } from './registration.ts';
import {
  createSealedSettings,
  type SealedChannel,
  type SealedSettings,
  type SettingsBox,
} from './sealed-settings.ts';
import { type ChannelSettings, describeSettings } from './settings-schema.ts';

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

/**
 * Makes one attempt to send an alert. Never rejects, and hides secrets in the response. An alert with a recipient needs no
 * channel settings.
 */
type SendToChannel = (
  channel: SealedChannel & { readonly name: string },
  alert: Alert,
) => Promise<SendResult>;

interface ChannelSenderOptions extends Pick<SealedSettings, 'open' | 'secretsOf'> {
  readonly find: (type: string) => RegisteredChannel | undefined;
  readonly request: Request;
  readonly mail: SendMail | null;
  readonly push: SendPush;
  readonly clock: Pick<Clock, 'now'>;
  readonly baseURL: string;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly incidentLinks: Pick<IncidentLinks, 'buttonsOf' | 'urlOf'>;
  /** Secret that proves that a press belongs to a channel. */
  readonly pressSecret: (shortID: string) => string;
  readonly pressURL: (shortID: string) => string;
  readonly unsubscribeURL: (shortID: string) => string;
}

interface OpenedAlert {
  readonly type: RegisteredChannel;
  readonly settings: ChannelSettings;
  readonly shortID: string;
  readonly alert: Alert;
}

function createChannelSender(options: ChannelSenderOptions): SendToChannel {
  const { incidentLinks, request, mail, push, clock, baseURL } = options;

  function buttonsOf({ type, settings, shortID, alert }: OpenedAlert): Buttons | null {
    if (alert.recipient !== undefined || !type.hasButtons(settings)) return null;
    const buttons = incidentLinks.buttonsOf(alert, shortID);
    return buttons.length === 0 && alert.kind !== 'test'
      ? null
      : { buttons, pressURL: options.pressURL(shortID), secret: options.pressSecret(shortID) };
  }

  /**
   * Returns the URL for acting on the incident; null for services that track incidents. These services have their own
   * acknowledgement, and some are public, such as GitHub's issues.
   */
  function actionURLOf({ type, shortID, alert }: OpenedAlert): string | null {
    return type.tracksIncidents ? null : incidentLinks.urlOf(alert, readerOf(shortID, alert));
  }

  /** Returns the texts to hide in responses: secret settings, and tokens of links and buttons. */
  function secretsIn(
    { type, settings }: OpenedAlert,
    sent: { readonly actionURL: string | null; readonly buttons: Buttons | null },
  ): readonly string[] {
    const isSecret = options.secretsOf(type.type);
    const secretSettings = Object.entries(settings).filter(([name]) => isSecret?.has(name));
    return [
      ...textsIn(secretSettings.map(([, value]) => value)),
      ...(sent.actionURL?.split('/').slice(-1) ?? []),
      ...(sent.buttons === null
        ? []
        : [sent.buttons.secret, ...sent.buttons.buttons.map(({ token }) => token)]),
    ];
  }

  return async (channel, alert) => {
    const { shortID, name } = channel;
    const type = options.find(channel.type);
    if (type === undefined) return failedResult('This version of Overdue doesn’t support this channel type.');
    let settings: ChannelSettings;
    try {
      settings = alert.recipient === undefined ? options.open(channel) : { to: alert.recipient };
    } catch (error) {
      return failedResult(error instanceof Error ? error.message : String(error));
    }
    const opened = { type, settings, shortID, alert };
    const buttons = buttonsOf(opened);
    const actionURL = actionURLOf(opened);
    const context: SendContext = {
      request,
      mail,
      push,
      now: clock.now(),
      channel: { shortID, name },
      baseURL,
      unsubscribeURL: alert.recipient === undefined ? options.unsubscribeURL(shortID) : null,
      buttons,
    };
    return sendOnce(actionURL === null ? alert : { ...alert, actionURL }, {
      channelType: type,
      settings,
      secrets: secretsIn(opened, { actionURL, buttons }),
      context,
      log: options.log,
    });
  };
}
