import type { Alert } from '@overdue/domain/alerting/alert.ts';
import type { ClaimedDelivery } from '../../src/channels/contract.ts';
import type { SendResult } from '../../src/platform/outbound/outcome.ts';
import { createSeededRandom, type FakeClock, type SeededRandom } from '../fake-clock.ts';

/** Behaviours of a channel. A channel without an assigned behaviour works. */
export const RECEIVER_BEHAVIORS = [
  'well',
  'slow',
  'flaky',
  'limiting',
  'failing',
  'hanging',
  'picky',
  'gone',
] as const;
export type ReceiverBehavior = (typeof RECEIVER_BEHAVIORS)[number];

/** A message that has arrived, even if its response was lost. */
export interface ReceivedAlert {
  /** Short ID of the channel. */
  readonly channel: string;
  readonly alert: Alert;
}

/** The receivers. They survive all processes. */
export interface Receivers {
  send(channel: ClaimedDelivery['channel'], alert: Alert): Promise<SendResult>;
  /** Received messages in the order of arrival. */
  readonly accepted: readonly ReceivedAlert[];
  /** Keys that a channel has refused permanently. */
  readonly refused: ReadonlySet<string>;
  setBehavior(channel: string, mood: ReceiverBehavior): void;
  /** Makes all channels work. */
  heal(): void;
}

const SENT: SendResult = { outcome: 'sent', status: 200, answer: '' };
const HANG_MS = 30_000;

function failed(retryAfterMs: number | null = null): SendResult {
  return { outcome: 'failed', status: 503, answer: '', retryAfterMs };
}

/** Creates the receivers. Each channel has its own random numbers, so that the order of sending has no effect. */
export function createReceivers(clock: FakeClock, seed: number): Receivers {
  const moods = new Map<string, ReceiverBehavior>();
  const accepted: ReceivedAlert[] = [];
  const refused = new Set<string>();
  const lucks = new Map<string, SeededRandom>();

  function luckOf(channel: string): SeededRandom {
    const luck =
      lucks.get(channel) ??
      createSeededRandom([...channel].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, seed));
    lucks.set(channel, luck);
    return luck;
  }

  const sleep = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  function accept(channel: string, alert: Alert): SendResult {
    accepted.push({ channel, alert });
    return SENT;
  }

  /** Fails as if the response was lost. The alert may have arrived. */
  function acceptPerhaps(channel: string, alert: Alert): SendResult {
    if (luckOf(channel).chance(0.3)) accept(channel, alert);
    return failed();
  }

  function refuse(outcome: 'refused' | 'gone', { key }: Alert): SendResult {
    refused.add(key);
    return { outcome, status: 410, answer: 'No.' };
  }

  return {
    accepted,
    refused,
    async send({ shortID }, alert) {
      const random = luckOf(shortID);
      switch (moods.get(shortID) ?? 'well') {
        case 'well':
          return accept(shortID, alert);
        case 'slow':
          await sleep(random.between(100, 20_000));
          return accept(shortID, alert);
        case 'flaky':
          return random.chance(0.5) ? accept(shortID, alert) : acceptPerhaps(shortID, alert);
        case 'limiting':
          return failed(random.between(0, 60_000));
        case 'failing':
          return acceptPerhaps(shortID, alert);
        case 'hanging':
          await sleep(HANG_MS);
          return acceptPerhaps(shortID, alert);
        case 'picky':
          return random.chance(0.3) ? refuse('refused', alert) : accept(shortID, alert);
        case 'gone':
          return refuse('gone', alert);
      }
    },
    setBehavior: (channel, mood) => void moods.set(channel, mood),
    heal: () => moods.clear(),
  };
}
