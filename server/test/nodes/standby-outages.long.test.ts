import { expect, onTestFinished, test } from 'vitest';
import { isLongestRun } from '../length.ts';
import { type Outage, openStandbyWorld } from './standby-outages.ts';

/** Maximum time until a response: less than the timeout of `curl -m 5`, with a reserve for a busy machine. */
const RESPONSE_MS_MAX = 3000;

const SHORT: readonly Outage[] = [
  { ms: 3000, stallMs: 0 },
  { ms: 12_000, stallMs: 3000 },
];
const LONG: readonly Outage[] = Array.from({ length: 20 }, (_, turn) => ({
  ms: 25_000,
  stallMs: turn % 2 === 0 ? 0 : 3000,
}));
const isLong = isLongestRun;
const outages = isLong ? LONG : SHORT;

test('outages of the synchronous standby lose, duplicate and reorder no ping, and cause no false or missed alarm', {
  timeout: isLong ? 3_600_000 : 180_000,
}, async () => {
  const world = await openStandbyWorld();
  onTestFinished(world.stop);
  for (const outage of outages) await world.endure(outage);
  const { pings, spooled, slowestMs, faults } = await world.findFaults();
  process.stdout.write(
    `${outages.length} outages: ${pings} pings, ${spooled} spooled, slowest ${slowestMs} ms\n`,
  );
  expect(faults).toEqual([]);
  expect(spooled).toBeGreaterThan(0);
  expect(slowestMs).toBeLessThan(RESPONSE_MS_MAX);
});
