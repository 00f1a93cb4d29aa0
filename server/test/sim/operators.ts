import type { Command } from '@overdue/domain/decision/command.ts';
import type { Running } from './node.ts';
import { mutedFor, PLAIN_TEAM } from './on-call.ts';
import { randomRules } from './random-rules.ts';
import { changeRules, type SimulatedJob } from './simulated-job.ts';
import type { World } from './world.ts';

/** Pauses, resumes, edits and deletes monitors, as people do. */
export function createOperators({ random, clock, host, jobs, counts, runLater }: World) {
  function commandFor(job: SimulatedJob): Command {
    const at = clock.now();
    const luck = random.fraction();
    if (luck < 0.4) return { kind: 'pause', at };
    if (luck < 0.7) return { kind: 'resume', at };
    return {
      kind: 'edit',
      at,
      rules: random.chance(0.5) ? randomRules(random) : { ...job.record.rules, alertAfterFailures: 2 },
    };
  }

  async function operate(process: Running): Promise<void> {
    counts.commands += 1;
    const job = random.pick(jobs);
    if (job.isDeleted) return;
    // The response may be lost, so the simulation doesn't know the rules until it next reads the monitor.
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
    runLater(2000, () => replanTeam(job));
  }

  /** Resumes half of the paused monitors, so that the watchdog has work. */
  async function replanTeam(job: SimulatedJob): Promise<void> {
    if (job.isDeleted || job.rules !== null) return;
    await clock.settle();
    const found =
      (await host.disk().findMonitors(job.record.teamID, { shortIDs: [job.record.shortID] }))[0] ?? null;
    if (found === null || host.running() === null) return runLater(5000, () => replanTeam(job));
    if (!found.state.paused) return changeRules(job, found.rules, clock.now());
    runLater(30_000, async () => {
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
      runLater(2000, () => replanTeam(job));
    });
  }

  return { operate };
}
