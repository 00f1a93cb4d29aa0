import { connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../src/platform/outbound/mail.ts';
import { createMailer, type Mailer, type MailerOptions } from '../../src/platform/outbound/mailer.ts';
import { CERTIFICATE } from './certificate.ts';

const MAIL: Mail = {
  to: 'ann@example.com',
  subject: 'Down: pg-dump prod',
  text: 'Down since 03:00.',
  html: '<p>Down since 03:00.</p>',
  messageID: 'incident-1.down',
  inReplyTo: null,
  unsubscribeURL: null,
};

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Unfolded header fields, and the body after them. */
  readonly headers: readonly string[];
  readonly source: string;
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a mail server that records its mails. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      text(stream).then((source) => {
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');
        received.push({ from, to, headers: head.split('\r\n'), source });
        callback();
      }, callback);
    },
    ...options,
  });
  // Ignores errors, because a client that doesn't trust the certificate closes the connection.
  server.on('error', () => {});
  closing.push(() => server.close());
  const at = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve(portOf(listener)));
  });
  return { port: at, received };
}

async function startTcpServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onConnection(socket);
  });
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return portOf(server);
}

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  return address.port;
}

function mailer(at: number, more: Partial<MailerOptions> = {}): Mailer {
  const options = {
    url: `smtp://127.0.0.1:${at}`,
    from: 'Overdue <overdue@example.com>',
    domain: 'example.com',
  };
  const made = createMailer({ ...options, ...more });
  closing.push(made.close);
  return made;
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

describe('a mail', () => {
  test('arrives with its headers and both of its texts', async () => {
    const { port, received } = await startMailServer();
    const outcome = await mailer(port)({
      ...MAIL,
      subject: 'Ausfall: größer',
      text: 'Übersicht',
      html: '<p>Übersicht</p>',
    });
    expect(outcome).toMatchObject({ outcome: 'sent', status: 250 });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'overdue@example.com', to: ['ann@example.com'] });
    const { headers = [], source = '' } = received[0] ?? {};
    expect(headers).toEqual(
      expect.arrayContaining([
        'From: Overdue <overdue@example.com>',
        'To: ann@example.com',
        'Message-ID: <incident-1.down@example.com>',
        'Auto-Submitted: auto-generated',
        expect.stringMatching(/^Subject: =\?UTF-8\?/),
      ]),
    );
    expect(headers.join('\n')).not.toMatch(/^(?:List-|In-Reply-To|References)/im);
    expect(source).toContain('Content-Type: text/plain; charset=utf-8');
    expect(source).toContain('Content-Type: text/html; charset=utf-8');
  });

  test('names the mail to which it replies, and contains a one-click link to unsubscribe', async () => {
    const { port, received } = await startMailServer();
    const unsubscribeURL =
      'https://overdue.example.com/unsubscribe/k3v9x2mq7d/0123456789abcdef0123456789abcdef';
    await mailer(port)({ ...MAIL, messageID: 'incident-1.up', inReplyTo: 'incident-1.down', unsubscribeURL });
    expect(received[0]?.headers).toEqual(
      expect.arrayContaining([
        'In-Reply-To: <incident-1.down@example.com>',
        'References: <incident-1.down@example.com>',
        `List-Unsubscribe: <${unsubscribeURL}>`,
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    );
  });

  test('input adds no header to a mail', async () => {
    const { port, received } = await startMailServer();
    const evil = 'x\r\nBcc: eve@example.com\r\n\r\nbody';
    await mailer(port)({ ...MAIL, subject: evil, messageID: evil, inReplyTo: evil });
    expect(received[0]?.to).toEqual(['ann@example.com']);
    expect(received[0]?.headers).toContain('Subject: x Bcc: eve@example.com body');
    expect(received[0]?.headers.filter((line) => /^bcc:/i.test(line))).toEqual([]);
  });

  test.each([
    'ann@example.com, eve@example.com',
    'ann@example.com\r\nRCPT TO:<eve@example.com>',
    'Ann <ann@example.com>',
    '"a b"@example.com',
    'ann',
    '',
  ])('to %j is refused', async (to) => {
    const { port, received } = await startMailServer();
    expect(await mailer(port)({ ...MAIL, to })).toMatchObject({ outcome: 'refused', status: null });
    expect(received).toEqual([]);
  });

  test('many mails share a few connections', async () => {
    let connections = 0;
    const { port, received } = await startMailServer({
      onConnect(_, callback) {
        connections += 1;
        callback();
      },
    });
    const send = mailer(port);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send({ ...MAIL, messageID: `m${n}` })),
    );
    expect(outcomes.every(({ outcome }) => outcome === 'sent')).toBe(true);
    expect(
      new Set(received.map(({ headers }) => headers.find((line) => line.startsWith('Message-ID')))).size,
    ).toBe(40);
    expect(connections).toBeLessThanOrEqual(5);
  });
});

describe('the response of the server', () => {
  test.each([
    [450, '4.2.1 Mailbox busy', 'failed'],
    [451, 'Greylisted', 'failed'],
    [550, 'No such user here', 'gone'],
    [551, 'User not local', 'gone'],
    [553, 'Mailbox name not allowed', 'gone'],
    [550, '5.1.1 User unknown', 'gone'],
    [554, '5.1.2 Bad domain', 'gone'],
    [550, '5.7.1 Relaying denied', 'refused'],
    [552, '5.2.2 Mailbox full', 'refused'],
    [554, 'Transaction failed', 'refused'],
  ])('the response to the receiver, %i %s, means %s', async (status, message, outcome) => {
    const { port } = await startMailServer({
      onRcptTo: (_, __, callback) => callback(smtpError(status, message)),
    });
    expect(await mailer(port)(MAIL)).toMatchObject({ outcome, status, answer: `${status} ${message}` });
  });

  test.each([
    [452, 'failed'],
    [550, 'refused'],
  ])('the response to the sender, %i, means %s', async (status, outcome) => {
    const { port } = await startMailServer({
      onMailFrom: (_, __, callback) => callback(smtpError(status, 'Not you')),
    });
    expect(await mailer(port)(MAIL)).toMatchObject({ outcome, status });
  });

  test.each([
    [421, 'failed'],
    [550, 'refused'],
  ])('the response to the text, %i, means %s', async (status, outcome) => {
    const { port } = await startMailServer({
      onData(stream, _, callback) {
        stream.resume().on('end', () => callback(smtpError(status, 'Spam')));
      },
    });
    expect(await mailer(port)(MAIL)).toMatchObject({ outcome, status });
  });

  test('a refused password is a task of the operator, and the mail waits', async () => {
    const { port, received } = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _, callback) =>
        password === 'right' ? callback(null, { user: 'me' }) : callback(smtpError(535, 'Invalid')),
    });
    const wrong = await mailer(port, { url: `smtp://me:hunter2@127.0.0.1:${port}` })(MAIL);
    expect(wrong).toMatchObject({ outcome: 'failed', status: 535 });
    expect(wrong.answer).not.toContain('hunter2');
    expect(received).toEqual([]);
    const right = await mailer(port, { url: `smtp://me:right@127.0.0.1:${port}` })(MAIL);
    expect(right.outcome).toBe('sent');
  });

  test('a mail is tried again if the server is too busy for a greeting', async () => {
    const { port } = await startMailServer({
      onConnect: (_, callback) => callback(smtpError(554, 'Go away')),
    });
    expect(await mailer(port)(MAIL)).toMatchObject({ outcome: 'failed' });
  });
});

describe('failures that may be temporary', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['no greeting', () => {}],
    ['silence after the greeting', (socket) => void socket.write('220 mail.example.com ESMTP\r\n')],
    ['a reset', (socket) => void socket.resetAndDestroy()],
    ['a greeting that is none', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('a mail is tried again: %s', async (_, react) => {
    const port = await startTcpServer(react);
    expect(await mailer(port, { timeoutMs: 300 })(MAIL)).toMatchObject({
      outcome: 'failed',
      answer: expect.stringMatching(/\w/),
    });
  });

  test('a mail is tried again after a closed port', async () => {
    const port = await startTcpServer(() => {});
    for (const close of closing.splice(0)) close();
    await new Promise((resolve) => connect(port, '127.0.0.1').on('error', resolve));
    const outcome = await mailer(port)(MAIL);
    expect(outcome).toEqual({
      outcome: 'failed',
      status: null,
      answer: 'The connection to the mail server failed.',
      retryAfterMs: null,
    });
  });

  test.each(['smtp', 'smtps'])(
    'a mail is tried again after an untrusted certificate, with %s',
    async (scheme) => {
      const { port, received } = await startMailServer({
        ...CERTIFICATE,
        secure: scheme === 'smtps',
        disabledCommands: [],
      });
      const send = mailer(port, { url: `${scheme}://127.0.0.1:${port}` });
      expect(await send(MAIL)).toMatchObject({ outcome: 'failed', status: null });
      const trusting = mailer(port, { url: `${scheme}://127.0.0.1:${port}?tls.rejectUnauthorized=false` });
      expect(await trusting(MAIL)).toMatchObject({ outcome: 'sent' });
      expect(received).toHaveLength(1);
    },
  );

  test('a mail is tried again if the server speaks no TLS', async () => {
    const { port } = await startMailServer();
    const send = mailer(port, { url: `smtps://127.0.0.1:${port}`, timeoutMs: 1_000 });
    expect(await send(MAIL)).toMatchObject({ outcome: 'failed', status: null });
  });
});
