/** Floods monitors with pings from a separate process. Prints how many pings got each status when its input ends. */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';

const { port, paths, connections, bodyBytes } = z
  .object({
    port: z.number(),
    paths: z.array(z.string()),
    connections: z.number(),
    /** Size of each body; null for bodies without an end. */
    bodyBytes: z.number().nullable(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

/** Requests of a connection that wait for their responses. */
const PIPELINED = 8;
const body = 'x'.repeat(bodyBytes ?? 65_536);
const declaredBytes = bodyBytes ?? Number.MAX_SAFE_INTEGER;
const statuses: Record<string, number> = {};
let next = 0;

function request(): string {
  next += 1;
  const path = paths[next % paths.length] ?? '';
  return `POST ${path} HTTP/1.1\r\nHost: flood\r\nContent-Length: ${declaredBytes}\r\n\r\n${body}`;
}

function sendWithoutEnd(socket: Socket): void {
  while (socket.writable && socket.write(body));
}

function open(): void {
  const socket = connect(port, '127.0.0.1', () => {
    for (let sent = 0; sent < PIPELINED; sent += 1) socket.write(request());
  });
  if (bodyBytes === null) socket.on('drain', () => sendWithoutEnd(socket));
  socket.on('data', (chunk: Buffer) => {
    for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)) {
      statuses[status] = (statuses[status] ?? 0) + 1;
      socket.write(request());
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => setImmediate(open));
}

for (let opened = 0; opened < connections; opened += 1) open();
process.stdin.resume();
process.stdin.on('end', () => {
  process.stdout.write(JSON.stringify(statuses));
  process.exit();
});
