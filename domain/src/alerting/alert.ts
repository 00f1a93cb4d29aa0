import type { FailureReason, StoredStatus } from '../monitor/state.ts';
import { isNumber, isText } from '../type-check.ts';
import { encodeMarks, parseWebAddress } from '../web-address.ts';

export const ALERT_KINDS = ['down', 'recovered', 'failing', 'up', 'paused', 'resumed'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export function alertKind({
  from,
  to,
}: {
  readonly from: StoredStatus;
  readonly to: StoredStatus;
}): AlertKind {
  if (from === 'paused') return 'resumed';
  switch (to) {
    case 'down':
      return 'down';
    case 'failing':
      return 'failing';
    case 'paused':
      return 'paused';
    case 'up':
      return from === 'down' ? 'recovered' : 'up';
    case 'new':
      return 'resumed';
  }
}

/**
 * Whether a status change may cause alerts. Changes that can't cause alerts are stored as already planned, so that planning skips
 * them.
 */
export function needsPlanning(kind: AlertKind, incidentID: number | null): boolean {
  return incidentID !== null || kind === 'failing';
}

export const OUTBOX_KINDS = [
  ...ALERT_KINDS,
  'reminder',
  'escalation',
  'blind_window',
  'channel_disabled',
  'report',
] as const;
/** Kinds of outbox rows: transitions, follow-ups of incidents, and alerts about Overdue itself. */
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

export const SEVERITIES = ['low', 'normal', 'high', 'critical'] as const;
/** Severities, least important first. */
export type Severity = (typeof SEVERITIES)[number];

export function isSeverity(value: unknown): value is Severity {
  return SEVERITIES.some((severity) => severity === value);
}

export const MESSAGE_KINDS = [
  'down',
  'recovered',
  'failing',
  'reminder',
  'escalation',
  'blind_window',
  'channel_disabled',
  'report',
  'combined',
  'test',
] as const;
/** `combined`: one message about many monitors. `test`: a test alert that a person sent. */
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Settings that hold a link, with their labels in messages. */
export const ALERTED_LINKS = [{ field: 'runbookURL', label: 'Runbook' }] as const;
export type LinkField = (typeof ALERTED_LINKS)[number]['field'];

export type AlertedSettings = {
  readonly name: string;
  readonly tags: readonly string[];
} & { readonly [Field in LinkField]?: string };

export function alertedSettings({ name, tags, ...settings }: AlertedSettings) {
  return { name, tags, ...linkSettings(settings) };
}

export function linkSettings({ runbookURL = '' }: Pick<AlertedSettings, LinkField>) {
  return { runbookURL };
}

/** Returns the links among the settings, encoded so that no character in a link ends it early in a chat's markup. */
export function alertedLinks(settings: AlertedSettings): readonly { text: string; url: string }[] {
  return ALERTED_LINKS.flatMap(({ field, label }) => {
    const url = parseWebAddress(settings[field] ?? '');
    return url === null ? [] : [{ text: label, url: encodeMarks(url) }];
  });
}

export interface AlertItem {
  readonly event: 'down' | 'recovered' | 'failing' | 'unknown';
  readonly monitor: AlertedSettings & {
    readonly shortID: string;
    readonly project: string;
    readonly severity: Severity;
    readonly url: string;
  };
  readonly incident: AlertIncident | null;
  readonly explanation: string;
}

/** Optional fields may be missing in messages that an earlier version stored. */
export interface AlertIncident {
  readonly id: string;
  /** Page of the incident; absent if the monitor was deleted. */
  readonly url?: string;
  readonly reason: FailureReason;
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly runID: string | null;
  readonly acknowledgedAt?: number | null;
  /** Name of the member who acknowledged the incident. */
  readonly acknowledgedBy?: string | null;
}

/** A plain-text message, written once for all attempts. Channels escape the text, because names, tags and logs are untrusted. */
export interface Alert {
  /** Idempotency key: equal in every attempt, so that receivers can recognise a repeated message. */
  readonly key: string;
  readonly kind: MessageKind;
  readonly at: number;
  readonly team: string;
  readonly severity: Severity;
  /** One line, at most 200 characters: `Down: pg-dump prod`. */
  readonly title: string;
  /** Short paragraphs of one or a few sentences; never empty. */
  readonly text: readonly string[];
  readonly url: string;
  /** Monitors that the message is about, at most 100: one, many (`combined`, `blind_window`) or none. `unlistedCount` counts the rest. */
  readonly items: readonly AlertItem[];
  readonly unlistedCount: number;
  /** The end of the failed run's log, at most 2000 characters; null if there is none. */
  readonly log: string | null;
  /** Whether this recovery replaces an alarm that was never delivered. */
  readonly includesLostAlarm: boolean;
  /**
   * Recipient of a message that goes to a person instead of a channel: an email address, or the ID of the member whose devices show
   * the message.
   */
  readonly recipient?: string;
  /** Name of the member whose devices show the message. */
  readonly recipientName?: string;
  /** ID of the member to whom the message is mailed without a channel. */
  readonly mailedMemberID?: string;
  /** Page on which the reader acts on the incident without signing in. Added when the message is sent, and never stored. */
  readonly actionURL?: string;
}

export function parseAlert(json: string): Alert | null {
  try {
    const value: unknown = JSON.parse(json);
    return isAlert(value) ? value : null;
  } catch {
    return null;
  }
}

function isAlert(value: unknown): value is Alert {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const { text, items } = { text: fields.get('text'), items: fields.get('items') };
  return (
    ['key', 'team', 'title', 'url'].every((name) => isText(fields.get(name))) &&
    ['at', 'unlistedCount'].every((name) => isNumber(fields.get(name))) &&
    MESSAGE_KINDS.some((kind) => kind === fields.get('kind')) &&
    isSeverity(fields.get('severity')) &&
    (fields.get('log') === null || isText(fields.get('log'))) &&
    Array.isArray(text) &&
    text.every(isText) &&
    Array.isArray(items) &&
    items.every(isItem)
  );
}

function isItem(value: unknown): value is AlertItem {
  if (typeof value !== 'object' || value === null) return false;
  if (!('event' in value && 'monitor' in value && 'incident' in value && 'explanation' in value))
    return false;
  const { monitor, incident, explanation } = value;
  return (
    typeof monitor === 'object' &&
    monitor !== null &&
    'name' in monitor &&
    isText(monitor.name) &&
    typeof incident === 'object' &&
    isText(explanation)
  );
}
