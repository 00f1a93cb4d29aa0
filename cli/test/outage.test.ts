import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type RunningMonitor,
  type RunningServer,
  startServer,
  until,
} from '../../server/test/running-server.ts';
import { openSpool, type Report } from '../src/spool/spool.ts';
import { makeStateFolder, run, start } from './command.ts';
import { openNetwork } from './network.ts';

const MINUTE_MS = 60_000;
const ALL_SENT = { status: 0, stdout: expect.stringMatching(/^Sent: \d+\. Waiting: 0\.\n$/) };

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Opens a host whose reports pass through a network that the test can cut. */
async function openHost(monitor: RunningMonitor) {
  const network = await openNetwork(server.port);
  const state = makeStateFolder();
  const pingURL = `http://127.0.0.1:${network.port}${monitor.path}`;
  return { network, state, pingURL, env: { OVERDUE_STATE: state, OVERDUE_PING_URL: pingURL } };
}

/** Checks the events of a monitor, oldest first. */
async function expectEvents({ shortID }: RunningMonitor, events: readonly object[]): Promise<void> {
  const listed = await server.api('GET', `/v1/monitors/${shortID}/events/`);
  const expected = events.map((event, index) => expect.objectContaining({ number: index + 1, ...event }));
  expect(listed.events).toEqual(expected.toReversed());
}

test('every run is reported after the network was unplugged, and no run is missed', async () => {
  const monitor = await server.createMonitor({ schedule: { interval: 10, graceDuration: 0 } });
  const { network, env } = await openHost(monitor);
  const job = ['exec', '--', 'echo', 'saved'];
  expect(await run(job, { env })).toMatchObject({ status: 0, stderr: '' });

  network.plug(false);
  expect(await run(job, { env })).toMatchObject({ status: 0, stdout: 'saved\n' });
  await until(async () => expect((await server.readMonitor(monitor.shortID)).status).toBe('down'));

  network.plug(true);
  expect(await run(['flush'], { env })).toMatchObject({ status: 0, stdout: 'Sent: 2. Waiting: 0.\n' });
  expect((await server.readMonitor(monitor.shortID)).status).toBe('up');
  const listed = await server.api('GET', `/v1/monitors/${monitor.shortID}/runs/`);
  const succeeded = expect.objectContaining({
    state: 'succeeded',
    late: false,
    duration: expect.any(Number),
  });
  expect(listed.runs).toEqual([succeeded, succeeded]);
});

describe('delivery of reports', () => {
  test('each report arrives once, in order and with its time, after kill -9 of "flush" or of the service before a report is removed', async () => {
    const monitor = await server.createMonitor();
    const { network, state, pingURL, env } = await openHost(monitor);
    const began = Date.now() - 60 * MINUTE_MS;
    const reports = Array.from({ length: 4 }, (_, index): readonly Report[] => {
      const report = { target: { pingURL }, rid: `run-${index}`, duration: null, log: null };
      const at = began + index * MINUTE_MS;
      const log = Buffer.from(`Saved ${index}\n`);
      return [
        { ...report, type: 'start', at },
        { ...report, type: index, at: at + 1234, duration: 1.2, log },
      ];
    }).flat();
    const spool = openSpool(state, { now: Date.now(), warn: (text) => expect.fail(text) });
    spool.add(reports, null);
    spool.close();

    const lost = network.loseResponses(2);
    const killed = start(['flush'], env);
    await lost;
    killed.process.kill('SIGKILL');
    expect(await killed.finished).toMatchObject({ signal: 'SIGKILL' });

    for (const awaitCut of [() => network.loseResponses(2), () => network.nextRequest()]) {
      network.plug(true);
      const cut = awaitCut();
      const { finished } = start(['flush'], env);
      await cut;
      await server.kill('SIGKILL');
      expect(await finished).toMatchObject({ status: 3 });
      await server.restart();
      network.connectTo(server.port);
    }

    network.plug(true);
    expect(await run(['flush'], { env })).toMatchObject(ALL_SENT);
    await expectEvents(
      monitor,
      reports.map(({ rid, at, type }) => ({
        runID: rid,
        happenedAt: new Date(at).toISOString(),
        ...(type === 'start' ? { type } : { exitStatus: type, bodySize: 8 }),
      })),
    );
  });

  test.each([
    ['start', 0],
    ['end', 1],
  ])(
    'each report arrives once, in order and with its time, if "exec" gets no response to its report of the %s',
    async (_, passing) => {
      const monitor = await server.createMonitor();
      const { network, env } = await openHost(monitor);
      const lost = network.loseResponses(passing);
      const { finished } = start(['exec', '--', 'echo', 'saved'], env);
      await lost;
      network.plug(false);
      expect(await finished).toMatchObject({ status: 0, stderr: expect.stringContaining('waits in') });
      network.plug(true);
      expect(await run(['flush'], { env })).toMatchObject(ALL_SENT);
      await expectEvents(monitor, [{ type: 'start' }, { type: 'end', exitStatus: 0 }]);
    },
  );
});
