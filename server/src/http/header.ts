import type { IncomingMessage } from 'node:http';

/**
 * The first value of a header, as it was sent. Node's own `headers` makes an object of all of them, which few pings need.
 *
 * @param name in lower case
 */
export function firstHeader(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  name: string,
): string | undefined {
  for (let place = 0; place + 1 < rawHeaders.length; place += 2) {
    const sent = rawHeaders[place];
    if (sent?.length === name.length && sent.toLowerCase() === name) return rawHeaders[place + 1];
  }
  return undefined;
}
