import type { Transition } from './draft.ts';
import type { FailureReason } from './monitor.ts';

export const ALERT_KINDS = ['down', 'recovered', 'failing', 'up', 'paused', 'resumed'] as const;
/** What a transition comes to. Every transition has one; which of them anybody is told is for routing to say. */
export type AlertKind = (typeof ALERT_KINDS)[number];

export function alertKind(transition: Pick<Transition, 'from' | 'to'>): AlertKind {
  const { from, to } = transition;
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

export const NOTICE_KINDS = [
  ...ALERT_KINDS,
  'reminder',
  'escalation',
  'blind_window',
  'channel_disabled',
  'report',
] as const;
/** All that an outbox row may be about: a transition, or what the service itself has to say. */
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const SEVERITIES = ['low', 'normal', 'high', 'critical'] as const;
/** How much a monitor matters, least first. */
export type Severity = (typeof SEVERITIES)[number];

export const MESSAGE_KINDS = [
  'down',
  'recovered',
  'failing',
  'reminder',
  'escalation',
  'blind_window',
  'channel_disabled',
  'report',
  'several',
  'test',
] as const;
/** `several` is one message about many monitors. `test` is somebody trying a channel out. */
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** One monitor in a message. Times are epoch milliseconds. */
export interface AlertItem {
  readonly what: 'down' | 'recovered' | 'failing' | 'unknown';
  readonly monitor: {
    readonly shortID: string;
    readonly name: string;
    readonly project: string;
    readonly tags: readonly string[];
    readonly severity: Severity;
    /** Its page in the application. */
    readonly url: string;
  };
  /** The incident that opened, goes on, or ended; null for what is none. */
  readonly incident: AlertIncident | null;
  /** Why, in one sentence. */
  readonly explanation: string;
}

export interface AlertIncident {
  readonly id: string;
  readonly reason: FailureReason;
  readonly openedAt: number;
  /** Null while it is open. */
  readonly closedAt: number | null;
  /** The run that opened it. */
  readonly runID: string | null;
}

/**
 * A message as it was written once, for all attempts and all channels: plain text without any markup. A channel only gives
 * it the form that its receivers read, and escapes it for that: names, tags and logs come from outside.
 */
export interface Alert {
  /** The same in every attempt: by this a receiver knows a message that it has already got. */
  readonly key: string;
  readonly kind: MessageKind;
  /** When what it tells happened. */
  readonly at: number;
  readonly team: string;
  /** The highest of its monitors'. */
  readonly severity: Severity;
  /** One line, at most 200 characters: `Down: pg-dump prod`. */
  readonly title: string;
  /** Short paragraphs, one or a few sentences each; never empty. */
  readonly text: readonly string[];
  /** Where to read on. */
  readonly url: string;
  /** What it is about: one monitor, many (`several`, `blind_window`), or none. At most 100, see `more`. */
  readonly items: readonly AlertItem[];
  /** Monitors that `items` has no room for. */
  readonly more: number;
  /** The end of what the failed run wrote, at most 2000 characters; null when there is none. */
  readonly log: string | null;
  /** The alarm of this recovery had not got through: this message stands for both. */
  readonly standsForAlarm: boolean;
  /** The address of the one whom it is mailed to, where it goes to no channel. */
  readonly recipient?: string;
}

/** Reads an alert from the JSON that planning stored; null if it is damaged. */
export function parseAlert(json: string): Alert | null {
  try {
    const value: unknown = JSON.parse(json);
    return isAlert(value) ? value : null;
  } catch {
    return null;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';

function isAlert(value: unknown): value is Alert {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const { text, items } = { text: fields.get('text'), items: fields.get('items') };
  return (
    ['key', 'team', 'title', 'url'].every((name) => isText(fields.get(name))) &&
    ['at', 'more'].every((name) => isNumber(fields.get(name))) &&
    MESSAGE_KINDS.some((kind) => kind === fields.get('kind')) &&
    SEVERITIES.some((severity) => severity === fields.get('severity')) &&
    (fields.get('log') === null || isText(fields.get('log'))) &&
    Array.isArray(text) &&
    text.every(isText) &&
    Array.isArray(items) &&
    items.every(isItem)
  );
}

function isItem(value: unknown): value is AlertItem {
  if (typeof value !== 'object' || value === null) return false;
  if (!('what' in value && 'monitor' in value && 'incident' in value && 'explanation' in value)) return false;
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
