import { z } from 'zod';

const ADDRESS_MAX = 2000;

function parseWebAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? url
    : null;
}

/** The address of some server. Whether the service may call it is decided when it does. */
export function webAddress() {
  return z
    .string()
    .trim()
    .max(ADDRESS_MAX)
    .refine((text) => parseWebAddress(text) !== null, {
      message: 'Give an address that begins with https:// or http:// and has no password in it.',
    });
}

/** An address that a hosted service gives out, so that a mistaken paste is noticed at once. */
export function addressAt(origins: readonly string[], path: string) {
  return webAddress().refine(
    (text) => {
      const url = parseWebAddress(text);
      return url !== null && origins.includes(url.origin) && url.pathname.startsWith(path);
    },
    { message: `Give the whole address that you were shown: it begins with ${origins[0]}${path}` },
  );
}

/** A token, a name, an ID: visible text without spaces, which is safe in a header. */
export function word(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e]+$/, 'Only visible ASCII characters without spaces.');
}

/** `address` without slashes at its end, with `path` after it. */
export function under(address: string, path: string): string {
  return `${address.replace(/\/+$/, '')}${path}`;
}
