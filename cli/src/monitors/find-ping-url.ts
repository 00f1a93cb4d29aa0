import { hash } from 'node:crypto';
import { join } from 'node:path';
import { slugify } from '@overdue/domain/ping/slug.ts';
import { isObject } from '../../../sdk/src/envelope.ts';
import { credentialsOf } from '../config/credentials.ts';
import { readPrivateFile, writePrivateFile } from '../config/private-file.ts';
import { stateFolder } from '../config/state-folder.ts';
import { CommandError, type CommandLine, type Environment, EXIT } from '../process/command-line.ts';
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

/** Maximum number of ping URLs in the cache. The oldest are removed first. */
const CACHED_MONITORS_MAX = 1000;

/**
 * Cache of ping URLs on disk, so that a report needs no request to find its monitor. A missing or damaged file counts
 * as empty.
 */
interface PingURLCache {
  readonly read: (key: string) => string | null;
  readonly write: (key: string, pingURL: string) => void;
}

function openPingURLCache(folder: string): PingURLCache {
  const file = join(folder, 'monitors.json');
  return {
    read: (key) => load(file).get(key) ?? null,
    write(key, pingURL) {
      const kept = load(file);
      kept.delete(key);
      kept.set(key, pingURL);
      const newest = [...kept].slice(-CACHED_MONITORS_MAX);
      try {
        writePrivateFile(file, JSON.stringify(Object.fromEntries(newest)));
      } catch {
        // If the cache can't be written, each report looks up its monitor.
      }
    },
  };
}

function load(file: string): Map<string, string> {
  try {
    const json: unknown = JSON.parse(readPrivateFile(file)?.toString() ?? '{}');
    const entries = isObject(json) ? Object.entries(json) : [];
    return new Map(entries.flatMap(([key, url]) => (typeof url === 'string' ? [[key, url]] : [])));
  } catch {
    return new Map();
  }
}
