import { NEW_PING_ID } from '@overdue/domain/ping/ping.ts';

const MASK = '[redacted]';

/** Property names whose values are always masked. Compared in lower case, without `-` and `_`. */
const SECRET_KEYS = new Set(
  (
    'password passwordhash passphrase secret token authorization proxyauthorization cookie setcookie apikey xapikey ' +
    'pingid pingkey pingurl smtpurl databaseurl credentials hash'
  ).split(' '),
);

// Every repetition except at the end of a pattern is bounded, so that matching takes linear time.
const MASKS: readonly (readonly [RegExp, string])[] = [
  // The ID in a ping URL is a credential.
  [/(\/(?:ping|api\/push|api\/v1\/heartbeat)\/)[^/\s?#"'<>\\]+/gi, `$1${MASK}`],
  // Ping IDs without the `/ping` prefix, which some clients omit: 22 characters of base62, or a UUID.
  [
    new RegExp(`(/)(?:${NEW_PING_ID}|[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})(?![0-9a-z_.-])`, 'gi'),
    `$1${MASK}`,
  ],
  [/\b((?:bearer|basic)\s{1,5})[\w.~+/=-]+/gi, `$1${MASK}`],
  [/ovd_[0-9a-z]+/gi, `ovd_${MASK}`],
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s?#"'<>]{0,1000}@/gi, `$1${MASK}@`],
  [/\b((?:password|passwd|secret|token|api_?key|sentry_key)=)[^&\s"'<>]+/gi, `$1${MASK}`],
  [/\$argon2[a-z]{1,2}\$[\w$,=+/-]+/gi, MASK],
];

/** Masks anything that looks like a credential: ping IDs in paths, API tokens, passwords in URLs, Authorization values. */
export function redact(text: string): string {
  let masked = text;
  for (const [pattern, replacement] of MASKS) masked = masked.replace(pattern, replacement);
  return masked;
}

const DEPTH_MAX = 6;
const ENTRIES_MAX = 100;

/** Copies a value for the log: redacts strings, masks secret keys, formats errors, and omits bytes. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return '[deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Date || value instanceof URL) return redact(String(value.toJSON()));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map((entry) => redactValue(entry, depth + 1));
  return redactEntries(value, depth);
}

function redactEntries(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ENTRIES_MAX)
      .map(([key, entry]) => [
        key,
        isSecretKey(key) && entry !== null ? MASK : redactValue(entry, depth + 1),
      ]),
  );
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: redact(message),
    stack: redact(stack ?? ''),
    ...redactEntries(error, depth),
    ...(cause === undefined ? {} : { cause: redactValue(cause, depth + 1) }),
  };
}

function isSecretKey(key: string): boolean {
  return SECRET_KEYS.has(key.toLowerCase().replaceAll(/[-_]/g, ''));
}
