import { countedPingNotice, unknownCallNotice } from '@overdue/domain/ping/ping-notice.ts';
import { describe, expect, test } from 'vitest';
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

export function describePingNotices(open: OpenDatabase): void {
  const database = eachTest(open);
  const sent = { at: NOON, remoteAddress: '192.0.2.17' };
  const WARNING = countedPingNotice(['What was wrong.'], sent);
  const CALL = unknownCallNotice({ method: 'GET', normalizedPingID: 'some-ping-id', rest: '/restart' }, sent);

  describe('changePingNotices', () => {
    test('notices are added to the monitors of ping keys, across pings and a restart', async () => {
      const [first, second] = await makeMonitors(database.store, 2);
      const { teamID, id } = first!;
      expect(first!.pingNotices).toEqual([]);
      const warned = await database.store.changePingNotices({
        kind: 'add',
        notices: new Map([
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
      await database.store.changePingNotices({
        kind: 'add',
        notices: new Map([['key-job-1', [WARNING, CALL]]]),
      });
      await database.reopen();
      const { store } = database;
      expect((await foundMonitor(store, first!)).pingNotices).toEqual([{ ...WARNING, count: 2 }, CALL]);
      expect((await listedMonitors(store, teamID)).map(({ pingNotices }) => pingNotices.length)).toEqual([
        2, 1,
      ]);
      const dismissed = { teamID, monitorID: id };
      expect(await store.changePingNotices({ kind: 'dismiss', monitor: dismissed })).toEqual([dismissed]);
      expect((await foundMonitor(store, first!)).pingNotices).toEqual([]);
      expect((await foundMonitor(store, second!)).pingNotices).toEqual([CALL]);
    });

    test('no simultaneous notice is lost', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await Promise.all(
        Array.from({ length: 20 }, () =>
          store.changePingNotices({ kind: 'add', notices: new Map([['key-job-1', [WARNING]]]) }),
        ),
      );
      expect((await foundMonitor(store, monitor!)).pingNotices).toEqual([{ ...WARNING, count: 20 }]);
    });
  });
}
