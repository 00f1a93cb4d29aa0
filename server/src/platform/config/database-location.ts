import type { Parsed } from './values.ts';

export type DatabaseLocation =
  /** `:memory:` or a path. */
  | { readonly kind: 'sqlite'; readonly file: string }
  /** The URL holds a password: never log it, see {@link databaseName}. */
  | { readonly kind: 'postgres'; readonly url: string };

const FILES = 'sqlite:./data/overdue.db or sqlite:/var/lib/overdue/overdue.db';
const SERVER = 'postgres://overdue:password@db.example.com/overdue';

export function databaseLocation(text: string): Parsed<DatabaseLocation> {
  if (/^postgres(?:ql)?:/i.test(text)) return postgresLocation(text);
  // Also accepts three slashes before an absolute path, because many other tools require them.
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1];
  return file === undefined || file.startsWith('//')
    ? { problem: `must be sqlite: and a file, such as ${FILES}, or a PostgreSQL URL, such as ${SERVER}` }
    : { value: { kind: 'sqlite', file } };
}

function postgresLocation(text: string): Parsed<DatabaseLocation> {
  const url = URL.parse(text);
  if (url === null || !/^\/[^/]+$/.test(url.pathname))
    return { problem: `must be a URL with a host and a database, such as ${SERVER}` };
  if (!isDecodable(text))
    return {
      problem: `contains a % that is not part of a percent-encoded character. Write a literal % as %25`,
    };
  if (url.hostname.includes(','))
    return { problem: 'must name a single host that always leads to the primary' };
  return { value: { kind: 'postgres', url: text } };
}

function isDecodable(text: string): boolean {
  try {
    // Uses the result, because bundlers remove a call whose result is unused.
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** Returns a database's name for messages, without user, password and parameters. */
export function databaseName(location: DatabaseLocation): string {
  if (location.kind === 'sqlite') return location.file;
  const { host, pathname } = new URL(location.url);
  return `postgres://${host}${pathname}`;
}
