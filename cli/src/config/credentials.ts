import { CommandError, type Environment, EXIT, usageError } from '../process/command-line.ts';
import { type Profiles, readProfiles } from './profile-file.ts';

/** Token of a command, and address of the service that issued the token. */
export interface Credentials {
  readonly url: string;
  readonly token: string;
  /** Name of the profile; null if the token comes from the environment. */
  readonly profile: string | null;
}

/**
 * Returns the credentials of a command. OVERDUE_URL and OVERDUE_TOKEN take precedence over `--profile`, and `--profile`
 * over the current profile. The token of a profile is only ever used with the address of that profile.
 */
export function credentialsOf(
  { profile: wanted }: { readonly profile?: string | undefined },
  env: Environment,
): Credentials {
  const { OVERDUE_URL: address = '', OVERDUE_TOKEN: token = '' } = env;
  if (address !== '' && token !== '')
    return { url: parseServiceURL(address, 'OVERDUE_URL'), token, profile: null };
  const profiles = readProfiles(env);
  if (token !== '') return { url: urlForToken(wanted, profiles), token, profile: null };
  const name = wanted ?? (address === '' ? profiles.current : profileWithURL(address, profiles));
  if (name === null) throw deniedError(address);
  const profile = profiles.byName.get(name);
  if (profile === undefined) throw noProfile(name, profiles);
  if (address !== '' && !isSameURL(address, profile.url))
    throw usageError(
      `OVERDUE_URL is ${address}, but the profile ${name} is for ${profile.url}. Unset the variable or name another profile.`,
    );
  return { url: profile.url, token: profile.token, profile: name };
}

/** Returns the address of a service without a trailing slash. */
export function parseServiceURL(text: string, source: string): string {
  const url = URL.parse(text);
  const isValid =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (isValid) return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
  const guess = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(text) ? ` Did you mean https://${text}?` : '';
  throw usageError(`${source} must begin with https:// or http://.${guess}`);
}

function urlForToken(wanted: string | undefined, profiles: Profiles): string {
  const name = wanted ?? profiles.current;
  const profile = name === null ? undefined : profiles.byName.get(name);
  if (profile !== undefined) return profile.url;
  if (wanted !== undefined) throw noProfile(wanted, profiles);
  throw usageError('OVERDUE_TOKEN is set. Set OVERDUE_URL too, to the address of Overdue.');
}

function profileWithURL(address: string, { current, byName }: Profiles): string | null {
  const named = [...byName].filter(([, { url }]) => isSameURL(address, url)).map(([name]) => name);
  return named.find((name) => name === current) ?? named[0] ?? null;
}

function isSameURL(a: string, b: string): boolean {
  return parseServiceURL(a, 'OVERDUE_URL') === parseServiceURL(b, 'The address of the profile');
}

function noProfile(name: string, { byName }: Profiles): CommandError {
  const names = [...byName.keys()];
  return usageError(
    names.length === 0
      ? `There is no profile ${name}. Run: overdue login --profile ${name}`
      : `There is no profile ${name}. There are: ${names.join(', ')}.`,
  );
}

function deniedError(address: string): CommandError {
  const login = address === '' ? 'overdue login https://overdue.example.com' : `overdue login ${address}`;
  return new CommandError(
    `You are not logged in. Run "${login}", or set OVERDUE_URL and OVERDUE_TOKEN.`,
    EXIT.denied,
  );
}
