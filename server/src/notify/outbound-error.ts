/** There was no answer. The message is for people, names the host at most, and holds no secret. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}

const SENTENCES: Readonly<Record<string, (host: string) => string>> = {
  ENOTFOUND: (host) => `There is no host ${host}. Is its name right?`,
  EAI_AGAIN: (host) => `The name of ${host} could not be looked up.`,
  ECONNREFUSED: (host) => `${host} refused the connection.`,
  ECONNRESET: (host) => `${host} closed the connection without an answer.`,
  EPIPE: (host) => `${host} closed the connection without an answer.`,
  ETIMEDOUT: (host) => `${host} could not be reached in time.`,
  EHOSTUNREACH: (host) => `${host} can't be reached.`,
  ENETUNREACH: (host) => `${host} can't be reached.`,
};

/** Says in a sentence why a connection to a host failed. */
export function outboundError(host: string, cause: unknown): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const code = codeOf(cause);
  return new OutboundError(sentence(host, code), { cause });
}

function sentence(host: string, code: string): string {
  const known = SENTENCES[code];
  if (known !== undefined) return known(host);
  if (code.startsWith('HPE_')) return `What ${host} answered is not HTTP.`;
  if (/CERT|SELF_SIGNED|ISSUER|SIGNATURE/.test(code))
    return `The certificate of ${host} can't be trusted (${code}).`;
  if (/SSL|TLS|EPROTO/.test(code)) return `${host} does not speak TLS as it should (${code}).`;
  return `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`;
}

function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  return typeof code === 'string' ? code : '';
}
