import { tryLock } from '../spool/file-lock.ts';
import { sendReport } from '../spool/send-report.ts';
import { deferOutput } from './deferred-output.ts';
import { createLogExcerpt, type LogExcerpt } from './log-excerpt.ts';
import { maskSecrets } from './mask-secrets.ts';
import { type JobOutcome, runJob } from './run-job.ts';
import { beginReport, type ReportOptions } from './run-report.ts';

export interface ExecRunOptions extends ReportOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number | null;
  /** Repetitions after a failure. */
  readonly retries: number;
  readonly lock: string | null;
  readonly isQuietOnSuccess: boolean;
}

/** Pause before a failed job runs again. */
const RETRY_PAUSE_MS = 1000;

/** Runs a job and reports its run. Returns the exit status of the job. */
export async function exec(command: readonly string[], setting: ExecRunOptions): Promise<number> {
  const release = setting.lock === null ? () => {} : tryLock(setting.stateFolder, setting.lock);
  if (release === null) {
    await reportSkipped(setting);
    return 0;
  }
  const { clock } = setting;
  // The job starts at once: the report of its start is on its way meanwhile.
  const report = beginReport(setting);
  const startedAt = clock.monotonic();
  const output = createLogExcerpt();
  const deferred = setting.isQuietOnSuccess ? deferOutput() : null;
  const outcome = await runUntilSuccess(command, output, { setting, deferred });
  const duration = Math.round(clock.monotonic() - startedAt) / 1000;
  const at = clock.now();
  await deferred?.end(outcome.exitStatus !== 0);
  release();
  await report.end({
    exitStatus: outcome.exitStatus,
    duration,
    at,
    log: maskSecrets(output.read(), setting.env),
  });
  return outcome.exitStatus;
}

async function runUntilSuccess(
  command: readonly string[],
  output: LogExcerpt,
  {
    setting,
    deferred,
  }: { readonly setting: ExecRunOptions; readonly deferred: ReturnType<typeof deferOutput> | null },
): Promise<JobOutcome> {
  const { timeoutMs, retries, clock } = setting;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await runJob(command, output, {
      timeoutMs,
      stdout: deferred?.stdout ?? process.stdout,
      stderr: deferred?.stderr ?? process.stderr,
      keepsTerminal: deferred === null,
    });
    if (outcome.remark !== '') {
      setting.warn(outcome.remark);
      output.add(Buffer.from(`\n[overdue: ${outcome.remark}]\n`));
    }
    if (outcome.exitStatus === 0 || attempt > retries) return outcome;
    output.add(
      Buffer.from(
        `\n[overdue: attempt ${attempt} ended with exit status ${outcome.exitStatus}; the job runs again]\n`,
      ),
    );
    await clock.sleep(RETRY_PAUSE_MS, undefined);
  }
}

/** Reports that a run was skipped, as a note that changes no status, because the earlier run still goes on. */
async function reportSkipped(setting: ExecRunOptions): Promise<void> {
  const { pingURL, rid, clock, patienceMs, lock, warn } = setting;
  const text = `The run was skipped, because another job holds the lock ${lock}.`;
  warn(text);
  const log = Buffer.from(`${text}\n`);
  await sendReport(
    { pingURL, rid, type: 'log', at: clock.now(), duration: null, log },
    { ...setting, timeoutMs: patienceMs },
  );
}
