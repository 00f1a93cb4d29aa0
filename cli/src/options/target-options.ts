import type { Command } from 'commander';
import { slugify } from '../../../server/src/domain/ping/slug.ts';
import { CommandError, type Environment, EXIT, usageError } from '../command-line.ts';
import { credentialsOf } from '../config/credentials.ts';
import { readProfiles } from '../config/profile-file.ts';
import type { NamedMonitor, ReportTarget } from '../monitors/report-target.ts';
import { caFileOption } from './ca-file.ts';

/** Options that name the monitor of a report. Add them with {@link addTargetOptions}. */
export interface TargetOptions {
  readonly ping?: string;
  readonly monitor?: string;
  readonly create?: true;
  readonly profile?: string;
}

export function addTargetOptions(command: Command): Command {
  return command
    .option('--ping <url>', 'ping URL of the monitor')
    .option('--monitor <name>', 'name of the monitor')
    .option('--create', 'create the monitor if it does not exist')
    .option('--profile <name>', 'profile stored by "overdue login", for --monitor')
    .addOption(caFileOption());
}

/** Returns the monitor of a report. Throws a CommandError if the options and the environment don't name one monitor. */
export function targetOf(options: TargetOptions, env: Environment): ReportTarget {
  const { ping, monitor, create } = options;
  if (ping !== undefined && monitor !== undefined) throw usageError('Use --ping or --monitor, not both.');
  if (monitor !== undefined) return targetByName(monitor, options, env);
  if (create === true) throw usageError('--create needs --monitor, which names the new monitor.');
  const url = ping ?? env.OVERDUE_PING_URL;
  if (url === undefined || url === '')
    throw usageError('No monitor is specified. Use --ping URL or --monitor NAME, or set OVERDUE_PING_URL.');
  return { pingURL: addressOf(url, ping === undefined ? 'OVERDUE_PING_URL' : '--ping') };
}

/**
 * Returns the target for the name of a monitor. With a ping key, builds the ping URL from the slug. Otherwise the monitor is
 * looked up later with the token.
 */
function targetByName(name: string, { create, profile }: TargetOptions, env: Environment): ReportTarget {
  const slug = slugify(name);
  if (slug === '') throw usageError('The monitor name must contain a Latin letter or a digit.');
  const { OVERDUE_URL: address = '', OVERDUE_PING_KEY: key = '' } = env;
  if (key === '') return { monitor: { name, createsMissing: create === true, ...serviceOf(profile, env) } };
  if (address === '')
    throw usageError('OVERDUE_PING_KEY is set. Set OVERDUE_URL too, to the address of Overdue.');
  const pingURL = `${addressOf(address, 'OVERDUE_URL')}/ping/${encodeURIComponent(key)}/${slug}`;
  return { pingURL: create === true ? `${pingURL}?create=1` : pingURL };
}

function serviceOf(profile: string | undefined, env: Environment): Pick<NamedMonitor, 'url' | 'profile'> {
  try {
    const credentials = credentialsOf({ profile }, env);
    return { url: credentials.url, profile: credentials.profile };
  } catch (error) {
    // The report waits until the profiles can be read again, because a job must not depend on their file.
    if (!canReadProfiles(env)) return { url: env.OVERDUE_URL ?? '', profile: profile ?? null };
    if (!(error instanceof CommandError) || error.exitStatus !== EXIT.denied) throw error;
    throw usageError(
      '--monitor needs a token or a ping key. Run "overdue login", or set OVERDUE_URL with OVERDUE_TOKEN or OVERDUE_PING_KEY.',
    );
  }
}

function canReadProfiles(env: Environment): boolean {
  try {
    readProfiles(env);
    return true;
  } catch {
    return false;
  }
}

/** Returns an address without a trailing slash. */
function addressOf(url: string, source: string): string {
  const protocol = URL.parse(url)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return url.replace(/(?<!\/)\/+$/, '');
  throw usageError(`${source} must begin with https:// or http://.`);
}
