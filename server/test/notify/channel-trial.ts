import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ChannelType, SendContext } from '../../src/channels/channel.ts';
import { createRequest } from '../../src/platform/outbound/outbound.ts';
import type { SendResult } from '../../src/platform/outbound/outcome.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import { COMBINED, DOWN, HOSTILE, RECOVERED, RECOVERED_FOR_BOTH, REPORT, TEST } from './sample-alerts.ts';

export const SAMPLES = { DOWN, RECOVERED, RECOVERED_FOR_BOTH, COMBINED, REPORT, TEST, HOSTILE };

/** Time of all trials. The time is fixed, because webhooks include it in their signature. */
export const TRIAL_AT = Date.UTC(2026, 10, 21, 3, 0, 1);

/** A channel that sends over real sockets to a receiver on loopback, like the service. */
export interface Trial {
  receiver(): Receiver;
  send(alert: Alert): Promise<SendResult>;
  /** Sends an alert and returns the last request at the receiver. */
  deliver(alert: Alert): Promise<Received>;
  /** Sends every sample and returns the received requests as text for review. */
  transcript(): Promise<string>;
}

export function trial<Settings>(
  make: (origin: string) => { readonly type: ChannelType<Settings>; readonly settings: Settings },
): Trial {
  let open: Receiver | null = null;
  const request = createRequest({ clock: systemClock, isAllowedAddress: () => true, timeoutMs: 5_000 });

  beforeAll(async () => {
    open = await startReceiver();
  });
  afterAll(() => open?.close());
  beforeEach(() => open?.react({ status: 200, body: 'ok' }));

  function receiver(): Receiver {
    if (open === null) throw new Error('The trial has not begun.');
    return open;
  }
  function send(alert: Alert): Promise<SendResult> {
    const { type, settings } = make(receiver().origin);
    return type.send(type.settings.parse(settings), asCataloged(type, alert), sendContextOf(request));
  }
  async function deliver(alert: Alert): Promise<Received> {
    const outcome = await send(alert);
    if (outcome.outcome !== 'sent') throw new Error(`It was not sent: ${outcome.answer}`);
    return receiver().last();
  }
  async function transcript(): Promise<string> {
    const parts: string[] = [];
    for (const [name, alert] of Object.entries(SAMPLES)) {
      const text = written(await deliver(alert)).replaceAll(receiver().origin, 'https://receiver.example');
      parts.push(`=== ${name} ===\n\n${text}\n`);
    }
    return parts.join('\n');
  }
  return { receiver, send, deliver, transcript };
}

/**
 * Returns the alert that the catalog would pass on: with the action link only if the receiver doesn't track incidents.
 */
export function asCataloged({ tracksIncidents }: { readonly tracksIncidents: boolean }, alert: Alert): Alert {
  if (!tracksIncidents) return alert;
  const { actionURL: _, ...plain } = alert;
  return plain;
}

export function sendContextOf(
  request: SendContext['request'],
  mail: SendContext['mail'] = null,
): SendContext {
  return {
    request,
    mail,
    push: () => Promise.reject(new Error('No notification is expected.')),
    now: TRIAL_AT,
    channel: { shortID: 'c7m2p9x4kd', name: 'ops' },
    baseURL: 'https://overdue.example.com',
    buttons: null,
    unsubscribeURL: 'https://overdue.example.com/unsubscribe/c7m2p9x4kd/token',
  };
}

/** Renders a request for people. Invisible characters are spelled out. */
function written({ method, path, headers, body }: Received): string {
  const type = headers['content-type'] ?? '';
  const shown = Object.entries(headers)
    .filter(([name]) => !['host', 'connection', 'content-length', 'user-agent'].includes(name))
    .map(([name, value]) => `${name}: ${value}`);
  const text = type.includes('json')
    ? JSON.stringify(JSON.parse(body), null, 2)
    : type.includes('form')
      ? [...new URLSearchParams(body)].map(([name, value]) => `${name} =\n${value}`).join('\n\n')
      : body;
  return [`${method} ${path}`, ...shown, '', text].join('\n').replaceAll('\u200b', '\\u200b');
}
