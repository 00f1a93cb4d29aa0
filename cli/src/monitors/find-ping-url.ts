import { hash } from 'node:crypto';
import { slugify } from '@overdue/domain/ping/slug.ts';
import { CommandError, type CommandLine, type Environment, EXIT } from '../command-line.ts';
import { credentialsOf } from '../config/credentials.ts';
import { stateFolder } from '../config/state-folder.ts';
import { openPingURLCache, type PingURLCache } from './ping-url-cache.ts';
import type { FindPingURL, NamedMonitor } from './report-target.ts';

/** Returns a function that looks up ping URLs with the user's profile or token, and caches them on disk. */
export function createPingURLFinder(cli: Pick<CommandLine, 'env' | 'clock' | 'network'>): FindPingURL {
  return async (monitor, { isFresh, timeoutMs }) => {
    const { url, token } = credentialsFor(monitor, cli);
    const cache = openCache(cli.env);
    // The key includes the token, which identifies the team: another team may use the same name for another monitor.
    const key = hash('sha256', `${url} ${token} ${slugify(monitor.name)} ${monitor.name}`, 'base64url');
    const cached = isFresh ? null : (cache?.read(key) ?? null);
    if (cached !== null) return cached;
    const pingURL = await lookUp(monitor, { url, token, timeoutMs }, cli);
    cache?.write(key, pingURL);
    return pingURL;
  };
}

/** Returns null if the user has no folder for the cache. Each report then looks up its monitor. */
function openCache(env: Environment): PingURLCache | null {
  try {
    return openPingURLCache(stateFolder(env));
  } catch {
    return null;
  }
}

function credentialsFor({ profile, url }: NamedMonitor, { env }: Pick<CommandLine, 'env'>) {
  const credentials = credentialsOf(
    profile === null ? {} : { profile },
    profile === null ? env : { ...env, OVERDUE_URL: undefined, OVERDUE_TOKEN: undefined },
  );
  if (url === '' || credentials.url === url) return credentials;
  throw new CommandError(`The monitor is at ${url}, but the token is for ${credentials.url}.`, EXIT.denied);
}

async function lookUp(
  { name, createsMissing }: NamedMonitor,
  service: { readonly url: string; readonly token: string; readonly timeoutMs: number },
  { clock, network }: Pick<CommandLine, 'clock' | 'network'>,
): Promise<string> {
  // Loads the API client only if needed, because loading the client delays the job.
  const { createClient } = await import('../../../sdk/src/client.ts');
  const { findMonitor, findMonitors } = await import('./find-monitor.ts');
  const { url: baseURL, token, timeoutMs } = service;
  const client = createClient({ baseURL, token, timeoutMs, retries: 0, fetch: network.fetch }, clock);
  if (createsMissing && (await findMonitors(client, name)).length === 0)
    return checkPingURL((await client.monitors.create({ name })).pingURL);
  return checkPingURL((await findMonitor(client, name)).pingURL);
}

/** Returns a ping URL without a trailing slash. Throws a CommandError if the token may not read the ping URL. */
function checkPingURL(pingURL: string): string {
  if (pingURL !== '') return pingURL.replace(/(?<!\/)\/+$/, '');
  throw new CommandError(
    "A read-only token can't get the ping URL. Use a token that can write.",
    EXIT.denied,
  );
}
