/** Kinds of monitors whose target Overdue checks itself. */
export const CHECK_KINDS = ['http', 'tcp', 'tls', 'dns', 'domain'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** `cron`: a job that reports by pings. All other kinds are checked. */
export const MONITOR_KINDS = ['cron', ...CHECK_KINDS] as const;
export type MonitorKind = (typeof MONITOR_KINDS)[number];

/** Returns the kind if monitors of this kind are checked; null for jobs. */
export function checkKindOf(kind: MonitorKind): CheckKind | null {
  return kind === 'cron' ? null : kind;
}

/** Causes of a failure, a note, or an unknown result. The part before the underscore names the step that failed. */
export const CHECK_CODES = [
  'dns_not_found',
  'dns_no_address',
  'dns_refused',
  'dns_failed',
  'dns_timeout',
  'dns_rcode',
  'dns_values',
  'address_refused',
  'connect_refused',
  'connect_unreachable',
  'connect_reset',
  'connect_timeout',
  'tls_expired',
  'tls_not_yet_valid',
  'tls_name',
  'tls_untrusted',
  'tls_incomplete_chain',
  'tls_client_certificate',
  'tls_failed',
  'tls_timeout',
  'tls_expires_soon',
  'starttls_refused',
  'response_timeout',
  'response_closed',
  'response_malformed',
  'response_headers_too_large',
  'response_too_large',
  'response_compression',
  'redirect_limit',
  'redirect_refused',
  'status',
  'text_missing',
  'text_forbidden',
  'json',
  'slow',
  'domain_expires_soon',
  'domain_not_found',
  'rdap_failed',
  'overloaded',
  'interrupted',
  'own_network',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

/** Codes of failures of the network between the checker and the target. If they begin on many hosts together, the checker's own network may be the cause. */
export const NETWORK_CODES: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'dns_failed',
  'dns_timeout',
  'connect_unreachable',
  'connect_reset',
  'connect_timeout',
  'tls_timeout',
  'response_timeout',
]);

/** Duration of each phase in milliseconds; null for a phase that did not take place. `total` covers all attempts at addresses, and redirects. */
export interface CheckPhases {
  readonly dns: number | null;
  readonly connect: number | null;
  readonly tls: number | null;
  readonly firstByte: number | null;
  readonly total: number;
}

/** The leaf certificate that a target presented. Times are epoch milliseconds. */
export interface CheckedCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: number;
  readonly expiresAt: number;
  /** SHA-256 of the certificate, in hexadecimal digits. */
  readonly fingerprint: string;
}

/** Maximum characters of {@link CheckAttempt.excerpt}. */
export const CHECK_EXCERPT_LENGTH_MAX = 2000;

/** Result of one attempt at a target. */
export interface CheckAttempt {
  readonly outcome: 'succeeded' | 'failed' | 'timed_out' | 'unknown';
  /** Null for a success without a note. */
  readonly code: CheckCode | null;
  /** Says what was wrong, in one or two short sentences without secrets. Empty if `code` is null. See {@link clauseOf}. */
  readonly message: string;
  readonly startedAt: number;
  readonly phases: CheckPhases;
  /** The address that the attempt connected to last; null if there was none. */
  readonly address: string | null;
  readonly family: 4 | 6 | null;
  /** Status code of an HTTP response. */
  readonly status: number | null;
  readonly certificate: CheckedCertificate | null;
  /** When the registration of a domain ends, in epoch milliseconds. */
  readonly domainExpiresAt: number | null;
  /** Start of the response, or the values of a DNS answer. Null unless the attempt failed or was made to be shown. */
  readonly excerpt: string | null;
}

/** First words that are written in lower case after a colon. */
const FIRST_WORD = /^(?:The|There|This|It|Its|A|An|No)\b/;

/** Returns the message of an attempt in a form that can follow a colon: `The status is 503.` becomes `the status is 503`. */
export function clauseOf(message: string): string {
  const text = message.endsWith('.') ? message.slice(0, -1) : message;
  return FIRST_WORD.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

/** Where an attempt was made. */
export interface CheckPlace {
  readonly node: string;
  readonly region: string | null;
}

/**
 * Result of the check of one slot. The last attempt decides the outcome. A success after a failed attempt makes the slot disputed.
 */
export interface CheckResult extends CheckAttempt, CheckPlace {
  readonly disputed: boolean;
  /** Failed attempts before the last one, oldest first. */
  readonly earlier: readonly (Pick<CheckAttempt, 'outcome' | 'code' | 'message' | 'startedAt' | 'phases'> &
    CheckPlace)[];
}
