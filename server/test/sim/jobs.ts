import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import type { PingType } from '@overdue/domain/ping/ping.ts';
import { occurrenceAfter } from '@overdue/domain/schedule/occurrences.ts';
import { newMonitor, ping } from '../store/suite/fixtures.ts';
import { randomRules } from './random-rules.ts';
import type { ReportingStyle, SentPing, SimulatedJob } from './simulated-job.ts';
import type { World } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Adds monitors, and runs their jobs by a scheduler that is independent of the service. */
export function createJobs({ random, clock, host, jobs, counts, contradictions, runLater }: World) {
  let tokens = 0;
  /** Number of requested monitors, including requests whose response was lost. */
  let requestedMonitors = 0;

  function send(to: SimulatedJob, type: PingType, rid: string | null, triesLeft: number): void {
    if (to.isDeleted) return;
    const again = () => {
      if (triesLeft > 0) runLater(random.between(1, 8) * SECOND, () => send(to, type, rid, triesLeft - 1));
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
    const one: SentPing = {
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
          host.notePing('stored');
          one.number = isKept ? null : (applied.event?.number ?? null);
          one.runID = applied.event?.runID ?? null;
          counts.acknowledged += 1;
          if (isKept) counts.spooled += 1;
          if (isRepeated) runLater(random.between(0, 3000), () => send(to, type, rid, 0));
        } else {
          one.outcome = 'refused';
          if (applied.outcome === 'failed')
            contradictions.push(`Ping ${one.token} failed: ${String(applied.error)}`);
        }
      },
      () => {
        if (one.outcome !== 'waiting') return;
        one.outcome = 'refused';
        host.notePing('refused');
        again();
      },
    );
  }

  function runJob(job: SimulatedJob, delayMs: number, gapMs: number): void {
    const endType = random.chance(0.15) ? 'fail' : 'end';
    const tries = random.pick([0, 2, 4]);
    if (job.style === 'single') {
      runLater(delayMs, () => send(job, endType === 'fail' ? 'fail' : 'ping', null, tries));
      return;
    }
    counts.runs += 1;
    const rid = job.style === 'rid' ? `run-${random.uuid()}` : null;
    const lengthMs = random.pick([0, 0.1, 0.3, 0.9, 1.7]) * gapMs;
    const endless = random.chance(0.08);
    if (rid !== null) job.trueEnds.set(rid, endless ? 'open' : endType);
    const overtaken = rid !== null && random.chance(0.03) ? lengthMs + 500 : 0;
    runLater(delayMs + overtaken, () => send(job, 'start', rid, tries));
    if (!endless) runLater(delayMs + lengthMs, () => send(job, endType, rid, tries));
  }

  /** Simulates the job's scheduler, independently of the service. */
  function keepRunning(job: SimulatedJob, rules: MonitorRules, firedAt: number): void {
    const next = occurrenceAfter(rules.schedule, firedAt);
    const gapMs = Math.min(occurrenceAfter(rules.schedule, next) - next, 5 * MINUTE);
    runLater(next - clock.now(), () => {
      if (job.isDeleted) return;
      const { graceMs } = rules.schedule;
      const luck = random.fraction();
      if (luck < 0.8) runJob(job, random.fraction() * Math.min(graceMs, gapMs) * 0.9, gapMs);
      else if (luck < 0.88) runJob(job, graceMs + random.between(1, 5000), gapMs);
      keepRunning(job, rules, Math.max(next, clock.now() - gapMs));
    });
  }

  async function addMonitor(team: { readonly id: string; readonly projectID: number }): Promise<void> {
    const rules = randomRules(random);
    requestedMonitors += 1;
    const request = newMonitor({
      teamID: team.id,
      projectID: team.projectID,
      name: `m${requestedMonitors}`,
      rules,
    });
    const at = clock.now();
    const monitor = { ...request.monitor, state: { ...request.monitor.state, metUntil: at } };
    const process = host.running();
    const store = process?.store ?? host.disk();
    const created = store.createMonitor({ ...request, createdAt: at, monitor }, 1_000_000);
    created.then(
      (response) => {
        if (response.outcome !== 'created') return;
        const style: ReportingStyle = random.pick(['rid', 'rid', 'plain', 'single']);
        const record = response.monitor;
        const job: SimulatedJob = {
          record,
          style,
          sent: [],
          trueEnds: new Map(),
          rulesPeriods: [],
          rules,
          rulesSince: clock.now(),
          isDeleted: false,
        };
        jobs.push(job);
        process?.core.watchdog.wake();
        keepRunning(job, rules, clock.now());
      },
      () => {},
    );
    await clock.settle();
  }

  return { addMonitor };
}
