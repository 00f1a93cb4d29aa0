import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { openConnection, request } from '../connection.ts';
import { makeDataFolder } from '../data-folder.ts';
import { startReceiver } from '../notify/receiver.ts';
import { expectAccepted } from '../ping/ping-response.ts';
import { startServer, until } from '../running-server.ts';

test('SIGTERM waits for a ping under way, but not for an idle connection that its client keeps open', async () => {
  const server = await startServer();
  const monitor = await server.createMonitor();
  const slow = openConnection(server.port);
  slow.write(request('POST', `${monitor.path}/end`, { headers: ['Content-Length: 10'] }), 'first');
  // Once the server has answered a later ping, it has received the slow request.
  await fetch(`${server.baseURL}${monitor.path}`);
  const ended = server.kill('SIGTERM');
  await until(() => expect(server.log.at(-1)?.msg).toMatch(/^Stopping/));
  slow.write('later');
  expect(expectAccepted((await slow.respond())!).event).toMatchObject({ number: 2, type: 'end' });
  const answeredAt = performance.now();
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - answeredAt).toBeLessThan(3000);
  await server.stop();
});

test('SIGTERM waits for an alert under way, and that time does not count as watched', async () => {
  const receiver = await startReceiver();
  receiver.react('hang');
  const server = await startServer({ ALLOW_PRIVATE_ADDRESSES: 'all' });
  const settings = { url: receiver.origin };
  await server.api('POST', '/v1/channels/', { type: 'webhook', name: 'slow', settings });
  const { path } = await server.createMonitor();
  await fetch(`${server.baseURL}${path}/fail`);
  await receiver.arrived(1);
  const stoppedAt = Date.now();
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  // The stop took longer than the threshold of a blind window.
  expect(Date.now() - stoppedAt).toBeGreaterThan(6000);
  receiver.react({ status: 200 });
  await server.restart();
  expect(server.log.map(({ msg }) => msg)).toContainEqual(
    expect.stringMatching(/^No pings could be received/),
  );
  await receiver.arrived(2);
  const keys = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(keys).size).toBe(1);
  await server.stop();
  await receiver.close();
});

/** Starts the service with `npm start`, as the leader of a process group, like a program in a terminal. */
async function startWithNpm() {
  const folder = makeDataFolder('overdue-npm-');
  const npm = spawn('npm', ['start', '--silent', '--ignore-scripts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, HOME: folder, DATABASE_URL: `sqlite:${folder}/overdue.db`, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const group = -(npm.pid ?? 0);
  const messages: string[] = [];
  const { promise: started, resolve } = Promise.withResolvers<number>();
  const output = createInterface(npm.stdout).on('line', (line) => {
    const { msg, port } = JSON.parse(line);
    messages.push(msg);
    if (msg === 'Overdue takes pings.') resolve(port);
  });
  const read = once(output, 'close');
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  });
  const port = await started;
  return { npm, group, messages, read, url: `http://127.0.0.1:${port}/healthz` };
}

test('SIGTERM to "npm start" stops the service before npm ends', async () => {
  const { npm, messages, read, url } = await startWithNpm();
  const ended = once(npm, 'exit');
  npm.kill('SIGTERM');
  await ended;
  await expect(fetch(url)).rejects.toThrow();
  await read;
  expect(messages.at(-1)).toBe('Stopped.');
});

test('Ctrl-C stops "npm start" cleanly, although the service receives the signal from the terminal and from npm', async () => {
  const { npm, group, messages, read } = await startWithNpm();
  const ended = once(npm, 'exit');
  process.kill(group, 'SIGINT');
  await Promise.all([ended, read]);
  expect(messages.at(-1)).toBe('Stopped.');
});
