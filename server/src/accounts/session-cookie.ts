import { createHmac, timingSafeEqual } from 'node:crypto';

/** A cookie with a token and our signature. */
export interface SignedCookie {
  /** Returns the token in a `Cookie` header; null if there is none or its signature isn't ours. */
  read(header: string | undefined): string | null;
  /** Returns a `Set-Cookie` header that keeps the token until `maxAgeSeconds` have passed. */
  write(token: string, maxAgeSeconds: number): string;
}

export const SESSION_COOKIE = 'session_token';
/** Name of better-auth's cookie for a sign-in that awaits its code. */
export const CHALLENGE_COOKIE = 'two_factor';
export const BROWSER_COOKIE = 'browser';

const SIGNATURE_LENGTH = 44;

/**
 * Returns the prefix of our cookies' names. Over HTTPS, `__Host-` makes browsers send the cookies only over HTTPS and only to
 * this host.
 */
export function cookiePrefix({ isSecure }: { readonly isSecure: boolean }): string {
  return isSecure ? '__Host-overdue' : 'overdue';
}

/** Creates a cookie in better-auth's format, so that better-auth and our code can read each other's cookies. */
export function createSignedCookie(
  cookie: string,
  { secret, isSecure }: { readonly secret: string; readonly isSecure: boolean },
): SignedCookie {
  const name = `${cookiePrefix({ isSecure })}.${cookie}`;
  const sign = (token: string) => createHmac('sha256', secret).update(token).digest('base64');
  return {
    read(header) {
      const value = cookieIn(header ?? '', name);
      const dot = value?.lastIndexOf('.') ?? -1;
      if (value === null || dot < 1 || value.length - dot - 1 !== SIGNATURE_LENGTH) return null;
      const token = value.slice(0, dot);
      const isOurs = timingSafeEqual(Buffer.from(value.slice(dot + 1)), Buffer.from(sign(token)));
      return isOurs ? token : null;
    },
    write(token, maxAgeSeconds) {
      const value = encodeURIComponent(`${token}.${sign(token)}`);
      const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      return `${name}=${value}; ${attributes}`;
    },
  };
}

function cookieIn(header: string, name: string): string | null {
  return cookiesIn(header).get(name) ?? null;
}

/**
 * Writes a `Cookie` header such that better-auth finds the same values in it as our code. Otherwise, for example with quoted values,
 * better-auth could sign in a user whom our limits and our check of used codes don't see.
 */
export function unambiguousCookies(header: string): string {
  return Array.from(cookiesIn(header), ([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
}

/** Returns the first value of each cookie that is a visible ASCII text. */
function cookiesIn(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (equals === -1 || cookies.has(name)) continue;
    const value = decode(pair.slice(equals + 1).trim());
    // Rejects non-ASCII values: `timingSafeEqual` needs equal byte lengths, but `read` checks only the number of characters.
    if (value !== null && /^[\x21-\x7e]+$/.test(value)) cookies.set(name, value);
  }
  return cookies;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Returns the `Cookie` header that a browser would send after a response with these `Set-Cookie` headers. */
export function cookieHeader(setCookies: readonly string[]): string {
  return setCookies.map((cookie) => cookie.split(';', 1)[0] ?? '').join('; ');
}
