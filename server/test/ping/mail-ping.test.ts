import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTLS } from 'node:tls';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { NO_FILTER } from '@overdue/domain/ping/ping-filter.ts';
import { createTransport } from 'nodemailer';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { CERTIFICATE } from '../notify/certificate.ts';
import { makeMonitor } from '../store/suite/fixtures.ts';
import { startOnFakeClock } from './fake-time.ts';
import { addKeyHolder } from './key-holder.ts';

const HOST = 'pings.example.com';

async function startMail(env: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const service = await startOnFakeClock({
    MAIL_PING_HOST: HOST,
    MAIL_PING_PORT: String(port),
    MAIL_PING_ADDRESS: '127.0.0.1',
    ...env,
  });
  const mailer = createTransport({ host: '127.0.0.1', port, tls: { rejectUnauthorized: false } });
  onTestFinished(() => mailer.close());
  return {
    ...service,
    mailPort: port,
    async monitors(count: number, rules: Partial<MonitorRules> = {}) {
      const monitors = await service.makeMonitors(count, rules);
      return monitors.map(({ id, path }) => ({ id, mailbox: `${path.slice('/ping/'.length)}@${HOST}` }));
    },
    async monitor(rules?: Partial<MonitorRules>) {
      const [monitor] = await this.monitors(1, rules);
      if (monitor === undefined) throw new Error('There is no monitor.');
      return monitor;
    },
    send: (to: string | readonly string[], mail: object = {}) =>
      mailer.sendMail({
        from: 'cron@db-01.example.com',
        to: [...(typeof to === 'string' ? [to] : to)],
        text: 'done',
        ...mail,
      }),
    async events(id: number) {
      return service.store.listEvents(id, { limit: 100 });
    },
    async log(id: number, number: number) {
      const body = await service.store.findEventBody(id, number);
      return body === null ? null : Buffer.from(body).toString();
    },
  };
}

/** Opens a client that can send text which no mailer would send. */
async function talk(port: number) {
  const socket: Socket = connectPlain(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  let wake = () => {};
  socket.on('data', (chunk) => {
    text += chunk.toString();
    wake();
  });
  socket.on('close', () => {
    text += 'CLOSED\r\n';
    wake();
  });
  socket.on('error', () => undefined);
  async function respond(): Promise<string> {
    for (;;) {
      const end = /^(?:\d{3} .*|CLOSED)\r\n/m.exec(text);
      if (end !== null) {
        const reply = end[0].trim();
        text = text.slice(end.index + end[0].length);
        return reply;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  async function say(line: string): Promise<string> {
    socket.write(`${line}\r\n`);
    return respond();
  }
  expect(await respond()).toMatch(/^220 /);
  return { socket, say, answer: respond };
}

describe('a ping by email', () => {
  test('reaches its monitor although a program has changed the case of the address', async () => {
    const service = await startMail();
    const { id, mailbox } = await service.monitor();
    const [local = ''] = mailbox.split('@');
    for (const changed of [local.toLowerCase(), local.toUpperCase()]) {
      const { response } = await service.send(`${changed}@${HOST}`);
      expect(response).toMatch(/^250 /);
    }
    expect((await service.events(id)).map(({ type }) => type)).toEqual(['ping', 'ping']);
  });

  test('is a success, and the email is its log', async () => {
    const service = await startMail();
    const { id, mailbox } = await service.monitor();
    const { response } = await service.send(mailbox, { subject: 'Bäckup finished', text: 'saved 3 files' });
    expect(response).toMatch(/^250 /);
    const [event] = await service.events(id);
    expect(event).toMatchObject({
      type: 'ping',
      warnings: [],
      request: {
        method: 'EMAIL',
        userAgent: 'Email from cron@db-01.example.com',
        remoteAddress: '127.0.0.1',
      },
    });
    expect(await service.log(id, 1)).toBe('Subject: Bäckup finished\n\nsaved 3 files');
  });

  test('is a start, a success or a failure by the keywords of its monitor', async () => {
    const service = await startMail();
    const { id, mailbox } = await service.monitor({
      pingFilter: {
        ...NO_FILTER,
        methods: 'POST',
        searchSubject: true,
        searchEmailBody: true,
        failureKeywords: 'FAIL',
        successKeywords: 'finished',
        startKeywords: 'started',
      },
    });
    await service.send(mailbox, { subject: 'Backup started' });
    await service.send(mailbox, {
      subject: 'Backup finished',
      html: '<p>disk 2: <b>FAIL</b>ED</p>',
      text: undefined,
    });
    await service.send(mailbox, { subject: 'Backup finished' });
    await service.send(mailbox, { subject: 'Newsletter' });
    const events = await service.events(id);
    expect(events.map(({ type }) => type)).toEqual(['ignored', 'ping', 'fail', 'start']);
  });

  test('a connection is encrypted if the service has a certificate', async () => {
    const service = await startMail({
      MAIL_PING_TLS_CERT: CERTIFICATE.cert,
      MAIL_PING_TLS_KEY: CERTIFICATE.key,
    });
    const { id, mailbox } = await service.monitor();
    const { say, socket } = await talk(service.mailPort);
    await say('EHLO db-01');
    expect(await say('STARTTLS')).toMatch(/^220/);
    const encrypted = connectTLS({ socket, ca: CERTIFICATE.cert, servername: 'localhost' });
    await new Promise((resolve) => encrypted.once('secureConnect', resolve));
    expect(encrypted.authorized).toBe(true);
    await service.send(mailbox);
    expect(await service.events(id)).toHaveLength(1);
  });

  test("an email is refused temporarily if one of its pings can't be stored", async () => {
    const service = await startMail({ INGEST_BUFFER: '1' });
    const monitors = await service.monitors(2);
    await expect(service.send(monitors.map(({ mailbox }) => mailbox))).rejects.toMatchObject({
      responseCode: 451,
      response: '451 The email could not be stored. Try again.',
    });
    expect(service.logProblems).toEqual(['A ping by email could not be stored.']);
  });

  test('a ping key and slug reach the monitor, unless others share the slug or the project is another', async () => {
    const service = await startMail({ PING_RATE: '0' });
    const [ours, theirs] = [await addKeyHolder(service), await addKeyHolder(service)];
    const { id } = await makeMonitor(service.store, { ...ours, name: 'nightly' });
    await service.send(`${ours.key}+nightly@${HOST}`);
    expect(await service.events(id)).toHaveLength(1);
    await expect(service.send(`${theirs.key}+nightly@${HOST}`)).rejects.toMatchObject({ responseCode: 550 });
    await makeMonitor(service.store, { ...ours, name: 'again', slug: 'nightly' });
    await service.clock.advance(10_000);
    await expect(service.send(`${ours.key}+nightly@${HOST}`)).rejects.toMatchObject({
      response: '550 Several monitors share this address.',
    });
    expect(await service.events(id)).toHaveLength(1);
  });

  test('an email to several monitors reaches each of them', async () => {
    const service = await startMail();
    const monitors = await service.monitors(2);
    await service.send(monitors.map(({ mailbox }) => mailbox));
    for (const { id } of monitors) expect(await service.events(id)).toHaveLength(1);
  });

  test('an email with a large attachment counts, and an email that is too large is refused', async () => {
    const service = await startMail();
    const { id, mailbox } = await service.monitor();
    const attachments = (bytes: number) => [{ filename: 'a.bin', content: Buffer.alloc(bytes, 'x') }];
    await service.send(mailbox, { text: 'FAILED', attachments: attachments(2_000_000) });
    expect(await service.log(id, 1)).toMatch(/FAILED$/);
    await expect(service.send(mailbox, { attachments: attachments(9_000_000) })).rejects.toMatchObject({
      responseCode: 552,
    });
    expect(await service.events(id)).toHaveLength(1);
  });

  test('an email to an unknown address is refused permanently, and the refusal names no address', async () => {
    const service = await startMail({ PING_RATE: '0' });
    const { mailbox } = await service.monitor();
    for (const to of [
      '0000000000000000000000@pings.example.com',
      `${mailbox}.evil.example`,
      'Zk3vQ9mB7xW2nR5tY8pL1c+a@pings.example.com',
    ])
      await expect(service.send(to)).rejects.toMatchObject({
        responseCode: 550,
        response: '550 There is no such address.',
      });
  });

  test('emails are limited per monitor, and unknown addresses per network', async () => {
    const service = await startMail({ PING_RATE: '0.1' });
    const { id, mailbox } = await service.monitor();
    await service.send(mailbox);
    await expect(service.send(mailbox)).rejects.toMatchObject({ responseCode: 450 });
    expect(await service.events(id)).toHaveLength(1);
    const unknown = '0000000000000000000000@pings.example.com';
    await expect(service.send(unknown)).rejects.toMatchObject({ responseCode: 550 });
    await expect(service.send(unknown)).rejects.toMatchObject({ responseCode: 450 });
  });
});

describe('a hostile client', () => {
  test('an email from a client that disconnects is not recorded, and other clients continue', async () => {
    const service = await startMail();
    const { id, mailbox } = await service.monitor();
    const { say, socket } = await talk(service.mailPort);
    await say('EHLO evil');
    await say('MAIL FROM:<a@b.example>');
    expect(await say(`RCPT TO:<${mailbox}>`)).toMatch(/^250/);
    expect(await say('DATA')).toMatch(/^354/);
    socket.write('Subject: FAIL\r\n\r\nhalf an em');
    socket.destroy();
    await service.send(mailbox);
    expect(await service.events(id)).toHaveLength(1);
    expect(service.logProblems).toEqual([]);
  });

  test("can't sign in, relay, send lines that are too long, or speak HTTP", async () => {
    const service = await startMail();
    const { say } = await talk(service.mailPort);
    await say('EHLO evil');
    expect(await say('AUTH PLAIN AGEAYg==')).toMatch(/^500/);
    expect(await say('STARTTLS')).toMatch(/^500/);
    expect(await say('MAIL FROM:<>')).toMatch(/^250/);
    expect(await say('RCPT TO:<someone@example.com>')).toMatch(/^550/);
    expect(await say('DATA')).toMatch(/^503/);
    expect(await say(`NOOP ${'x'.repeat(5000)}`)).toMatch(/^421/);
    const { say: ask } = await talk(service.mailPort);
    expect(await ask('GET / HTTP/1.1')).toMatch(/^421/);
  });

  test('an email has at most ten recipients', async () => {
    const service = await startMail({ PING_RATE: '0' });
    const monitors = await service.monitors(11);
    const { say } = await talk(service.mailPort);
    await say('EHLO evil');
    await say('MAIL FROM:<a@b.example>');
    const replies: string[] = [];
    for (const { mailbox } of monitors) replies.push((await say(`RCPT TO:<${mailbox}>`)).slice(0, 3));
    expect(replies).toEqual([...Array.from({ length: 10 }, () => '250'), '452']);
  });

  test('a client has ten connections, each for five minutes', async () => {
    const service = await startMail();
    const clients = await Promise.all(Array.from({ length: 10 }, () => talk(service.mailPort)));
    const socket = connectPlain(service.mailPort, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const refusal = await new Promise<string>((resolve) =>
      socket.once('data', (chunk) => resolve(String(chunk))),
    );
    expect(refusal).toMatch(/^421 .*network/);
    await service.clock.advance(5 * 60_000);
    for (const { answer } of clients) expect(await answer()).toMatch(/^421/);
    await talk(service.mailPort);
  });
});
