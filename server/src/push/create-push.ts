import { OutboundError } from '../platform/outbound/outbound-error.ts';
import { type SendResult, sendResultOf } from '../platform/outbound/outcome.ts';
import type { Request } from '../platform/outbound/request.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import { createGenerationCache } from '../platform/runtime/generation-cache.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Random } from '../platform/runtime/random.ts';
import type { VAPIDKey } from '../platform/security/vapid-key.ts';
import { combineOutcomes } from './combine-outcomes.ts';
import type { PushDevice, PushDeviceStore } from './contract.ts';
import type { Push, PushMessage } from './push.ts';
import { pushRequest } from './push-request.ts';
import { type PushSubscription, readSubscription } from './subscription.ts';

/** Maximum number of remembered acceptances. A retry of a message skips the devices that have accepted the message. */
const ACCEPTED_MAX = 10_000;
/** How long a message is retried for a member's failed devices although another device has accepted the message. */
const RETRY_OTHERS_MS = 2 * 60_000;
/** Statuses of a subscription that has ended. */
const GONE_STATUSES = [404, 410];

export interface PushOptions {
  readonly store: PushDeviceStore & {
    recordUse(used: { readonly kind: 'push_device'; readonly id: string }, at: number): Promise<void>;
  };
  readonly box: {
    seal(text: string, context: string): string;
    open(sealed: string, context: string): string;
  };
  readonly vapid: VAPIDKey;
  readonly request: Request;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Pick<Log, 'info'>;
  readonly baseURL: string;
}

export function createPush(options: PushOptions): Push {
  const { store, box, clock, log } = options;
  const accepted = createGenerationCache<string, true>(ACCEPTED_MAX);

  async function sendTo(device: PushDevice, message: PushMessage): Promise<SendResult> {
    const acceptedKey = `${message.key} ${device.id}`;
    if (accepted.get(acceptedKey) === true) return { outcome: 'sent', status: null, answer: '' };
    const result = await attempt(device, message);
    if (result.outcome === 'gone') await store.pushDevices.change({ kind: 'delete', device });
    if (result.outcome !== 'sent') {
      log.info({ device: device.id, answer: result.answer }, 'A device did not accept a notification.');
      return result;
    }
    accepted.set(acceptedKey, true);
    await store.recordUse({ kind: 'push_device', id: device.id }, clock.now());
    return result;
  }

  async function attempt(device: PushDevice, message: PushMessage): Promise<SendResult> {
    const subscription = openSubscription(device);
    // Keeps the subscription although it can't be decrypted: the application renews it when the user opens Overdue on the device.
    if (subscription === null) return { outcome: 'refused', status: null, answer: KEY_CHANGED };
    try {
      const response = await options.request(
        pushRequest(subscription, message, { ...options, now: clock.now() }),
      );
      return sendResultOf(response, { goneStatuses: GONE_STATUSES });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.reason !== null) log.info({ device: device.id, reason: error.reason }, UNREACHABLE);
      return { outcome: 'failed', status: null, answer: error.message, retryAfterMs: null };
    }
  }

  function openSubscription({ id, subscription }: PushDevice): PushSubscription | null {
    try {
      return readSubscription(box.open(subscription, id));
    } catch {
      return null;
    }
  }

  return {
    publicKey: options.vapid.publicKey,
    seal: (deviceID, subscription) => box.seal(JSON.stringify(subscription), deviceID),
    async send(to, message) {
      const registered = await store.pushDevices.list(to);
      const devices = 'deviceID' in to ? registered.filter(({ id }) => id === to.deviceID) : registered;
      const sent = await Promise.all(
        devices.map(async (device) => ({ device: device.name, result: await sendTo(device, message) })),
      );
      return combineOutcomes(sent, { retriesOthers: clock.now() < message.at + RETRY_OTHERS_MS });
    },
  };
}

const UNREACHABLE = 'The push service of a device could not be reached.';
const KEY_CHANGED =
  'The service’s SECRET_KEY has changed since the device was added. Open Overdue on the device once.';
