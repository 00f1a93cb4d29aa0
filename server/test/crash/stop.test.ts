import { expect, test } from 'vitest';
import { openConnection, request } from '../connection.ts';
import { acceptedBy } from '../ping/ping-answer.ts';
import { startServer, until } from '../running-server.ts';

test('SIGTERM waits for a ping under way, and no longer for a connection that its client keeps open', async () => {
  const server = await startServer();
  const monitor = await server.createMonitor();
  const slow = openConnection(server.port);
  slow.write(request('POST', `${monitor.path}/end`, { headers: ['Content-Length: 10'] }), 'first');
  // It has been seen once a ping that was sent after it is answered.
  await fetch(`${server.baseURL}${monitor.path}`);
  const ended = server.kill('SIGTERM');
  await until(() => expect(server.log.at(-1)?.msg).toMatch(/^Stopping/));
  slow.write('later');
  expect(acceptedBy((await slow.answer())!).event).toMatchObject({ number: 2, type: 'end' });
  const answeredAt = performance.now();
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - answeredAt).toBeLessThan(3000);
  await server.stop();
});
