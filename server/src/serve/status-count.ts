import { STATUSES } from '@overdue/domain/monitor/state.ts';
import type { OperationsStore } from '../core/operations.ts';
import type { GaugeStore, MonitorGauges } from '../monitors/contract.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { labelText, writeFamily, writeSample } from '../platform/metrics/prometheus.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';

const FRESH_MS = 30_000;
const MONITORS_PER_STEP = 5000;
/** Monitors per step. A step takes a few milliseconds, and pings are handled between steps. */
const SERIES_STEP = 250;

/**
 * Counts monitors by status in small steps, at most twice a minute. Also writes series for up to `seriesMax` individual monitors.
 */
export function createStatusCount(options: {
  readonly store: OperationsStore & GaugeStore;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly seriesMax: number;
}): () => Promise<void> {
  const { store, clock, metrics, seriesMax } = options;
  let countedAt = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | null = null;

  async function count(): Promise<void> {
    const now = clock.now();
    const totals = new Map(STATUSES.map((status) => [status, 0]));
    for (let afterID: number | null = 0; afterID !== null; ) {
      const step = await store.countStatuses(now, afterID, MONITORS_PER_STEP);
      for (const status of STATUSES)
        totals.set(status, (totals.get(status) ?? 0) + (step.counts[status] ?? 0));
      afterID = step.next;
      await yieldToPings();
    }
    for (const status of STATUSES) metrics.monitors[status].set(totals.get(status) ?? 0);
    if (seriesMax > 0) await writeSeries([...totals.values()].reduce((sum, count) => sum + count, 0));
    metrics.alertsSetAside.set(await store.countAlertsSetAside());
    countedAt = clock.monotonic();
  }

  async function writeSeries(monitors: number): Promise<void> {
    const series = createMonitorSeries();
    let written = 0;
    for (let afterID: number | undefined = 0; afterID !== undefined && written < seriesMax; ) {
      const step = await store.listMonitorGauges(afterID, Math.min(SERIES_STEP, seriesMax - written));
      for (const monitor of step) series.add(monitor);
      written += step.length;
      afterID = step.at(-1)?.id;
      await yieldToPings();
    }
    metrics.setMonitorSeries(series.render(Math.max(0, monitors - written)));
  }

  return () => {
    if (clock.monotonic() - countedAt < FRESH_MS) return Promise.resolve();
    counting ??= count().finally(() => {
      counting = null;
    });
    return counting;
  };
}

const UP = 'overdue_monitor_up';
const LAST_PING = 'overdue_monitor_last_ping_timestamp_seconds';
const STREAK = 'overdue_monitor_failure_streak';
const LEFT_OUT = 'overdue_monitors_without_series';

/** Groups the series of monitors by family, as Prometheus' format requires. */
interface MonitorSeries {
  add(monitor: MonitorGauges): void;
  /** @param leftOut number of monitors that have no series because of the limit */
  render(leftOut: number): string;
}

function createMonitorSeries(): MonitorSeries {
  const up: string[] = [];
  const lastPing: string[] = [];
  const streak: string[] = [];
  return {
    add(monitor) {
      const { shortID, name, project, team, tags, isDown, lastPingAt, failureStreak } = monitor;
      const labels = labelText({ team, project, name, tags: tags.join(','), short_id: shortID });
      up.push(writeSample(UP, labels, isDown ? 0 : 1));
      if (lastPingAt !== null) lastPing.push(writeSample(LAST_PING, labels, lastPingAt / 1000));
      streak.push(writeSample(STREAK, labels, failureStreak));
    },
    render(leftOut) {
      return [
        writeFamily(UP, '0 while the monitor is down, else 1.', up),
        writeFamily(LAST_PING, "Time of the monitor's last ping, in seconds since the Unix epoch.", lastPing),
        writeFamily(STREAK, 'Number of failures since the last success.', streak),
        writeFamily(LEFT_OUT, 'Number of monitors without series because of METRICS_MONITORS.', [
          writeSample(LEFT_OUT, '', leftOut),
        ]),
      ].join('');
    },
  };
}
