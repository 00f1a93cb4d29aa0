import { once } from 'node:events';
import { access } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT } from '../process/command-line.ts';
import { becomeJob, type Job, type StartOptions, startJob } from './job.ts';
import type { LogExcerpt } from './log-excerpt.ts';
import { type JobOutput, type OutputPipe, openOutputPipes } from './output-pipe.ts';
import type { Signals } from './signals.ts';

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;
const SIGNAL_BASE = 128;
/** Errors of the system if a limit of processes, descriptors or memory is reached. */
const SHORTAGES: readonly string[] = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'];
/** Pauses before the attempts to start a job after such an error. */
const PAUSES_MS: readonly number[] = [0, 100, 200, 400, 800, 1600];
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
  const { timeoutMs, signals } = options;
  const { job, pipes } = await start(command, output, options);
  if (job instanceof Error) return notRun(command, job);
  const stopPassing = signals.passTo(job);
  const timer = limitTime(job, timeoutMs);
  const outcome = await outcomeOf(job);
  await timer.finish();
  stopPassing();
  await Promise.all(pipes.map((pipe) => pipe.finish()));
  if (!timer.hasFired()) return outcome;
  return {
    exitStatus: EXIT.timedOut,
    remark: `The job was stopped after ${(timeoutMs ?? 0) / 1000} s (--timeout).`,
  };
}

interface Started {
  readonly job: Job | Error;
  readonly pipes: readonly OutputPipe[];
}

/**
 * Starts the job. If the limits of processes or descriptors are reached, tries again without the pipes, and then until others have ended.
 * At last, the job takes the place of this process, as with `exec` in a shell.
 */
async function start(command: readonly string[], output: LogExcerpt, options: JobOptions): Promise<Started> {
  const { lock, signals, warn } = options;
  const { outputs, pipes } = openPipes(options, output);
  // Without pipes, `mkfifo` may have failed because no process is left for this one.
  if (pipes.length === options.outputs.length) createLookupThread();
  const endFor = (fd: 1 | 2) => pipes[outputs.findIndex(({ fds }) => fds.includes(fd))]?.jobEnd ?? 'inherit';
  let job = await tryToStart(command, { stdout: endFor(1), stderr: endFor(2), lock });
  for (const pipe of pipes) pipe.closeJobEnd();
  if (!isShortage(job)) return { job, pipes };
  await Promise.all(pipes.map((pipe) => pipe.finish()));
  if (pipes.length > 0) warn(`The output of the job can't be logged. ${job.message}`);
  for (const pauseMs of PAUSES_MS) {
    await sleep(pauseMs);
    job = await tryToStart(command, { stdout: 'inherit', stderr: 'inherit', lock });
    if (!isShortage(job) || signals.isEnding()) return { job, pipes: [] };
  }
  warn(
    `The end of the run can't be reported, because the job takes the place of this process. ${job.message}`,
  );
  return { job: becomeJob(command), pipes: [] };
}

/**
 * Creates the thread that looks up the host names of services, before the processes of the job may reach the limit of processes: Node ends
 * at once if it can't create a thread.
 */
function createLookupThread(): void {
  const { UV_THREADPOOL_SIZE: size } = process.env;
  process.env.UV_THREADPOOL_SIZE = '1';
  access('/', () => {});
  if (size === undefined) delete process.env.UV_THREADPOOL_SIZE;
  else process.env.UV_THREADPOOL_SIZE = size;
}

/** Returns the error if no process could be created. */
async function tryToStart(command: readonly string[], options: StartOptions): Promise<Job | Error> {
  try {
    const job = startJob(command, options);
    if (job.process.pid !== undefined) return job;
    const [error] = await once(job.process, 'error');
    return error instanceof Error ? error : new Error(String(error));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isShortage(job: Job | Error): job is Error {
  return (
    job instanceof Error && 'code' in job && typeof job.code === 'string' && SHORTAGES.includes(job.code)
  );
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

function outcomeOf({ process: child }: Job): Promise<JobOutcome> {
  // An error after the start, such as a signal that can't be sent, doesn't end the job.
  child.on('error', () => {});
  return new Promise((resolve) => {
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
