import { Cron } from 'croner';
import cron from 'node-cron';
import { describe, expect, onTestFinished, test } from 'vitest';
import { monitored as monitoredCroner } from '../../../sdk/src/croner.ts';
import { OverdueError } from '../../../sdk/src/index.ts';
import { monitored as monitoredTask } from '../../../sdk/src/node-cron.ts';
import { startTestService } from './in-process.ts';
import { hangUp, openLoopback } from './loopback.ts';

const NEVER = '0 0 29 2 *';
const NO_LOG = { info() {}, warn() {}, error() {}, debug() {} };

async function openMonitor() {
  const service = await startTestService();
  const client = service.client(await service.addTeam());
  const { pingURL, shortID } = await client.monitors.create({ name: 'job', schedule: { interval: 3600 } });
  return {
    pingURL,
    /** Returns the events as `start`, `end` or `fail`, oldest first, with their run and log. */
    async events() {
      const { events } = await client.monitors.events.list(shortID);
      return Promise.all(
        events.toReversed().map(async ({ type, runID, number, bodySize }) => ({
          type,
          runID,
          log: bodySize > 0 ? (await client.monitors.eventBody(shortID, number)).text : null,
        })),
      );
    },
  };
}

/** Opens a ping URL that never works, and records the errors that the wrapper reports. */
async function openBroken() {
  const { url } = await openLoopback(hangUp);
  const errors: OverdueError[] = [];
  const onError = (error: OverdueError) => errors.push(error);
  return { pingURL: `${url}/ping/7Jk2mQ9xWcV4nB8sL0pZtR`, options: { onError, endTimeoutMs: 50 }, errors };
}

describe('node-cron', () => {
  test('each run is reported under the ID of its execution', async () => {
    const { pingURL, events } = await openMonitor();
    const ids: (string | undefined)[] = [];
    const task = cron.createTask(
      NEVER,
      monitoredTask(pingURL, ({ execution }) => {
        ids.push(execution?.id);
        return 7;
      }),
      { logger: NO_LOG },
    );
    onTestFinished(() => void task.destroy());
    expect(await task.execute()).toBe(7);
    expect(await task.execute()).toBe(7);
    const [one, two] = ids;
    expect(one).not.toBe(two);
    expect(await events()).toMatchObject([
      { type: 'start', runID: one },
      { type: 'end', runID: one },
      { type: 'start', runID: two },
      { type: 'end', runID: two },
    ]);
  });

  test('a failure is reported with its stack, and reaches node-cron', async () => {
    const { pingURL, events } = await openMonitor();
    const task = cron.createTask(
      NEVER,
      monitoredTask(pingURL, () => {
        throw new RangeError('disk full');
      }),
      { logger: NO_LOG },
    );
    onTestFinished(() => void task.destroy());
    await expect(task.execute()).rejects.toThrow('disk full');
    expect(await events()).toMatchObject([
      { type: 'start' },
      { type: 'fail', log: expect.stringMatching(/^RangeError: disk full\n +at /) },
    ]);
  });

  test('an unavailable service changes nothing', async () => {
    const { pingURL, options, errors } = await openBroken();
    const task = cron.createTask(
      NEVER,
      monitoredTask(pingURL, () => 7, options),
      { logger: NO_LOG },
    );
    onTestFinished(() => void task.destroy());
    expect(await task.execute()).toBe(7);
    expect(errors.every((error) => error instanceof OverdueError)).toBe(true);
    expect(errors).toHaveLength(2);
  });
});

describe('croner', () => {
  test('runs and failures are reported, and a failure reaches croner', async () => {
    const { pingURL, events } = await openMonitor();
    const caught: unknown[] = [];
    const runs: string[] = [];
    const job = new Cron(
      NEVER,
      { paused: true, context: { name: 'nightly' }, catch: (error) => void caught.push(error) },
      monitoredCroner(pingURL, (_self: Cron<{ name: string }>, { name }: { name: string }) => {
        runs.push(name);
        if (runs.length === 2) throw new RangeError('disk full');
      }),
    );
    onTestFinished(() => job.stop());
    await job.trigger();
    await job.trigger();
    expect(runs).toEqual(['nightly', 'nightly']);
    expect(caught).toEqual([expect.objectContaining({ message: 'disk full' })]);
    const [one, , two] = await events();
    expect(one?.runID).not.toBe(two?.runID);
    expect(await events()).toMatchObject([
      { type: 'start', runID: one?.runID },
      { type: 'end', runID: one?.runID },
      { type: 'start', runID: two?.runID },
      { type: 'fail', runID: two?.runID, log: expect.stringContaining('RangeError: disk full\n') },
    ]);
  });

  test('an unavailable service changes nothing', async () => {
    const { pingURL, options, errors } = await openBroken();
    let runs = 0;
    const job = new Cron(
      NEVER,
      { paused: true },
      monitoredCroner(
        pingURL,
        () => {
          runs += 1;
        },
        options,
      ),
    );
    onTestFinished(() => job.stop());
    await job.trigger();
    expect(runs).toBe(1);
    expect(errors).toHaveLength(2);
  });
});
