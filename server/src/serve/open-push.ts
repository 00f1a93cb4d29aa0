import { createRequest } from '../platform/outbound/outbound.ts';
import type { SecretBox } from '../platform/security/secret-box.ts';
import { deriveVAPIDKey } from '../platform/security/vapid-key.ts';
import { createPush } from '../push/create-push.ts';
import type { Push } from '../push/push.ts';
import type { Parts } from './parts.ts';

export function openPush(
  { config, store, clock, random, log, secretKey }: Parts,
  { box, baseURL }: { readonly box: SecretBox; readonly baseURL: string },
): Push {
  return createPush({
    store,
    box,
    vapid: deriveVAPIDKey(secretKey),
    request: createRequest({ clock, isAllowedAddress: config.isAllowedAddress }),
    clock,
    random,
    log,
    baseURL,
  });
}
