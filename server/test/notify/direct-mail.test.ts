import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type RunningServer, startServer, until } from '../running-server.ts';
import { startReceiver } from './receiver.ts';
import { type ReceivedMail, type SmtpReceiver, startSmtp } from './smtp.ts';

const OWNER = 'owner@example.com';
const ADMIN = 'admin@example.com';
const MAILBOX = 'gone@example.com';
const NO_MAILBOX = { code: 550, text: '5.1.1 No such user', address: MAILBOX };

const deliveries = z.array(
  z.object({
    key: z.string(),
    state: z.string(),
    kind: z.string(),
    channel: z.object({ shortID: z.string(), name: z.string(), type: z.string() }),
    attempts: z.int(),
  }),
);

/** Opens a server whose team has an owner, an admin, a member, a monitor, and one channel. */
async function openTeam(env: Readonly<Record<string, string>>, type: string, settings: object) {
  const server = await startServer({ ALLOW_PRIVATE_ADDRESSES: 'all', ...env });
  onTestFinished(() => server.stop());
  for (const [email, role] of [
    [ADMIN, 'admin'],
    ['member@example.com', 'member'],
  ] as const) {
    const { exitCode, out } = await server.command('members', 'add', '--email', email, '--role', role);
    expect(exitCode, out).toBe(0);
  }
  await server.api('POST', '/v1/channels/', { type, name: 'Last one', settings });
  return { server, monitor: await server.createMonitor() };
}

async function serviceAlerts(server: RunningServer) {
  const { deliveries: all } = await server.api('GET', '/v1/deliveries/');
  return deliveries
    .parse(all)
    .filter(({ kind }) => kind === 'channel_disabled')
    .toSorted((a, b) => a.channel.name.localeCompare(b.channel.name));
}

async function startMail(): Promise<SmtpReceiver> {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  return smtp;
}

const headers = ({ raw }: ReceivedMail) => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');

test('a team whose only channel is disabled is informed by mail, even if the server dies before sending', async () => {
  const smtp = await startMail();
  const { server, monitor } = await openTeam({ SMTP_URL: smtp.url }, 'email', { to: MAILBOX });
  const busy = { code: 451, text: '4.3.2 Not now' };
  smtp.refuse(NO_MAILBOX, { ...busy, address: OWNER }, { ...busy, address: ADMIN });
  await fetch(`${server.baseURL}${monitor.path}/fail`);
  await until(async () => {
    const waiting = await serviceAlerts(server);
    expect(waiting.map(({ state, attempts }) => [state, attempts > 0])).toEqual([
      ['waiting', true],
      ['waiting', true],
    ]);
  });
  const planned = await serviceAlerts(server);
  await server.kill('SIGKILL');
  smtp.refuse(NO_MAILBOX);
  await server.restart();
  await until(
    async () => expect((await serviceAlerts(server)).map(({ state }) => state)).toEqual(['sent', 'sent']),
    {
      timeout: 90_000,
    },
  );
  const sent = await serviceAlerts(server);
  expect(sent.map(({ channel }) => channel)).toEqual([
    { shortID: '', name: ADMIN, type: 'email' },
    { shortID: '', name: OWNER, type: 'email' },
  ]);
  expect(sent.map(({ key }) => key)).toEqual(planned.map(({ key }) => key));
  expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual([ADMIN, OWNER]);
  for (const { key, channel } of sent) {
    const mail = smtp.received.find(({ to }) => to.includes(channel.name));
    const head = headers(mail!);
    expect(head).toMatch(/^Subject: Channel disabled: Last one$/m);
    expect(head).toMatch(new RegExp(`^Message-ID: <alert\\.${key}@`, 'm'));
    expect(head).not.toContain('List-Unsubscribe');
    expect(mail?.raw).toContain('5.1.1 No such user');
    expect(mail?.raw).not.toContain('Unsubscribe');
  }
  const { exitCode, out } = await server.command('check');
  expect(exitCode, out).toBe(0);
});

test('a warning is logged when no one can be mailed because mail is not set up', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  receiver.react({ status: 410 });
  const { server, monitor } = await openTeam({}, 'webhook', { url: `${receiver.origin}/` });
  await fetch(`${server.baseURL}${monitor.path}/fail`);
  await until(() =>
    expect(server.log).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        msg: 'A channel was disabled, and no one in its team could be alerted.',
        why: expect.stringContaining('SMTP_URL'),
      }),
    ),
  );
  expect(await serviceAlerts(server)).toEqual([]);
});
