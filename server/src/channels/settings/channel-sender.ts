import type { Alert } from '@overdue/domain/alerting/alert.ts';
import type { SendMail } from '../../platform/outbound/mail.ts';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import type { Request } from '../../platform/outbound/request.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { SendPush } from '../../push/push.ts';
import type { SendContext } from '../channel.ts';
import { type IncidentLinks, readerOf } from '../incident-link.ts';
import type { Buttons } from '../presses/press.ts';
import { failedResult, sendOnce } from '../send-once.ts';
import { textsIn } from './masking.ts';
import type { RegisteredChannel } from './registration.ts';
import type { SealedChannel, SealedSettings } from './sealed-settings.ts';
import type { ChannelSettings } from './settings-schema.ts';

/**
 * Makes one attempt to send an alert. Never rejects, and hides secrets in the response. An alert with a recipient needs no
 * channel settings.
 */
export type SendToChannel = (
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

export function createChannelSender(options: ChannelSenderOptions): SendToChannel {
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
