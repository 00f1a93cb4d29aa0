import type { IncomingMessage } from 'node:http';

/**
 * Returns the first value of a header (name in lower case), as sent. Reads the raw headers, because Node's `headers` object is
 * slow to build.
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
