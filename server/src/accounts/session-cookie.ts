import { createHmac, timingSafeEqual } from 'node:crypto';

/** The cookie by which a browser shows its session: the session's token, and a signature that only the service can make. */
export interface SessionCookie {
  /** All cookies of accounts begin so. */
  readonly prefix: string;
  /** The token in a request's `Cookie`; null when there is none, or its signature is not ours. */
  read(header: string | undefined): string | null;
  /** A `Set-Cookie` that keeps the session for so long. */
  write(token: string, maxAgeSeconds: number): string;
}

/** The name and the form of better-auth, which writes it, too. */
const NAME = 'session_token';
const SIGNATURE_LENGTH = 44;

/**
 * @param isSecure whether the service is reached by https: browsers then send the cookie by https alone, and take it from no
 *   other host and for no other path
 */
export function createSessionCookie(secret: string, isSecure: boolean): SessionCookie {
  const prefix = isSecure ? '__Host-overdue' : 'overdue';
  const name = `${prefix}.${NAME}`;
  const sign = (token: string) => createHmac('sha256', secret).update(token).digest('base64');
  return {
    prefix,
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
