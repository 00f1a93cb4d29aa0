import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Status } from '@overdue/domain/monitor/state.ts';
import type { PingType } from '@overdue/domain/ping/ping.ts';
import { processStartedAt } from '../runtime/clock.ts';
import { type Counter, createRegistry, type Gauge, type Histogram, type Registry } from './prometheus.ts';

/** Part of the service that handled a request. `operations`: health, readiness, metrics. */
export type RequestGroup = 'v1' | 'docs' | 'operations' | 'other';

const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const RESPONSE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DELAY_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 14_400, 86_400];
const LAG_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface SpoolMetrics {
  readonly spooled: Counter;
  readonly replayed: Counter;
  /**
   * Spooled pings that were dropped. `gone`: the monitor was deleted. `failed`: the ping couldn't be applied. `unreadable`: the
   * row is damaged.
   */
  readonly dropped: Readonly<Record<'gone' | 'unreadable', Counter>>;
  readonly pings: Gauge;
  readonly bytes: Gauge;
  readonly oldestSeconds: Gauge;
}

export interface ConnectionMetrics {
  readonly open: Gauge;
  readonly closed: Readonly<Record<'timeout' | 'crowded' | 'address' | 'pipelined', Counter>>;
  readonly descriptorsExhausted: Counter;
}

export interface Metrics {
  readonly connections: ConnectionMetrics;
  /** Pings by type, and rejected pings by reason: unknown ID, rate limit, refusal with status 503, error. */
  readonly pings: Readonly<Record<PingType | 'notFound' | 'rateLimited' | 'refused' | 'failed', Counter>>;
  readonly pingResponseSeconds: Histogram;
  readonly ingestBatchSize: Histogram;
  readonly ingestCommitSeconds: Histogram;
  readonly ingestWaiting: Gauge;
  readonly spool: SpoolMetrics;
  readonly pingsSetAside: Gauge;
  readonly watchdogLagSeconds: Histogram;
  readonly verdictBatches: Counter;
  readonly verdicts: Counter;
  readonly alertAttempts: Readonly<Record<'sent' | 'failed' | 'refused' | 'gone', Counter>>;
  /** Time from the event that caused an alert until the receiver accepted the message. */
  readonly alertDelaySeconds: Histogram;
  readonly alertsSetAside: Gauge;
  readonly forwardedPings: Readonly<Record<'sent' | 'failed' | 'dropped', Counter>>;
  readonly monitors: Readonly<Record<Status, Gauge>>;
  countRequest(group: RequestGroup, status: number): void;
  setMonitorSeries(text: string): void;
  render(): string;
  stop(): void;
}

export function createMetrics(version: string): Metrics {
  const registry = createRegistry();
  registry
    .gauge('overdue_build_info', 'Version of the running service.', { version, node: process.versions.node })
    .set(1);
  const requests = requestCounters(registry);
  const metrics = {
    connections: connectionMetrics(registry),
    pings: pingCounters(registry),
    pingResponseSeconds: registry.histogram(
      'overdue_ping_answer_seconds',
      'Time from the arrival of a ping to its response, which is sent after the commit.',
      RESPONSE_SECONDS,
    ),
    ingestBatchSize: registry.histogram('overdue_ingest_batch_size', 'Pings per transaction.', BATCH_SIZES),
    ingestCommitSeconds: registry.histogram(
      'overdue_ingest_commit_seconds',
      'Time to apply one batch and write it to disk.',
      COMMIT_SECONDS,
    ),
    ingestWaiting: registry.gauge('overdue_ingest_queue_depth', 'Pings waiting for their commit.'),
    spool: spoolMetrics(registry),
    pingsSetAside: registry.gauge(
      'overdue_pings_set_aside',
      'Pings that were set aside because the database refuses their rows. They are tried again.',
    ),
    watchdogLagSeconds: registry.histogram(
      'overdue_watchdog_lag_seconds',
      'Time from a deadline to its verdict, for the oldest deadline of each batch.',
      LAG_SECONDS,
    ),
    verdictBatches: registry.counter('overdue_watchdog_verdict_batches_total', 'Batches of verdicts.'),
    verdicts: registry.counter(
      'overdue_watchdog_verdicts_total',
      'Monitors judged because a deadline had passed.',
    ),
    alertAttempts: attemptCounters(registry),
    alertDelaySeconds: registry.histogram(
      'overdue_alert_delay_seconds',
      "Time from an alert's event to its acceptance by the receiver.",
      DELAY_SECONDS,
    ),
    alertsSetAside: registry.gauge(
      'overdue_alerts_set_aside',
      'Alerts and messages that were set aside because they could not be read. "overdue-server check" lists them.',
    ),
    forwardedPings: forwardingCounters(registry),
    monitors: monitorGauges(registry),
  };
  const stop = watchProcess(registry);
  return {
    ...metrics,
    countRequest: (group, status) =>
      requests[group][Math.min(Math.max(Math.trunc(status / 100), 1), 5) - 1]?.inc(),
    setMonitorSeries: registry.setDynamic,
    render: () => registry.render(),
    stop,
  };
}

function pingCounters(registry: Registry): Metrics['pings'] {
  // The type is empty for pings that were rejected before their type was known.
  const count = (type: PingType | '', outcome: string) =>
    registry.counter('overdue_pings_total', 'Pings by type and outcome.', { type, outcome });
  return {
    ping: count('ping', 'accepted'),
    start: count('start', 'accepted'),
    fail: count('fail', 'accepted'),
    end: count('end', 'accepted'),
    log: count('log', 'accepted'),
    notFound: count('', 'not_found'),
    rateLimited: count('', 'rate_limited'),
    refused: count('', 'refused'),
    failed: count('', 'failed'),
  };
}

function connectionMetrics(registry: Registry): ConnectionMetrics {
  const closed = (reason: string) =>
    registry.counter(
      'overdue_connections_closed_total',
      'Connections closed by the server: a request or a response took too long, too many connections were open, an address had too many idle ones, or a client pipelined too many requests.',
      { reason },
    );
  return {
    open: registry.gauge('overdue_connections', 'Open connections of clients.'),
    closed: {
      timeout: closed('timeout'),
      crowded: closed('crowded'),
      address: closed('address'),
      pipelined: closed('pipelined'),
    },
    descriptorsExhausted: registry.counter(
      'overdue_file_descriptors_exhausted_total',
      'Checks that found the process without a free file descriptor.',
    ),
  };
}

function spoolMetrics(registry: Registry): SpoolMetrics {
  const dropped = (reason: string) =>
    registry.counter(
      'overdue_spool_dropped_pings_total',
      'Spooled pings that were not recorded: their monitor is gone, or their row is damaged.',
      { reason },
    );
  return {
    spooled: registry.counter('overdue_spool_taken_pings_total', 'Pings written to the spool.'),
    replayed: registry.counter(
      'overdue_spool_replayed_pings_total',
      'Spooled pings that were stored in the database.',
    ),
    dropped: { gone: dropped('gone'), unreadable: dropped('unreadable') },
    pings: registry.gauge('overdue_spool_pings', 'Pings in the spool that wait for the database.'),
    bytes: registry.gauge('overdue_spool_body_bytes', 'Size of the bodies of pings in the spool, in bytes.'),
    oldestSeconds: registry.gauge(
      'overdue_spool_oldest_seconds',
      'How long the oldest ping in the spool has waited; 0 if the spool is empty.',
    ),
  };
}

function attemptCounters(registry: Registry): Metrics['alertAttempts'] {
  const count = (outcome: string) =>
    registry.counter('overdue_alert_attempts_total', 'Attempts to send an alert, by outcome.', {
      outcome,
    });
  return { sent: count('sent'), failed: count('failed'), refused: count('refused'), gone: count('gone') };
}

function forwardingCounters(registry: Registry): Metrics['forwardedPings'] {
  const count = (outcome: string) =>
    registry.counter(
      'overdue_forwarded_pings_total',
      'Pings forwarded to a second URL: attempts that were accepted (sent) or failed, and pings that were dropped.',
      { outcome },
    );
  return { sent: count('sent'), failed: count('failed'), dropped: count('dropped') };
}

function monitorGauges(registry: Registry): Metrics['monitors'] {
  const gauge = (status: Status) => registry.gauge('overdue_monitors', 'Monitors by status.', { status });
  return {
    new: gauge('new'),
    up: gauge('up'),
    late: gauge('late'),
    failing: gauge('failing'),
    down: gauge('down'),
    paused: gauge('paused'),
  };
}

function requestCounters(registry: Registry): Readonly<Record<RequestGroup, readonly Counter[]>> {
  const counters = (group: RequestGroup) =>
    STATUS_CLASSES.map((status) =>
      registry.counter(
        'overdue_http_requests_total',
        'Requests other than pings, by group and status class.',
        {
          group,
          status,
        },
      ),
    );
  return {
    v1: counters('v1'),
    docs: counters('docs'),
    operations: counters('operations'),
    other: counters('other'),
  };
}

const LOOP_RESOLUTION_MS = 20;

/** Adds metrics of the process itself. Returns a function that stops them. */
function watchProcess(registry: Registry): () => void {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  // The histogram measures the time between two timer ticks. Lag is the amount by which this time exceeds the timer's interval.
  const lag = (nanoseconds: number) =>
    loop.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - LOOP_RESOLUTION_MS / 1e3);
  // The label isn't called `quantile`, because Prometheus reserves that name for summaries.
  const lagGauge = (statistic: string) =>
    registry.gauge('overdue_event_loop_lag_seconds', 'Event loop lag since the last reading.', {
      statistic,
    });
  lagGauge('p50').readFrom(() => lag(loop.percentile(50)));
  lagGauge('p99').readFrom(() => lag(loop.percentile(99)));
  lagGauge('max').readFrom(() => {
    const worst = lag(loop.max);
    loop.reset();
    return worst;
  });
  registry
    .gauge('process_start_time_seconds', 'Start time of the process, in seconds since the Unix epoch.')
    .set(processStartedAt() / 1000);
  registry
    .gauge('process_uptime_seconds', 'Time since the process started.')
    .readFrom(() => process.uptime());
  registry
    .gauge('process_resident_memory_bytes', 'Resident memory of the process.')
    .readFrom(() => process.memoryUsage.rss());
  registry
    .gauge('process_heap_used_bytes', 'Memory used by JavaScript objects.')
    .readFrom(() => process.memoryUsage().heapUsed);
  return () => void loop.disable();
}
