import type { MonitorGauges } from '../monitors/contract.ts';
import { labelText, writeFamily, writeSample } from '../platform/metrics/prometheus.ts';

const UP = 'overdue_monitor_up';
const LAST_PING = 'overdue_monitor_last_ping_timestamp_seconds';
const STREAK = 'overdue_monitor_failure_streak';
const LEFT_OUT = 'overdue_monitors_without_series';

/** Groups the series of monitors by family, as Prometheus' format requires. */
export interface MonitorSeries {
  add(monitor: MonitorGauges): void;
  /** @param leftOut number of monitors that have no series because of the limit */
  render(leftOut: number): string;
}

export function createMonitorSeries(): MonitorSeries {
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
