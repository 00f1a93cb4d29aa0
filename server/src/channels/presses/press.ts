import { timingSafeEqual } from 'node:crypto';
import type { Alert } from '@overdue/domain/alerting/alert.ts';
import type { IncidentAction } from '@overdue/domain/incidents/action.ts';
import type { OutboundRequest } from '../../platform/outbound/request.ts';
import { oneLine, truncate } from '../../platform/outbound/text.ts';

/** A button of a message. */
export interface Button {
  readonly action: IncidentAction;
  readonly text: string;
  /** Signed value that the receiver sends back when the button is pressed, at most 64 characters. */
  readonly token: string;
}

/** Buttons of a message that is about to be sent. */
export interface Buttons {
  readonly buttons: readonly Button[];
  /** Address to which the receiver sends presses. */
  readonly pressURL: string;
  /** Secret for receivers that send a secret back with each press. Derived from the channel's ID. */
  readonly secret: string;
}

/** A request that claims to come from a receiver. */
export interface PressRequest {
  /** Returns a header, or an empty text. */
  header(name: string): string;
  /** The body as received, because signatures cover each byte. */
  readonly body: string;
  /** Last part of the address, after the channel; empty if there is none. */
  readonly path: string;
  readonly now: number;
  readonly secret: string;
}

export interface Press {
  readonly kind: 'press';
  /** Identifies the press, so that a repeated request is recognized. */
  readonly id: string;
  readonly token: string;
  /** Name of the person, as the receiver shows it. Untrusted text in one line. */
  readonly by: string;
  /** Key of the message, if the response must contain the whole message again. */
  readonly messageKey?: string;
  /** Returns the response to the press, and the requests that update the message. */
  respond(result: PressResult): PressResponse;
}

export interface PressResult {
  /** One sentence for people. */
  readonly text: string;
  /** Buttons that remain. */
  readonly buttons: readonly Button[];
  readonly pressURL: string;
  /** The message of `messageKey`; null if it is no longer stored. */
  readonly alert: Alert | null;
}

export interface PressResponse {
  /** JSON of the response; null for an empty one. */
  readonly body: unknown;
  /** Sent in order after the response. */
  readonly requests: readonly OutboundRequest[];
}

export type ParsedPress =
  | Press
  /** A request that isn't a button press but needs a response, such as the chat's check of the URL. */
  | { readonly kind: 'other'; readonly body: unknown }
  /**
   * `forged`: the signature or secret is wrong. `stale`: the request's time is outside the time window. `invalid`: the request
   * doesn't have the documented form.
   */
  | { readonly kind: 'refusal'; readonly reason: 'forged' | 'stale' | 'invalid' };

/** The buttons of a channel type. Messages have buttons only if the settings turn them on. */
export interface ButtonSupport<Settings> {
  isOn(settings: Settings): boolean;
  /** Checks the receiver's signature or secret, then reads the press. Pure. */
  parsePress(request: PressRequest, settings: Settings): ParsedPress;
}

/** Maximum difference between the timestamp of a signed request and our clock. */
export const PRESS_WINDOW_MS = 5 * 60_000;

export const FORGED: ParsedPress = { kind: 'refusal', reason: 'forged' };
export const STALE: ParsedPress = { kind: 'refusal', reason: 'stale' };
export const INVALID: ParsedPress = { kind: 'refusal', reason: 'invalid' };

const NAME_LENGTH_MAX = 80;

/** Returns the first name that isn't empty. */
export function presserName(...names: readonly (string | null | undefined)[]): string {
  const cleaned = names.map((name) => truncate(oneLine(name ?? '').trim(), NAME_LENGTH_MAX));
  return cleaned.find((name) => name !== '') ?? 'Someone';
}

/** Whether two texts are equal. The duration doesn't reveal at which position they differ. */
export function isSameText(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
