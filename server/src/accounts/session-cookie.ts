import { createHmac, timingSafeEqual } from 'node:crypto';

/** A cookie with a token and a signature that only the service can make. */
export interface SignedCookie {
  /** The token in a request's `Cookie`; null when there is none, or its signature is not ours. */
  read(header: string | undefined): string | null;
  /** A `Set-Cookie` that keeps the token for so long. */
  write(token: string, maxAgeSeconds: number): string;
}

/** Name of the cookie that shows a session. better-auth writes it, too. */
export const SESSION_COOKIE = 'session_token';
/** Name of better-auth's cookie for a sign-in that waits for its code. */
export const CHALLENGE_COOKIE = 'two_factor';
/** Name of the cookie by which accounts know a browser. */
export const BROWSER_COOKIE = 'browser';

const SIGNATURE_LENGTH = 44;

/**
 * Returns what the names of all cookies of accounts begin with. With https, browsers send them by https alone, and take them from
 * no other host and for no other path.
 */
export function cookiePrefix(isSecure: boolean): string {
  return isSecure ? '__Host-overdue' : 'overdue';
}

/** A cookie in the form of better-auth, so that either side reads what the other one wrote. */
export function createSignedCookie(
  cookie: string,
  { secret, isSecure }: { readonly secret: string; readonly isSecure: boolean },
): SignedCookie {
  const name = `${cookiePrefix(isSecure)}.${cookie}`;
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
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    const value = decode(pair.slice(equals + 1).trim());
    // Only ASCII is compared byte by byte.
    if (value !== null && /^[\x21-\x7e]+$/.test(value)) return value;
  }
  return null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
