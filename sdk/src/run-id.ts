/**
 * Returns a new UUIDv7 (RFC 9562): the time in milliseconds, then 74 random bits. The service finds runs by their IDs, and
 * ascending IDs cost the database far less disk work than random IDs. Written by hand, because `crypto.randomUUID` only makes
 * version 4 and is missing in browsers on pages without TLS.
 *
 * @param now epoch milliseconds
 */
export function newRunID(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const random = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[(bytes[9] ?? 0) % 4];
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    `${variant}${random.slice(3, 6)}`,
    random.slice(6, 18),
  ].join('-');
}

const RUN_ID = /^[\x21-\x7e]{1,128}$/;

/** Returns `id` if the service accepts it as a `rid`; otherwise undefined. */
export function usableRunID(id: string | undefined): string | undefined {
  return id !== undefined && RUN_ID.test(id) ? id : undefined;
}
