import { expect, test } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { applyOne, eachTest, HOUR, MINUTE, makeMonitors, NOON, type OpenDatabase, ping } from './fixtures.ts';

const ALL = { limit: 1000 };
/** Number of later events: more than the interval between two anchors, see `sqlite/chains.ts`. */
const LATER_EVENTS = 230;

function log(text: string) {
  return { request: { method: 'POST', body: new TextEncoder().encode(text) } } as const;
}

/** Returns the events of a monitor, oldest first, as `number type`. */
async function numberedEvents(store: Store, monitorID: number): Promise<readonly string[]> {
  const events = await store.listEvents(monitorID, ALL);
  return events.toReversed().map(({ number, type }) => `${number} ${type}`);
}

export function describeRepeatedReports(open: OpenDatabase): void {
  const database = eachTest(open);

  test('a report that arrives twice is recorded once, in one batch or in two', async () => {
    const { store } = database;
    const [one, other] = await makeMonitors(store, 2);
    const happenedAt = NOON - HOUR;
    const started = ping(one!.id, 'start', NOON, { rid: 'a', happenedAt });
    const ended = ping(one!.id, 'fail', NOON + 1, { rid: 'a', happenedAt: happenedAt + MINUTE });
    const both = await store.apply([
      started,
      started,
      ended,
      ended,
      ping(other!.id, 'log', NOON, { rid: 'a', happenedAt }),
    ]);
    expect(both.map((applied) => applied.outcome === 'applied' && applied.event?.number)).toEqual([
      1, 1, 2, 2, 1,
    ]);
    const again = await applyOne(store, { ...ended, command: { ...ended.command, at: NOON + MINUTE } });
    expect(again).toMatchObject({ status: 'down', changedStatus: false });
    expect(again.event).toMatchObject({ number: 2, at: NOON + 1, durationMs: MINUTE, runID: 'a' });
    await applyOne(store, ping(other!.id, 'fail', NOON, { rid: 'a', happenedAt: happenedAt + MINUTE }));
    expect(await numberedEvents(store, one!.id)).toEqual(['1 start', '2 fail']);
    expect(await numberedEvents(store, other!.id)).toEqual(['1 log', '2 fail']);
  });

  test('a report that first arrived without its time is recognized after any number of events', async () => {
    const { store } = database;
    const [monitor] = await makeMonitors(store, 1);
    const { id } = monitor!;
    await store.apply([
      ping(id, 'start', NOON, { rid: 'a' }),
      ping(id, 'end', NOON + MINUTE, { rid: 'a', ...log('saved') }),
    ]);
    await store.apply(
      Array.from({ length: LATER_EVENTS }, (_, index) => ping(id, 'log', NOON + 2 * MINUTE + index)),
    );
    const at = NOON + HOUR;
    const start = await applyOne(store, ping(id, 'start', at, { rid: 'a', happenedAt: NOON - 1000 }));
    expect(start.event).toMatchObject({ number: 1, type: 'start', at: NOON });
    const end = { rid: 'a', happenedAt: NOON + MINUTE - 300 };
    expect((await applyOne(store, ping(id, 'end', at, { ...end, ...log('saved') }))).event?.number).toBe(2);
    expect((await applyOne(store, ping(id, 'end', at, end))).event?.number).toBe(2);
    expect((await applyOne(store, ping(id, 'end', at, { ...end, ...log('saw Ed') }))).event?.number).toBe(
      LATER_EVENTS + 3,
    );
  });

  test('the run, exit status and log distinguish reports with the same time', async () => {
    const { store } = database;
    const [monitor] = await makeMonitors(store, 1);
    const { id } = monitor!;
    const said = { rid: 'a', happenedAt: NOON - MINUTE };
    const inputs = [
      ping(id, 'log', NOON, { ...said, ...log('step 1') }),
      ping(id, 'log', NOON, { ...said, ...log('step 2') }),
      ping(id, 'log', NOON, { ...said, ...log('step 10') }),
      ping(id, 'log', NOON, { ...said, rid: 'b', ...log('step 1') }),
      ping(id, 'fail', NOON, { ...said, request: { exitStatus: 3 } }),
      ping(id, 'fail', NOON, { ...said, request: { exitStatus: 4 } }),
    ];
    for (const round of [inputs, inputs.toReversed(), inputs]) await store.apply(round);
    for (const input of inputs) await store.apply([input]);
    expect(await numberedEvents(store, id)).toEqual(['1 log', '2 log', '3 log', '4 log', '5 fail', '6 fail']);
    expect(Buffer.from((await store.findEventBody(id, 3)) ?? []).toString()).toBe('step 10');
  });

  test('all pings without a time, or without a rid, count', async () => {
    const { store } = database;
    const [monitor] = await makeMonitors(store, 1);
    const { id } = monitor!;
    const timeless = ping(id, 'log', NOON, { rid: 'a' });
    const nameless = ping(id, 'log', NOON, { happenedAt: NOON - MINUTE });
    await store.apply([timeless, timeless, nameless, nameless]);
    await store.apply([timeless, nameless]);
    expect(await numberedEvents(store, id)).toHaveLength(6);
  });

  test('a report whose event retention has deleted is recorded again', async () => {
    const { store } = database;
    const [monitor] = await makeMonitors(store, 1);
    const { id } = monitor!;
    const report = ping(id, 'end', NOON, { rid: 'a', happenedAt: NOON - MINUTE });
    await store.apply([report, ping(id, 'ping', NOON + 1), ping(id, 'ping', NOON + 2)]);
    await store.prune(
      { now: NOON, oldBefore: 0, keptPerMonitor: 1, rowsPerStep: 100, monitorsPerStep: 100 },
      { by: 'count', afterMonitorID: 0 },
    );
    expect(await numberedEvents(store, id)).toEqual(['3 ping']);
    expect((await applyOne(store, report)).event?.number).toBe(4);
    expect((await applyOne(store, report)).event?.number).toBe(4);
  });
}
