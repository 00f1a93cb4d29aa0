import type { SendResult } from '../platform/outbound/outcome.ts';
import type { PushSubscription } from './subscription.ts';

export interface PushMessage {
  /** Same key for every attempt to send a message. */
  readonly key: string;
  /** JSON of a notification's content and its text; see `notification.ts`. */
  readonly payload: string;
  /** How long the push service keeps the message for a device that is offline. */
  readonly ttlSeconds: number;
  readonly urgency: 'low' | 'normal' | 'high';
  /** Messages with the same topic replace each other while a device is offline. At most 32 base64url characters. */
  readonly topic: string;
  readonly at: number;
}

/** All devices of a member, or one device of an account. */
type PushRecipient = { readonly memberID: string } | { readonly userID: string; readonly deviceID: string };

export type SendPush = (to: PushRecipient, message: PushMessage) => Promise<SendResult>;

export interface Push {
  /** Key by which browsers recognize this service, base64url. */
  readonly publicKey: string;
  /** Sends a message to each device of the recipient. Deletes devices whose subscription has ended. */
  readonly send: SendPush;
  /** Encrypts a subscription for storage. The subscription can be used only with this device ID. */
  seal(deviceID: string, subscription: PushSubscription): string;
}
