import { describe, expect, test } from 'vitest';
import { collect, eachTest, MINUTE, makeMonitors, NOON, type OpenDatabase, ping } from './fixtures.ts';

/** Enough rows to be stored in several parts, if the database divides histories. */
const ROWS = 330;

export function describeLists(open: OpenDatabase): void {
  const database = eachTest(open);

  /** Creates two monitors with interleaved histories. Returns the ID of the first. */
  async function makeHistory(): Promise<number> {
    const { store } = database;
    const [a, b] = await makeMonitors(store, 2);
    for (let row = 0; row < ROWS; row += 11) {
      const pings = Array.from({ length: 11 }, (_, index) => {
        const type = (row + index) % 2 === 0 ? 'end' : 'fail';
        return [ping(a!.id, type, NOON + row + index), ping(b!.id, 'ping', NOON + row + index)];
      });
      await store.apply(pings.flat());
    }
    return a!.id;
  }

  const numbersFrom = (newest: number, count: number) =>
    Array.from({ length: Math.max(0, Math.min(count, newest)) }, (_, index) => newest - index);

  describe('listEvents, listRuns and listTransitions', () => {
    test('the lists run from new to old, from any number on', async () => {
      const { store } = database;
      const id = await makeHistory();
      const lists = {
        events: async (before: number | undefined, limit: number) =>
          (await store.listEvents(id, before === undefined ? { limit } : { before, limit })).map(
            ({ number }) => number,
          ),
        runs: async (before: number | undefined, limit: number) =>
          (await store.listRuns(id, before === undefined ? { limit } : { before, limit })).map(
            ({ seq }) => seq,
          ),
      };
      for (const list of [lists.events, lists.runs]) {
        expect(await list(undefined, 1000)).toEqual(numbersFrom(ROWS, ROWS));
        expect(await list(undefined, 1)).toEqual([ROWS]);
        for (const before of [
          ROWS + 1000,
          ROWS + 1,
          ROWS,
          302,
          301,
          300,
          299,
          202,
          201,
          200,
          101,
          100,
          99,
          2,
          1,
          0,
          -5,
        ]) {
          expect(await list(before, 3), `before ${before}`).toEqual(
            numbersFrom(Math.min(before - 1, ROWS), 3),
          );
        }
        expect(await list(250, 1000)).toEqual(numbersFrom(249, 249));
      }
    });

    test('each row is in the pages of a list once', async () => {
      const { store } = database;
      const id = await makeHistory();
      const page = (before: number | undefined) =>
        before === undefined ? { limit: 7 } : { before, limit: 7 };
      const events = await collect(
        (before) => store.listEvents(id, page(before)),
        ({ number }) => number,
      );
      expect(events.map(({ number }) => number)).toEqual(numbersFrom(ROWS, ROWS));
      const runs = await collect(
        (before) => store.listRuns(id, page(before)),
        ({ seq }) => seq,
      );
      expect(runs.map(({ seq }) => seq)).toEqual(numbersFrom(ROWS, ROWS));
      const transitions = await collect(
        (before) => store.listTransitions(id, page(before)),
        (row) => row.id,
      );
      expect(transitions.map(({ at }) => at)).toEqual(
        numbersFrom(ROWS, ROWS).map((number) => NOON + number - 1),
      );
    });

    test('the lists are empty for a monitor without entries, or an unknown monitor', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      for (const id of [monitor!.id, 4711]) {
        expect(await store.listEvents(id, { limit: 5 })).toEqual([]);
        expect(await store.listEvents(id, { before: 10, limit: 5 })).toEqual([]);
        expect(await store.listRuns(id, { limit: 5 })).toEqual([]);
        expect(await store.listTransitions(id, { limit: 5 })).toEqual([]);
      }
    });

    test('a run is returned with all of its fields', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await store.apply([ping(monitor!.id, 'start', NOON, { rid: 'r' })]);
      expect(await store.listRuns(monitor!.id, { limit: 5 })).toEqual([
        {
          seq: 1,
          runID: 'r',
          state: 'running',
          expectedAt: null,
          startedAt: NOON,
          endedAt: null,
          durationMs: null,
          late: false,
          startEvent: 1,
          endEvent: null,
          limitAt: NOON + 60 * MINUTE,
          blindWindowID: null,
          countedAs: null,
          check: null,
        },
      ]);
    });
  });
}
