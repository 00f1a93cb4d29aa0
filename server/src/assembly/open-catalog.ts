import { CHANNEL_TYPES } from '../notify/channels/registry.ts';
import { type ChannelCatalog, createCatalog } from '../notify/settings/catalog.ts';
import type { SendMail } from '../outbound/mail.ts';
import { createRequest } from '../outbound/outbound.ts';
import type { SendPush } from '../push/push.ts';
import type { SecretBox } from '../security/secret-box.ts';
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
