import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { exchange, openConnection, request } from '../connection.ts';
import { createSeededRandom } from '../fake-clock.ts';
import { isLongRun } from '../length.ts';
import { expectAccepted, ping } from '../ping/ping-response.ts';
import { type RunningMonitor, type RunningServer, startServer, until } from '../running-server.ts';
import { type Acknowledged, startLoad } from './load.ts';

const ROUNDS = isLongRun ? 6 : 1;
const CONNECTIONS = 48;
/** Long enough for the grace period after a restart, and for the runs to be missed afterwards. */
const JUDGED_WITHIN = { timeout: 30_000, interval: 250 };
const EVERY_SECOND = { cron: '* * * * * *', graceDuration: 0 };

const event = z.object({ number: z.int(), type: z.string(), runID: z.string(), method: z.string() });
type StoredEvent = z.output<typeof event>;
const page = z.object({ events: z.array(event), nextCursor: z.string().nullable() });

/** Returns every event of a monitor, oldest first. */
async function readEvents(server: RunningServer, shortID: string): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`;
    const data = page.parse(await server.api('GET', `/v1/monitors/${shortID}/events/?limit=1000${query}`));
    events.push(...data.events);
    cursor = data.nextCursor;
  }
  return events.reverse();
}

/**
 * Checks that every acknowledged ping is stored under its number, without gaps or duplicates. Returns the number of
 * events.
 */
async function expectStored(
  server: RunningServer,
  monitors: readonly RunningMonitor[],
  acknowledged: readonly Acknowledged[],
): Promise<number> {
  let stored = 0;
  for (const { shortID } of monitors) {
    const events = await readEvents(server, shortID);
    expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1));
    stored += events.length;
    const heads = new Set(events.filter(({ method }) => method === 'HEAD').map(({ runID }) => runID));
    const lost = acknowledged.filter((ack) => {
      if (ack.shortID !== shortID) return false;
      if (ack.number === null) return !heads.has(ack.runID);
      const found = events[ack.number - 1];
      return found?.type !== ack.type || found.runID !== ack.runID;
    });
    expect(lost).toEqual([]);
  }
  return stored;
}

async function expectInOrder(server: RunningServer): Promise<void> {
  expect(await server.command('check')).toEqual({ exitCode: 0, out: 'ok\n' });
}

/** Checks that a monitor is down and has missed runs. Its job stopped reporting before the first kill. */
async function expectMissed(server: RunningServer, shortID: string): Promise<void> {
  const { transitions } = await server.api('GET', `/v1/monitors/${shortID}/transitions/`);
  expect(transitions).toMatchObject([
    { from: 'up', to: 'down' },
    { from: 'new', to: 'up' },
  ]);
  const { runs } = await server.api('GET', `/v1/monitors/${shortID}/runs/?limit=1000`);
  const missed = z
    .array(z.object({ state: z.string() }))
    .parse(runs)
    .filter(({ state }) => state === 'missed');
  expect(missed.length).toBeGreaterThan(ROUNDS);
}

async function start(): Promise<{
  readonly server: RunningServer;
  /** Monitors for the load. Some of them also miss a run each second. */
  readonly monitors: readonly RunningMonitor[];
}> {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const monitors: RunningMonitor[] = [];
  for (let index = 0; index < 16; index += 1) {
    const settings = index % 4 === 0 ? { schedule: EVERY_SECOND } : { alertAfterFailures: (index % 3) + 1 };
    monitors.push(await server.createMonitor(settings));
  }
  return { server, monitors };
}

describe('the end of the process', () => {
  test(`kill -9 under load, ${ROUNDS} times: every answered ping is stored under the number in its response`, async () => {
    const { server, monitors } = await start();
    const silent: RunningMonitor[] = [];
    for (let index = 0; index < 8; index += 1) {
      silent.push(await server.createMonitor({ schedule: EVERY_SECOND }));
    }
    for (const { path } of silent) await ping(server, path);
    const random = createSeededRandom(5);
    const acknowledged: Acknowledged[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const load = startLoad(server, monitors, CONNECTIONS);
      const enough = random.between(200, 2000);
      await until(() => expect(load.count()).toBeGreaterThan(enough));
      expect(await server.kill('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
      acknowledged.push(...(await load.end()));
      // Checks the database before any other access.
      await expectInOrder(server);
      await server.restart();
      const stored = await expectStored(server, monitors, acknowledged);
      // In each round, every connection may have one ping that was stored but not acknowledged.
      expect(stored - acknowledged.length).toBeGreaterThanOrEqual(0);
      expect(stored - acknowledged.length).toBeLessThanOrEqual(round * CONNECTIONS);
    }
    // After the last restart, jobs may still be within their grace period.
    for (const { shortID } of silent) await until(() => expectMissed(server, shortID), JUDGED_WITHIN);
    await expectInOrder(server);
  });

  test('SIGTERM under load: accepted pings are stored and answered, and the exit code is 0', async () => {
    const { server, monitors } = await start();
    const load = startLoad(server, monitors, CONNECTIONS);
    await until(() => expect(load.count()).toBeGreaterThan(1000));
    const startedAt = performance.now();
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const tookMs = performance.now() - startedAt;
    const acknowledged = await load.end();
    await expectInOrder(server);
    await server.restart();
    // Every stored ping was acknowledged.
    expect(await expectStored(server, monitors, acknowledged)).toBe(acknowledged.length);
    expect(server.log.map(({ msg }) => msg)).toContain('Stopped.');
    // If the restart was slow, the log may report a gap in receiving pings. That report is correct.
    const complaints = server.log.filter(
      ({ level, msg }) => level !== 'info' && !/^No ping could be/.test(String(msg)),
    );
    expect(complaints).toEqual([]);
    expect(tookMs).toBeLessThan(5000);
  });

  test('SIGTERM with idle connections closes them, and waits for a ping whose body is on its way', async () => {
    const { server, monitors } = await start();
    const [monitor] = monitors;
    const idle = openConnection(server.port);
    idle.write(request('GET', monitor!.path));
    expect((await idle.respond())?.status).toBe(200);
    const slow = openConnection(server.port);
    slow.write(request('POST', `${monitor!.path}/end`, { headers: ['Content-Length: 10'] }), 'first');
    // Once the server has answered a later ping, it has received the slow request.
    idle.write(request('GET', monitor!.path));
    await idle.respond();
    const ended = server.kill('SIGTERM');
    await idle.closed;
    expect(await exchange(server.port, request('GET', monitor!.path))).toBeNull();
    slow.write('later');
    const response = expectAccepted((await slow.respond())!);
    expect(response.event).toMatchObject({ number: 3, type: 'end', warnings: [] });
    slow.socket.destroy();
    expect(await ended).toEqual({ code: 0, signal: null });
    await server.restart();
    expect(await readEvents(server, monitor!.shortID)).toHaveLength(3);
  });
});
