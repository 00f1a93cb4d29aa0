import { parseWebAddress } from '@overdue/domain/web-address.ts';
import { z } from 'zod';

const ADDRESS_LENGTH_MAX = 2000;

/** URL of any server. Each request checks whether Overdue may connect to that server. */
export function webAddress() {
  return z
    .string()
    .trim()
    .max(ADDRESS_LENGTH_MAX)
    .refine((text) => parseWebAddress(text) !== null, {
      message: 'Enter a URL that begins with https:// or http:// and contains no password.',
    });
}

/** URL issued by a hosted service. Checked to catch a wrong paste early. */
export function hostedURL(origins: readonly string[], path: string) {
  return webAddress().refine(
    (text) => {
      const url = parseWebAddress(text);
      return url !== null && origins.includes(url.origin) && url.pathname.startsWith(path);
    },
    { message: `Enter the complete URL. It begins with ${origins[0]}${path}` },
  );
}

/** A token, name or ID: visible text without spaces, safe in a header. */
export function wordSetting(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e]+$/, 'Use only visible ASCII characters without spaces.');
}

export function urlUnder(address: string, path: string): string {
  return `${address.replace(/(?<!\/)\/+$/, '')}${path}`;
}
