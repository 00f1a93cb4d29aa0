import { CommandError, EXIT } from '../command-line.ts';
import { slugify } from './slug.ts';

/** How a monitor is named on the command line. */
export interface TargetOptions {
  readonly ping?: string;
  readonly monitor?: string;
  readonly create?: true;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the ping URL of a monitor, without a trailing slash. A monitor's name stands for its slug in the project of the ping key.
 * Throws a CommandError if the options and the environment don't name one monitor.
 */
export function pingURLOf({ ping, monitor, create }: TargetOptions, env: Environment): string {
  if (ping !== undefined && monitor !== undefined) throw usage('Use --ping or --monitor, not both.');
  if (monitor !== undefined) return urlOfSlug(monitor, create === true, env);
  if (create === true) throw usage('--create needs --monitor, which names the new monitor.');
  const url = ping ?? env.OVERDUE_PING_URL;
  if (url === undefined || url === '')
    throw usage('No monitor is named. Use --ping URL or --monitor NAME, or set OVERDUE_PING_URL.');
  return checked(url, ping === undefined ? 'OVERDUE_PING_URL' : '--ping').replace(/\/+$/, '');
}

function urlOfSlug(name: string, isCreated: boolean, env: Environment): string {
  const { OVERDUE_URL: address = '', OVERDUE_PING_KEY: key = '' } = env;
  if (address === '' || key === '')
    throw usage(
      '--monitor needs OVERDUE_URL and OVERDUE_PING_KEY. Projects → Keys shows how to create a ping key.',
    );
  const slug = slugify(name);
  if (slug === '') throw usage('The name of the monitor needs a letter or a digit of the Latin alphabet.');
  const base = checked(address, 'OVERDUE_URL').replace(/\/+$/, '');
  return `${base}/ping/${encodeURIComponent(key)}/${slug}${isCreated ? '?create=1' : ''}`;
}

function checked(url: string, source: string): string {
  const protocol = URL.parse(url)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return url;
  throw usage(`${source} must be an address that begins with https:// or http://.`);
}

function usage(message: string): CommandError {
  return new CommandError(message, EXIT.usage);
}
