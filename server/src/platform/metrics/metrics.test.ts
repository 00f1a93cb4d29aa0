import { STATUSES } from '@overdue/domain/monitor/state.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { processorMs } from '../../../../test/processor-time.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createRegistry } from './prometheus.ts';

interface Sample {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly value: number;
}

/** Parses metrics in Prometheus' text format. Throws at the first invalid line. */
function parse(text: string): { samples: Sample[]; types: Map<string, string>; helps: Map<string, string> } {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const samples: Sample[] = [];
  const types = new Map<string, string>();
  const helps = new Map<string, string>();
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = /^# (HELP|TYPE) ([a-z_][a-z0-9_]*) (.+)$/.exec(line);
    if (comment !== null) {
      const [, kind, name = '', rest = ''] = comment;
      const into = kind === 'HELP' ? helps : types;
      if (into.has(name)) throw new Error(`Twice: ${line}`);
      into.set(name, rest);
      continue;
    }
    const sample = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (sample === null) throw new Error(`Not a sample: ${line}`);
    const [, name = '', labels = '', value = ''] = sample;
    samples.push({ name, labels: parseLabels(labels), value: value === '+Inf' ? Infinity : Number(value) });
  }
  return { samples, types, helps };
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  const pair = /([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
  while (pair.lastIndex < text.length) {
    const match = pair.exec(text);
    if (match === null) throw new Error(`Not labels: ${text}`);
    const [, name = '', value = ''] = match;
    labels[name] = value.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  }
  return labels;
}

function sampleValue(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const found = parse(text).samples.filter(
    (sample) => sample.name === name && JSON.stringify(sample.labels) === JSON.stringify(labels),
  );
  expect(found.length).toBeLessThan(2);
  return found[0]?.value;
}

describe('the text format', () => {
  test('counters and gauges, with labels escaped', () => {
    const registry = createRegistry();
    const odd = 'a"b\\c\nd';
    registry.counter('jobs_total', 'Jobs\nof all \\ kinds.', { kind: odd }).inc(3);
    registry.counter('jobs_total', 'Jobs\nof all \\ kinds.', { kind: 'plain' }).inc();
    registry.gauge('depth', 'Depth.').set(-1.5);
    const text = registry.render();
    expect(parse(text)).toEqual({
      helps: new Map([
        ['jobs_total', 'Jobs\\nof all \\\\ kinds.'],
        ['depth', 'Depth.'],
      ]),
      types: new Map([
        ['jobs_total', 'counter'],
        ['depth', 'gauge'],
      ]),
      samples: [
        { name: 'jobs_total', labels: { kind: odd }, value: 3 },
        { name: 'jobs_total', labels: { kind: 'plain' }, value: 1 },
        { name: 'depth', labels: {}, value: -1.5 },
      ],
    });
  });

  test('histograms are cumulative; a value on a bound belongs to its bucket', () => {
    const registry = createRegistry();
    const histogram = registry.histogram('seconds', 'Time.', [0.1, 1]);
    for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe(value);
    expect(registry.render()).toBe(
      '# HELP seconds Time.\n# TYPE seconds histogram\n' +
        'seconds_bucket{le="0.1"} 2\nseconds_bucket{le="1"} 3\nseconds_bucket{le="+Inf"} 4\n' +
        'seconds_sum 7.65\nseconds_count 4\n',
    );
  });

  test('a lazy gauge computes its value only when it is read', () => {
    const registry = createRegistry();
    let depth = 1;
    registry.gauge('depth', 'Depth.').readFrom(() => depth);
    depth = 5;
    expect(sampleValue(registry.render(), 'depth')).toBe(5);
  });
});

describe('the metrics of the service', () => {
  let metrics: Metrics | null = null;
  afterEach(() => metrics?.stop());
  const create = (): Metrics => (metrics = createMetrics('1.2.3'));

  test('every series is well formed and has its help and type', () => {
    const { samples, types, helps } = parse(create().render());
    for (const { name, value } of samples) {
      const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
      expect(types.get(family), name).toBeDefined();
      expect(helps.get(family), name).toBeDefined();
      expect(value, name).not.toBeNaN();
    }
  });

  test('pings by type and outcome', () => {
    const { pings, render } = create();
    pings.start.inc();
    pings.start.inc();
    pings.log.inc();
    pings.refused.inc();
    const text = render();
    expect(sampleValue(text, 'overdue_pings_total', { type: 'start', outcome: 'accepted' })).toBe(2);
    expect(sampleValue(text, 'overdue_pings_total', { type: 'log', outcome: 'accepted' })).toBe(1);
    expect(sampleValue(text, 'overdue_pings_total', { type: 'end', outcome: 'accepted' })).toBe(0);
    expect(sampleValue(text, 'overdue_pings_total', { type: '', outcome: 'refused' })).toBe(1);
    for (const outcome of ['not_found', 'rate_limited', 'failed']) {
      expect(sampleValue(text, 'overdue_pings_total', { type: '', outcome })).toBe(0);
    }
  });

  test('ingest, watchdog, monitors', () => {
    const made = create();
    made.ingestBatchSize.observe(100);
    made.ingestCommitSeconds.observe(0.004);
    made.ingestWaiting.readFrom(() => 12);
    made.pingResponseSeconds.observe(0.002);
    made.watchdogLagSeconds.observe(0.02);
    made.verdictBatches.inc();
    made.verdicts.inc(250);
    for (const status of STATUSES) made.monitors[status].set(status.length);
    const text = made.render();
    expect(sampleValue(text, 'overdue_ingest_batch_size_bucket', { le: '50' })).toBe(0);
    expect(sampleValue(text, 'overdue_ingest_batch_size_bucket', { le: '100' })).toBe(1);
    expect(sampleValue(text, 'overdue_ingest_commit_seconds_sum')).toBe(0.004);
    expect(sampleValue(text, 'overdue_ingest_queue_depth')).toBe(12);
    expect(sampleValue(text, 'overdue_ping_answer_seconds_count')).toBe(1);
    expect(sampleValue(text, 'overdue_watchdog_lag_seconds_count')).toBe(1);
    expect(sampleValue(text, 'overdue_watchdog_verdict_batches_total')).toBe(1);
    expect(sampleValue(text, 'overdue_watchdog_verdicts_total')).toBe(250);
    for (const status of STATUSES)
      expect(sampleValue(text, 'overdue_monitors', { status })).toBe(status.length);
  });

  test('requests by group and class of status, for every status', () => {
    const { countRequest, render } = create();
    for (const status of [200, 201, 404, 503, 0, 999]) countRequest('v1', status);
    countRequest('operations', 304);
    const count = (group: string, status: string) =>
      sampleValue(render(), 'overdue_http_requests_total', { group, status });
    expect(['1xx', '2xx', '3xx', '4xx', '5xx'].map((status) => count('v1', status))).toEqual([1, 2, 0, 1, 2]);
    expect(count('operations', '3xx')).toBe(1);
    expect(count('other', '2xx')).toBe(0);
  });

  test('the process', async () => {
    const { render } = create();
    const lag = (text: string, statistic: string) =>
      sampleValue(text, 'overdue_event_loop_lag_seconds', { statistic });
    await expect.poll(() => lag(render(), 'max'), { timeout: 10_000 }).toBeGreaterThan(0);
    const text = render();
    expect(sampleValue(text, 'overdue_build_info', { version: '1.2.3', node: process.versions.node })).toBe(
      1,
    );
    expect(sampleValue(text, 'process_uptime_seconds')).toBeGreaterThan(0);
    expect(sampleValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(sampleValue(text, 'process_heap_used_bytes')).toBeGreaterThan(1e5);
    for (const statistic of ['p50', 'p99', 'max']) expect(lag(text, statistic)).toBeLessThan(5);
  });

  test('counting is cheap enough for every ping', () => {
    const { pings, pingResponseSeconds } = create();
    const rounds = 1_000_000;
    const takenMs = processorMs(() => {
      for (let round = 0; round < rounds; round += 1) {
        pings.end.inc();
        pingResponseSeconds.observe(0.003);
      }
    });
    expect((takenMs * 1e6) / rounds).toBeLessThan(500);
  });
});
