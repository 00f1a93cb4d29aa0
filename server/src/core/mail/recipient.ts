import { domainToASCII } from 'node:url';
import { looksLikePingSecret } from '@overdue/domain/access/project-key.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { isSlug } from '@overdue/domain/ping/slug.ts';

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
  // Slugs have no capital letters, and some programs change the case of addresses.
  const slug = mailbox.slice(plus + 1).toLowerCase();
  return looksLikePingSecret(secret) && isSlug(slug) ? { by: 'slug', secret, slug } : null;
}
