import type { Alert } from '../../src/domain/alert.ts';
import type { ChannelType, OutboundAnswer, Outcome, Tools } from '../../src/notify/channel.ts';
import type { Received, Receiver } from './receiver.ts';
import { HOSTILE } from './sample-alerts.ts';

/** Headers that a receiver acts upon. */
const TELLING = /^(?:authorization|content-type|x-.*)$/;

/** Half a minute after the sample alerts' recovery. */
export const NOW = Date.UTC(2026, 10, 21, 3, 30, 30);

/** Tools that send for real, to whatever address a test gives. */
export const TOOLS: Tools = {
  async request({ method, url, headers, body }): Promise<OutboundAnswer> {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  },
  mail: null,
  now: NOW,
  channel: { shortID: 'c4h8n2p6w9', name: 'On call' },
  baseURL: 'https://overdue.example.com',
  unsubscribeURL: 'https://overdue.example.com/unsubscribe/c4h8n2p6w9',
};

/** Settings as a user gives them, to the outcome of sending. */
export async function attempt<Settings>(
  channel: ChannelType<Settings>,
  settings: unknown,
  alert: Alert,
): Promise<Outcome> {
  return await channel.send(channel.settings.parse(settings), alert, TOOLS);
}

/** What the receiver has been sent since `from`, for people to review. */
export function transcript({ received, origin }: Receiver, from = 0): string {
  return received
    .slice(from)
    .map((request) => readable(request).replaceAll(origin, 'ORIGIN'))
    .join('\n\n');
}

function readable({ method, path, headers, body }: Received): string {
  const lines = Object.entries(headers)
    .filter(([name]) => TELLING.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path}`, ...lines, '', readableBody(headers['content-type'], body)]
    .join('\n')
    .trimEnd();
}

function readableBody(contentType: string | undefined, body: string): string {
  if (contentType === 'application/json') return JSON.stringify(JSON.parse(body), null, 2);
  return [...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).join('\n');
}

/** Everything that is sent for each of the alerts, under its name. */
export async function transcripts<Settings>(
  receiver: Receiver,
  channel: ChannelType<Settings>,
  settings: unknown,
  alerts: Readonly<Record<string, Alert>>,
): Promise<string> {
  const parts: string[] = [];
  for (const [name, alert] of Object.entries(alerts)) {
    const from = receiver.received.length;
    const outcome = await attempt(channel, settings, alert);
    parts.push(`##### ${name}: ${outcome.outcome}\n\n${transcript(receiver, from)}`);
  }
  return `${parts.join('\n\n')}\n`;
}

/** The log of a job that shouts: far more than any receiver takes. */
export const LONG: Alert = {
  ...HOSTILE,
  title: `Down: ${'€'.repeat(190)}`,
  text: Array.from({ length: 10 }, () => '"😀'.repeat(200)),
  log: '"日'.repeat(1000),
};
