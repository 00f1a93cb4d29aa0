import type { Command } from 'commander';
import { newRunID } from '../../../sdk/src/run-id.ts';
import { exec } from '../exec/exec.ts';
import { countBetween } from '../options/count.ts';
import { parseDuration, patienceOption } from '../options/duration.ts';
import { addTargetOptions, findTarget, type TargetOptions } from '../options/target-options.ts';
import type { CommandLine } from '../process/command-line.ts';
import { outboxOptionsOf } from '../spool/outbox.ts';

const EXAMPLES = `
Examples:
  overdue exec --ping https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR -- pg_dump prod
  overdue exec --monitor nightly-backup --create --timeout 2h -- /usr/local/bin/backup
  0 2 * * * overdue exec --monitor pg-dump --quiet-success -- pg_dump prod

The job's input, output, environment, signals and exit status are the same as without "overdue exec". On a terminal, the job writes
directly to the terminal, so its log is not reported.

Exit status: that of the job, 128 + n if signal n ended it, 124 after the timeout, 127 if there is no such command.`;

interface ExecOptions extends TargetOptions {
  readonly patience?: number;
  readonly timeout?: number;
  readonly retry: number;
  readonly lock?: string;
  readonly quietSuccess?: true;
}

/** Maximum retries of a failed job. */
const RETRIES_MAX = 100;
const PATIENCE_MS = 5000;

export function addExec(program: Command, cli: CommandLine): void {
  const command = program
    .command('exec')
    .description('run a job, and report its start, end, duration, exit status and log')
    .argument('<command...>', 'the job and its arguments, after --');
  addTargetOptions(command)
    .addOption(patienceOption('how long to wait for the service after the job has ended', PATIENCE_MS))
    .option(
      '--timeout <duration>',
      'stop the job after this time, such as 30s, 10m, 2h or 1d (0: no limit)',
      parseDuration,
    )
    .option(
      '--retry <number>',
      'run a failed job again, up to this many times',
      countBetween('--retry', 0, RETRIES_MAX),
      0,
    )
    .option('--lock <name>', 'skip this run if a job with the same lock still runs on this host')
    .option('--quiet-success', 'show the output only if the job fails')
    .passThroughOptions()
    .addHelpText('after', EXAMPLES)
    .action(async (job: readonly string[], options: ExecOptions) => {
      const { patience = PATIENCE_MS, timeout = null, retry, lock = null, quietSuccess = false } = options;
      cli.setStatus(
        await exec(job, {
          ...outboxOptionsOf(cli),
          target: findTarget(options, cli.env),
          rid: newRunID(cli.clock.now()),
          env: cli.env,
          patienceMs: patience,
          // As with timeout(1), 0 means no limit.
          timeoutMs: timeout === 0 ? null : timeout,
          retries: retry,
          lock,
          isQuietOnSuccess: quietSuccess,
        }),
      );
    });
}
