import { type ChannelCatalog, createCatalog } from '../channels/settings/catalog.ts';
import { CHANNEL_TYPES } from '../channels/types/registry.ts';
import type { SendMail } from '../platform/outbound/mail.ts';
import { createRequest } from '../platform/outbound/outbound.ts';
import type { SecretBox } from '../platform/security/secret-box.ts';
import type { SendPush } from '../push/push.ts';
import type { Parts } from './parts.ts';

export function openCatalog(
  { config, clock, log }: Parts,
  {
    box,
    mail,
    push,
    baseURL,
  }: {
    readonly box: SecretBox;
    readonly mail: SendMail | null;
    readonly push: SendPush;
    readonly baseURL: string;
  },
): ChannelCatalog {
  return createCatalog({
    types: CHANNEL_TYPES,
    box,
    request: createRequest({ clock, isAllowedAddress: config.isAllowedAddress }),
    mail,
    push,
    clock,
    baseURL,
    log,
  });
}
