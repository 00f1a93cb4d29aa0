import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { ProbeTools } from '../../src/checks/probes/attempt.ts';
import { createSecureContexts } from '../../src/checks/probes/secure.ts';
import { createDecoder } from '../../src/core/receive/content-encoding.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';

/** Tools that resolve every name to this machine, and allow its addresses. */
export function createTools(changes: Partial<ProbeTools> = {}): ProbeTools {
  return {
    clock: systemClock,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: (address) => address === '127.0.0.1' || address === '::1',
    secureContextOf: createSecureContexts(),
    decode: createDecoder(),
    signal: new AbortController().signal,
    keepsExcerpt: false,
    ...changes,
  };
}

/** Lets a server listen on this machine until the test has finished, and returns its port. */
export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/**
 * Starts a process that listens and never accepts, and fills its queue, so that the system answers no further connection. Returns the
 * port.
 */
export async function startSilentListener(host: string): Promise<number> {
  const program = `const { createServer } = require('node:net');
    createServer().listen({ host: ${JSON.stringify(host)}, port: 0, backlog: 1 }, function () {
      require('node:fs').writeSync(1, this.address().port + '\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  const port = Number(line);
  // The queue holds one connection more than its length.
  const fillers = Array.from({ length: 2 }, () => connect(port, host));
  onTestFinished(() => {
    for (const filler of fillers) filler.destroy();
  });
  await Promise.all(
    fillers.map((filler) =>
      once(
        filler.on('error', () => {}),
        'connect',
      ),
    ),
  );
  return port;
}

/** Starts a server that reacts to the first bytes of each connection. */
export function startServer(react: (socket: Socket, received: string) => void): Promise<number> {
  return listen(
    createServer({ allowHalfOpen: true }, (socket) =>
      socket.once('data', (bytes) => react(socket, bytes.toString('latin1'))),
    ),
  );
}
