import type { AdjustableClock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { OperationsStore } from '../operations.ts';

/** Maximum difference to ignore, because clocks that are synchronized by NTP differ slightly. */
const TOLERATED_MS = 250;
/**
 * Number of samples per measurement. Only the sample with the fastest round trip is used, because its error is at most half the
 * round trip.
 */
const SAMPLES = 5;
const MEASURE_EVERY_MS = 60_000;
const RETRY_MS = 5000;

export interface ClockDiscipline {
  measure(): Promise<void>;
  start(): void;
  stop(): void;
}

/** Keeps a process's clock aligned with the clock of the database, so that all processes agree on the order of events. */
export function createClockDiscipline(options: {
  readonly store: Pick<OperationsStore, 'readDatabaseTime'>;
  readonly clock: AdjustableClock;
  readonly log: Log;
}): ClockDiscipline {
  const { store, clock, log } = options;
  let isOver = false;
  let cancel = (): void => {};

  /** Returns the database's clock minus this machine's; null if it can't be measured. */
  async function measureOffset(): Promise<number | null> {
    let best: { readonly offsetMs: number; readonly tookMs: number } | null = null;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const startedAt = clock.monotonic();
      const databaseTime = await store.readDatabaseTime();
      if (databaseTime === null) return null;
      const tookMs = clock.monotonic() - startedAt;
      const offsetMs = databaseTime + tookMs / 2 - clock.machineTime();
      if (best === null || tookMs < best.tookMs) best = { offsetMs, tookMs };
    }
    return best?.offsetMs ?? null;
  }

  async function measure(): Promise<void> {
    const offsetMs = await measureOffset();
    if (offsetMs === null) return;
    const correction = Math.abs(offsetMs) < TOLERATED_MS ? 0 : Math.round(offsetMs);
    if (Math.abs(correction - clock.correction()) >= TOLERATED_MS)
      log.warn(
        { correctionMs: correction },
        "The difference between this machine's clock and the database's has changed. Times are corrected by the difference.",
      );
    clock.correct(correction);
  }

  function again(delayMs: number): void {
    cancel();
    if (isOver) return;
    cancel = clock.after(delayMs, () => {
      measure().then(
        () => again(MEASURE_EVERY_MS),
        () => again(RETRY_MS),
      );
    });
  }

  return {
    measure,
    start() {
      again(MEASURE_EVERY_MS);
      clock.onStep(() => {
        log.warn(
          { correctionMs: clock.correction() },
          "This machine's clock was changed. The change is ignored, because the database's clock counts.",
        );
        again(0);
      });
    },
    stop() {
      isOver = true;
      cancel();
    },
  };
}
