import type { OperationsStore } from '../store/upkeep/operations-contract.ts';
import type { AdjustableClock } from './clock.ts';
import type { Log } from './log.ts';

/** Clocks that are kept by NTP differ by less: that is left as it is, so that times do not waver. */
const TOLERATED_MS = 250;
/** The one of so many that took the least time counts: its answer can be wrong by half of that at most. */
const SAMPLES = 5;
const MEASURE_EVERY_MS = 60_000;
const RETRY_MS = 5000;

export interface ClockDiscipline {
  /** Measures now, and sets the clock right. */
  measure(): Promise<void>;
  /** Measures now and then from now on. */
  start(): void;
  stop(): void;
}

/**
 * Keeps a process's clock with that of the database, by which all processes that share it agree on what came first. While the
 * database is away the clock goes on as it was last set.
 */
export function createClockDiscipline(options: {
  readonly store: Pick<OperationsStore, 'databaseTime'>;
  readonly clock: AdjustableClock;
  readonly log: Log;
}): ClockDiscipline {
  const { store, clock, log } = options;
  let isOver = false;
  let cancel = (): void => {};

  /** How far this machine's clock is behind the database's. */
  async function measureOffset(): Promise<number | null> {
    let best: { readonly offsetMs: number; readonly tookMs: number } | null = null;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const startedAt = clock.monotonic();
      const databaseTime = await store.databaseTime();
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
        "This machine's clock and the database's differ, or no longer do: times are corrected by the difference.",
      );
    clock.correct(correction);
  }

  function again(delayMs: number): void {
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
    start: () => again(MEASURE_EVERY_MS),
    stop() {
      isOver = true;
      cancel();
    },
  };
}
