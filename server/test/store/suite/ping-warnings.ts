import { describe, expect, test } from 'vitest';
import { countedPingWarning, unknownCallWarning } from '../../../src/domain/ping/ping-warning.ts';
import {
  applyOne,
  eachTest,
  foundMonitor,
  listedMonitors,
  makeMonitors,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

export function describePingWarnings(open: OpenDatabase): void {
  const database = eachTest(open);
  const sent = { at: NOON, remoteAddress: '192.0.2.17' };
  const WARNING = countedPingWarning(['What was wrong.'], sent);
  const CALL = unknownCallWarning(
    { method: 'GET', normalizedPingID: 'some-ping-id', rest: '/restart' },
    sent,
  );

  describe('changePingWarnings', () => {
    test('warnings are added to the monitors of ping keys, across pings and a restart', async () => {
      const [first, second] = await makeMonitors(database.store, 2);
      const { teamID, id } = first!;
      expect(first!.pingWarnings).toEqual([]);
      const warned = await database.store.changePingWarnings({
        kind: 'add',
        warnings: new Map([
          ['key-job-2', [CALL]],
          ['key-job-1', [WARNING]],
          ['nobodys-key', [WARNING]],
        ]),
      });
      expect(warned).toEqual([
        { teamID, monitorID: id },
        { teamID: second!.teamID, monitorID: second!.id },
      ]);
      await applyOne(database.store, ping(id, 'fail', NOON));
      await database.store.changePingWarnings({
        kind: 'add',
        warnings: new Map([['key-job-1', [WARNING, CALL]]]),
      });
      await database.reopen();
      const { store } = database;
      expect((await foundMonitor(store, first!)).pingWarnings).toEqual([{ ...WARNING, count: 2 }, CALL]);
      expect((await listedMonitors(store, teamID)).map(({ pingWarnings }) => pingWarnings.length)).toEqual([
        2, 1,
      ]);
      const dismissed = { teamID, monitorID: id };
      expect(await store.changePingWarnings({ kind: 'dismiss', monitor: dismissed })).toEqual([dismissed]);
      expect((await foundMonitor(store, first!)).pingWarnings).toEqual([]);
      expect((await foundMonitor(store, second!)).pingWarnings).toEqual([CALL]);
    });

    test('no simultaneous warning is lost', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await Promise.all(
        Array.from({ length: 20 }, () =>
          store.changePingWarnings({ kind: 'add', warnings: new Map([['key-job-1', [WARNING]]]) }),
        ),
      );
      expect((await foundMonitor(store, monitor!)).pingWarnings).toEqual([{ ...WARNING, count: 20 }]);
    });
  });
}
