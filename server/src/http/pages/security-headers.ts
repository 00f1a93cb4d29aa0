/** For a year. */
export const HSTS = 'max-age=31536000';

/** Everything comes from this very origin, and nothing runs or is styled that is not a file of its own. */
const APPLICATION_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

type Headers = Readonly<Record<string, string>>;

/**
 * What every page carries, whoever made it. HSTS binds browsers alone: jobs go on pinging over plain HTTP.
 *
 * @param baseURL where the service is reached from outside
 */
export function securityHeaders(baseURL: string): Headers {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(baseURL.startsWith('https:') ? { 'Strict-Transport-Security': HSTS } : {}),
  };
}

export function applicationHeaders(baseURL: string): Headers {
  return {
    ...securityHeaders(baseURL),
    'Content-Security-Policy': APPLICATION_POLICY,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  };
}
