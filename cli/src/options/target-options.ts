import { slugify } from '@overdue/domain/ping/slug.ts';
import type { Command } from 'commander';
import { credentialsOf } from '../config/credentials.ts';
import type { NamedMonitor, ReportTarget } from '../monitors/report-target.ts';
import { type Environment, usageError } from '../process/command-line.ts';
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

/** Why the environment of a command names no monitor, although the command line is right. */
export interface TargetProblem {
  readonly problem: string;
}

/** Returns the monitor of a report. Throws a CommandError if the options and the environment don't name one monitor. */
export function targetOf(options: TargetOptions, env: Environment): ReportTarget {
  const target = findTarget(options, env);
  if ('problem' in target) throw usageError(target.problem);
  return target;
}

/**
 * Returns the monitor of a report, or why the environment names none. Throws a CommandError only if the command line itself is wrong. A
 * command that works today then also starts when a variable is missing tomorrow.
 */
export function findTarget(options: TargetOptions, env: Environment): ReportTarget | TargetProblem {
  const { ping, monitor, create } = options;
  if (ping !== undefined && monitor !== undefined) throw usageError('Use --ping or --monitor, not both.');
  if (monitor !== undefined) return targetByName(monitor, options, env);
  if (create === true) throw usageError('--create needs --monitor, which names the new monitor.');
  if (ping !== undefined && ping !== '') {
    const pingURL = addressOf(ping);
    if (pingURL === null) throw usageError(notAnAddress('--ping'));
    return { pingURL };
  }
  const { OVERDUE_PING_URL: url = '' } = env;
  if (url === '')
    return {
      problem: 'No monitor is specified. Use --ping URL or --monitor NAME, or set OVERDUE_PING_URL.',
    };
  const pingURL = addressOf(url);
  return pingURL === null ? { problem: notAnAddress('OVERDUE_PING_URL') } : { pingURL };
}

/**
 * Returns the target for the name of a monitor. With a ping key, builds the ping URL from the slug. Otherwise the monitor is
 * looked up later with the token.
 */
function targetByName(
  name: string,
  { create, profile }: TargetOptions,
  env: Environment,
): ReportTarget | TargetProblem {
  const slug = slugify(name);
  if (slug === '') throw usageError('The monitor name must contain a Latin letter or a digit.');
  const { OVERDUE_URL: url = '', OVERDUE_PING_KEY: key = '' } = env;
  if (key === '') return { monitor: { name, createsMissing: create === true, ...serviceOf(profile, env) } };
  if (url === '')
    return { problem: 'OVERDUE_PING_KEY is set. Set OVERDUE_URL too, to the address of Overdue.' };
  const address = addressOf(url);
  if (address === null) return { problem: notAnAddress('OVERDUE_URL') };
  const pingURL = `${address}/ping/${encodeURIComponent(key)}/${slug}`;
  return { pingURL: create === true ? `${pingURL}?create=1` : pingURL };
}

/**
 * Returns the service of a named monitor. Without valid credentials, the report waits until there are some again, for example after the
 * next login, because a job must not depend on them.
 */
function serviceOf(profile: string | undefined, env: Environment): Pick<NamedMonitor, 'url' | 'profile'> {
  try {
    const credentials = credentialsOf({ profile }, env);
    return { url: credentials.url, profile: credentials.profile };
  } catch {
    return { url: addressOf(env.OVERDUE_URL ?? '') ?? '', profile: profile ?? null };
  }
}

/** Returns an address without a trailing slash; null if the text is no address of HTTP. */
function addressOf(url: string): string | null {
  const protocol = URL.parse(url)?.protocol;
  return protocol === 'http:' || protocol === 'https:' ? url.replace(/(?<!\/)\/+$/, '') : null;
}

function notAnAddress(source: string): string {
  return `${source} must begin with https:// or http://.`;
}
