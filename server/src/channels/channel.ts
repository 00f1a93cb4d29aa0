import type { Alert } from '@overdue/domain/alerting/alert.ts';
import type { z } from 'zod';
import type { SendMail } from '../platform/outbound/mail.ts';
import type { SendResult } from '../platform/outbound/outcome.ts';
import type { Request } from '../platform/outbound/request.ts';
import type { SendPush } from '../push/push.ts';
import type { ButtonSupport, Buttons } from './presses/press.ts';

export interface SendContext {
  readonly request: Request;
  /** Null if mail isn't configured. */
  readonly mail: SendMail | null;
  /** Sends to the devices of a member. */
  readonly push: SendPush;
  readonly now: number;
  readonly channel: { readonly shortID: string; readonly name: string };
  readonly baseURL: string;
  /** Unsubscribe link of the channel's mails; null for mail without a channel. */
  readonly unsubscribeURL: string | null;
  /** Buttons of the message. Null if the settings turn buttons off, or if the message isn't about a single open incident. */
  readonly buttons: Buttons | null;
}

/** Where the application lists a type: chats, alerts on phones, services for on-call teams, or everything else. */
type ChannelCategory = 'chat' | 'phone' | 'on_call' | 'other';

/** Facts about a channel type, which the API lists. */
export interface ChannelTypeFacts {
  /** API name: lower-case letters only. */
  readonly type: string;
  readonly title: string;
  readonly category: ChannelCategory;
  /** Whether people often host the receiver in their own network, whose addresses the operator must allow first. */
  readonly isOftenSelfHosted: boolean;
  /** Whether the receiver tracks incidents. The alarm and recovery of each monitor are then sent separately. */
  readonly tracksIncidents: boolean;
}

/**
 * A channel type. The schema of its settings drives validation, documentation and the form. Secret fields have `secret` in their
 * `.meta`.
 */
export interface ChannelType<Settings> extends ChannelTypeFacts {
  readonly settings: z.ZodType<Settings>;
  /** Absent if messages of this type can't have buttons. */
  readonly buttons?: ButtonSupport<Settings>;
  /** Makes one attempt. Rejects only with a defect, or with an `OutboundError`, which counts as `failed`. */
  send(settings: Settings, alert: Alert, context: SendContext): Promise<SendResult>;
}
