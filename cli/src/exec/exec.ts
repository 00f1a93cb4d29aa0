import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { ReportTarget } from '../monitors/report-target.ts';
import type { TargetProblem } from '../options/target-options.ts';
import { type FileLock, tryLock } from '../spool/file-lock.ts';
import { sendOne } from '../spool/outbox.ts';
import { createLogExcerpt, joinExcerpt, type LogExcerpt } from './log-excerpt.ts';
import { maskExcerpt } from './mask-secrets.ts';
import type { JobOutput } from './output-pipe.ts';
import { type OutputTarget, type StandardOutput, targetOf } from './output-target.ts';
import { isAltered } from './raw-command.ts';
import { type JobOptions, type JobOutcome, runJob } from './run-job.ts';
import { beginReport, type ReportOptions, type RunReport } from './run-report.ts';
import { watchSignals } from './signals.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export interface ExecRunOptions extends Omit<ReportOptions, 'signal' | 'target'> {
  /** With a problem, the job runs, and its run is not reported. */
  readonly target: ReportTarget | TargetProblem;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number | null;
  /** Maximum number of retries if the job fails. */
  readonly retries: number;
  readonly lock: string | null;
  readonly isQuietOnSuccess: boolean;
}

/** Pause before a failed job runs again. */
const RETRY_PAUSE_MS = 1000;
/** How many bytes of buffered output to print at once. */
const PRINTED_BYTES = 64 * 1024;

/**
 * Runs a job and reports its run. Returns the exit status of the job. Whatever fails here, the job runs, and the failure is a
 * warning.
 */
export async function exec(command: readonly string[], given: ExecRunOptions): Promise<number> {
  const signals = watchSignals();
  const notes = collectNotes(given);
  const options: ExecRunOptions = { ...given, note: notes.add };
  const lock = takeLock(options);
  if (lock === 'held') {
    await reportSkipped(options);
    return 0;
  }
  const stopping = new AbortController();
  const { clock, warn } = options;
  if (isAltered(command))
    warn(
      'The arguments or variables contain bytes that are not UTF-8. The job gets them replaced on this system.',
    );
  // The job starts without waiting for the report of its start.
  const report = beginReportTo(options, stopping.signal);
  const startedAt = clock.monotonic();
  const output = createLogExcerpt();
  const { outputs, deferred } = openOutputs(options);
  const outcome = await runUntilSuccess(command, output, {
    ...options,
    outputs,
    signals,
    lock: lock?.fd ?? null,
  });
  signals.whileIdle(() => stopping.abort());
  const duration = Math.round(clock.monotonic() - startedAt) / 1000;
  const at = clock.now();
  const isShown = outcome.exitStatus !== 0;
  for (const one of deferred) await one.end(isShown);
  lock?.release();
  const log = joinExcerpt(maskExcerpt(output.read(), options.env));
  await report?.end({ exitStatus: outcome.exitStatus, duration, at, log });
  notes.end(isShown);
  signals.stop();
  return outcome.exitStatus;
}

/** Begins to report the run; null, with a warning, if the environment names no monitor. */
function beginReportTo({ target, ...options }: ExecRunOptions, signal: AbortSignal): RunReport | null {
  if (!('problem' in target)) return beginReport({ ...options, target, signal });
  options.warn(`The job runs without reports. ${target.problem}`);
  return null;
}

/** With `--quiet-success`, keeps notes until the job has failed, because cron would mail them although nothing is lost. */
function collectNotes({ isQuietOnSuccess, note }: ExecRunOptions) {
  const kept: string[] = [];
  return {
    add: (text: string) => void (isQuietOnSuccess ? kept.push(text) : note(text)),
    end(isShown: boolean) {
      if (isShown) for (const text of kept) note(text);
    },
  };
}

/** Takes the lock of the job; null if there is none to take, or if the lock can't be taken, so that the job runs without it. */
function takeLock({ lock, stateFolder, warn }: ExecRunOptions): FileLock | 'held' | null {
  if (lock === null) return null;
  try {
    if ('problem' in stateFolder) throw new Error(stateFolder.problem);
    return tryLock(stateFolder.path, lock) ?? 'held';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(`The job runs without the lock ${lock}, because the lock can't be taken. ${reason}`);
    return null;
  }
}

interface Outputs {
  /** Outputs to log. A job on a terminal keeps the terminal as its output, so its output can't be logged. */
  readonly outputs: readonly JobOutput[];
  readonly deferred: readonly DeferredOutput[];
}

function openOutputs({ isQuietOnSuccess, warn }: ExecRunOptions): Outputs {
  const outputs: JobOutput[] = [];
  const deferred: DeferredOutput[] = [];
  for (const fds of logged(isQuietOnSuccess)) {
    const stream = fds[0] === 1 ? process.stdout : process.stderr;
    const file = isQuietOnSuccess ? tryToDefer(stream, warn) : null;
    if (file !== null) deferred.push(file);
    outputs.push({ fds, target: file ?? targetOf(stream) });
  }
  return { outputs, deferred };
}

/** Returns the outputs to read, those that are the same file together. */
function logged(isDeferred: boolean): readonly JobOutput['fds'][] {
  const fds = ([1, 2] as const).filter((fd) => isDeferred || !isatty(fd));
  if (fds.length === 2 && isSameFile(1, 2)) return [[1, 2]];
  return fds.map((fd) => [fd]);
}

function isSameFile(a: number, b: number): boolean {
  const [one, other] = [a, b].map((fd) => fstatSync(fd, { bigint: true }));
  return one?.dev === other?.dev && one?.ino === other?.ino;
}

function tryToDefer(stream: StandardOutput, warn: (text: string) => void): DeferredOutput | null {
  const onFull = (reason: string) =>
    warn(
      `The output of the job is shown although the job has not failed, because it can't be kept. ${reason}`,
    );
  try {
    return deferOutput(stream, onFull);
  } catch (error) {
    onFull(error instanceof Error ? error.message : String(error));
    return null;
  }
}

async function runUntilSuccess(
  command: readonly string[],
  output: LogExcerpt,
  options: JobOptions & Pick<ExecRunOptions, 'retries' | 'clock' | 'warn'>,
): Promise<JobOutcome> {
  const { retries, clock, signals } = options;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await runJob(command, output, options);
    if (outcome.remark !== '') {
      options.warn(outcome.remark);
      output.add(Buffer.from(`\n[overdue: ${outcome.remark}]\n`));
    }
    if (outcome.exitStatus === 0 || attempt > retries || signals.isEnding()) return outcome;
    output.add(
      Buffer.from(`\n[overdue: attempt ${attempt} ended with exit status ${outcome.exitStatus}; retrying]\n`),
    );
    const pause = new AbortController();
    signals.whileIdle(() => pause.abort());
    await clock.sleep(RETRY_PAUSE_MS, pause.signal).catch(() => {});
    if (signals.isEnding()) return outcome;
  }
}

/**
 * Reports that a run was skipped because another job holds the lock. The report is a `log` ping, which changes no
 * status.
 */
async function reportSkipped(options: ExecRunOptions): Promise<void> {
  const { target, rid, clock, lock, warn } = options;
  const text = `The run was skipped, because another job holds the lock ${lock}.`;
  warn(text);
  if ('problem' in target) return warn(`The skipped run is not reported. ${target.problem}`);
  const log = Buffer.from(`${text}\n`);
  await sendOne({ target, rid, type: 'log', at: clock.now(), duration: null, log }, options);
}

/** A file that buffers an output of a job. */
interface DeferredOutput extends OutputTarget {
  /** Prints the buffered output if `isShown`, and closes the file. */
  readonly end: (isShown: boolean) => Promise<void>;
}

/**
 * Buffers an output of a job in a file, which is printed only if the job fails. If the file can't take more, for example because the disk is
 * full, prints the output at once, and calls `onFull`. Throws if the file can't be created.
 */
function deferOutput(stream: StandardOutput, onFull: (reason: string) => void): DeferredOutput {
  const folder = makeTemporaryFolder();
  const fd = openSync(join(folder, 'output'), 'wx+', 0o600);
  // Deletes the file right after opening it, so that none is left behind if this process is killed.
  rmSync(folder, { recursive: true });
  let size = 0;
  let printing: Promise<OutputTarget> | null = null;

  async function print(): Promise<OutputTarget> {
    const target = targetOf(stream);
    const buffer = Buffer.allocUnsafe(Math.min(size, PRINTED_BYTES));
    // Reads without a thread of Node, because its only thread may look up the name of a host.
    for (let from = 0; from < size; ) {
      const count = readSync(fd, buffer, 0, Math.min(buffer.length, size - from), from);
      await target.write(buffer.subarray(0, count));
      from += count;
    }
    return target;
  }

  return {
    write(bytes) {
      let written = 0;
      try {
        while (printing === null && written < bytes.length) {
          const count = writeSync(fd, bytes, written, bytes.length - written, size);
          written += count;
          size += count;
        }
      } catch (error) {
        onFull(error instanceof Error ? error.message : String(error));
        printing = print();
      }
      const rest = bytes.subarray(written);
      if (printing === null || rest.length === 0) return null;
      return printing.then((target) => target.write(rest) ?? undefined);
    },
    async end(isShown) {
      if (printing === null && isShown) printing = print();
      // The reader may be gone, as in a pipeline with `head`.
      await printing?.catch(() => {});
      closeSync(fd);
    },
  };
}
