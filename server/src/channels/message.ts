import { type Alert, type AlertItem, alertedLinks } from '@overdue/domain/alerting/alert.ts';
import { cleanText, oneLine, truncate } from '../platform/outbound/text.ts';

const TITLE_LENGTH_MAX = 200;
const PARAGRAPHS_MAX = 10;
const PARAGRAPH_LENGTH_MAX = 600;
const NAME_LENGTH_MAX = 100;
const ITEMS_MAX = 20;
export const ACTION_TEXT = 'Acknowledge';

export type Tone = 'bad' | 'warning' | 'good' | 'neutral';

/** An alert for chats: cleaned and shortened, but not yet escaped. Each text is one line, except for the log. */
export interface Message {
  readonly tone: Tone;
  /** `#rrggbb`; paler for low severity, darker for critical. */
  readonly color: string;
  /** Emoji that replaces the colour in plain text. */
  readonly symbol: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Project, severity and tags of a message about one monitor. */
  readonly details: readonly { readonly name: string; readonly value: string }[];
  readonly list: readonly { readonly name: string; readonly note: string; readonly url: string }[];
  /** For example `and 12 more`; empty if the list is complete. */
  readonly more: string;
  readonly log: string | null;
  readonly url: string;
  readonly linkText: string;
  /** Links in addition to `url`, encoded so that no character ends a link in any chat's markup. */
  readonly links: readonly Link[];
}

export interface Link {
  readonly text: string;
  readonly url: string;
}

export function messageOf(alert: Alert): Message {
  const tone = toneOf(alert);
  const [first] = alert.items;
  const isOne = alert.items.length === 1 && alert.unlistedCount === 0;
  const listed = isOne ? [] : alert.items.slice(0, ITEMS_MAX);
  const hiddenCount = isOne ? 0 : alert.items.length - listed.length + alert.unlistedCount;
  return {
    tone,
    color: colorOf(tone, alert),
    symbol: SYMBOLS[tone],
    title: truncate(oneLine(alert.title), TITLE_LENGTH_MAX),
    paragraphs: alert.text
      .slice(0, PARAGRAPHS_MAX)
      .map((text) => truncate(oneLine(text), PARAGRAPH_LENGTH_MAX)),
    details: isOne && first !== undefined ? detailsOf(first) : [],
    list: listed.map(({ monitor, incident, event }) => ({
      name: truncate(oneLine(monitor.name), NAME_LENGTH_MAX),
      note: `${event}, ${truncate(oneLine(monitor.project), NAME_LENGTH_MAX)}`,
      url: incident?.url ?? monitor.url,
    })),
    more: hiddenCount > 0 ? `and ${hiddenCount} more` : '',
    log: alert.log === null ? null : cleanText(alert.log).replace(/^\n+|(?<!\s)\s+$/g, '') || null,
    url: alert.url,
    linkText: !isOne
      ? 'Open Overdue'
      : alert.url === first?.incident?.url
        ? 'Open the incident'
        : 'Open the monitor',
    links: [
      ...(alert.actionURL === undefined ? [] : [{ text: ACTION_TEXT, url: alert.actionURL }]),
      ...(isOne && first !== undefined ? alertedLinks(first.monitor) : []),
    ],
  };
}

const SYMBOLS: Readonly<Record<Tone, string>> = { bad: '🔴', warning: '🟠', good: '🟢', neutral: '🔵' };

function toneOf({ kind, items }: Alert): Tone {
  switch (kind) {
    case 'down':
    case 'reminder':
    case 'escalation':
      return 'bad';
    case 'recovered':
      return 'good';
    case 'failing':
    case 'blind_window':
    case 'channel_disabled':
      return 'warning';
    case 'report':
    case 'test':
      return 'neutral';
    case 'combined':
      if (items.some(({ event }) => event === 'down')) return 'bad';
      return items.every(({ event }) => event === 'recovered') ? 'good' : 'warning';
  }
}

function colorOf(tone: Tone, { severity }: Alert): string {
  switch (tone) {
    case 'bad':
      return { low: '#f87171', normal: '#dc2626', high: '#dc2626', critical: '#7f1d1d' }[severity];
    case 'warning':
      return '#d97706';
    case 'good':
      return '#16a34a';
    case 'neutral':
      return '#2563eb';
  }
}

function detailsOf({ monitor }: AlertItem): Message['details'] {
  const tags = monitor.tags.map(oneLine).filter((tag) => tag !== '');
  return [
    { name: 'Project', value: truncate(oneLine(monitor.project), NAME_LENGTH_MAX) },
    { name: 'Severity', value: monitor.severity },
    { name: 'Tags', value: truncate(tags.join(', '), NAME_LENGTH_MAX) },
  ].filter(({ value }) => value !== '');
}
