import type { Run } from '@overdue/domain/monitor/run.ts';
import { describe, expect, test } from 'vitest';
import {
  eachTest,
  HOUR,
  MINUTE,
  makeMonitor,
  makeMonitors,
  makeTeam,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

export function describeManyRuns(open: OpenDatabase): void {
  const database = eachTest(open);

  /** Creates one run per minute from noon on. Each run takes 30 seconds. */
  async function runEveryMinute(id: number, count: number): Promise<void> {
    for (let minute = 0; minute < count; minute += 50) {
      const pings = Array.from({ length: Math.min(50, count - minute) }, (_, index) => {
        const at = NOON + (minute + index) * MINUTE;
        return [ping(id, 'start', at), ping(id, 'end', at + 30_000)];
      });
      await database.store.apply(pings.flat());
    }
  }

  const seqs = (runs: readonly Run[] | undefined) => runs?.map(({ seq }) => seq);

  describe('findMonitors', () => {
    test('only monitors of the team are found, by short ID and by ID', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 3);
      const { id: teamID, projectID } = await makeTeam(store, 'other');
      const foreign = await makeMonitor(store, { teamID, projectID, name: 'foreign' });
      const shortIDs = [a!.shortID, b!.shortID, foreign.shortID, 'nobody'];
      const found = await store.findMonitors(a!.teamID, { shortIDs });
      expect(found.toSorted((x, y) => x.id - y.id)).toEqual([a, b]);
      expect(await store.findMonitors(a!.teamID, { ids: [b!.id, foreign.id, 4711] })).toEqual([b]);
      expect(await store.findMonitors(a!.teamID, { ids: [] })).toEqual([]);
      expect(await store.findMonitors(a!.teamID, { shortIDs: [] })).toEqual([]);
    });
  });

  describe('deleteMonitors', () => {
    test('existing monitors are deleted, with all of their data', async () => {
      const { store } = database;
      const [a, b, c] = await makeMonitors(store, 3);
      for (const { id } of [a!, b!, c!]) await store.apply([ping(id, 'fail', NOON)]);
      expect(new Set(await store.deleteMonitors([c!.id, 4711, a!.id], NOON))).toEqual(
        new Set([a!.id, c!.id]),
      );
      expect(await store.deleteMonitors([a!.id], NOON)).toEqual([]);
      expect((await store.listMonitors(a!.teamID, {})).map(({ id }) => id)).toEqual([b!.id]);
      expect(await store.listRuns(c!.id, { limit: 5 })).toEqual([]);
      expect(await store.apply([ping(a!.id, 'end', NOON)])).toEqual([{ outcome: 'gone' }]);
    });
  });

  describe('listNewestRuns', () => {
    test('the newest runs of each monitor are returned, newest first', async () => {
      const { store } = database;
      const [a, b, c] = await makeMonitors(store, 3);
      await runEveryMinute(a!.id, 130);
      await runEveryMinute(b!.id, 2);
      const found = await store.listNewestRuns([b!.id, c!.id, a!.id, 4711], 3);
      expect(new Set(found.keys())).toEqual(new Set([a!.id, b!.id]));
      expect(seqs(found.get(a!.id))).toEqual([130, 129, 128]);
      expect(seqs(found.get(b!.id))).toEqual([2, 1]);
      expect(found.get(a!.id)).toEqual(await store.listRuns(a!.id, { limit: 3 }));
      expect(await store.listNewestRuns([], 3)).toEqual(new Map());
    });
  });

  describe('listRunsWithin', () => {
    async function listAllWithin(id: number, from: number, to: number, limit = 100): Promise<readonly Run[]> {
      const all: Run[] = [];
      for (let before: number | undefined; ; ) {
        const span = { from: NOON + from, to: NOON + to, slackMs: HOUR, limit };
        const more = before === undefined ? {} : { before };
        const { runs, next } = await database.store.listRunsWithin(id, { ...span, ...more });
        all.push(...runs);
        if (next === null) return all;
        before = next;
      }
    }

    test.each([7, 1000])(
      'the runs that took place in a period are returned, %i rows at a time',
      async (limit) => {
        const [monitor] = await makeMonitors(database.store, 1);
        const { id } = monitor!;
        await runEveryMinute(id, 450);
        const numbered = (newest: number, oldest: number) =>
          Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);
        const read = async (from: number, to: number) => seqs(await listAllWithin(id, from, to, limit));
        expect(await read(0, 1000 * MINUTE)).toEqual(numbered(450, 1));
        expect(await read(10 * MINUTE, 12 * MINUTE)).toEqual([12, 11]);
        // The span includes the end of one run and the start of the next.
        expect(await read(10 * MINUTE + 30_000, 11 * MINUTE + 1)).toEqual([12, 11]);
        expect(await read(10 * MINUTE + 30_001, 11 * MINUTE)).toEqual([]);
        expect(await read(199 * MINUTE, 250 * MINUTE)).toEqual(numbered(250, 200));
        expect(await read(449 * MINUTE, 900 * MINUTE)).toEqual([450]);
        expect(await read(-9 * HOUR, 0)).toEqual([]);
        expect(await read(800 * MINUTE, 900 * MINUTE)).toEqual([]);
      },
    );

    test('an open run lasts until now, and a run without a start began its duration before its end', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id } = monitor!;
      await store.apply([
        ping(id, 'end', NOON, { durationMs: 5 * MINUTE, rid: 'measured' }),
        ping(id, 'start', NOON + MINUTE, { rid: 'open' }),
      ]);
      const rids = async (from: number, to: number) =>
        (await listAllWithin(id, from, to)).map(({ runID }) => runID);
      expect(await rids(-6 * MINUTE, -5 * MINUTE)).toEqual([]);
      expect(await rids(-4 * MINUTE, -3 * MINUTE)).toEqual(['measured']);
      expect(await rids(30 * MINUTE, 31 * MINUTE)).toEqual(['open']);
    });

    test('a missed run is found at its expected time, even if it was judged long after', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id } = monitor!;
      await store.apply([ping(id, 'end', NOON)]);
      // No process watched during these two days.
      await store.apply([ping(id, 'end', NOON + 48.5 * HOUR)]);
      const found = await listAllWithin(id, 5 * HOUR, 7 * HOUR);
      expect(found.map(({ state, expectedAt }) => [state, expectedAt])).toEqual([
        ['missed', NOON + 6 * HOUR],
        ['missed', NOON + 5 * HOUR],
      ]);
    });
  });
}
