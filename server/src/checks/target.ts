import { isIP } from 'node:net';
import type { CheckKind } from '@overdue/domain/checks/check-result.ts';

/** The thing that a check connects to or asks for. `host` is a name in lower case or an address without brackets. */
export type CheckTarget =
  | { readonly kind: 'http'; readonly url: URL }
  | { readonly kind: 'tcp' | 'tls'; readonly host: string; readonly port: number }
  | { readonly kind: 'dns' | 'domain'; readonly host: string };

export type TargetOf<Kind extends CheckKind> = CheckTarget & { readonly kind: Kind };

export type TargetResult =
  /** `url` is the normalized form of the text. */
  | { readonly ok: true; readonly target: CheckTarget; readonly url: string }
  /** `problem` is a sentence that doesn't repeat the text, because the text may hold a secret. */
  | { readonly ok: false; readonly problem: string };

export const TARGET_LENGTH_MAX = 2000;

const FORMS: Readonly<Record<CheckKind, string>> = {
  http: 'This must be an http or https URL, such as https://example.com/health.',
  tcp: 'This must be tcp:// with a host and a port, such as tcp://example.com:5432.',
  tls: 'This must be tls:// with a host, such as tls://example.com or tls://mail.example.com:993.',
  dns: 'This must be dns:// with a name, such as dns://example.com.',
  domain: 'This must be domain:// with a name, such as domain://example.com.',
};
const TLS_PORT = 443;
const NAME_LENGTH_MAX = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const WITHOUT_USER =
  'This must not contain a user name or password. Use the settings of the check for credentials.';

/** Parses the `url` of a monitor with checks. */
export function parseTarget(kind: CheckKind, text: string): TargetResult {
  const written = text.trim();
  if (written.length > TARGET_LENGTH_MAX)
    return { ok: false, problem: `This must be at most ${TARGET_LENGTH_MAX} characters.` };
  return kind === 'http' ? parseWebAddress(written) : parseHostAddress(kind, written);
}

function parseWebAddress(text: string): TargetResult {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\/[^/\\]/i.test(text)) return { ok: false, problem: FORMS.http };
  if (url.username !== '' || url.password !== '') return { ok: false, problem: WITHOUT_USER };
  if (!isHost(bareHost(url))) return { ok: false, problem: FORMS.http };
  url.hash = '';
  return { ok: true, target: { kind: 'http', url }, url: url.href };
}

function parseHostAddress(kind: Exclude<CheckKind, 'http'>, text: string): TargetResult {
  const problem = { ok: false, problem: FORMS[kind] } as const;
  const prefix = `${kind}://`;
  if (text.slice(0, prefix.length).toLowerCase() !== prefix) return problem;
  const authority = text.slice(prefix.length).replace(/\/$/, '');
  if (authority.includes('@')) return { ok: false, problem: WITHOUT_USER };
  if (/[/\\?#\s]/.test(authority)) return problem;
  // Only special schemes normalize hosts: names in Unicode, and addresses such as 0x7f.1.
  const url = URL.parse(`http://${authority}`);
  const host = url === null ? '' : bareHost(url);
  if (!isHost(host)) return problem;
  const written = /:(\d{1,5})$/.exec(authority)?.[1];
  if (kind === 'dns' || kind === 'domain')
    return written === undefined && isIP(host) === 0
      ? { ok: true, target: { kind, host }, url: prefix + host }
      : problem;
  const port = written === undefined ? (kind === 'tls' ? TLS_PORT : 0) : Number(written);
  if (port < 1 || port > 65_535) return problem;
  return { ok: true, target: { kind, host, port }, url: `${prefix}${writeHost(host)}:${port}` };
}

/** Returns the host of a URL without brackets and without a final dot. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}

export function writeHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Whether a text is an address, or a name that DNS can hold. */
function isHost(host: string): boolean {
  if (isIP(host) !== 0) return true;
  return host.length <= NAME_LENGTH_MAX && host.split('.').every((label) => LABEL.test(label));
}
