import { expect, onTestFinished, test } from 'vitest';
import { openFailoverWorld } from './failover.ts';

/** Maximum duration of a failover. bench/failover.ts measures many failovers. */
const BACK_MS_MAX = 10_000;

test('the primary is killed and its synchronous standby promoted: no answered ping is lost, no alert lost or doubled', async () => {
  const world = await openFailoverWorld();
  onTestFinished(world.stop);
  const { pingsMs, verdictMs } = await world.failOver();
  expect(Math.max(pingsMs, verdictMs)).toBeLessThan(BACK_MS_MAX);
  const { spooled, alarms, ...rest } = await world.settle();
  expect(rest).toMatchObject({ refused: 0, pingFaults: [], alarmFaults: [], blindWindows: 0 });
  expect(spooled).toBeGreaterThan(0);
  expect(alarms).toBeGreaterThan(0);
});
