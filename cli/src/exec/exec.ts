import { isatty } from 'node:tty';
import { tryLock } from '../spool/file-lock.ts';
import { sendReport } from '../spool/send-report.ts';
import { type DeferredOutput, deferOutput } from './deferred-output.ts';
import { createLogExcerpt, type LogExcerpt } from './log-excerpt.ts';
import { maskSecrets } from './mask-secrets.ts';
import type { JobOutput } from './output-pipe.ts';
import { targetOf } from './output-target.ts';
import { type JobOutcome, runJob } from './run-job.ts';
import { beginReport, type ReportOptions } from './run-report.ts';

export interface ExecRunOptions extends ReportOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number | null;
  /** Maximum number of retries if the job fails. */
  readonly retries: number;
  readonly lock: string | null;
  readonly isQuietOnSuccess: boolean;
}

/** Pause before a failed job runs again. */
const RETRY_PAUSE_MS = 1000;

/** Runs a job and reports its run. Returns the exit status of the job. */
export async function exec(command: readonly string[], options: ExecRunOptions): Promise<number> {
  const release = options.lock === null ? () => {} : tryLock(options.stateFolder, options.lock);
  if (release === null) {
    await reportSkipped(options);
    return 0;
  }
  const { clock } = options;
  // The job starts without waiting for the report of its start.
  const report = beginReport(options);
  const startedAt = clock.monotonic();
  const output = createLogExcerpt();
  const deferred = options.isQuietOnSuccess ? deferOutput() : null;
  const outcome = await runUntilSuccess(command, output, { ...options, outputs: outputsOf(deferred) });
  const duration = Math.round(clock.monotonic() - startedAt) / 1000;
  const at = clock.now();
  await deferred?.end(outcome.exitStatus !== 0);
  release();
  await report.end({
    exitStatus: outcome.exitStatus,
    duration,
    at,
    log: maskSecrets(output.read(), options.env),
  });
  return outcome.exitStatus;
}

/** Returns the outputs to log. A job on a terminal keeps the terminal as its output, so its output can't be logged. */
function outputsOf(deferred: DeferredOutput | null): readonly JobOutput[] {
  if (deferred !== null)
    return [
      { fd: 1, target: deferred.stdout },
      { fd: 2, target: deferred.stderr },
    ];
  return ([1, 2] as const)
    .filter((fd) => !isatty(fd))
    .map((fd) => ({ fd, target: targetOf(fd === 1 ? process.stdout : process.stderr) }));
}

async function runUntilSuccess(
  command: readonly string[],
  output: LogExcerpt,
  options: ExecRunOptions & { readonly outputs: readonly JobOutput[] },
): Promise<JobOutcome> {
  const { retries, clock } = options;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await runJob(command, output, options);
    if (outcome.remark !== '') {
      options.warn(outcome.remark);
      output.add(Buffer.from(`\n[overdue: ${outcome.remark}]\n`));
    }
    if (outcome.exitStatus === 0 || attempt > retries) return outcome;
    output.add(
      Buffer.from(`\n[overdue: attempt ${attempt} ended with exit status ${outcome.exitStatus}; retrying]\n`),
    );
    await clock.sleep(RETRY_PAUSE_MS, undefined);
  }
}

/**
 * Reports that a run was skipped because another job holds the lock. The report is a `log` ping, which changes no
 * status.
 */
async function reportSkipped(options: ExecRunOptions): Promise<void> {
  const { target, rid, clock, patienceMs, lock, warn } = options;
  const text = `The run was skipped, because another job holds the lock ${lock}.`;
  warn(text);
  const log = Buffer.from(`${text}\n`);
  await sendReport(
    { target, rid, type: 'log', at: clock.now(), duration: null, log },
    { ...options, timeoutMs: patienceMs },
  );
}
