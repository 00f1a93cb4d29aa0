import { BlockList, isIP } from 'node:net';

/** Parses a variable, or returns the problem as the end of a sentence: "PORT must be …". */
export type Parse<T> = (text: string) => Parsed<T>;
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

export function wholeNumber(min: number, max: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? { value }
      : { problem: `must be a whole number from ${min} to ${max}` };
  };
}

export function numberUpTo(max: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
    return value <= max ? { value } : { problem: `must be a number from 0 to ${max}` };
  };
}

export function oneOf<T extends string>(allowed: readonly T[]): Parse<T> {
  return (text) => {
    const value = allowed.find((name) => name === text.toLowerCase());
    return value === undefined ? { problem: `must be one of ${allowed.join(', ')}` } : { value };
  };
}

/** Parses a subset of `allowed`, separated by commas; `all` for every value. */
export function someOf<T extends string>(allowed: readonly T[]): Parse<readonly T[]> {
  return (text) => {
    const names = list(text.toLowerCase());
    const value = allowed.filter((name) => names.includes(name) || names.includes('all'));
    const isKnown = names.every((name) => name === 'all' || allowed.some((candidate) => candidate === name));
    return isKnown && value.length > 0
      ? { value }
      : { problem: `must be all, or a list of ${allowed.join(', ')}` };
  };
}

/**
 * Parses names separated by commas; Returns null for `all`, and an empty list for `none`. The caller checks whether the names
 * exist.
 */
export function allNoneOrNames(text: string): Parsed<readonly string[] | null> {
  const names = list(text.toLowerCase());
  if (names.includes('all')) return { value: null };
  if (names.length === 1 && names[0] === 'none') return { value: [] };
  return names.length > 0 && names.every((name) => /^[a-z][a-z-]{0,40}$/.test(name))
    ? { value: Object.freeze(names) }
    : { problem: 'must be all, none, or a list of names' };
}

export function hostName(text: string): Parsed<string> {
  const isHost = isIP(text) !== 0 || /^[A-Za-z0-9_][A-Za-z0-9._-]{0,252}$/.test(text);
  return isHost
    ? { value: text }
    : { problem: 'must be an address or a host name, such as 127.0.0.1 or 0.0.0.0' };
}

/** Parses the name of a region in which targets are checked. */
export function regionName(text: string): Parsed<string> {
  return /^[a-z0-9][a-z0-9-]{0,31}$/.test(text)
    ? { value: text }
    : { problem: 'must be 1 to 32 lower-case letters, digits and hyphens, such as eu-west' };
}

/** Parses an http or https URL, and removes a trailing slash. */
export function webURL(text: string): Parsed<string> {
  const url = URL.parse(text);
  const isPlain = url !== null && ['http:', 'https:'].includes(url.protocol) && !/[?#]/.test(text);
  return isPlain && url.username === '' && url.password === ''
    ? { value: url.href.replace(/(?<!\/)\/+$/, '') }
    : { problem: 'must be an http or https URL, such as https://overdue.example.com' };
}

/**
 * Parses the public URL of the service. Refuses a path, because the application and the ping URLs are at the root of their host.
 */
export function publicURL(text: string): Parsed<string> {
  const parsed = webURL(text);
  if ('problem' in parsed || new URL(parsed.value).pathname === '/') return parsed;
  return {
    problem:
      'must be the root of a host, such as https://overdue.example.com, because the service does not work under a path',
  };
}

export function smtpURL(text: string): Parsed<string> {
  const url = URL.parse(text);
  const isSMTP = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
  return isSMTP
    ? { value: text }
    : { problem: 'must be an smtp or smtps URL, such as smtps://user:password@mail.example.com' };
}

export function mailSender(text: string): Parsed<string> {
  const isSender = /^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text);
  return isSender
    ? { value: text }
    : { problem: 'must be an address, such as Overdue <overdue@example.com>' };
}

const SECRET_KEY_LENGTH_MIN = 32;

export function secretKey(text: string): Parsed<string> {
  return text.length >= SECRET_KEY_LENGTH_MIN
    ? { value: text }
    : {
        problem: `must be at least ${SECRET_KEY_LENGTH_MIN} characters long. Create one with \`openssl rand -base64 32\``,
      };
}

/** Parses a certificate or a private key in PEM. */
export function pem(text: string): Parsed<string> {
  return /^-----BEGIN [A-Z0-9 ]+-----\n/.test(text)
    ? { value: `${text}\n` }
    : { problem: 'must be in PEM format, which begins with -----BEGIN' };
}

const BEARER_TOKEN_LENGTH_MIN = 16;

export function bearerToken(text: string): Parsed<string> {
  return text.length >= BEARER_TOKEN_LENGTH_MIN && /^[\w.~+/=-]+$/.test(text)
    ? { value: text }
    : {
        problem:
          `must have at least ${BEARER_TOKEN_LENGTH_MIN} characters: letters, digits and -._~+/=. Create one with ` +
          '`openssl rand -hex 32`',
      };
}

export function heartbeatURL(text: string): Parsed<string> {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol)
    ? { value: url.href }
    : { problem: 'must be an http or https URL, such as https://overdue.example.com/ping/<ping ID>' };
}

/** Like {@link addressSet}; `all` matches every address. */
export function addressSetOrAll(text: string): Parsed<(address: string) => boolean> {
  if (text.toLowerCase() === 'all') return { value: () => true };
  const parsed = addressSet(text);
  return 'value' in parsed
    ? parsed
    : { problem: 'must be all, or a list of addresses and networks, such as 192.168.1.20,10.0.0.0/8' };
}

/** Parses addresses and networks, and returns a function that checks whether an address is among them. */
export function addressSet(text: string): Parsed<(address: string) => boolean> {
  const addresses = new BlockList();
  if (!list(text).every((entry) => addAddress(addresses, entry))) {
    return { problem: 'must be a list of addresses and networks, such as 127.0.0.1,10.0.0.0/8' };
  }
  return {
    value(address) {
      const version = isIP(address);
      return version !== 0 && addresses.check(address, version === 4 ? 'ipv4' : 'ipv6');
    },
  };
}

function addAddress(addresses: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (prefix === undefined) {
    addresses.addAddress(address, family);
    return true;
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return false;
  addresses.addSubnet(address, Number(prefix), family);
  return true;
}

function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
