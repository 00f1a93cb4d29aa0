import type { Alert } from '@overdue/domain/alerting/alert.ts';
import type { ChannelType, SendContext } from '../../src/channels/channel.ts';
import { createRequest } from '../../src/platform/outbound/outbound.ts';
import type { SendResult } from '../../src/platform/outbound/outcome.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { asCataloged, sendContextOf } from './channel-trial.ts';
import type { Received, Receiver } from './receiver.ts';
import { HOSTILE } from './sample-alerts.ts';

/** Headers that matter to a receiver. */
const TELLING = /^(?:accept|authorization|content-type|x-.*)$/;
const UNSEEN = /[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f]/u;

/** Time of the transcripts: half a minute after the recovery in the sample alerts. */
export const NOW = Date.UTC(2026, 10, 21, 3, 30, 30);

const CONTEXT: SendContext = {
  ...sendContextOf(createRequest({ clock: systemClock, isAllowedAddress: () => true, timeoutMs: 5000 })),
  now: NOW,
};

/** Makes one attempt over real sockets, with the settings as a user enters them. */
export async function attempt<Settings>(
  channel: ChannelType<Settings>,
  settings: unknown,
  alert: Alert,
): Promise<SendResult> {
  return await channel.send(channel.settings.parse(settings), asCataloged(channel, alert), CONTEXT);
}

/** Returns the requests of each alert, by name of the alert, for review by people. */
export async function transcripts<Settings>(
  receiver: Receiver,
  channel: ChannelType<Settings>,
  settings: unknown,
  alerts: Readonly<Record<string, Alert>>,
): Promise<string> {
  const parts: string[] = [];
  for (const [name, alert] of Object.entries(alerts)) {
    const from = receiver.received.length;
    const { outcome } = await attempt(channel, settings, alert);
    const requests = receiver.received.slice(from).map(written);
    parts.push([`=== ${name} (${outcome}) ===`, ...requests].join('\n\n'));
  }
  return `${parts.join('\n\n').replaceAll(receiver.origin, 'https://receiver.example')}\n`;
}

function written({ method, path, headers, body }: Received): string {
  const shown = Object.entries(headers)
    .filter(([name]) => TELLING.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`);
  const text = headers['content-type'] === 'application/json' ? indented(body) : unfolded(body);
  return [`${method} ${path}`, ...shown, ...(text === '' ? [] : ['', text])]
    .join('\n')
    .replaceAll('\u200b', '\\u200b');
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

function unfolded(form: string): string {
  return [...new URLSearchParams(form)].map(([name, value]) => `${name} =\n${value}`).join('\n\n');
}

/** Whether a text contains invisible characters other than line feeds. */
export function hidesSomething(text: string): boolean {
  return UNSEEN.test(text.replaceAll('\n', ''));
}

/** An alert longer than any receiver accepts. Each character becomes longer when it is encoded: several bytes, an escape sequence, or a surrogate pair. */
export const LONG: Alert = {
  ...HOSTILE,
  title: `Down: ${'€'.repeat(190)}`,
  text: Array.from({ length: 10 }, () => '"😀'.repeat(200)),
  log: '"日'.repeat(1000),
};
