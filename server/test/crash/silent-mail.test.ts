import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startServer, until } from '../running-server.ts';
import { stopInTime } from './stop-in-time.ts';

/** Starts a mail server that accepts connections but never responds. */
async function startSilentServer(): Promise<{ readonly port: number; connectionCount(): number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connectionCount: () => sockets.size,
  };
}

test('a test of a channel is answered within 10 s, and SIGTERM ends within 9 s, although the mail server hangs', async () => {
  const silent = await startSilentServer();
  const server = await startServer({
    SMTP_URL: `smtp://127.0.0.1:${silent.port}`,
    ALLOW_PRIVATE_ADDRESSES: 'all',
  });
  const { channel } = await server.api('POST', '/v1/channels/', {
    type: 'email',
    name: 'mail',
    settings: { to: 'ann@example.com' },
  });
  const shortID =
    typeof channel === 'object' && channel !== null && 'shortID' in channel ? channel.shortID : '';
  const { path } = await server.createMonitor();
  await fetch(`${server.baseURL}${path}/fail`);
  const testedAt = performance.now();
  const { attempt } = await server.api('POST', `/v1/channels/${shortID}/test/`);
  expect(performance.now() - testedAt).toBeLessThan(10_000);
  expect(attempt).toMatchObject({ outcome: 'failed', answer: expect.stringContaining('No response within') });
  await until(() => expect(silent.connectionCount()).toBeGreaterThan(1));
  // Even a pending request gets a response.
  const waiting = fetch(`${server.baseURL}/v1/channels/${shortID}/test/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.token}` },
  });
  await until(() => expect(silent.connectionCount()).toBeGreaterThan(2));
  await stopInTime(server);
  const response = await waiting;
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ success: false, data: { error: { code: 'unavailable' } } });
  await server.stop();
});
