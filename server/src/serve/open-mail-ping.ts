import type { Ingest } from '../core/ingest/ingest.ts';
import type { MailPing } from '../core/mail/mail-ping.ts';
import type { MonitorProvisioner } from '../core/receive/provision.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import type { Parts } from './parts.ts';

/** Maximum number of monitors and networks whose rates are kept in memory. */
const LIMITED_KEYS_MAX = 10_000;

/**
 * Starts the SMTP server that accepts pings by email. If these pings aren't configured, returns null without loading the server.
 */
export async function openMailPings(
  parts: Parts,
  {
    ingest,
    provision,
  }: { readonly ingest: Ingest; readonly provision: Pick<MonitorProvisioner, 'recordUse'> },
): Promise<MailPing | null> {
  const { config, store, clock, log, metrics } = parts;
  if (config.mailPing === null || !config.roles.ping) return null;
  const { openMailPing } = await import('../core/mail/mail-ping.ts');
  const mailPing = await openMailPing({
    ...config.mailPing,
    ingest,
    findPingIDsInAnyCase: (text) => store.findPingIDsInAnyCase(text),
    clock,
    log,
    metrics,
    pingRate: createRateLimit({ ...config.pingRate, keysMax: LIMITED_KEYS_MAX }),
    missRate: createRateLimit({ ...config.pingRate, keysMax: LIMITED_KEYS_MAX }),
    bodyLimit: config.pingBodyLimit,
    recordUse: provision.recordUse,
  });
  log.info({ port: mailPing.port }, 'Listening for pings by email.');
  return mailPing;
}
