import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to whoever asks for any: between the look and the start nobody is given this one. */
const PORT_MIN = 20_000;
const PORT_MAX = 32_000;
const LOOKS_MAX = 100;

/**
 * A port of the loopback address that nobody listens on now, for a program that can't choose one itself, and may give it up
 * and take it again.
 */
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
