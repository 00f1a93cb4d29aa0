import type { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, type TLSSocket, connect as upgrade } from 'node:tls';
import type { CheckCode, CheckedCertificate } from '@overdue/domain/checks/check-result.ts';
import { oneLine, truncate } from '../../platform/outbound/text.ts';
import type { TLSSettings } from '../settings.ts';
import { type Attempt, CheckFailure, type CheckNote, type ProbeTools } from './attempt.ts';
import { codeOf, inBrackets } from './connect.ts';

const DAY_MS = 86_400_000;
const NAME_LENGTH_MAX = 200;
/** How long a target may take to refuse the client certificate after the handshake. */
const REFUSAL_MS = 1000;
/** Contexts of different certificates that are kept. */
const CONTEXTS_MAX = 100;
/** X25519 first: its handshakes take a third of the time of those with ML-KEM, which Node would begin with. */
const CURVES = 'X25519:P-256:P-384:P-521';

/** Returns a function that creates contexts of TLS and shares them between checks with the same certificates. */
export function createSecureContexts(): ProbeTools['secureContextOf'] {
  const contexts = new Map<string, SecureContext>();
  return ({ ca, cert, key }) => {
    const name = JSON.stringify([ca, cert, key]);
    const known = contexts.get(name);
    if (known !== undefined) return known;
    const context = createSecureContext({
      ecdhCurve: CURVES,
      ...(ca === null ? {} : { ca }),
      ...(cert === null || key === null ? {} : { cert, key }),
    });
    const [oldest] = contexts.keys();
    if (contexts.size >= CONTEXTS_MAX && oldest !== undefined) contexts.delete(oldest);
    contexts.set(name, context);
    return context;
  };
}

export interface SecureOptions {
  /** Name or address that the certificate must be valid for, unless the settings name another. */
  readonly host: string;
  readonly settings: TLSSettings;
  readonly protocol?: string;
}

/** Makes a connection secure, and verifies the certificate of the target. */
export function secure(attempt: Attempt, socket: Socket, options: SecureOptions): Promise<TLSSocket> {
  return attempt.step('tls', async () => {
    const { settings, protocol } = options;
    const name = settings.servername ?? options.host;
    const secured = upgrade({
      socket,
      secureContext: contextOf(attempt, settings),
      // The certificate is verified below, so that the report has it even if it is refused.
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...(isIP(name) === 0 ? { servername: name } : {}),
      ...(protocol === undefined ? {} : { ALPNProtocols: [protocol] }),
    });
    attempt.own(secured);
    await new Promise<void>((resolve, reject) => {
      secured.once('secureConnect', resolve);
      const fail = (code: string) => reject(tlsFailure(code));
      // Stays for the life of the socket: an error without a listener would end the process.
      secured.on('error', (error) => fail(codeOf(error)));
      secured.once('close', () => fail('ECONNRESET'));
    });
    const certificate = secured.getPeerX509Certificate();
    if (certificate === undefined)
      throw new CheckFailure('tls_failed', 'The target presented no certificate.');
    const known = describe(certificate);
    const now = attempt.tools.clock.now();
    const problem = problemOf(secured);
    const failure = verify({ certificate, known, now, name, mode: settings.verify, problem });
    if (failure === null) attempt.report.certificate ??= known;
    else {
      attempt.report.certificate = known;
      throw failure;
    }
    return secured;
  });
}

/** OpenSSL refuses some certificates only when they are used, such as those with weak keys. */
function contextOf({ tools }: Attempt, settings: TLSSettings): SecureContext {
  try {
    return tools.secureContextOf(settings);
  } catch (error) {
    throw new CheckFailure(
      'tls_failed',
      `The certificates or the key of the settings can't be used${inBrackets(codeOf(error))}.`,
    );
  }
}

/**
 * Waits until a target could have refused the client certificate: with TLS 1.3, it does so only after the handshake. Most targets close
 * the connection in response.
 */
export function awaitRefusal(attempt: Attempt, secured: TLSSocket): Promise<void> {
  return attempt.step('tls', () => {
    const waitMs = Math.min(REFUSAL_MS, attempt.remainingMs() / 2);
    return new Promise((resolve, reject) => {
      const cancel = attempt.tools.clock.after(waitMs, resolve);
      const settle = (failure: CheckFailure | null) => {
        cancel();
        if (failure === null) resolve();
        else reject(failure);
      };
      secured.once('session', () => settle(null));
      secured.once('close', () => settle(null));
      secured.once('error', (error) => {
        const failure = tlsFailure(codeOf(error));
        settle(failure.code === 'tls_client_certificate' ? failure : null);
      });
      secured.resume();
      secured.end();
    });
  });
}

/** Returns OpenSSL's code of the problem with the chain; empty if the chain is trusted. Node's types say that it is an error. */
function problemOf({ authorizationError }: TLSSocket): string {
  const problem: unknown = authorizationError;
  return typeof problem === 'string' ? problem : codeOf(problem);
}

/** Throws a CheckFailure if a date of the certificate is none. */
function describe(certificate: X509Certificate): CheckedCertificate {
  const described = {
    subject: commonName(certificate.subject) || oneLine(certificate.subjectAltName ?? ''),
    issuer: commonName(certificate.issuer),
    validFrom: certificate.validFromDate.getTime(),
    expiresAt: certificate.validToDate.getTime(),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
  if (Number.isNaN(described.validFrom) || Number.isNaN(described.expiresAt))
    throw new CheckFailure('tls_failed', "The certificate has a date that can't be read.");
  return described;
}

/** Returns the most specific name of a subject or issuer, whose parts are one line each. */
function commonName(parts: string | undefined): string {
  const lines = (parts ?? '').split('\n');
  const name =
    lines.find((line) => line.startsWith('CN=')) ??
    lines.find((line) => line.startsWith('O=')) ??
    lines.at(-1) ??
    '';
  return truncate(oneLine(name.slice(name.indexOf('=') + 1)), NAME_LENGTH_MAX);
}

interface Presented {
  readonly certificate: X509Certificate;
  readonly known: CheckedCertificate;
  readonly now: number;
  readonly name: string;
  readonly mode: TLSSettings['verify'];
  readonly problem: string;
}

/** Returns the most useful of several problems: a date or a name rather than the authority. */
function verify({ certificate, known, now, name, mode, problem }: Presented): CheckFailure | null {
  if (mode === 'none') return null;
  if (now >= known.expiresAt)
    return new CheckFailure(
      'tls_expired',
      `The certificate of ${name} expired ${daysText(now - known.expiresAt)} ago.`,
    );
  if (now < known.validFrom)
    return new CheckFailure(
      'tls_not_yet_valid',
      `The certificate of ${name} is valid only in ${daysText(known.validFrom - now)}.`,
    );
  const fits =
    isIP(name) === 0 ? certificate.checkHost(name, { partialWildcards: false }) : certificate.checkIP(name);
  if (fits === undefined)
    return new CheckFailure('tls_name', `The certificate is for ${known.subject}, not for ${name}.`);
  return mode === 'full' && problem !== '' ? chainFailure(name, problem) : null;
}

const CHAIN_PROBLEMS: Readonly<Record<string, readonly [CheckCode, string]>> = {
  CERT_HAS_EXPIRED: ['tls_expired', 'A certificate in its chain has expired.'],
  CERT_NOT_YET_VALID: ['tls_not_yet_valid', 'A certificate in its chain is not valid yet.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls_untrusted', 'It is signed by itself.'],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls_untrusted', 'The authority at the end of its chain is unknown.'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['tls_untrusted', 'The authority that issued it is unknown.'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'tls_incomplete_chain',
    'The target sends no certificate of its issuer, and the issuer is not known.',
  ],
};

function chainFailure(name: string, problem: string): CheckFailure {
  const [code, reason] = CHAIN_PROBLEMS[problem] ?? ['tls_untrusted', `Its chain is invalid (${problem}).`];
  return new CheckFailure(code, `The certificate of ${name} can't be trusted. ${reason}`);
}

/** Returns the failure for an error during or after the handshake. */
export function tlsFailure(code: string): CheckFailure {
  if (
    /ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+)/.test(
      code,
    )
  )
    return new CheckFailure(
      'tls_client_certificate',
      `The target requires a client certificate, or refuses the one that was sent (${code}).`,
    );
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER/.test(code))
    return new CheckFailure('tls_failed', `The target does not speak TLS on this port (${code}).`);
  return new CheckFailure(
    'tls_failed',
    code === 'ECONNRESET' || code === 'EPIPE'
      ? 'The target closed the connection during the TLS handshake.'
      : `The TLS handshake failed${inBrackets(code)}.`,
  );
}

/** Returns a note if the certificate expires within the days, at most a third of its lifetime. Short-lived certificates are renewed late. */
export function expiryNote(attempt: Attempt, days: number | null): CheckNote | null {
  const { certificate } = attempt.report;
  if (certificate === null || days === null) return null;
  const { validFrom, expiresAt } = certificate;
  const leftMs = expiresAt - attempt.tools.clock.now();
  if (leftMs > Math.min(days * DAY_MS, (expiresAt - validFrom) / 3)) return null;
  return {
    code: 'tls_expires_soon',
    message: `The certificate of ${certificate.subject} expires in ${daysText(leftMs)}.`,
  };
}

function daysText(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  if (days >= 1) return days === 1 ? '1 day' : `${days} days`;
  const hours = Math.floor(ms / (DAY_MS / 24));
  return hours < 1 ? 'less than an hour' : hours === 1 ? '1 hour' : `${hours} hours`;
}
