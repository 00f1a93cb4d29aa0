import { expect, test } from 'vitest';
import { openConnection, request } from '../connection.ts';
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
