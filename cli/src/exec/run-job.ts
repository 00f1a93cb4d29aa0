import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { EXIT } from '../command-line.ts';
import type { LogExcerpt } from './log-excerpt.ts';
import { type JobOutput, openOutputPipes } from './output-pipe.ts';
import { forwardSignals } from './signals.ts';

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;
const SIGNAL_BASE = 128;
/** How long a job may run on after SIGTERM before it gets SIGKILL. */
const KILL_AFTER_MS = 10_000;

export interface JobOutcome {
  readonly exitStatus: number;
  /** Log line that explains why the job was stopped or could not run; otherwise empty. */
  readonly remark: string;
}

export interface JobOptions {
  readonly timeoutMs: number | null;
  /** Outputs that pass through this process. The job inherits all other outputs, such as a terminal. */
  readonly outputs: readonly JobOutput[];
}

/** Runs a command. Returns the exit status that a shell would show: 128 + n for signal n, 127 if the command doesn't exist. */
export async function runJob(
  [command = '', ...args]: readonly string[],
  output: LogExcerpt,
  { timeoutMs, outputs }: JobOptions,
): Promise<JobOutcome> {
  const pipes = openOutputPipes(outputs, output.add);
  const ends = new Map(outputs.map(({ fd }, index) => [fd, pipes[index]?.jobEnd]));
  // Forwarding begins before the job starts. Otherwise a signal could end this process while the job runs.
  const stopForwarding = forwardSignals((signal) => job.kill(signal), {
    hasTerminal: process.stdin.isTTY === true,
  });
  const job = spawn(command, args, {
    stdio: ['inherit', ends.get(1) ?? 'inherit', ends.get(2) ?? 'inherit'],
  });
  for (const pipe of pipes) pipe.closeJobEnd();
  const timer = limitTime(job, timeoutMs);
  const outcome = await outcomeOf(job, command);
  timer.stop();
  stopForwarding();
  await Promise.all(pipes.map((pipe) => pipe.finish()));
  if (!timer.hasFired()) return outcome;
  return {
    exitStatus: EXIT.timedOut,
    remark: `The job was stopped after ${(timeoutMs ?? 0) / 1000} s (--timeout).`,
  };
}

function outcomeOf(job: ChildProcess, command: string): Promise<JobOutcome> {
  return new Promise((resolve) => {
    job.once('error', (error: NodeJS.ErrnoException) => {
      const exitStatus = error.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE;
      const reason = error.code === 'ENOENT' ? 'there is no such command' : error.message;
      resolve({ exitStatus, remark: `${command} can't be run: ${reason}.` });
    });
    job.once('exit', (code, signal) => {
      if (signal === null) resolve({ exitStatus: code ?? 1, remark: '' });
      else
        resolve({
          exitStatus: SIGNAL_BASE + constants.signals[signal],
          remark: `The job was ended by ${signal}.`,
        });
    });
  });
}

function limitTime(job: ChildProcess, timeoutMs: number | null) {
  let hasFired = false;
  let killing: NodeJS.Timeout | undefined;
  const timer =
    timeoutMs === null
      ? undefined
      : setTimeout(() => {
          hasFired = true;
          job.kill('SIGTERM');
          killing = setTimeout(() => job.kill('SIGKILL'), KILL_AFTER_MS);
        }, timeoutMs);
  return {
    hasFired: () => hasFired,
    stop() {
      clearTimeout(timer);
      clearTimeout(killing);
    },
  };
}
