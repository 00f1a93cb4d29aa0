import { domainToASCII } from 'node:url';
import { looksLikePingSecret } from '../domain/access/project-key.ts';
import { normalizePingID } from '../domain/ping/ping.ts';

const SLUG = /^[a-z0-9_-]{1,50}$/;

/** Monitor addressed by an email: by ping ID, or by a project's ping key and a slug. */
export type Recipient =
  | { readonly by: 'ping_id'; readonly normalizedPingID: string }
  | { readonly by: 'slug'; readonly secret: string; readonly slug: string };

/** Reads `<ping ID>@host` and `<ping key>+<slug>@host`. Returns null for every other address. */
export function parseRecipient(address: string, host: string): Recipient | null {
  const at = address.lastIndexOf('@');
  if (at === -1 || domainToASCII(address.slice(at + 1)) !== host) return null;
  const mailbox = address.slice(0, at);
  const plus = mailbox.indexOf('+');
  if (plus === -1) {
    const normalizedPingID = normalizePingID(mailbox);
    return normalizedPingID === null ? null : { by: 'ping_id', normalizedPingID };
  }
  const secret = mailbox.slice(0, plus);
  const slug = mailbox.slice(plus + 1);
  return looksLikePingSecret(secret) && SLUG.test(slug) ? { by: 'slug', secret, slug } : null;
}
