import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of the loopback address that nobody listens on now, for a program that can't choose one itself. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const ended = once(server, 'close');
  server.close();
  await ended;
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
