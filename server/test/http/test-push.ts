import type { Request } from '../../src/platform/outbound/request.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { createSecretBox } from '../../src/platform/security/secret-box.ts';
import { deriveVAPIDKey } from '../../src/platform/security/vapid-key.ts';
import { createPush, type PushOptions } from '../../src/push/create-push.ts';
import type { Push } from '../../src/push/push.ts';
import type { PushSubscription } from '../../src/push/subscription.ts';
import { TEST_KEY } from './test-catalog.ts';

/** The subscription in RFC 8291, appendix A. */
export const RFC_SUBSCRIPTION: PushSubscription = {
  endpoint: 'https://push.example.com/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

const accepts: Request = () => Promise.resolve({ status: 201, headers: {}, body: '' });

/** The real sender of notifications. Every push service accepts its requests. */
export function createTestPush(store: PushOptions['store'], more: Partial<PushOptions> = {}): Push {
  return createPush({
    store,
    box: createSecretBox(TEST_KEY, systemRandom),
    vapid: deriveVAPIDKey(TEST_KEY),
    request: accepts,
    clock: { now: () => 0 },
    random: systemRandom,
    log: { info() {} },
    baseURL: 'https://overdue.example.com',
    ...more,
  });
}
