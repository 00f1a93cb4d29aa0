import type { ApplyOutcome } from '../../database/records.ts';
import type { Gauge } from '../../platform/metrics/prometheus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { createOutageLog, type Log } from '../../platform/runtime/log.ts';
import { createLoop } from '../../platform/runtime/loop.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import type { PingQueue } from '../contract.ts';

/** Interval between attempts to store the pings that were set aside. */
const RETRY_MS = 1000;
/** Monitors whose pings are tried again in one round. */
const MONITORS_PER_ROUND = 20;
/** Interval between two lines in the log while the database refuses pings. */
const REPORT_EVERY_MS = 600_000;

export interface SetAsideRetryOptions {
  readonly store: Pick<PingQueue, 'readPingsSetAside' | 'applyPingsSetAside'>;
  /** Records that the node is awake, before anything is judged. */
  readonly recordAwake: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Gauge;
  /** Called with the outcomes of stored pings. */
  readonly onStored: (applied: readonly ApplyOutcome[]) => void;
}

/**
 * Tries the pings that were set aside again, in the order of each monitor, until the database takes them. Meanwhile their monitors
 * are not judged, and later pings of these monitors wait behind them. Several nodes may try the same pings.
 */
export type SetAsideRetry = ReturnType<typeof createSetAsideRetry>;

export function createSetAsideRetry({
  store,
  recordAwake,
  clock,
  log,
  meter,
  onStored,
}: SetAsideRetryOptions) {
  let reportAt: number | null = null;
  const outages = createOutageLog(log, clock);

  async function round(): Promise<number> {
    const { pings, monitors } = await store.readPingsSetAside(MONITORS_PER_ROUND);
    meter.set(pings);
    report(pings, monitors);
    let hasStored = false;
    const errors: unknown[] = [];
    for (const { monitorID } of monitors) {
      try {
        await recordAwake();
        const applied = await store.applyPingsSetAside(monitorID, clock.now());
        hasStored ||= applied.length > 0;
        if (applied.length > 0) onStored(applied);
      } catch (error) {
        // Tries the other monitors too.
        errors.push(error);
      }
      await yieldToPings();
    }
    if (errors.length > 0) throw errors[0];
    return hasStored ? 0 : RETRY_MS;
  }

  function report(
    pings: number,
    monitors: readonly { readonly monitorID: number; readonly reason: string }[],
  ) {
    if (pings === 0) {
      if (reportAt !== null) log.info({}, 'The database has taken all pings that were set aside.');
      reportAt = null;
      return;
    }
    const now = clock.monotonic();
    if (reportAt !== null && now < reportAt) return;
    reportAt = now + REPORT_EVERY_MS;
    const fields = {
      pings,
      monitors: monitors.map(({ monitorID }) => monitorID),
      reason: monitors[0]?.reason,
    };
    log.error(
      fields,
      'The database refuses pings of some monitors. They are set aside and tried again each second. Until then, these monitors are not judged.',
    );
  }

  const loop = createLoop({
    clock,
    round,
    retryMs: RETRY_MS,
    observer: {
      onFailure: (error) =>
        outages.failed(error, 'The pings that were set aside could not be tried again. Retrying.'),
      onSuccess: outages.worked,
    },
  });
  return { start: loop.start, stop: loop.stop };
}
