/** Error of a request that got no response. Users see the message, which reveals only the host. `reason` is for the log. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: string | null;

  constructor(message: string, more: { readonly reason?: string; readonly cause?: unknown } = {}) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.reason = more.reason ?? null;
  }
}

export const NO_HOST = 'no such host';
export const NOT_PUBLIC = 'not a public address';

/**
 * Uses the same message for unknown names and private addresses. Different messages would reveal which hosts exist in the
 * service's network.
 */
export function unreachableName(host: string, reason: string, cause?: unknown): OutboundError {
  const message =
    `${host} can't be reached: there is no such host, or its address is not public. Check the name. ` +
    'The log of Overdue shows the cause. The operator can allow private addresses with ALLOW_PRIVATE_ADDRESSES.';
  return new OutboundError(message, { reason: `${host}: ${reason}`, cause });
}

const SENTENCES: Readonly<Record<string, (host: string) => string>> = {
  EAI_AGAIN: (host) => `The name of ${host} could not be resolved.`,
  ECONNREFUSED: (host) => `${host} refused the connection.`,
  ECONNRESET: (host) => `${host} closed the connection without a response.`,
  EPIPE: (host) => `${host} closed the connection without a response.`,
  ETIMEDOUT: (host) => `${host} could not be reached in time.`,
  EHOSTUNREACH: (host) => `${host} can't be reached.`,
  ENETUNREACH: (host) => `${host} can't be reached.`,
};

export function outboundError(host: string, cause: unknown): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const code = codeOf(cause);
  if (code === 'ENOTFOUND' || code === 'EAI_NODATA') return unreachableName(bareName(host), NO_HOST, cause);
  return new OutboundError(sentence(host, code), { cause });
}

function sentence(host: string, code: string): string {
  const write = SENTENCES[code];
  if (write !== undefined) return write(host);
  if (code.startsWith('HPE_')) return `The response of ${host} is not HTTP.`;
  if (/CERT|SELF_SIGNED|ISSUER|SIGNATURE/.test(code))
    return `The certificate of ${host} can't be trusted (${code}).`;
  if (/SSL|TLS|EPROTO/.test(code)) return `${host} does not use TLS correctly (${code}).`;
  return `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`;
}

function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  return typeof code === 'string' ? code : '';
}

function bareName(host: string): string {
  return host.replace(/:\d+$/, '');
}
