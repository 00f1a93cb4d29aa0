import { createFakeClock, createSeededRandom } from '../fake-clock.ts';
import { listOutbox } from '../store/outbox.ts';
import { makeTeam } from '../store/suite/fixtures.ts';
import { type Evidence, findAlertContradictions, isOutstanding } from './alert-oracle.ts';
import { startNotifier } from './alert-report.ts';
import { type OpenDisk, openSqliteDisk } from './disk.ts';
import { type EndState, endStateOf } from './end-state.ts';
import { createFaults } from './faults.ts';
import { openHost } from './host.ts';
import { createJobs } from './jobs.ts';
import { createOnCall, setUpTeam } from './on-call.ts';
import { createOperators } from './operators.ts';
import { findContradictions, findOverdue, findUnsent } from './oracle.ts';
import { createReceivers, type Receivers } from './receivers.ts';
import { changeRules, type SimulatedJob } from './simulated-job.ts';
import { newCounts, type World } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Starting times: half an hour before a change to or from daylight saving time, and an ordinary night. */
const NIGHTS = [
  Date.UTC(2026, 2, 29, 0, 30),
  Date.UTC(2026, 9, 25, 0, 30),
  Date.UTC(2026, 9, 3, 15, 0),
  Date.UTC(2026, 10, 21, 23, 45),
];
/**
 * Time after which every deadline before the end has been judged: other nodes no longer wait for the pings of a dead process, and a
 * time in which pings were refused is over, although the jobs send no further ping.
 */
const LAST_PINGS_MS = 75 * SECOND;
/** Time without transitions after which the notifier has planned all alerts, on every database. */
const QUIET_MS = 2 * SECOND;
/**
 * Maximum number of final steps. Together, they last longer than leases, mutes, clock changes and pauses of unhealthy channels.
 */
const FINAL_CHECKS_MAX = 60;
const FINAL_CHECK_MS = 30 * SECOND;
export interface SimulationOptions {
  readonly minutes: number;
  /** Whether the wall clock may be set back. Times are then ambiguous, and the oracle checks less. */
  readonly setsClockBack: boolean;
  /** Opens the disk. Default: SQLite. */
  readonly openDisk?: OpenDisk;
  /** Work of the disk that continues after its calls: see {@link createFakeClock}. */
  readonly inProgress?: ReadonlySet<Promise<unknown>>;
  /** Clock offset of each node. Default: one node with the right time. */
  readonly nodesAheadMs?: readonly number[];
  /**
   * Whether mishaps happen at fixed times and never during a call. The simulation is then the same on all databases.
   */
  readonly isReplayable?: boolean;
}

export interface Outcome {
  readonly contradictions: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  /** The complete history as one text. */
  readonly digest: string;
  readonly end: EndState;
}

/** Simulates a lifetime of the service with random mishaps, and compares the result with the acknowledged requests. */
export async function simulate(seed: number, setting: SimulationOptions): Promise<Outcome> {
  const {
    minutes,
    setsClockBack,
    openDisk = openSqliteDisk,
    nodesAheadMs = [0],
    isReplayable = false,
  } = setting;
  const random = createSeededRandom(seed);
  /** Random numbers for decisions that are made a different number of times on each database. */
  const chance = createSeededRandom(seed + 1_000_000);
  const clock = createFakeClock(random.pick(NIGHTS), setting.inProgress);
  const endsAt = clock.monotonic() + minutes * MINUTE;
  const jobs: SimulatedJob[] = [];
  const queue: { readonly at: number; readonly act: () => void | Promise<void> }[] = [];
  const contradictions: string[] = [];
  const counts = newCounts();
  const teamIDs: string[] = [];

  function runLater(delayMs: number, act: () => void | Promise<void>): void {
    queue.push({ at: clock.now() + Math.max(0, Math.round(delayMs)), act });
  }

  const receivers = createReceivers(clock, seed);
  const onCall = createOnCall(clock, receivers);
  // With several nodes, some responses always get lost, because a caller then repeats a request that has already succeeded.
  const errorRate = random.pick(nodesAheadMs.length > 1 ? [0.02] : [0, 0, 0.002, 0.01]);
  const host = openHost({
    clock,
    random: chance,
    disk: await openDisk({ newID: () => chance.uuid(), now: () => clock.now() }),
    nodesAheadMs,
    // All processes get the same name. Otherwise, on a shared database, a new process would wait for the pings of the previous
    // process and judge later.
    newEpoch: isReplayable ? () => 'all lives' : () => chance.uuid(),
    onLost(node) {
      for (const { sent } of jobs)
        for (const ping of sent) if (ping.outcome === 'waiting' && ping.node === node) ping.outcome = 'lost';
    },
    errorRate: isReplayable ? 0 : errorRate,
    startNotifier: (store, ownClock) => startNotifier(store, { clock: ownClock, random: chance, receivers }),
  });

  const world: World = { random, clock, host, jobs, teamIDs, counts, contradictions, runLater };
  const { addMonitor } = createJobs(world);
  const { operate } = createOperators(world);
  const { mishap } = createFaults(world, { setsClockBack, onlyBetweenCalls: isReplayable, operate });

  async function keepAlive(): Promise<void> {
    await host.recoverCrashed();
    await host.boot();
    // With several nodes, dead nodes restart sooner, because their spooled pings delay the other nodes by ten seconds.
    runLater(
      random.pick(nodesAheadMs.length > 1 ? [300, 2000, 4000] : [300, 3000, 4000, 7000, 20_000]),
      keepAlive,
    );
  }

  async function keepBusy(): Promise<void> {
    const process = host.running();
    if (process !== null) await (random.chance(0.6) ? mishap() : operate(process));
    runLater(random.between(2, 150) * SECOND, keepBusy);
  }

  async function keepAnEye(): Promise<void> {
    const process = host.running();
    if (process !== null) {
      contradictions.push(...(await findOverdue(host, jobs, clock.now())));
      contradictions.push(...(await findUnsent(host, teamIDs, clock.now())));
    }
    runLater(10 * SECOND, keepAnEye);
  }

  async function keepOnCall(): Promise<void> {
    const process = host.running();
    if (process !== null) {
      const luck = createSeededRandom(random.between(0, 1_000_000_000));
      void onCall.act(process.store, random.pick(teamIDs), luck).then(() => process.notifier.wake());
      await clock.settle();
    }
    runLater(random.between(2, 40) * SECOND, keepOnCall);
  }

  try {
    const teams: Awaited<ReturnType<typeof makeTeam>>[] = [];
    for (const name of ['red', 'green', 'blue']) teams.push(await makeTeam(host.disk(), name));
    for (const team of teams) {
      teamIDs.push(team.id);
      await setUpTeam(host.disk(), team);
    }
    await host.boot();
    for (let index = 0; index < 14; index += 1) await addMonitor(random.pick(teams));
    runLater(0, keepAlive);
    runLater(20 * SECOND, keepBusy);
    runLater(15 * SECOND, keepAnEye);
    runLater(5 * SECOND, keepOnCall);
    runLater((minutes * MINUTE) / 2, () => addMonitor(random.pick(teams)));
    while (clock.monotonic() < endsAt) {
      queue.sort((a, b) => a.at - b.at);
      const next = queue.shift();
      if (next === undefined) break;
      await clock.advance(Math.min(Math.max(0, next.at - clock.now()), endsAt - clock.monotonic()));
      await host.recoverCrashed();
      await next.act();
      await clock.settle();
      await host.recoverCrashed();
    }
    await host.endFaults();
    for (const job of jobs) if (!job.isDeleted) changeRules(job, null, clock.now());
    await clock.advance(LAST_PINGS_MS);
    await awaitQuiet(world);
    contradictions.push(...(await findOverdue(host, jobs, clock.now())));
    const findings = await findContradictions(host, jobs, clock.now(), setsClockBack);
    contradictions.push(...findings.contradictions);
    const end = await endStateOf(host.disk(), jobs, teamIDs);
    const evidence = { store: host.disk(), teamIDs, known: jobs, receivers, onCall };
    const alerts = await deliverEverything(world, evidence);
    contradictions.push(...alerts.contradictions);
    counts.blind = (await listOutbox(host.disk(), 0, 1_000_000)).filter(
      (row) => row.kind === 'blind_window',
    ).length;
    return {
      contradictions,
      counts: { ...counts, ...findings.judged, ...alerts.counts },
      digest: await digestOf(world, receivers),
      end,
    };
  } finally {
    await host.close();
  }
}

/** Advances the clock until the alerts of all transitions are planned. */
async function awaitQuiet({ clock, host, jobs }: World): Promise<void> {
  for (let second = 0; second < 60; second += 1) {
    const newest = jobs.map(({ record }) => host.disk().listTransitions(record.id, { limit: 1 }));
    const times = (await Promise.all(newest)).flat().map(({ at }) => at);
    if (clock.now() - Math.max(0, ...times) >= QUIET_MS) return;
    await clock.advance(SECOND);
  }
}

/** Repairs all channels, waits until all alerts are sent, and returns contradictions. */
async function deliverEverything({ clock, host, teamIDs }: World, evidence: Evidence) {
  await evidence.onCall.relent(host.disk(), teamIDs);
  for (let check = 0; check < FINAL_CHECKS_MAX && (check < 1 || (await isOutstanding(evidence))); check += 1)
    await clock.advance(FINAL_CHECK_MS);
  return findAlertContradictions(evidence);
}

async function digestOf({ host, jobs }: World, receivers: Receivers): Promise<string> {
  const store = host.disk();
  const all = jobs.map(async ({ record: { id } }) => [
    await store.listEvents(id, { limit: 1_000_000 }),
    await store.listRuns(id, { limit: 1_000_000 }),
    await store.listTransitions(id, { limit: 1_000_000 }),
  ]);
  return JSON.stringify([await Promise.all(all), host.downtimes, receivers.accepted]);
}
