import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below the range of automatically assigned ports, so that no other program gets the port between the check and
 * the start.
 */
const PORT_MIN = 20_000;
const PORT_MAX = 32_000;
const LOOKS_MAX = 100;

/** Finds a free port on loopback, for a program that can't choose a port itself or must reopen the same port. */
export async function findFreePort(): Promise<number> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const port = PORT_MIN + Math.floor(Math.random() * (PORT_MAX - PORT_MIN));
    if (await isFree(port)) return port;
  }
  throw new Error('There is no free port.');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  const ended = once(server, 'close');
  server.close();
  await ended;
  return true;
}
