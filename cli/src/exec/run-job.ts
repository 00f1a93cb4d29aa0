import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT } from '../command-line.ts';
import { type Job, startJob } from './job.ts';
import type { LogExcerpt } from './log-excerpt.ts';
import { type JobOutput, type OutputPipe, openOutputPipes } from './output-pipe.ts';
import type { Signals } from './signals.ts';

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;
const SIGNAL_BASE = 128;
/** How long a job may run on after SIGTERM before it gets SIGKILL. */
const KILL_AFTER_MS = 10_000;
/** How often to look whether processes of a job that was stopped are left. */
const POLL_MS = 50;
/** Maximum delay of a timer of Node. */
const TIMER_MS_MAX = 2_147_483_647;

export interface JobOutcome {
  readonly exitStatus: number;
  /** Log line that explains why the job was stopped or could not run; otherwise empty. */
  readonly remark: string;
}

export interface JobOptions {
  /** Null: no limit. */
  readonly timeoutMs: number | null;
  /** Outputs that pass through this process. The job inherits all other outputs, such as a terminal. */
  readonly outputs: readonly JobOutput[];
  /** Descriptor of the lock that the job inherits; null without a lock. */
  readonly lock: number | null;
  readonly signals: Signals;
  readonly warn: (text: string) => void;
}

/** Runs a command. Returns the exit status that a shell would show: 128 + n for signal n, 127 if the command doesn't exist. */
export async function runJob(
  command: readonly string[],
  output: LogExcerpt,
  options: JobOptions,
): Promise<JobOutcome> {
  const { timeoutMs, lock, signals } = options;
  const { outputs, pipes } = openPipes(options, output);
  const endFor = (fd: 1 | 2) => pipes[outputs.findIndex(({ fds }) => fds.includes(fd))]?.jobEnd ?? 'inherit';
  let job: Job;
  try {
    job = startJob(command, { stdout: endFor(1), stderr: endFor(2), lock });
  } catch (error) {
    for (const pipe of pipes) pipe.closeJobEnd();
    await Promise.all(pipes.map((pipe) => pipe.finish()));
    return notRun(command, error);
  }
  const stopPassing = signals.passTo(job);
  for (const pipe of pipes) pipe.closeJobEnd();
  const timer = limitTime(job, timeoutMs);
  const outcome = await outcomeOf(job, command);
  await timer.finish();
  stopPassing();
  await Promise.all(pipes.map((pipe) => pipe.finish()));
  if (!timer.hasFired()) return outcome;
  return {
    exitStatus: EXIT.timedOut,
    remark: `The job was stopped after ${(timeoutMs ?? 0) / 1000} s (--timeout).`,
  };
}

/** Opens the pipes. If that fails, the job inherits the outputs, and its run has no log. */
function openPipes({ outputs, warn }: JobOptions, output: LogExcerpt) {
  try {
    return { outputs, pipes: openOutputPipes(outputs, output.add) };
  } catch (error) {
    warn(`The output of the job can't be logged. ${textOf(error)}`);
    return { outputs: [], pipes: [] as readonly OutputPipe[] };
  }
}

function outcomeOf({ process: child }: Job, command: readonly string[]): Promise<JobOutcome> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      // An error after the start, such as a signal that can't be sent, doesn't end the job.
      if (child.pid === undefined) resolve(notRun(command, error));
    });
    child.once('exit', (code, signal) => {
      if (signal === null) resolve({ exitStatus: code ?? 1, remark: '' });
      else
        resolve({
          exitStatus: SIGNAL_BASE + constants.signals[signal],
          remark: `The job was ended by ${signal}.`,
        });
    });
  });
}

function notRun([command = '']: readonly string[], error: unknown): JobOutcome {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const reason = isMissing ? 'there is no such command' : textOf(error);
  return {
    exitStatus: isMissing ? NOT_FOUND : NOT_EXECUTABLE,
    remark: `${command} can't be run: ${reason}.`,
  };
}

/** Stops the job after the time limit, with SIGTERM, and what is left of it ten seconds later with SIGKILL. */
function limitTime(job: Job, timeoutMs: number | null) {
  let firedAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  function stop(): void {
    firedAt = performance.now();
    job.signalAll('SIGTERM');
    // A stopped process handles SIGTERM only after it continues.
    job.signalAll('SIGCONT');
    timer = setTimeout(() => job.signalAll('SIGKILL'), KILL_AFTER_MS);
  }

  /** Waits in steps, because a timer of Node lasts at most 24.8 days. */
  function wait(leftMs: number): void {
    const stepMs = Math.min(leftMs, TIMER_MS_MAX);
    timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : stop()), stepMs);
  }

  if (timeoutMs !== null) wait(timeoutMs);
  return {
    hasFired: () => firedAt !== null,
    /** Resolves when no process is left of a job that was stopped; otherwise at once. */
    async finish(): Promise<void> {
      if (firedAt === null) return clearTimeout(timer);
      while (job.isAlive() && performance.now() - firedAt < 2 * KILL_AFTER_MS) await sleep(POLL_MS);
      clearTimeout(timer);
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
