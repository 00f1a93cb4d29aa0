import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openConnection, request } from '../connection.ts';
import { type RunningServer, startServer, until } from '../running-server.ts';

/** Longer than the gap that makes a blind window. */
const STALL_MS = 7000;
/** Limit of the runs, in seconds. Passes during the stall. */
const LIMIT = 5;

/** Starts a server. `stall` keeps its event loop busy, and resolves once the stall has begun. */
async function startStalling() {
  const file = join(mkdtempSync(join(tmpdir(), 'overdue-stall-')), 'begun');
  const preload = pathToFileURL(join(import.meta.dirname, 'stall.mjs')).href;
  const server = await startServer({
    NODE_OPTIONS: `--import=${preload}`,
    STALL_FILE: file,
    STALL_MS: String(STALL_MS),
  });
  return {
    server,
    async stall() {
      process.kill(server.pid, 'SIGUSR2');
      await until(() => expect(existsSync(file)).toBe(true));
    },
  };
}

function expectNoBlindWindow({ log }: RunningServer): void {
  expect(log.map(({ msg }) => msg)).not.toContainEqual(expect.stringMatching(/^No pings could be received/));
}

test('a busy event loop makes no missing report unknown, and reads queued pings before it judges', async () => {
  const { server, stall } = await startStalling();
  const [reports, silent] = [
    await server.createMonitor({ maxRunDuration: LIMIT }),
    await server.createMonitor({ maxRunDuration: LIMIT }),
  ];
  for (const { path } of [reports, silent]) await fetch(`${server.baseURL}${path}/start?rid=a`);
  await stall();
  // The client gives up before the service reads its request.
  const { socket } = openConnection(server.port);
  socket.end(request('POST', `${reports.path}/end?rid=a`, { body: 'done' }));
  // On a busy machine, further stalls may postpone the verdict by up to 31 s.
  await until(
    async () => expect(await server.readMonitor(silent.shortID)).toMatchObject({ status: 'down' }),
    { timeout: 50_000 },
  );
  expect(await server.readMonitor(reports.shortID)).toMatchObject({ status: 'up' });
  expectNoBlindWindow(server);
  await server.stop();
}, 90_000);

test('an event loop that is busy right after the start leaves no blind window', async () => {
  const { server, stall } = await startStalling();
  await stall();
  // A command is applied only after the gap before it is recorded.
  await server.createMonitor();
  expectNoBlindWindow(server);
  await server.stop();
});
