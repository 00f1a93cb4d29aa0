import { describe, expect, test } from 'vitest';
import { DEFAULT_VIEW, type ListView } from './list-view.ts';
import {
  createOrdering,
  type FilteredRows,
  filterRows,
  type ListedMonitor,
  orderRows,
  type Row,
} from './monitor-rows.ts';

let number = 0;
function sampleMonitor(fields: Partial<ListedMonitor>): ListedMonitor {
  number += 1;
  return {
    kind: 'cron',
    shortID: `m${number}`,
    name: `job ${number}`,
    description: '',
    tags: [],
    pingURL: `https://overdue.example.com/ping/PING${number}x`,
    projectShortID: 'p1',
    status: 'up',
    severity: 'normal',
    nextExpectedAt: '2026-11-21T12:30:00.000Z',
    lastPingAt: '2026-11-21T11:30:00.000Z',
    createdAt: '2026-11-01T00:00:00.000Z',
    downSince: null,
    lastFailureAt: null,
    failureStreak: 0,
    incident: null,
    ...fields,
  };
}

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const NAMES = new Map([
  ['p1', 'Billing'],
  ['p2', 'Analytics'],
]);

function list(monitors: readonly ListedMonitor[], view: ListView): FilteredRows<ListedMonitor> {
  return filterRows(orderRows(monitors, { sort: view.sort, now: NOW, projectNames: NAMES }), view);
}

function shown(monitors: readonly ListedMonitor[], view: Partial<ListView> = {}): readonly string[] {
  return list(monitors, { ...DEFAULT_VIEW, ...view }).rows.map(({ monitor }) => monitor.name);
}

describe('the order "worst first"', () => {
  test('rows are sorted by status, then by severity, duration and name, and unacknowledged down monitors come first, the newest at the top', () => {
    const monitors = [
      sampleMonitor({ name: 'up b' }),
      sampleMonitor({ name: 'up a' }),
      sampleMonitor({ name: 'paused', status: 'paused' }),
      sampleMonitor({ name: 'new', status: 'new', nextExpectedAt: null }),
      sampleMonitor({ name: 'late 5 min', nextExpectedAt: '2026-11-21T11:55:00.000Z' }),
      sampleMonitor({ name: 'low', severity: 'low', nextExpectedAt: '2026-11-21T11:50:00.000Z' }),
      sampleMonitor({
        name: 'critical',
        severity: 'critical',
        status: 'down',
        downSince: '2026-11-21T09:00:00.000Z',
      }),
      sampleMonitor({ name: 'late 9 min', nextExpectedAt: '2026-11-21T11:51:00.000Z' }),
      sampleMonitor({ name: 'failing', status: 'failing', lastFailureAt: '2026-11-21T11:00:00.000Z' }),
      sampleMonitor({ name: 'down 1 h', status: 'down', downSince: '2026-11-21T11:00:00.000Z' }),
      sampleMonitor({ name: 'down 2 h', status: 'down', downSince: '2026-11-21T10:00:00.000Z' }),
      sampleMonitor({
        name: 'down 5 min, acknowledged',
        status: 'down',
        downSince: '2026-11-21T11:55:00.000Z',
        incident: { acknowledgedAt: '2026-11-21T11:56:00.000Z' },
      }),
    ];
    expect(shown(monitors)).toEqual([
      'critical',
      'down 1 h',
      'down 2 h',
      'down 5 min, acknowledged',
      'failing',
      'late 9 min',
      'late 5 min',
      'low',
      'new',
      'paused',
      'up a',
      'up b',
    ]);
  });
});

test.each([
  ['name', ['job 2', 'job 10', 'zeta']],
  ['nameDescending', ['zeta', 'job 10', 'job 2']],
  ['project', ['job 10', 'job 2', 'zeta']],
  ['next', ['zeta', 'job 10', 'job 2']],
  ['last', ['job 2', 'zeta', 'job 10']],
  ['lastAscending', ['zeta', 'job 2', 'job 10']],
  ['streak', ['zeta', 'job 2', 'job 10']],
  ['created', ['job 10', 'job 2', 'zeta']],
] as const)('the rows can be sorted by %s', (sort, expected) => {
  const monitors = [
    sampleMonitor({ name: 'zeta', failureStreak: 2, createdAt: '2026-10-01T00:00:00.000Z' }),
    sampleMonitor({
      name: 'job 10',
      projectShortID: 'p2',
      lastPingAt: '',
      nextExpectedAt: '2026-11-21T13:00:00.000Z',
      createdAt: '2026-11-03T00:00:00.000Z',
    }),
    sampleMonitor({
      name: 'job 2',
      nextExpectedAt: null,
      lastPingAt: '2026-11-21T11:59:00.000Z',
      createdAt: '2026-11-02T00:00:00.000Z',
    }),
  ];
  expect(shown(monitors, { sort })).toEqual(expected);
});

describe('the search', () => {
  const monitors = [
    sampleMonitor({ name: 'PG dump', tags: ['prod', 'Backup'], description: 'Runbook: wiki/pg' }),
    sampleMonitor({
      name: 'invoices',
      tags: ['prod'],
      pingURL: 'https://overdue.example.com/base/ping/AbC123',
    }),
  ];
  test.each([
    ['pg', ['PG dump']],
    ['BACKUP', ['PG dump']],
    ['wiki', ['PG dump']],
    ['abc123', ['invoices']],
    ['bC12', ['invoices']],
    // Shorter parts of an ID find nothing, because they would match many IDs by chance.
    ['c12', []],
    ['prod', ['PG dump', 'invoices']],
    ['prod dump', ['PG dump']],
    ['  ', ['PG dump', 'invoices']],
    // The search ignores the host of the ping URL.
    ['example', []],
  ])('for "%s" finds %j', (q, expected) =>
    expect([...shown(monitors, { q })].sort()).toEqual([...expected].sort()),
  );
});

describe('filters', () => {
  const monitors = [
    sampleMonitor({ name: 'a', projectShortID: 'p1', tags: ['x', 'y'], severity: 'high' }),
    sampleMonitor({ name: 'b', projectShortID: 'p2', tags: ['x'], status: 'down' }),
    sampleMonitor({ name: 'c', projectShortID: 'p2', tags: [], nextExpectedAt: '2026-11-21T11:59:59.999Z' }),
  ];
  test('match any project, status and severity, and all tags', () => {
    expect(shown(monitors, { projects: ['p2'] })).toEqual(['b', 'c']);
    expect(shown(monitors, { projects: ['p1', 'p2'] })).toHaveLength(3);
    expect(shown(monitors, { statuses: ['late', 'up'] })).toEqual(['c', 'a']);
    expect(shown(monitors, { tags: ['x', 'y'] })).toEqual(['a']);
    expect(shown(monitors, { severities: ['high', 'critical'] })).toEqual(['a']);
    expect(shown(monitors, { severities: ['normal'] })).toHaveLength(2);
  });

  test('the counts apply every filter except the status filter', () => {
    const view: ListView = { ...DEFAULT_VIEW, tags: ['x'], statuses: ['down'] };
    const { counts, rows } = list(monitors, view);
    expect(rows).toHaveLength(1);
    expect(counts).toEqual({ down: 1, failing: 0, late: 0, new: 0, paused: 0, up: 1 });
  });
});

test('the next change is when the first healthy monitor becomes late', () => {
  const monitors = [
    sampleMonitor({ nextExpectedAt: '2026-11-21T12:00:01.000Z', status: 'down' }),
    sampleMonitor({ nextExpectedAt: '2026-11-21T11:59:00.000Z' }),
    sampleMonitor({ nextExpectedAt: '2026-11-21T12:05:00.000Z' }),
  ];
  const how = { sort: 'worst', now: NOW, projectNames: NAMES } as const;
  expect(orderRows(monitors, how).nextChangeAt).toBe(Date.parse('2026-11-21T12:05:00.000Z'));
  expect(orderRows([], how).nextChangeAt).toBeNull();
});

test('an updated list has the same order as a new one', () => {
  const order = createOrdering();
  const statuses = ['up', 'down', 'paused', 'failing'] as const;
  let monitors: readonly ListedMonitor[] = Array.from({ length: 60 }, (_, n) =>
    sampleMonitor({
      shortID: `m${n}`,
      name: `job ${(n * 37) % 60}`,
      nextExpectedAt: new Date(NOW + n * 1000).toISOString(),
    }),
  );
  for (let step = 0; step < 40; step += 1) {
    const changed = monitors.map((monitor, n) =>
      (n * 7 + step) % 11 === 0
        ? { ...monitor, status: statuses[(n + step) % 4] ?? 'up', name: `job ${(n * step) % 60}` }
        : monitor,
    );
    // Each step removes a monitor, adds one, and lets some become late.
    monitors = [...changed.slice(1), sampleMonitor({ shortID: `new${step}`, name: `job ${step}` })];
    const ordering = {
      sort: step % 13 === 12 ? 'name' : 'worst',
      now: NOW + step * 500,
      projectNames: NAMES,
    } as const;
    const names = ({ rows }: { readonly rows: readonly Row<ListedMonitor>[] }) =>
      rows.map(({ monitor, status }) => `${status} ${monitor.name} ${monitor.shortID}`);
    const living = order(monitors, ordering);
    const anew = orderRows(monitors, ordering);
    expect(names(living)).toEqual(names(anew));
    expect(living.nextChangeAt).toBe(anew.nextChangeAt);
  }
});
