import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { type CheckJob, fromChecker, type ToChecker, unknownAttempt } from './checker-messages.ts';
import type { OwnServices } from './target-guard.ts';

/** The program of the process, from the sources or beside this code in the bundle. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './checker-process.ts' : './checker-process.js', import.meta.url),
);
/** Lower priority than the service, so that checks never delay a ping. */
const NICE = 10;
const HEAP_MB_MAX = 256;
/** Size of each half of the heap for new objects. With Node's default, the process takes 50 MB more while 800 checks run. */
const SEMI_SPACE_MB_MAX = 2;
/** Maximum jobs without a result. */
const JOBS_MAX = 20_000;
/** Time after the end of a job after which its result is missing, so that the process must have stalled. */
const STALL_MS = 5000;
const FIRST_RESTART_MS = 200;
const RESTART_MS_MAX = 30_000;
/** Time after which a process counts as stable. The next crash is followed by an early restart again. */
const STABLE_MS = 60_000;
const STOP_MS_MAX = 2000;
/** Characters of the errors of a process that crashed, for the log. */
const ERRORS_LENGTH_MAX = 4000;

export interface CheckerOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Value of CHECK_ADDRESSES; empty for none. */
  readonly allowedAddresses: string;
  readonly own: OwnServices;
  /** Environment of the process. It needs no secret. */
  readonly environment: Readonly<Record<string, string>>;
  readonly program?: string;
}

/** Checks targets in a process of its own. */
export interface Checker {
  /** Makes one attempt. The outcome is unknown if the process ends before the attempt, or has too many jobs. Never rejects. */
  check(job: CheckJob): Promise<CheckAttempt>;
  /** Process ID; null while there is no process. */
  pid(): number | null;
  /** Ends the process. Jobs under way end as unknown. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly job: CheckJob;
  readonly finish: (attempt: CheckAttempt) => void;
  isSent: boolean;
}

/** Starts the process, and starts it again when it ends. */
export function startChecker(options: CheckerOptions): Checker {
  const { clock, log } = options;
  const jobs = new Map<number, Waiting>();
  let nextID = 1;
  let child: ChildProcess | null = null;
  let restarts = 0;
  let isStopped = false;
  let cancelRestart = () => {};
  let ended: Promise<void> = Promise.resolve();

  function start(): void {
    const startedAt = clock.monotonic();
    const started = forkProcess(options);
    const { promise, resolve } = Promise.withResolvers<void>();
    child = started.child;
    ended = promise;
    send({ allowedAddresses: options.allowedAddresses, own: options.own });
    for (const [id, waiting] of jobs) sendJob(id, waiting);
    started.child.on('message', (received) => {
      const message = fromChecker.safeParse(received);
      if (message.success) jobs.get(message.data.id)?.finish(message.data.attempt);
      else started.child.kill('SIGKILL');
    });
    let hasEnded = false;
    const end = (reason: string): void => {
      if (hasEnded) return;
      hasEnded = true;
      child = null;
      resolve();
      for (const waiting of [...jobs.values()]) if (waiting.isSent) waiting.finish(interrupted());
      if (isStopped) return;
      if (clock.monotonic() - startedAt >= STABLE_MS) restarts = 0;
      const delayMs = Math.min(FIRST_RESTART_MS * 2 ** Math.min(restarts, 20), RESTART_MS_MAX);
      restarts += 1;
      log.error(
        { reason, errors: started.errors(), delayMs },
        'The process that makes checks has ended. It is started again.',
      );
      cancelRestart = clock.after(delayMs, start);
    };
    started.child.on('exit', (code, signal) => end(signal ?? `exit status ${code}`));
    started.child.on('error', (error) => {
      // Without a process ID, the process has not started and will not exit.
      if (started.child.pid === undefined) end(error.message);
    });
  }

  function send(message: ToChecker): void {
    if (child?.connected === true) child.send(message, () => undefined);
  }

  function sendJob(id: number, waiting: Waiting): void {
    if (child === null) return;
    waiting.isSent = true;
    send({ id, job: waiting.job });
  }

  function interrupted(): CheckAttempt {
    return unknownAttempt(clock.now(), {
      code: 'interrupted',
      message: 'The process that makes checks ended before this check did.',
    });
  }

  start();
  return {
    check(job) {
      if (isStopped) return Promise.resolve(interrupted());
      if (jobs.size >= JOBS_MAX)
        return Promise.resolve(
          unknownAttempt(clock.now(), { code: 'overloaded', message: 'Overdue has too many checks to do.' }),
        );
      return new Promise((resolve) => {
        const id = nextID++;
        const waiting: Waiting = {
          job,
          isSent: false,
          finish(attempt) {
            cancelTimeout();
            jobs.delete(id);
            resolve(attempt);
          },
        };
        const longestMs = job.waitMsMax + job.settings.timeout * 1000 + STALL_MS;
        const cancelTimeout = clock.after(longestMs, () => {
          if (waiting.isSent) child?.kill('SIGKILL');
          waiting.finish(interrupted());
        });
        jobs.set(id, waiting);
        sendJob(id, waiting);
      });
    },
    pid: () => child?.pid ?? null,
    async stop() {
      isStopped = true;
      cancelRestart();
      const stopping = child;
      if (stopping?.connected === true) stopping.disconnect();
      const cancelKill = clock.after(STOP_MS_MAX, () => stopping?.kill('SIGKILL'));
      await ended;
      cancelKill();
      for (const waiting of [...jobs.values()]) waiting.finish(interrupted());
    },
  };
}

function forkProcess({ program = PROGRAM, environment }: CheckerOptions): {
  readonly child: ChildProcess;
  /** Returns the end of what the process wrote to standard error. */
  readonly errors: () => string;
} {
  const child = fork(program, [], {
    execArgv: [`--max-old-space-size=${HEAP_MB_MAX}`, `--max-semi-space-size=${SEMI_SPACE_MB_MAX}`],
    env: { ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = `${errors}${text}`.slice(-ERRORS_LENGTH_MAX);
  });
  lowerPriority(child);
  return { child, errors: () => errors };
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch {
    // The process may have ended already, or a sandbox forbids the call. The process works with the usual priority too.
  }
}
