import { expect, test } from 'vitest';
import { createPresenceWithoutPings } from '../../src/core/presence/without-pings.ts';
import { HOUR, makeMonitors, NOON, ping } from '../store/suite/fixtures.ts';
import { openBench, pathOf, statesOf } from './core.ts';

test('an edit while no process accepts pings makes no verdict for that time', async () => {
  const { store, clock } = await openBench();
  const [monitor] = await makeMonitors(store, 1);
  await store.recordPresence({ epoch: 'pings', since: NOON - HOUR, at: NOON, unstoredSince: null });
  await store.apply([ping(monitor!.id, 'ping', NOON)]);
  const presence = createPresenceWithoutPings(store, clock, 'api');
  clock.jump(3 * HOUR);
  await presence.beforeCommand();
  await store.apply([
    { monitorID: monitor!.id, command: { kind: 'edit', at: clock.now(), rules: monitor!.rules } },
  ]);
  expect(await pathOf(store, monitor!)).toBe('new>up');
  expect(await statesOf(store, monitor!)).not.toContain('missed');
  expect(await store.listUnsettledBlindWindows()).toMatchObject([{ from: NOON, to: NOON + 3 * HOUR }]);
  await presence.beforeCommand();
  expect(await store.listUnsettledBlindWindows()).toHaveLength(1);
});
