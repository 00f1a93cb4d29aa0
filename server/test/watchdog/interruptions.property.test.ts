import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import { expect, test } from 'vitest';
import { createSeededRandom, type SeededRandom } from '../fake-clock.ts';
import { isLongRun } from '../length.ts';
import { applyOne, makeMonitor, makeTeam, NOON, ping } from '../store/suite/fixtures.ts';
import { type Bench, type Core, openBench, pathOf, statesOf } from './core.ts';

const SECOND = 1000;
const GRACE_MS = 3 * SECOND;
/** Jobs report at most this late, so that a report after a quick restart still belongs to its own occurrence. */
const JITTER_MS = 2000;
const RETRY_MS = 500;
/** How long a job retries. Longer than the gap of a quick restart. */
const PATIENCE_MS = 7 * SECOND;
const COURSE_MS = 240 * SECOND;
const SEEDS = Array.from({ length: isLongRun ? 60 : 8 }, (_, index) => index + 1);
/** Time after the last interruption by which a missed run must be noticed: its postponement, and the end of an interval. */
const NOTICED_MS = 60 * SECOND;

const SCHEDULES = {
  interval: { type: 'interval', intervalMs: 10 * SECOND, timezone: 'UTC', graceMs: GRACE_MS },
  cron: { type: 'cron', cron: '*/10 * * * * *', timezone: 'UTC', graceMs: GRACE_MS },
  oncalendar: { type: 'oncalendar', onCalendar: '*:*:0/10', timezone: 'UTC', graceMs: GRACE_MS },
} as const satisfies Record<string, Schedule>;

type Interruption = { readonly ms: number } & (
  | { readonly kind: 'away' }
  | { readonly kind: 'stall'; readonly isSilent: boolean }
);

function randomInterruption(random: SeededRandom): Interruption {
  if (random.chance(0.6)) return { kind: 'away', ms: random.pick([350, 1200, 3500, 4900, 5100, 9000]) };
  const isSilent = random.chance(0.4);
  return { kind: 'stall', isSilent, ms: random.pick([600, 2500, 4500, 7000, 20_000, 33_000]) };
}

/** A process whose connections wait in the system's queue while it stands still, and are refused while it is away. */
function createHost(bench: Bench, random: SeededRandom) {
  const { clock } = bench;
  let core: Core | null = null;
  let silenceMs = 0;
  let queued: (() => void)[] = [];

  async function start(): Promise<void> {
    bench.hook = (_method, call) => call();
    const read = () => {
      for (const arrive of queued.splice(0)) arrive();
      return Promise.resolve(true);
    };
    const takeSilence = () => {
      const silence = silenceMs;
      silenceMs = 0;
      return silence;
    };
    core = await bench.start({ queue: { mark() {}, read }, takeSilence });
  }

  return {
    start,
    core: () => core,
    /** Sends a ping. Resolves with false if the service is away. */
    send(monitorID: number, type: 'ping' | 'start' | 'end', rid: string | null): boolean {
      if (core === null) return false;
      void core.ingest.submit(ping(monitorID, type, clock.now(), { rid }));
      return true;
    },
    async interrupt(interruption: Interruption, arriving: () => readonly (() => void)[]): Promise<void> {
      if (interruption.kind === 'stall') {
        if (interruption.isSilent) silenceMs = interruption.ms;
        clock.stall(interruption.ms - 1);
        queued = [...arriving()];
        clock.stall(1);
        await clock.settle();
        return;
      }
      // A kill writes nothing.
      core = null;
      clock.dropTimers();
      bench.hook = () => new Promise(() => {});
    },
    random,
  };
}

/** A job with its own rhythm, which retries a report for a few seconds. */
interface Job {
  readonly monitorID: number;
  readonly kind: keyof typeof SCHEDULES;
  dueAt: number;
  retryUntil: number;
}

function nextDue(job: Job, random: SeededRandom): number {
  const jitter = random.between(0, JITTER_MS);
  if (job.kind === 'interval') return job.dueAt + 10 * SECOND + jitter;
  return (Math.floor(job.dueAt / (10 * SECOND)) + 1) * 10 * SECOND + jitter;
}

test.each(SEEDS)(
  'no interruption makes the report of a job a missed run, and a silent job is noticed: seed %i',
  async (seed) => {
    const random = createSeededRandom(seed);
    const bench = await openBench();
    const { store, clock } = bench;
    const team = await makeTeam(store, 'jobs');
    const make = (name: string, schedule: Schedule) =>
      makeMonitor(store, { teamID: team.id, projectID: team.projectID, name, rules: { schedule } });
    const jobs: Job[] = [];
    const silent: number[] = [];
    for (const kind of ['interval', 'cron', 'oncalendar'] as const) {
      const { id } = await make(kind, SCHEDULES[kind]);
      await applyOne(store, ping(id, 'ping', NOON));
      jobs.push({ monitorID: id, kind, dueAt: NOON, retryUntil: 0 });
      const quiet = await make(`silent ${kind}`, SCHEDULES[kind]);
      await applyOne(store, ping(quiet.id, 'ping', NOON));
      silent.push(quiet.id);
    }
    for (const job of jobs) job.dueAt = nextDue(job, random);
    const host = createHost(bench, random);
    await host.start();

    function report(job: Job): void {
      if (clock.now() < job.dueAt) return;
      const firstTry = job.retryUntil === 0;
      if (firstTry) job.retryUntil = job.dueAt + PATIENCE_MS;
      if (host.send(job.monitorID, 'ping', null) || clock.now() > job.retryUntil) {
        job.dueAt = nextDue(job, random);
        job.retryUntil = 0;
      }
    }

    /** Lets time pass. Jobs report, and retry while the service is away. */
    async function live(ms: number): Promise<void> {
      const until = clock.now() + ms;
      while (clock.now() < until) {
        await clock.advance(Math.min(RETRY_MS, until - clock.now()));
        for (const job of jobs) report(job);
        await clock.settle();
      }
    }

    while (clock.now() < NOON + COURSE_MS) {
      await live(random.pick([600, 1500, 4000, 12_000]));
      const interruption = randomInterruption(random);
      // The system queues the reports of a stall, in the order of the occurrences.
      await host.interrupt(interruption, () =>
        jobs.map((job) => () => {
          while (clock.now() >= job.dueAt) report(job);
        }),
      );
      if (interruption.kind === 'away') {
        await live(interruption.ms);
        await host.start();
      }
      for (const { monitorID, kind } of jobs)
        expect(await pathOf(store, { id: monitorID }), `${kind} ${clock.now() - NOON}`).toBe('new>up');
    }
    await live(NOTICED_MS);
    for (const { monitorID } of jobs) {
      expect(await pathOf(store, { id: monitorID })).toBe('new>up');
      expect(await statesOf(store, { id: monitorID })).not.toContain('missed');
    }
    for (const id of silent) expect(await pathOf(store, { id })).toBe('new>up up>down');
  },
);
