import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../../database/unavailable.ts';
import {
  type Backlog,
  initialRoute,
  mustWait,
  outageLine,
  type Route,
  type RouteEvent,
  type RouteState,
  type RouteStep,
  reduceRoute,
  usesSpool,
} from './storage-route.ts';

const NOW = 100_000;
const NEVER = Number.NEGATIVE_INFINITY;
const NOTHING: Backlog = { spooled: 0, oldestAt: NOW, queuedFrom: null, isClear: true };
const EMPTY = { pings: 0, bytes: 0, oldestAt: null };
const START = initialRoute(EMPTY, 100);

function on(route: Route, more: Partial<RouteState> = {}): RouteState {
  return { ...START, route, catchUpFrom: NOW, ...more };
}

function queueApplied(backlog: Partial<Backlog>, now = NOW): RouteEvent {
  return { kind: 'queue_applied', backlog: { ...NOTHING, ...backlog }, now };
}

function lost(error: unknown = new DatabaseUnavailable('away')): RouteEvent {
  return { kind: 'lost', error, now: NOW };
}

function kinds({ effects }: RouteStep): readonly string[] {
  return effects.map(({ kind }) => kind);
}

describe('the effect of the backlog', () => {
  test.each<readonly [rule: string, from: Route, backlog: Partial<Backlog>, to: Route]>([
    ['nothing is left anywhere', 'replaying', {}, 'storing'],
    ['nothing is left anywhere after new pings have waited', 'catching_up', {}, 'storing'],
    ['the database is back, and much is left', 'spooling', { spooled: 501 }, 'replaying'],
    ['little is left here', 'spooling', { spooled: 500 }, 'catching_up'],
    [
      'little is left here, and another node is far behind',
      'replaying',
      { isClear: false, oldestAt: NOW - 2001 },
      'replaying',
    ],
    ['nobody is far behind', 'replaying', { isClear: false, oldestAt: NOW - 2000 }, 'catching_up'],
    [
      'pings are left that came before those that wait',
      'catching_up',
      { isClear: false, queuedFrom: NOW - 1 },
      'catching_up',
    ],
    [
      'another node has kept pings that came after those that wait',
      'catching_up',
      { isClear: false, queuedFrom: NOW },
      'catching_up',
    ],
    ['another node may keep pings', 'catching_up', { isClear: false }, 'catching_up'],
  ])('follows the backlog if %s', (_rule, from, backlog, to) => {
    expect(reduceRoute(on(from), queueApplied(backlog)).state.route).toBe(to);
  });

  test('pings in the queue are replayed first after a start, when all new pings would otherwise wait', () => {
    const { state } = reduceRoute(START, queueApplied({ isClear: false, queuedFrom: NOW - 10 }));
    expect(state.route).toBe('replaying');
  });

  test('the return to the storing route forgets the outage, and logs its end once', () => {
    const step = reduceRoute(
      on('replaying', { isOutageLogged: true, nodesAliveFrom: NOW }),
      queueApplied({}),
    );
    expect(kinds(step)).toEqual(['release', 'log_recovery']);
    expect(step.state).toMatchObject({ nodesAliveFrom: Number.POSITIVE_INFINITY, isOutageLogged: false });
    expect(kinds(reduceRoute(on('replaying'), queueApplied({})))).toEqual(['release']);
  });
});

describe('catching up', () => {
  test('begins at a step that all nodes share, with a time limit', () => {
    const step = reduceRoute(
      on('replaying', { catchUpFrom: NEVER }),
      queueApplied({ isClear: false }, NOW + 1),
    );
    expect(step.state).toMatchObject({ catchUpFrom: NOW + 250, attempt: 1 });
    expect(step.effects).toEqual([
      { kind: 'set_time_limit', attempt: 1, from: NOW + 250 },
      { kind: 'replay' },
    ]);
    const early = reduceRoute(on('replaying'), queueApplied({ isClear: false }, NOW)).state;
    expect(early.catchUpFrom).toBe(NOW);
  });

  test('two nodes that begin at different steps agree on the later one', () => {
    const queued = (catchUpFrom: number, queuedFrom: number | null) =>
      reduceRoute(on('catching_up', { catchUpFrom }), queueApplied({ isClear: false, queuedFrom }));
    const [early, late] = [NOW, NOW + 250];
    // The node that begins later spools pings until its step. The node that begins earlier finds one of these pings in the queue.
    const adopted = queued(early, late - 1);
    expect(adopted.state).toMatchObject({ catchUpFrom: late, attempt: 1 });
    expect(kinds(adopted)).toEqual(['set_time_limit', 'replay', 'release']);
    expect(queued(early, early).state.catchUpFrom).toBe(late);
    // Queued pings from before a node's own step don't postpone the step.
    expect(queued(late, late - 1)).toEqual({
      state: on('catching_up', { catchUpFrom: late }),
      effects: [],
    });
    expect(queued(late, null).state.catchUpFrom).toBe(late);
  });

  test('ends with its time limit, unless another attempt has begun', () => {
    const state = on('catching_up', { attempt: 2 });
    expect(reduceRoute(state, { kind: 'catch_up_timed_out', attempt: 2 }).state.route).toBe('replaying');
    expect(reduceRoute(state, { kind: 'catch_up_timed_out', attempt: 1 }).state).toBe(state);
    expect(
      reduceRoute(on('storing', { attempt: 2 }), { kind: 'catch_up_timed_out', attempt: 2 }).state.route,
    ).toBe('storing');
  });

  test('pings that arrive at or after `catchUpFrom` wait', () => {
    expect(mustWait(on('catching_up'), NOW)).toBe(true);
    expect(mustWait(on('catching_up'), NOW - 1)).toBe(false);
    for (const route of ['storing', 'spooling', 'replaying'] as const)
      expect(mustWait(on(route), NOW)).toBe(false);
  });
});

describe('the start', () => {
  test('all new pings wait after a start with an empty spool, until other nodes are known to keep no pings', () => {
    const step = reduceRoute(START, { kind: 'started' });
    expect(step.state.route).toBe('catching_up');
    expect(mustWait(step.state, 0)).toBe(true);
    expect(step.effects).toEqual([{ kind: 'set_time_limit', attempt: 1, from: NEVER }, { kind: 'replay' }]);
  });

  test('pings of a previous process come first', () => {
    const state = initialRoute({ pings: 3, bytes: 0, oldestAt: NOW }, 100);
    expect(state).toMatchObject({ route: 'replaying', nodesAliveFrom: NOW - 10_000 });
    expect(kinds(reduceRoute(state, { kind: 'started' }))).toEqual(['replay']);
  });
});

describe('a lost database', () => {
  test.each(['storing', 'replaying', 'catching_up'] as const)('leads from %s to the spool', (route) => {
    const step = reduceRoute(on(route), lost());
    expect(step.state).toMatchObject({
      route: 'spooling',
      nodesAliveFrom: NOW - 10_000,
      isOutageLogged: true,
    });
    expect(kinds(step)).toEqual(['release', 'replay', 'log_outage']);
  });

  test('is logged once per outage', () => {
    const { state } = reduceRoute(on('storing'), lost());
    expect(reduceRoute(state, lost()).effects).toEqual([]);
    const back = reduceRoute(state, { kind: 'stored' });
    expect(kinds(back)).toEqual(['log_recovery']);
    expect(reduceRoute(back.state, { kind: 'stored' }).effects).toEqual([]);
    expect(kinds(reduceRoute(back.state, lost()))).toContain('log_outage');
    expect(outageLine(new DatabaseUnavailable('away')).level).toBe('warn');
    expect(outageLine(new Error('broken')).level).toBe('error');
  });

  test('each failed replay halves the chunk, and each chunk moved to the queue doubles the chunk', () => {
    const failed: RouteEvent = { kind: 'replay_failed', error: new Error('broken'), now: NOW };
    const twice = reduceRoute(reduceRoute(on('replaying'), failed).state, failed).state;
    expect(twice).toMatchObject({ chunk: 25, route: 'spooling' });
    expect(reduceRoute({ ...twice, chunk: 1 }, failed).state.chunk).toBe(1);
    expect(reduceRoute(twice, { kind: 'enqueued' }).state.chunk).toBe(50);
    expect(reduceRoute({ ...twice, chunk: 80 }, { kind: 'enqueued' }).state.chunk).toBe(100);
  });

  test('pings in doubt go through the queue, which knows their tickets', () => {
    expect(reduceRoute(on('storing'), { kind: 'in_doubt' }).state.route).toBe('replaying');
    expect(reduceRoute(on('catching_up'), { kind: 'in_doubt' }).state.route).toBe('replaying');
    expect(reduceRoute(on('spooling'), { kind: 'in_doubt' }).state.route).toBe('spooling');
  });
});

describe('other nodes', () => {
  test('pings in the spool of another node come first', () => {
    const kept = reduceRoute(on('storing'), { kind: 'would_overtake', isSpooled: true }).state;
    expect(kept.route).toBe('replaying');
    const maybe = reduceRoute(on('storing'), { kind: 'would_overtake', isSpooled: false }).state;
    expect(maybe).toMatchObject({ route: 'catching_up', catchUpFrom: NEVER });
    expect(mustWait(maybe, 0)).toBe(true);
  });

  test('pings found in the queue end the storing route, but no other route', () => {
    expect(reduceRoute(on('storing'), { kind: 'queue_found' }).state.route).toBe('replaying');
    for (const route of ['spooling', 'replaying', 'catching_up'] as const)
      expect(reduceRoute(on(route), { kind: 'queue_found' }).state.route).toBe(route);
  });

  test.each<readonly [Route, boolean]>([
    ['spooling', true],
    ['replaying', true],
    ['catching_up', false],
    ['storing', false],
  ])('an announcement on the route %s lasts: %s', (route, lasts) => {
    const begun = reduceRoute(on(route), { kind: 'announcing' }).state;
    expect(usesSpool(begun, 0, NOW)).toBe(true);
    const { isAnnouncing, isAnnounced } = reduceRoute(begun, { kind: 'announced' }).state;
    expect([isAnnouncing, isAnnounced]).toEqual([false, lasts]);
  });

  test('an announcement ends when the route changes to catching up or storing', () => {
    const state = on('spooling', { isAnnounced: true });
    expect(reduceRoute(state, queueApplied({ spooled: 501 })).state.isAnnounced).toBe(true);
    expect(reduceRoute(state, queueApplied({ spooled: 1 })).state.isAnnounced).toBe(false);
    expect(reduceRoute(state, queueApplied({})).state.isAnnounced).toBe(false);
  });

  test('a node uses its spool, unless the spool is empty and new pings go to the database or wait in memory', () => {
    expect(usesSpool(on('storing'), 0, NOW)).toBe(false);
    expect(usesSpool(on('storing'), 1, NOW)).toBe(true);
    expect(usesSpool(on('catching_up'), 0, NOW)).toBe(false);
    expect(usesSpool(on('catching_up'), 0, NOW - 1)).toBe(true);
    for (const route of ['spooling', 'replaying'] as const) expect(usesSpool(on(route), 0, NOW)).toBe(true);
  });
});

test('a stop changes the route to spooling, and releases the pings that wait in memory', () => {
  for (const route of ['storing', 'replaying', 'catching_up'] as const) {
    const step = reduceRoute(on(route), { kind: 'stopped' });
    expect(step.state.route).toBe('spooling');
    expect(kinds(step)).toContain('release');
  }
});
