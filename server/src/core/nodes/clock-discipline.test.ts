import { describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fake-clock.ts';
import { createAdjustableClock } from '../../platform/runtime/clock.ts';
import { createClockDiscipline } from './clock-discipline.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

/** Returns a machine whose clock is `aheadMs` ahead of the database's clock, and a new discipline for this clock. */
function openMachine(aheadMs: number) {
  const machine = createFakeClock(NOON + aheadMs);
  const clock = createAdjustableClock(machine);
  const warnings: object[] = [];
  let ask = async (): Promise<number | null> => NOON + machine.monotonic();
  const discipline = createClockDiscipline({
    store: { readDatabaseTime: () => ask() },
    clock,
    log: { debug() {}, info() {}, warn: (fields) => void warnings.push(fields), error() {} },
  });
  return {
    machine,
    clock,
    warnings,
    discipline,
    answer(how: () => Promise<number | null>) {
      ask = how;
    },
  };
}

/** Returns the database's time when a slow request reaches the database, by default halfway through the round trip. */
function slowly(machine: FakeClock, tookMs: number, thereMs = tookMs / 2): Promise<number> {
  const response = Promise.withResolvers<number>();
  machine.after(thereMs, () => {
    const at = NOON + machine.monotonic();
    machine.after(tookMs - thereMs, () => response.resolve(at));
  });
  return response.promise;
}

describe('the discipline of the clock', () => {
  test.each([30_000, -30_000, 250, -250])('a clock that is %i ms ahead is corrected', async (aheadMs) => {
    const { machine, clock, discipline, warnings } = openMachine(aheadMs);
    await discipline.measure();
    expect(clock.now()).toBe(NOON);
    expect(warnings).toEqual([{ correctionMs: -aheadMs }]);
    await machine.advance(5000);
    expect(clock.now()).toBe(NOON + 5000);
  });

  test.each([249, -249, 0])('a clock that is %i ms ahead is left unchanged', async (aheadMs) => {
    const { clock, discipline, warnings } = openMachine(aheadMs);
    await discipline.measure();
    expect(clock.now()).toBe(NOON + aheadMs);
    expect(warnings).toEqual([]);
  });

  test('the correction uses half of the quickest round trip', async () => {
    const { machine, clock, discipline, answer } = openMachine(30_000);
    // In each slow round trip, either the request or the response takes all the time.
    const trips = [
      { took: 4000, there: 4000 },
      { took: 4000, there: 0 },
      { took: 100, there: 50 },
      { took: 4000, there: 0 },
      { took: 4000, there: 4000 },
    ];
    answer(() => {
      const trip = trips.shift();
      return slowly(machine, trip?.took ?? 0, trip?.there);
    });
    const measured = discipline.measure();
    await machine.advance(20_000);
    await measured;
    expect(clock.now()).toBe(NOON + machine.monotonic());
  });

  test('the last correction applies while the database is away, and the clock is measured soon afterwards', async () => {
    const { machine, clock, discipline, answer } = openMachine(30_000);
    await discipline.measure();
    discipline.start();
    answer(() => Promise.reject(new Error('away')));
    machine.jump(-30_000);
    await machine.advance(60_000);
    expect(clock.now()).toBe(NOON + 60_000 - 30_000);
    answer(async () => NOON + machine.monotonic());
    await machine.advance(5000);
    expect(clock.now()).toBe(NOON + 65_000);
    discipline.stop();
    expect(machine.pending()).toBe(0);
  });

  test('a clock that becomes wrong later is noticed within a minute', async () => {
    const { machine, clock, discipline } = openMachine(0);
    discipline.start();
    await machine.advance(90_000);
    machine.jump(10_000);
    await machine.advance(60_000);
    expect(clock.now()).toBe(NOON + 150_000);
    discipline.stop();
  });

  test('nothing changes if the process has the database to itself', async () => {
    const { clock, discipline, answer } = openMachine(30_000);
    answer(() => Promise.resolve(null));
    await discipline.measure();
    expect(clock.now()).toBe(NOON + 30_000);
  });
});
