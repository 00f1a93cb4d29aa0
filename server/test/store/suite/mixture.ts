import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { NO_FILTER, type PingFilter } from '@overdue/domain/ping/ping-filter.ts';
import { describe, expect, test } from 'vitest';
import { PRUNE_START, type PrunePosition } from '../../../src/core/operations.ts';
import type { BatchInput } from '../../../src/database/records.ts';
import type { Store } from '../../../src/store/store.ts';
import { isLongRun } from '../../length.ts';
import {
  command,
  createBlindWindow,
  eachTest,
  HOUR,
  MINUTE,
  makeMonitor,
  makeTeam,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

const SEEDS = isLongRun ? [1, 2, 3, 4] : [1];
const STEPS = 120;
const TYPES = ['ping', 'start', 'fail', 'end', 'log', 'start', 'end'] as const;
const TIMES = [
  { type: 'cron', cron: '*/5 * * * *' },
  { type: 'cron', cron: '* * * * *' },
  { type: 'cron', cron: '7,9 * * * *' },
  { type: 'oncalendar', onCalendar: '*:0/3\n*:7:30 UTC' },
] as const;

const FILTERS: readonly (PingFilter | null)[] = [
  null,
  { ...NO_FILTER, methods: 'POST' },
  { ...NO_FILTER, searchHTTPBody: true, successKeywords: '\0\0\0\0', startKeywords: '\0\0' },
];

/** Returns a function that generates pseudorandom integers below `count`, the same for the same seed. */
function randomly(seed: number): (count: number) => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return (count) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % count;
  };
}

type Pick = ReturnType<typeof randomly>;

function anyRules(pick: Pick): MonitorRules {
  const graceMs = pick(4) * 2 * MINUTE;
  return {
    kind: 'cron',
    schedule:
      pick(2) === 0
        ? { type: 'interval', intervalMs: (1 + pick(5)) * MINUTE, timezone: 'UTC', graceMs }
        : { ...(TIMES[pick(TIMES.length)] ?? TIMES[0]), timezone: 'Europe/Riga', graceMs },
    maxRunMs: [null, MINUTE / 2, 90 * MINUTE][pick(3)] ?? null,
    alertAfterFailures: 1 + pick(3),
    recoverAfterSuccesses: 1 + pick(2),
    manualResume: pick(2) === 0,
    pingFilter: FILTERS[pick(FILTERS.length)] ?? null,
  };
}

function anyInput(pick: Pick, monitorID: number, at: number): BatchInput {
  const kind = pick(30);
  if (kind === 0) return command(monitorID, { kind: 'pause', at });
  if (kind === 1) return command(monitorID, { kind: 'resume', at });
  if (kind === 2) return command(monitorID, { kind: 'edit', at, rules: anyRules(pick) });
  const rid = pick(3) === 0 ? `rid-${pick(20)}` : null;
  const body = pick(3) === 0 ? new Uint8Array(pick(30)) : null;
  return ping(monitorID, TYPES[pick(TYPES.length)] ?? 'ping', at, { rid, request: { body } });
}

async function hide(store: Store, from: number, to: number): Promise<void> {
  const window = await createBlindWindow(store, from, to);
  for (let afterID: number | null = 0; afterID !== null; ) {
    const step: Awaited<ReturnType<Store['listMonitorsExpectedBefore']>> =
      await store.listMonitorsExpectedBefore({ to }, afterID, 2);
    await store.apply(step.ids.map((id) => command(id, { kind: 'blind_window', at: to, window })));
    afterID = step.next;
  }
  await store.settleBlindWindow(window.id, to);
}

async function pruneSome(store: Store, pick: Pick, now: number): Promise<void> {
  const policy = {
    now,
    monitorsPerStep: 2,
    oldBefore: now - pick(6 * HOUR),
    keptPerMonitor: [1, 5, 120][pick(3)] ?? 1,
    rowsPerStep: 20 + pick(60),
  };
  for (let from: PrunePosition | null = PRUNE_START; from !== null; ) {
    from = (await store.prune(policy, from)).next;
  }
}

export function describeMixture(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('random events in random order', () => {
    test.each(SEEDS)('the data is consistent and no history has gaps (seed %i)', async (seed) => {
      const { store } = database;
      const pick = randomly(seed);
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const ids: number[] = [];
      const add = async (name: string) => {
        ids.push((await makeMonitor(store, { teamID, projectID, name, rules: anyRules(pick) })).id);
      };
      for (const name of ['a', 'b', 'c']) await add(name);
      let now = NOON;
      for (let step = 0; step < STEPS; step += 1) {
        now += pick(4) === 0 ? pick(20 * MINUTE) : pick(MINUTE);
        const act = pick(20);
        if (act === 0) await add(`more-${step}`);
        else if (act === 1 && ids.length > 2)
          await store.deleteMonitors([ids.splice(pick(ids.length), 1)[0] ?? 0], now);
        else if (act < 4) await pruneSome(store, pick, now);
        else if (act === 4) await hide(store, now - MINUTE - pick(HOUR), now);
        const inputs = Array.from({ length: 1 + pick(25) }, () =>
          anyInput(pick, ids[pick(ids.length)] ?? 0, now + pick(3)),
        );
        const outcomes =
          act < 8
            ? (await store.applyDeadlines(now, 10, new Set())).map(({ applied }) => applied)
            : await store.apply(inputs);
        for (const applied of outcomes) expect(applied).toMatchObject({ outcome: 'applied' });
        if (step % 20 === 0) expect(await store.check(5), `step ${step}`).toEqual([]);
      }
      for (const id of ids) {
        const events = (await store.listEvents(id, { limit: 10_000 })).map(({ number }) => number);
        expect(events).toEqual(events.map((_, index) => (events[0] ?? 0) - index));
        const runs = await store.listRuns(id, { limit: 10_000 });
        expect(runs.map(({ seq }) => seq)).toEqual(runs.map((_, index) => (runs[0]?.seq ?? 0) - index));
        for (const { runSeq, runID } of await store.listTransitions(id, { limit: 10_000 })) {
          expect(runID).toBe(runs.find(({ seq }) => seq === runSeq)?.runID ?? null);
        }
      }
    });
  });
}
