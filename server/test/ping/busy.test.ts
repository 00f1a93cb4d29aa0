import { mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exchange, openConnection, request, send } from '../connection.ts';
import { type RunningServer, startServer } from '../running-server.ts';
import { startOnFakeClock } from './fake-time.ts';
import { eventsOf, expectAccepted, expectRefused, ping } from './ping-response.ts';

async function startFor(env: Readonly<Record<string, string>>): Promise<RunningServer> {
  const server = await startServer(env);
  onTestFinished(() => server.stop());
  return server;
}

/** Number of requests that a connection accepts before the first is answered. */
const PIPELINED = 15;

describe('a full buffer', () => {
  test('no ping is acknowledged before it is on disk: pings beyond the limit get 503, and the rest is stored', async () => {
    const server = await startFor({ INGEST_BUFFER: '1' });
    const monitor = await server.createMonitor();
    const count = 300;
    const acknowledged: number[] = [];
    let refused = 0;
    for (let sent = 0; sent < count; sent += PIPELINED) {
      const connection = openConnection(server.port);
      connection.write(...Array.from({ length: PIPELINED }, () => request('GET', `${monitor.path}/end`)));
      for (let turn = 0; turn < PIPELINED; turn += 1) {
        const response = await connection.respond();
        if (response?.status === 503) {
          expect(expectRefused(response)).toBe('unavailable');
          expect(response.headers).toMatchObject({ 'retry-after': '1' });
          refused += 1;
        } else {
          acknowledged.push(expectAccepted(response!).event.number);
        }
      }
      connection.socket.destroy();
    }
    expect(refused).toBeGreaterThan(0);
    expect(acknowledged).toEqual(Array.from({ length: count - refused }, (_, index) => index + 1));
    expect(await eventsOf(server, monitor)).toHaveLength(acknowledged.length);
    // The log reports the failure, but not for each ping.
    const lines = server.log.filter(({ msg }) => msg === 'A ping could not be stored.');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(10);
    // The service accepts pings again.
    expect((await ping(server, monitor.path)).event.number).toBe(acknowledged.length + 1);
  });
});

describe('unknown IDs', () => {
  test('Rate limits: thousands of unknown IDs cause no write', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'overdue-busy-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'overdue.db');
    // The clock stands still. Otherwise the service would write its presence to the file every second.
    const { port, makeMonitors } = await startOnFakeClock({ PING_RATE: '0' }, file);
    const [monitor] = await makeMonitors(1);
    const pingKnown = async () => expectAccepted(await send(port, 'GET', monitor!.path));
    await pingKnown();
    const files = [file, `${file}-wal`];
    const look = () =>
      Promise.all(files.map(async (file) => ({ ...(await stat(file, { bigint: true })), atime: 0 })));
    const sizes = async () => (await look()).map(({ size, mtimeNs }) => [size, mtimeNs]);
    const before = await sizes();
    const statuses = new Set<number | undefined>();
    for (let batch = 0; batch < 200; batch += 1) {
      const connection = openConnection(port);
      for (let index = 0; index < PIPELINED; index += 1) {
        const id = `nosuchpingid${String(batch * PIPELINED + index).padStart(10, '0')}`;
        connection.write(request(index % 2 === 0 ? 'GET' : 'POST', `/ping/${id}/start?rid=a`));
      }
      for (let index = 0; index < PIPELINED; index += 1) statuses.add((await connection.respond())?.status);
      connection.socket.destroy();
    }
    expect([...statuses]).toEqual([404]);
    expect(await sizes()).toEqual(before);
    // An accepted ping changes the files.
    await pingKnown();
    expect(await sizes()).not.toEqual(before);
  });

  test('an unknown ID gets 404 in the envelope, without a hint about existing IDs', async () => {
    const server = await startFor({});
    const monitor = await server.createMonitor();
    const texts = new Set<string | undefined>();
    for (const id of [
      'x',
      `${monitor.pingID.slice(1)}`,
      `${monitor.pingID}x`,
      'a'.repeat(65),
      'nosuchpingidnosuchpid0',
      '4f6dd1e2-8c0e-4a6b-9a53-0e7d1b2c3f45',
      '%2e%2e',
      '..',
    ]) {
      const response = await exchange(server.port, request('GET', `/ping/${id}/start`));
      expect([response?.status, expectRefused(response!)]).toEqual([404, 'not_found']);
      texts.add(response?.text);
    }
    expect(texts.size).toBe(1);
  });
});

test('Versioning: ping endpoints carry no version prefix', async () => {
  const server = await startFor({});
  const { path } = await server.createMonitor();
  expect((await exchange(server.port, request('GET', `/v1${path}`)))?.status).toBe(404);
});

test('bodies are cut at a configured limit, and the responses say which it is', async () => {
  const server = await startFor({ PING_BODY_LIMIT: '10' });
  const monitor = await server.createMonitor();
  const response = await exchange(server.port, request('POST', monitor.path, { body: '0123456789a' }));
  expect(response?.headers['ping-body-limit']).toBe('10');
  expect(response?.json.data.event).toMatchObject({
    warnings: ['The body was cut: its first 10 bytes were kept.'],
  });
  expect(await eventsOf(server, monitor)).toMatchObject([{ bodySize: 10 }]);
});

test('a limit of 0 keeps no body, and the pings count', async () => {
  const server = await startFor({ PING_BODY_LIMIT: '0' });
  const monitor = await server.createMonitor();
  const response = await exchange(server.port, request('POST', monitor.path, { body: 'x' }));
  expect(response?.status).toBe(200);
  expect(response?.headers['ping-body-limit']).toBe('0');
  expect(await eventsOf(server, monitor)).toMatchObject([{ number: 1, bodySize: 0 }]);
});
