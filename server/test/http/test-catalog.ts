import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import type { ChannelType } from '../../src/channels/channel.ts';
import { type ChannelCatalog, createCatalog } from '../../src/channels/settings/catalog.ts';
import { register } from '../../src/channels/settings/registration.ts';
import { group } from '../../src/channels/types/group.ts';
import { CHANNEL_TYPES } from '../../src/channels/types/registry.ts';
import { createSealedChecks } from '../../src/checks/sealed-check.ts';
import type { SendResult } from '../../src/platform/outbound/outcome.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { createSecretBox } from '../../src/platform/security/secret-box.ts';

export const TEST_KEY = 'a key of thirty-two characters..';

export interface TestCatalog {
  readonly catalog: ChannelCatalog;
  /** Alerts sent so far, in order. */
  readonly sent: readonly { readonly channel: string; readonly alert: Alert }[];
  /** Sets the outcome of all further attempts. */
  respondWith(outcome: SendResult): void;
}

/** The real catalog with a few simple types that send nothing. */
export function createTestCatalog(baseURL: string): TestCatalog {
  const sent: { channel: string; alert: Alert }[] = [];
  let outcome: SendResult = { outcome: 'sent', status: 204, answer: '204 No Content' };
  const channelType = <Settings>(type: string, settings: z.ZodType<Settings>): ChannelType<Settings> => ({
    type,
    title: `To ${type}`,
    category: 'other',
    isOftenSelfHosted: type === 'webhook',
    tracksIncidents: false,
    settings,
    async send(_settings, alert, { channel }) {
      sent.push({ channel: channel.shortID, alert });
      return outcome;
    },
  });
  const email = z.strictObject({ to: z.email() });
  const secret = z.string().min(8).optional().meta({ secret: true });
  const webhook = z.strictObject({ url: z.url(), secret });
  const catalog = createCatalog({
    types: [
      register(channelType('email', email)),
      register(group()),
      register(channelType('webhook', webhook)),
    ],
    box: createSecretBox(TEST_KEY, systemRandom),
    request: () => Promise.reject(new Error('These types send nothing.')),
    mail: null,
    push: () => Promise.reject(new Error('No notification is expected.')),
    clock: { now: () => 0 },
    baseURL,
    log: { info() {}, error() {} },
  });
  return {
    catalog,
    sent,
    respondWith(next) {
      outcome = next;
    },
  };
}

export const TEST_SEALED_CHECKS = createSealedChecks(createSecretBox(TEST_KEY, systemRandom));

/** The real catalog with all types. All attempts fail. */
export function createFullCatalog(baseURL: string): ChannelCatalog {
  return createCatalog({
    types: CHANNEL_TYPES,
    box: createSecretBox(TEST_KEY, systemRandom),
    request: () => Promise.reject(new Error('Nothing is sent here.')),
    mail: null,
    push: () => Promise.reject(new Error('No notification is expected.')),
    clock: { now: () => 0 },
    baseURL,
    log: { info() {}, error() {} },
  });
}
