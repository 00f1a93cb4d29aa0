import type { Command } from '../../src/domain/decision/command.ts';
import type { Rules } from '../../src/domain/monitor-rules.ts';
import type { PingType } from '../../src/domain/ping/ping.ts';
import { occurrenceAfter } from '../../src/domain/schedule/occurrences.ts';
import type { Schedule } from '../../src/domain/schedule/schedule.ts';
import { createFakeClock, createSeededRandom } from '../fake-clock.ts';
import { listOutbox } from '../store/outbox.ts';
import { makeTeam, newMonitor, ping } from '../store/suite/fixtures.ts';
import { findAlertContradictions, isOutstanding } from './alert-oracle.ts';
import { startNotifier } from './alert-report.ts';
import { type OpenDisk, openSqliteDisk } from './disk.ts';
import { type EndState, endStateOf } from './end-state.ts';
import { openHost } from './host.ts';
import type { Running } from './node.ts';
import { createOnCall, mutedFor, PLAIN_TEAM, setUpTeam } from './on-call.ts';
import { findContradictions, findOverdue, findUnsent } from './oracle.ts';
import { createReceivers } from './receivers.ts';
import { changeRules, type Manner, type Sent, type SimulatedJob } from './story.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Starting times: half an hour before a change to or from daylight saving time, and an ordinary night. */
const NIGHTS = [
  Date.UTC(2026, 2, 29, 0, 30),
  Date.UTC(2026, 9, 25, 0, 30),
  Date.UTC(2026, 9, 3, 15, 0),
  Date.UTC(2026, 10, 21, 23, 45),
];
/** Time after which other nodes no longer wait for the pings of a dead process. */
const LAST_PINGS_MS = 25 * SECOND;
/** Time without transitions after which the notifier has planned all alerts, on every database. */
const QUIET_MS = 2 * SECOND;
/** Number of final steps, after which leases, pauses of unhealthy channels, mutes and clock changes are over. */
const LAST_LOOKS = 60;
const LAST_LOOK_MS = 30 * SECOND;
const ZONES = ['UTC', 'Europe/Riga', 'Australia/Lord_Howe', 'America/New_York'];
const TIMES = [
  ...['* * * * *', '*/2 * * * *', '*/5 * * * *', '*/20 * * * * *', '7,37 * * * * *', '0,30 2,3 * * *'].map(
    (cron) => ({ type: 'cron', cron }) as const,
  ),
  ...['minutely', '*:*:7,37', '*:0/2 America/New_York', '2..3:0,30\n2..3:10,20 UTC'].map(
    (onCalendar) => ({ type: 'oncalendar', onCalendar }) as const,
  ),
];

export interface Setting {
  readonly minutes: number;
  /** Whether the wall clock may be set back. Times are then ambiguous, and the oracle checks less. */
  readonly turnsBack: boolean;
  /** Opens the disk. Default: SQLite. */
  readonly openDisk?: OpenDisk;
  /** Work of the disk that continues after its calls: see {@link createFakeClock}. */
  readonly inProgress?: ReadonlySet<Promise<unknown>>;
  /** Clock offset of each node. Default: one node with the right time. */
  readonly nodesAheadMs?: readonly number[];
  /**
   * Whether mishaps happen at fixed times and never during a call. The simulation is then the same on all databases.
   */
  readonly isTimed?: boolean;
}

export interface Outcome {
  readonly contradictions: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  /** The complete history as one text. */
  readonly digest: string;
  readonly end: EndState;
}

/** Simulates a lifetime of the service with random mishaps, and compares the result with the acknowledged requests. */
export async function simulate(seed: number, setting: Setting): Promise<Outcome> {
  const { minutes, turnsBack, openDisk = openSqliteDisk, nodesAheadMs = [0], isTimed = false } = setting;
  const random = createSeededRandom(seed);
  /** Random numbers for decisions that are made a different number of times on each database. */
  const chance = createSeededRandom(seed + 1_000_000);
  const clock = createFakeClock(random.pick(NIGHTS), setting.inProgress);
  const endsAt = clock.monotonic() + minutes * MINUTE;
  const known: SimulatedJob[] = [];
  const queue: { readonly at: number; readonly act: () => void | Promise<void> }[] = [];
  const contradictions: string[] = [];
  const counts = {
    pings: 0,
    acknowledged: 0,
    spooled: 0,
    crashes: 0,
    outages: 0,
    jumps: 0,
    commands: 0,
    runs: 0,
    blind: 0,
  };
  let tokens = 0;
  /** Number of requested monitors, including requests whose response was lost. */
  let wishes = 0;
  const teamIDs: string[] = [];

  function later(delayMs: number, act: () => void | Promise<void>): void {
    queue.push({ at: clock.now() + Math.max(0, Math.round(delayMs)), act });
  }

  const receivers = createReceivers(clock, seed);
  const onCall = createOnCall(clock, receivers);
  // With several nodes, lost responses are important: the client repeats a request that has succeeded.
  const errorRate = random.pick(nodesAheadMs.length > 1 ? [0.02] : [0, 0, 0.002, 0.01]);
  const host = openHost({
    clock,
    random: chance,
    disk: await openDisk({ newID: () => chance.uuid(), now: () => clock.now() }),
    nodesAheadMs,
    // On a shared database, a new process waits for the pings of the previous process. The verdicts would then be later, so all
    // processes get the same name.
    newEpoch: isTimed ? () => 'all lives' : () => chance.uuid(),
    onLost(node) {
      for (const { sent } of known)
        for (const one of sent) if (one.outcome === 'waiting' && one.node === node) one.outcome = 'lost';
    },
    errorRate: isTimed ? 0 : errorRate,
    startNotifier: (store, ownClock) => startNotifier(store, { clock: ownClock, random: chance, receivers }),
  });

  // Jobs

  function schedule(): Schedule {
    const graceMs = random.pick([0, 3, 10, 45]) * SECOND;
    const timezone = random.pick(ZONES);
    return random.chance(0.4)
      ? { type: 'interval', intervalMs: random.pick([10, 25, 60, 240]) * SECOND, timezone, graceMs }
      : { ...random.pick(TIMES), timezone, graceMs };
  }

  function someRules(): Rules {
    return {
      schedule: schedule(),
      maxRunMs: random.pick([null, 20 * SECOND, 2 * MINUTE]),
      alertAfterFailures: random.between(1, 3),
      recoverAfterSuccesses: random.between(1, 2),
      manualResume: random.chance(0.5),
      pingFilter: null,
    };
  }

  function send(to: SimulatedJob, type: PingType, rid: string | null, triesLeft: number): void {
    if (to.isDeleted) return;
    const again = () => {
      if (triesLeft > 0) later(random.between(1, 8) * SECOND, () => send(to, type, rid, triesLeft - 1));
    };
    const process = host.running();
    if (process === null) {
      again();
      return;
    }
    tokens += 1;
    counts.pings += 1;
    const at = process.core.clock.now();
    const { node } = process;
    const one: Sent = {
      token: `t${tokens}`,
      type,
      rid,
      at,
      node,
      outcome: 'waiting',
      number: null,
      runID: null,
    };
    to.sent.push(one);
    const isRepeated = rid !== null && random.chance(0.05);
    const input = ping(to.record.id, type, at, { rid, request: { userAgent: one.token } });
    process.core.ingest.submit(input, `key-${to.record.details.name}`).then(
      (applied) => {
        if (one.outcome !== 'waiting') return;
        const isKept = applied.outcome === 'spooled';
        if (isKept || (applied.outcome === 'applied' && applied.event !== null)) {
          one.outcome = 'acknowledged';
          one.number = isKept ? null : (applied.event?.number ?? null);
          one.runID = applied.event?.runID ?? null;
          counts.acknowledged += 1;
          if (isKept) counts.spooled += 1;
          if (isRepeated) later(random.between(0, 3000), () => send(to, type, rid, 0));
        } else {
          one.outcome = 'refused';
          if (applied.outcome === 'failed')
            contradictions.push(`Ping ${one.token} failed: ${String(applied.error)}`);
        }
      },
      () => {
        if (one.outcome !== 'waiting') return;
        one.outcome = 'refused';
        again();
      },
    );
  }

  function runJob(job: SimulatedJob, delayMs: number, gapMs: number): void {
    const endType = random.chance(0.15) ? 'fail' : 'end';
    const tries = random.pick([0, 2, 4]);
    if (job.manner === 'single') {
      later(delayMs, () => send(job, endType === 'fail' ? 'fail' : 'ping', null, tries));
      return;
    }
    counts.runs += 1;
    const rid = job.manner === 'rid' ? `run-${random.uuid()}` : null;
    const lengthMs = random.pick([0, 0.1, 0.3, 0.9, 1.7]) * gapMs;
    const endless = random.chance(0.08);
    if (rid !== null) job.truths.set(rid, endless ? 'open' : endType);
    const overtaken = rid !== null && random.chance(0.03) ? lengthMs + 500 : 0;
    later(delayMs + overtaken, () => send(job, 'start', rid, tries));
    if (!endless) later(delayMs + lengthMs, () => send(job, endType, rid, tries));
  }

  /** Simulates the job's scheduler, independently of the service. */
  function keepRunning(job: SimulatedJob, rules: Rules, firedAt: number): void {
    const next = occurrenceAfter(rules.schedule, firedAt);
    const gapMs = Math.min(occurrenceAfter(rules.schedule, next) - next, 5 * MINUTE);
    later(next - clock.now(), () => {
      if (job.isDeleted) return;
      const { graceMs } = rules.schedule;
      const luck = random.fraction();
      if (luck < 0.8) runJob(job, random.fraction() * Math.min(graceMs, gapMs) * 0.9, gapMs);
      else if (luck < 0.88) runJob(job, graceMs + random.between(1, 5000), gapMs);
      keepRunning(job, rules, Math.max(next, clock.now() - gapMs));
    });
  }

  async function addMonitor(team: { readonly id: string; readonly projectID: number }): Promise<void> {
    const rules = someRules();
    wishes += 1;
    const wish = newMonitor({
      teamID: team.id,
      projectID: team.projectID,
      name: `m${wishes}`,
      rules,
    });
    const at = clock.now();
    const monitor = { ...wish.monitor, state: { ...wish.monitor.state, metUntil: at } };
    const process = host.running();
    const store = process?.store ?? host.disk();
    const created = store.createMonitor({ ...wish, createdAt: at, monitor }, 1_000_000);
    created.then(
      (answer) => {
        if (answer.outcome !== 'created') return;
        const manner: Manner = random.pick(['rid', 'rid', 'plain', 'single']);
        const record = answer.monitor;
        const job: SimulatedJob = {
          record,
          manner,
          sent: [],
          truths: new Map(),
          epochs: [],
          rules,
          rulesSince: clock.now(),
          isDeleted: false,
        };
        known.push(job);
        process?.core.watchdog.wake();
        keepRunning(job, rules, clock.now());
      },
      () => {},
    );
    await clock.settle();
  }

  // Operators

  function commandFor(job: SimulatedJob): Command {
    const at = clock.now();
    const luck = random.fraction();
    if (luck < 0.4) return { kind: 'pause', at };
    if (luck < 0.7) return { kind: 'resume', at };
    return {
      kind: 'edit',
      at,
      rules: random.chance(0.5) ? someRules() : { ...job.record.rules, alertAfterFailures: 2 },
    };
  }

  async function operate(process: Running): Promise<void> {
    counts.commands += 1;
    const job = random.pick(known);
    if (job.isDeleted) return;
    // The rules are unknown until the next read, because the response may be lost.
    changeRules(job, null, clock.now());
    if (random.chance(0.08)) {
      job.isDeleted = true;
      process.store.deleteMonitors([job.record.id], clock.now()).then(
        () => process.core.watchdog.wake(),
        () => {},
      );
    } else {
      const command = commandFor(job);
      const { details, teamID } = job.record;
      const isMuting = command.kind === 'edit' && teamID !== PLAIN_TEAM && random.chance(0.5);
      const muted = isMuting ? { details: { ...details, alerting: mutedFor(clock.now(), random) } } : {};
      process.core.presence
        .beforeCommand()
        .then(() => process.store.apply([{ monitorID: job.record.id, command, ...muted }]))
        .then(
          () => process.core.watchdog.wake(),
          () => {},
        );
    }
    await clock.settle();
    later(2000, () => replanTeam(job));
  }

  /** Resumes half of the paused monitors, so that the watchdog has work. */
  async function replanTeam(job: SimulatedJob): Promise<void> {
    if (job.isDeleted || job.rules !== null) return;
    await clock.settle();
    const found =
      (await host.disk().findMonitors(job.record.teamID, { shortIDs: [job.record.shortID] }))[0] ?? null;
    if (found === null || host.running() === null) return later(5000, () => replanTeam(job));
    if (!found.state.paused) return changeRules(job, found.rules, clock.now());
    later(30_000, async () => {
      const process = host.running();
      const command = { kind: 'resume', at: clock.now() } as const;
      process?.core.presence
        .beforeCommand()
        .then(() => process.store.apply([{ monitorID: job.record.id, command }]))
        .then(
          () => process.core.watchdog.wake(),
          () => {},
        );
      await clock.settle();
      later(2000, () => replanTeam(job));
    });
  }

  // Mishaps

  const pauseMs = () => random.pick([200, 2000, 4500, 5500, 8000, 20_000, 90_000]);
  async function mishap(): Promise<void> {
    const luck = random.fraction();
    if (luck < 0.25) {
      counts.crashes += 1;
      host.kill();
    } else if (luck < 0.55) {
      counts.crashes += 1;
      const [calls, moment] = [random.between(1, 12), random.pick(['before', 'after'] as const)];
      if (isTimed) host.kill();
      else host.armCrash(calls, moment);
    } else if (luck < 0.65) {
      host.stop();
    } else if (luck < 0.8) {
      counts.outages += 1;
      host.loseDatabase();
      later(pauseMs(), () => {
        host.returnDatabase();
        return beHasty();
      });
    } else {
      counts.jumps += 1;
      const ms = pauseMs();
      host.jump(turnsBack && random.chance(0.5) ? -ms : ms);
      await beHasty();
    }
  }

  /** Acts before the watchdog detects the mishap. */
  async function beHasty(): Promise<void> {
    const process = host.running();
    if (process !== null && random.chance(0.3)) await operate(process);
  }

  async function keepAlive(): Promise<void> {
    await host.recoverCrashed();
    await host.boot();
    // Spooled pings of a dead node delay the other nodes by ten seconds.
    later(
      random.pick(nodesAheadMs.length > 1 ? [300, 2000, 4000] : [300, 3000, 4000, 7000, 20_000]),
      keepAlive,
    );
  }

  async function keepBusy(): Promise<void> {
    const process = host.running();
    if (process !== null) await (random.chance(0.6) ? mishap() : operate(process));
    later(random.between(2, 150) * SECOND, keepBusy);
  }

  async function keepAnEye(): Promise<void> {
    const process = host.running();
    if (process !== null) {
      contradictions.push(...(await findOverdue(host, known, clock.now())));
      contradictions.push(...(await findUnsent(host, teamIDs, clock.now())));
    }
    later(10 * SECOND, keepAnEye);
  }

  async function keepOnCall(): Promise<void> {
    const process = host.running();
    if (process !== null) {
      const luck = createSeededRandom(random.between(0, 1_000_000_000));
      void onCall.act(process.store, random.pick(teamIDs), luck).then(() => process.notifier.wake());
      await clock.settle();
    }
    later(random.between(2, 40) * SECOND, keepOnCall);
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
    later(0, keepAlive);
    later(20 * SECOND, keepBusy);
    later(15 * SECOND, keepAnEye);
    later(5 * SECOND, keepOnCall);
    later((minutes * MINUTE) / 2, () => addMonitor(random.pick(teams)));
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
    for (const job of known) if (!job.isDeleted) changeRules(job, null, clock.now());
    await clock.advance(LAST_PINGS_MS);
    await awaitQuiet();
    contradictions.push(...(await findOverdue(host, known, clock.now())));
    const findings = await findContradictions(host, known, clock.now(), turnsBack);
    contradictions.push(...findings.contradictions);
    const end = await endStateOf(host.disk(), known, teamIDs);
    const alerts = await deliverEverything();
    contradictions.push(...alerts.contradictions);
    counts.blind = (await listOutbox(host.disk(), 0, 1_000_000)).filter(
      (row) => row.kind === 'blind_window',
    ).length;
    return {
      contradictions,
      counts: { ...counts, ...findings.judged, ...alerts.counts },
      digest: await digestOf(),
      end,
    };
  } finally {
    await host.close();
  }

  /** Advances the clock to a time at which no recent transition waits for its alerts. */
  async function awaitQuiet(): Promise<void> {
    for (let second = 0; second < 60; second += 1) {
      const newest = known.map(({ record }) => host.disk().listTransitions(record.id, { limit: 1 }));
      const times = (await Promise.all(newest)).flat().map(({ at }) => at);
      if (clock.now() - Math.max(0, ...times) >= QUIET_MS) return;
      await clock.advance(SECOND);
    }
  }

  /** Repairs all channels, waits until all alerts are sent, and returns contradictions. */
  async function deliverEverything() {
    const evidence = { store: host.disk(), teamIDs, known, receivers, onCall };
    await onCall.relent(host.disk(), teamIDs);
    for (let look = 0; look < LAST_LOOKS && (look < 1 || (await isOutstanding(evidence))); look += 1)
      await clock.advance(LAST_LOOK_MS);
    return findAlertContradictions(evidence);
  }

  async function digestOf(): Promise<string> {
    const store = host.disk();
    const all = known.map(async ({ record: { id } }) => [
      await store.listEvents(id, { limit: 1_000_000 }),
      await store.listRuns(id, { limit: 1_000_000 }),
      await store.listTransitions(id, { limit: 1_000_000 }),
    ]);
    return JSON.stringify([await Promise.all(all), host.downtimes, receivers.accepted]);
  }
}
