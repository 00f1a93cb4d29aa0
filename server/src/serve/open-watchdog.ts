import type { Ingest } from '../core/ingest/ingest.ts';
import type { Presence } from '../core/presence/presence.ts';
import { createWatchdog, type Watchdog } from '../core/watchdog/watchdog.ts';
import type { Parts } from './parts.ts';

export function openWatchdog(
  { store, clock, log, epoch, bells, metrics }: Parts,
  ingest: Ingest,
  presence: Presence,
): Watchdog {
  return createWatchdog({
    store,
    clock,
    log,
    bell: bells.verdicts,
    presence,
    epoch,
    drain: ingest.drain,
    onSwept(monitors, lagMs) {
      bells.alerts.ring();
      metrics.verdictBatches.inc();
      metrics.verdicts.inc(monitors);
      metrics.watchdogLagSeconds.observe(lagMs / 1000);
    },
  });
}
