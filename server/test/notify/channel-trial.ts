import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { afterEach, beforeEach } from 'vitest';
import type { ChannelType, SendContext } from '../../src/channels/channel.ts';
import { createRequest } from '../../src/platform/outbound/outbound.ts';
import type { SendResult } from '../../src/platform/outbound/outcome.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import { COMBINED, DOWN, HOSTILE, RECOVERED, RECOVERED_FOR_BOTH, REPORT, TEST } from './sample-alerts.ts';

export const SAMPLES = { DOWN, RECOVERED, RECOVERED_FOR_BOTH, COMBINED, REPORT, TEST, HOSTILE };

/** Time of all trials: half a minute after the recovery in the sample alerts. Signatures and transcripts contain the time. */
export const TRIAL_AT = Date.UTC(2026, 10, 21, 3, 30, 30);

/** A channel that sends over real sockets to a receiver on loopback, like the service. Each test has a new receiver. */
export interface Trial {
  receiver(): Receiver;
  /** Makes one attempt. `changed`: settings that differ from those of the trial. */
  send(alert: Alert, changed?: object): Promise<SendResult>;
  /** Sends an alert and returns the last request at the receiver. Throws if the attempt fails. */
  deliver(alert: Alert, changed?: object): Promise<Received>;
  /** Sends each alert and returns the outcomes and requests as text for review. */
  transcript(alerts: Readonly<Record<string, Alert>>, changed?: object): Promise<string>;
}

/** Starts a trial of a channel type, with settings as a user enters them. */
export function trial<Settings>(
  make: (origin: string) => { readonly type: ChannelType<Settings>; readonly settings: object },
): Trial {
  let open: Receiver | null = null;
  const request = createRequest({ clock: systemClock, isAllowedAddress: () => true, timeoutMs: 5_000 });

  beforeEach(async () => {
    open = await startReceiver();
  });
  afterEach(() => open?.close());

  function receiver(): Receiver {
    if (open === null) throw new Error('The trial has not begun.');
    return open;
  }
  function send(alert: Alert, changed: object = {}): Promise<SendResult> {
    const { type, settings } = make(receiver().origin);
    const parsed = type.settings.parse({ ...settings, ...changed });
    return type.send(parsed, asCataloged(type, alert), sendContextOf(request));
  }
  async function deliver(alert: Alert, changed?: object): Promise<Received> {
    const result = await send(alert, changed);
    if (result.outcome !== 'sent') throw new Error(`The receiver did not accept the alert: ${result.answer}`);
    return receiver().last();
  }
  async function transcript(alerts: Readonly<Record<string, Alert>>, changed?: object): Promise<string> {
    const parts: string[] = [];
    for (const [name, alert] of Object.entries(alerts)) {
      const from = receiver().received.length;
      const { outcome } = await send(alert, changed);
      parts.push(`=== ${name} (${outcome}) ===`, ...receiver().received.slice(from).map(written));
    }
    return `${parts.join('\n\n').replaceAll(receiver().origin, 'https://receiver.example')}\n`;
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

/** Returns the fields of a JSON object or a form. */
export function fieldsOf({ headers, body }: Received): Readonly<Record<string, unknown>> {
  return isForm(headers) ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
}

function isForm(headers: Received['headers']): boolean {
  return headers['content-type']?.includes('form') === true;
}

/** Headers that matter to a receiver. */
const TELLING = /^(?:accept|authorization|content-type|idempotency-key|webhook-.*|x-.*)$/;

/** Renders a request for people. Invisible characters are spelled out. */
function written(request: Received): string {
  const { method, path, headers, body } = request;
  const shown = Object.entries(headers)
    .filter(([name]) => TELLING.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path}`, ...shown, ...(body === '' ? [] : ['', writtenBody(request)])]
    .join('\n')
    .replaceAll('\u200b', '\\u200b');
}

function writtenBody({ headers, body }: Received): string {
  if (isForm(headers))
    return [...new URLSearchParams(body)].map(([name, value]) => `${name} =\n${value}`).join('\n\n');
  return headers['content-type']?.includes('json') === true
    ? JSON.stringify(JSON.parse(body), null, 2)
    : body;
}
