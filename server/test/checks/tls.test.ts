import { generateKeyPairSync } from 'node:crypto';
import { createServer as createWebServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { createServer as createSecureServer, TLSSocket, type TlsOptions } from 'node:tls';
import type { CheckAttempt, CheckKind } from '@overdue/domain/checks/check-result.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ProbeTools } from '../../src/checks/probes/attempt.ts';
import { probeHTTP } from '../../src/checks/probes/http.ts';
import { probeTCP } from '../../src/checks/probes/tcp.ts';
import { probeTLS } from '../../src/checks/probes/tls.ts';
import { CHECK_SETTINGS } from '../../src/checks/settings.ts';
import { parseTarget } from '../../src/checks/target.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { createFakeClock } from '../fake-clock.ts';
import { issueCertificates, openAuthority } from './certificates.ts';
import { createTools, listen, startServer } from './probe-tools.ts';

type Input<Kind extends CheckKind> = z.input<(typeof CHECK_SETTINGS)[Kind]>;
type Certificates = ReturnType<typeof issueCertificates>;

const DAY_MS = 86_400_000;
const LOGIN = 'hunter2 login';

let certificates: Certificates;
beforeAll(() => {
  certificates = issueCertificates();
});

function targetOf(kind: CheckKind, url: string) {
  const parsed = parseTarget(kind, url);
  if (!parsed.ok) throw new Error(`${url} is no target.`);
  return parsed.target;
}

function checkTLS(
  port: number,
  input: Input<'tls'> = {},
  tools: Partial<ProbeTools> = {},
  host = 'secure.example',
) {
  const target = targetOf('tls', `tls://${host}:${port}`);
  if (target.kind !== 'tls') throw new Error('The target is none of TLS.');
  const settings = { ...input, tls: { ca: certificates.root.cert, ...input.tls } };
  return probeTLS({ ...target, kind: 'tls' }, CHECK_SETTINGS.tls.parse(settings), createTools(tools));
}

function checkTCP(
  port: number,
  input: Input<'tcp'> = {},
  tools: Partial<ProbeTools> = {},
): Promise<CheckAttempt> {
  const target = targetOf('tcp', `tcp://secure.example:${port}`);
  if (target.kind !== 'tcp') throw new Error('The target is none of TCP.');
  const settings = { ...input, tls: { ca: certificates.root.cert, ...input.tls } };
  return probeTCP({ ...target, kind: 'tcp' }, CHECK_SETTINGS.tcp.parse(settings), createTools(tools));
}

function checkWeb(
  port: number,
  input: Input<'http'> = {},
  tools: Partial<ProbeTools> = {},
): Promise<CheckAttempt> {
  const target = targetOf('http', `https://secure.example:${port}/`);
  if (target.kind !== 'http') throw new Error('The target is none of HTTP.');
  const settings = { ...input, tls: { ca: certificates.root.cert, ...input.tls } };
  return probeHTTP(target, CHECK_SETTINGS.http.parse(settings), createTools(tools));
}

/** Options of a server with the leaf and its intermediate. */
function chain(): TlsOptions {
  const { leaf, intermediate } = certificates;
  return { cert: leaf.cert + intermediate.cert, key: leaf.key };
}

function startSecure(options: TlsOptions = chain()): Promise<number> {
  return listen(createSecureServer(options, (socket) => socket.on('error', () => {}).resume()));
}

function daysFromNow(days: number): Partial<ProbeTools> {
  return { clock: { ...systemClock, now: () => Date.now() + days * DAY_MS } };
}

describe('a certificate', () => {
  test('a valid certificate is reported', async () => {
    const result = await checkTLS(await startSecure());
    expect(result).toMatchObject({
      outcome: 'succeeded',
      code: null,
      certificate: { subject: 'secure.example', issuer: 'Test Intermediate' },
    });
    expect(result.certificate?.fingerprint).toMatch(/^[\da-f]{64}$/);
    const { validFrom = 0, expiresAt = 0 } = result.certificate ?? {};
    expect(expiresAt - validFrom).toBe(90 * DAY_MS);
    expect(result.phases.tls).toBeGreaterThan(0);
  });

  test.each<[string, (all: Certificates) => TlsOptions, string, string]>([
    [
      'after its end',
      ({ expired, intermediate }) => ({ cert: expired.cert + intermediate.cert, key: expired.key }),
      'tls_expired',
      'The certificate of secure.example expired 1 day ago.',
    ],
    [
      'without its intermediate',
      ({ leaf }) => leaf,
      'tls_incomplete_chain',
      "The certificate of secure.example can't be trusted. The target sends no certificate of its issuer, and the issuer is not known.",
    ],
    [
      'signed by itself',
      ({ selfSigned }) => selfSigned,
      'tls_untrusted',
      "The certificate of secure.example can't be trusted. It is signed by itself.",
    ],
    [
      'with an expired intermediate',
      ({ leaf, expiredIntermediate }) => ({ cert: leaf.cert + expiredIntermediate.cert, key: leaf.key }),
      'tls_expired',
      "The certificate of secure.example can't be trusted. A certificate in its chain has expired.",
    ],
  ])('a certificate %s is refused', async (_, options, code, message) => {
    const result = await checkTLS(await startSecure(options(certificates)));
    expect(result).toMatchObject({
      outcome: 'failed',
      code,
      message,
      certificate: { subject: 'secure.example' },
    });
  });

  test('an unknown authority is refused', async () => {
    const port = await startSecure();
    expect(await checkTLS(port, { tls: { ca: certificates.oldRoot.cert } })).toMatchObject({
      code: 'tls_untrusted',
    });
    expect(await checkTLS(port, { tls: { ca: null } })).toMatchObject({ code: 'tls_untrusted' });
  });

  test('an extra root that has expired changes nothing', async () => {
    const { leaf, intermediate, crossSigned, oldRoot } = certificates;
    const cert = [leaf, intermediate, crossSigned, oldRoot].map((one) => one.cert).join('');
    expect(await checkTLS(await startSecure({ cert, key: leaf.key }))).toMatchObject({
      outcome: 'succeeded',
    });
  });

  test.each([
    ['secure.example', null],
    ['a.wild.example', null],
    ['127.0.0.1', null],
    ['a.b.wild.example', 'tls_name'],
    ['other.example', 'tls_name'],
  ])('the name %s: %s', async (host, code) => {
    const result = await checkTLS(await startSecure(), {}, {}, host);
    expect(result.code).toBe(code);
    if (code !== null) expect(result.message).toBe(`The certificate is for secure.example, not for ${host}.`);
  });

  test('the server name in the settings chooses the certificate', async () => {
    const { selfSigned } = certificates;
    const port = await startSecure({
      ...selfSigned,
      SNICallback: (name, done) => done(name === 'secure.example' ? null : new Error('unknown'), undefined),
    });
    const verify = 'ignoreIssuer';
    expect(await checkTLS(port, { tls: { verify } }, {}, 'other.example')).toMatchObject({
      code: 'tls_failed',
    });
    expect(
      await checkTLS(port, { tls: { verify, servername: 'secure.example' } }, {}, 'other.example'),
    ).toMatchObject({ outcome: 'succeeded' });
  });

  test.each<[NonNullable<Input<'tls'>['tls']>['verify'], string, number, string | null]>([
    ['ignoreIssuer', 'secure.example', 0, null],
    ['ignoreIssuer', 'other.example', 0, 'tls_name'],
    ['ignoreIssuer', 'secure.example', 91, 'tls_expired'],
    ['none', 'other.example', 91, null],
  ])('verification of %s for %s in %d days: %s', async (verify, host, days, code) => {
    const port = await startSecure(certificates.selfSigned);
    const tls = { verify };
    expect(await checkTLS(port, { warnDays: 0, failDays: 0, tls }, daysFromNow(days), host)).toMatchObject({
      outcome: code === null ? 'succeeded' : 'failed',
    });
  });

  test.each([
    [-2, 'failed', 'tls_not_yet_valid'],
    [60, 'succeeded', null],
    [70, 'succeeded', 'tls_expires_soon'],
    [84, 'failed', 'tls_expires_soon'],
    [91, 'failed', 'tls_expired'],
  ])('a certificate in %d days: %s, %s', async (days, outcome, code) => {
    expect(await checkTLS(await startSecure(), {}, daysFromNow(days))).toMatchObject({ outcome, code });
  });

  test('warnings begin in the last third of the lifetime at the earliest', async () => {
    const port = await startSecure();
    const input = { warnDays: 365, failDays: 365 };
    expect(await checkTLS(port, input, daysFromNow(59))).toMatchObject({ outcome: 'succeeded', code: null });
    expect(await checkTLS(port, input, daysFromNow(61))).toMatchObject({ outcome: 'failed' });
  });
});

describe('a target of TLS that misbehaves', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['speaks HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['closes at once', (socket) => socket.end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['sends an alert', (socket) => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40]))],
  ])('a target that %s', async (_, react) => {
    expect(await checkTLS(await startServer(react))).toMatchObject({
      outcome: 'failed',
      code: 'tls_failed',
      certificate: null,
    });
  });

  test('a stalled handshake ends at the deadline', async () => {
    const clock = createFakeClock(Date.now());
    const reached = Promise.withResolvers<void>();
    const port = await startServer(() => reached.resolve());
    const attempt = checkTLS(port, {}, { clock });
    await reached.promise;
    await clock.advance(10_000);
    expect(await attempt).toMatchObject({
      outcome: 'timed_out',
      code: 'tls_timeout',
      phases: { tls: 10_000 },
    });
    expect(clock.pending()).toBe(0);
  });
});

test('a client certificate that OpenSSL refuses as too weak fails the check, not the process', async () => {
  const authority = openAuthority();
  const key = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const pem = key.export({ format: 'pem', type: 'pkcs8' }).toString();
  const weak = authority.issue({ name: 'weak', days: 90, by: null, keyOf: { cert: '', key: pem } });
  authority.close();
  expect(await checkTLS(await startSecure(chain()), { tls: weak })).toMatchObject({
    outcome: 'failed',
    code: 'tls_failed',
    message: "The certificates or the key of the settings can't be used (ERR_SSL_EE_KEY_TOO_SMALL).",
  });
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a client certificate with %s', (version) => {
  const options = () => ({
    ...chain(),
    requestCert: true,
    ca: certificates.root.cert,
    maxVersion: version,
  });

  test('a missing certificate is named as the cause', async () => {
    const port = await startSecure(options());
    // A server of TLS 1.2 sends a general alert of the handshake.
    const code = version === 'TLSv1.3' ? 'tls_client_certificate' : 'tls_failed';
    expect(await checkTLS(port)).toMatchObject({ outcome: 'failed', code });
    expect(await checkTCP(port, { encryption: 'tls' })).toMatchObject({ outcome: 'failed', code });
    expect(await checkTCP(port, { encryption: 'tls', expect: 'x' })).toMatchObject({
      outcome: 'failed',
      code,
    });
    expect(await checkWeb(port)).toMatchObject({ outcome: 'failed', code });
  });

  test('the certificate of the settings is sent', async () => {
    const port = await startSecure(options());
    expect(await checkTLS(port, { tls: certificates.client })).toMatchObject({ outcome: 'succeeded' });
  });

  test('the certificate does not reach another origin', async () => {
    const seen: (string | undefined)[] = [];
    const server = createWebServer({ ...options(), rejectUnauthorized: false }, (request, response) => {
      const { socket } = request;
      const subject = socket instanceof TLSSocket ? socket.getPeerCertificate().subject?.CN : '';
      seen.push([subject].flat()[0]);
      if (request.url === '/')
        response.writeHead(302, { location: `https://a.wild.example:${port}/b` }).end();
      else response.end('ok');
    });
    const port = await listen(server);
    expect(await checkWeb(port, { tls: certificates.client })).toMatchObject({ outcome: 'succeeded' });
    expect(seen).toEqual(['Client', undefined]);
  });
});

describe('HTTPS', () => {
  const start = () => listen(createWebServer(chain(), (_, response) => response.end('ok')));

  test('a success reports the certificate and the duration of the handshake', async () => {
    const result = await checkWeb(await start());
    expect(result).toMatchObject({
      outcome: 'succeeded',
      code: null,
      status: 200,
      certificate: { subject: 'secure.example' },
    });
    expect(result.phases.tls).toBeGreaterThan(0);
  });

  test('a success has a note before the certificate expires', async () => {
    const port = await start();
    expect(await checkWeb(port, {}, daysFromNow(80))).toMatchObject({
      outcome: 'succeeded',
      code: 'tls_expires_soon',
      message: 'The certificate of secure.example expires in 9 days.',
    });
    expect(await checkWeb(port, { certificateWarnDays: null }, daysFromNow(80))).toMatchObject({
      code: null,
    });
  });

  test('a redirect does not lead to HTTP', async () => {
    const plain = await startServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    const server = createWebServer(chain(), (_, response) =>
      response.writeHead(302, { location: `http://secure.example:${plain}/?token=hunter2` }).end(),
    );
    expect(await checkWeb(await listen(server))).toMatchObject({
      outcome: 'failed',
      code: 'redirect_refused',
      message: `The redirect leads from https to http, at secure.example:${plain}.`,
    });
  });
});

describe('a port', () => {
  test('an open port succeeds, and a closed port fails', async () => {
    const server = createServer();
    const port = await listen(server);
    expect(await checkTCP(port)).toMatchObject({ outcome: 'succeeded', address: '127.0.0.1' });
    await new Promise((resolve) => server.close(resolve));
    expect(await checkTCP(port)).toMatchObject({ outcome: 'failed', code: 'connect_refused' });
  });

  test('a port gets what is sent, and must answer with what is expected', async () => {
    const port = await startServer((socket, received) => {
      socket.write(received === 'PING\r\n' ? '+PO' : '-ERR');
      socket.end('NG\r\n');
    });
    expect(await checkTCP(port, { send: 'PING\r\n', expect: '+PONG' })).toMatchObject({
      outcome: 'succeeded',
    });
    expect(await checkTCP(port, { send: LOGIN, expect: '+PONG' })).toMatchObject({
      outcome: 'failed',
      code: 'text_missing',
      message: 'The response does not contain the expected text. The target closed the connection.',
      excerpt: '-ERRNG\n',
    });
  });

  test('a port gets what is sent even if nothing is expected', async () => {
    const seen = Promise.withResolvers<string>();
    const port = await startServer((_, received) => seen.resolve(received));
    expect(await checkTCP(port, { send: 'PING\r\n' })).toMatchObject({ outcome: 'succeeded' });
    expect(await seen.promise).toBe('PING\r\n');
  });

  test('an excerpt has no secrets', async () => {
    const port = await startServer((socket, received) => socket.end(`unknown: ${received}`));
    expect(await checkTCP(port, { send: `${LOGIN}\r\n`, expect: 'ok' })).toMatchObject({
      excerpt: 'unknown: •••\n',
    });
  });

  test.each<[string, (socket: Socket) => void, string]>([
    ['closes without an answer', (socket) => socket.end(), 'response_closed'],
    ['resets the connection', (socket) => socket.resetAndDestroy(), 'response_closed'],
    ['never ends', (socket) => socket.write('x'.repeat(100_000)), 'text_missing'],
  ])('a port that %s fails', async (_, react, code) => {
    const port = await startServer(react);
    expect(await checkTCP(port, { send: 'a', expect: 'b' })).toMatchObject({ outcome: 'failed', code });
  });

  test('a silent port times out', async () => {
    const clock = createFakeClock(0);
    const reached = Promise.withResolvers<void>();
    const port = await startServer(() => reached.resolve());
    const attempt = checkTCP(port, { send: 'a', expect: 'b' }, { clock });
    await reached.promise;
    await clock.advance(10_000);
    expect(await attempt).toMatchObject({ outcome: 'timed_out', code: 'response_timeout' });
  });
});

describe('STARTTLS', () => {
  type Protocol = 'smtp' | 'imap' | 'pop3' | 'postgres';
  /** Greeting, and the answer to each request, of servers that offer STARTTLS. */
  const GOOD: Readonly<Record<Protocol, { readonly greeting: string; readonly answers: readonly string[] }>> =
    {
      smtp: {
        greeting: '220-mail.example\r\n220 ready\r\n',
        answers: ['250-mail.example\r\n250-SIZE 1000\r\n250-starttls\r\n250 HELP\r\n', '220 go\r\n'],
      },
      imap: { greeting: '* OK ready\r\n', answers: ['* CAPABILITY IMAP4rev1\r\na OK go\r\n'] },
      pop3: { greeting: '+OK ready\r\n', answers: ['+OK go\r\n'] },
      postgres: { greeting: '', answers: ['S'] },
    };
  const PROTOCOLS: readonly Protocol[] = ['smtp', 'imap', 'pop3', 'postgres'];

  /** Starts a server that answers each request, and then becomes secure. */
  function start({ greeting, answers }: (typeof GOOD)[Protocol], cut = ''): Promise<number> {
    return listen(
      createServer((socket) => {
        const left = [...answers];
        if (greeting !== '') socket.write(greeting);
        const answer = () => {
          const next = left.shift() ?? '';
          socket.write(left.length === 0 ? next + cut : next);
          if (left.length > 0) return;
          socket.off('data', answer);
          new TLSSocket(socket, { isServer: true, ...chain() }).on('error', () => {}).resume();
        };
        socket.on('data', answer);
      }),
    );
  }

  test.each(PROTOCOLS)('STARTTLS of %s', async (encryption) => {
    const port = await start(GOOD[encryption]);
    expect(await checkTLS(port, { encryption })).toMatchObject({
      outcome: 'succeeded',
      certificate: { subject: 'secure.example' },
    });
    expect(await checkTCP(port, { encryption })).toMatchObject({ outcome: 'succeeded' });
  });

  test.each<[Protocol, string, readonly string[]]>([
    ['smtp', '554 no\r\n', []],
    ['smtp', '220 ready\r\n', ['250-mail.example\r\n250 HELP\r\n']],
    ['smtp', '220 ready\r\n', ['250 STARTTLS\r\n', '454 not now\r\n']],
    ['imap', '* BYE\r\n', []],
    ['imap', '* OK ready\r\n', ['a NO not now\r\n']],
    ['pop3', '-ERR\r\n', []],
    ['pop3', '+OK\r\n', ['-ERR not now\r\n']],
    ['postgres', '', ['N']],
  ])('a refusal by %s: %j %j', async (encryption, greeting, answers) => {
    const port = await start({ greeting, answers });
    expect(await checkTLS(port, { encryption })).toMatchObject({
      outcome: 'failed',
      code: 'starttls_refused',
    });
  });

  test.each<[Protocol, string]>([
    ['smtp', '250 injected\r\n'],
    ['imap', '* injected\r\n'],
    ['pop3', '+OK injected\r\n'],
    ['postgres', 'injected'],
  ])('injected bytes of %s are refused', async (encryption, injected) => {
    const port = await start(GOOD[encryption], injected);
    expect(await checkTLS(port, { encryption })).toMatchObject({ code: 'starttls_refused' });
  });

  test.each(PROTOCOLS)('STARTTLS of %s on a port with another protocol fails', async (encryption) => {
    const port = await start({ greeting: 'SSH-2.0-OpenSSH\r\n', answers: [] });
    expect(await checkTLS(port, { encryption })).toMatchObject({
      outcome: 'failed',
      code: 'starttls_refused',
    });
  });

  test('an endless reply fails', async () => {
    const port = await start({ greeting: '220-x\r\n'.repeat(10_000), answers: [] });
    expect(await checkTLS(port, { encryption: 'smtp' })).toMatchObject({
      outcome: 'failed',
      code: 'response_too_large',
    });
  });
});
