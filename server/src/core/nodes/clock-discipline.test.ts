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

describe('a machine that tells steps of its clock from suspensions', () => {
  async function openKnowing() {
    const machine = createFakeClock(NOON + 30_000);
    let suspendedMs = 0;
    const clock = createAdjustableClock({ ...machine, sinceBoot: () => machine.monotonic() + suspendedMs });
    let database = async (): Promise<number> => NOON + machine.monotonic() + suspendedMs;
    const warnings: string[] = [];
    const discipline = createClockDiscipline({
      store: { readDatabaseTime: () => database() },
      clock,
      log: { debug() {}, info() {}, warn: (_, message) => void warnings.push(message), error() {} },
    });
    await discipline.measure();
    discipline.start();
    return {
      machine,
      clock,
      warnings,
      loseDatabase: () => {
        database = () => Promise.reject(new Error('The database is away.'));
      },
      suspend(ms: number) {
        suspendedMs += ms;
        machine.jump(ms);
      },
    };
  }

  test.each([300_000, -300_000, 1000])(
    'a step of %i ms is ignored while the database is away',
    async (stepMs) => {
      const { machine, clock, loseDatabase, warnings } = await openKnowing();
      loseDatabase();
      await machine.advance(5000);
      expect(clock.now()).toBe(NOON + 5000);
      machine.jump(stepMs);
      expect(clock.now()).toBe(NOON + 5000);
      await machine.advance(100_000);
      machine.jump(-stepMs);
      expect(clock.now()).toBe(NOON + 105_000);
      expect(warnings.slice(1)).toEqual(
        Array(2).fill(expect.stringContaining("This machine's clock was changed")),
      );
    },
  );

  test('a suspension counts', async () => {
    const { machine, clock, loseDatabase, suspend } = await openKnowing();
    loseDatabase();
    await machine.advance(5000);
    expect(clock.now()).toBe(NOON + 5000);
    suspend(300_000);
    expect(clock.now()).toBe(NOON + 305_000);
  });

  test('after a step, the correction is measured at once', async () => {
    const { machine, clock, suspend } = await openKnowing();
    await machine.advance(5000);
    machine.jump(300_000);
    clock.now();
    // The next measurement would be due after a minute.
    await machine.advance(1);
    suspend(0);
    expect(clock.correction()).toBe(-330_000);
    expect(clock.now()).toBe(NOON + 5001);
  });
});
