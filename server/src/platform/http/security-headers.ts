/** One year. */
export const HSTS = 'max-age=31536000';

/** Allows only files of this origin, and no inline scripts or styles. */
const APPLICATION_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

type Headers = Readonly<Record<string, string>>;

/** Headers of every page. HSTS binds only browsers, so jobs can still ping over plain HTTP. */
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
