import type { Command } from 'commander';
import { newRunID } from '../../../sdk/src/run-id.ts';
import { CommandError, type CommandLine, EXIT, userAgentOf } from '../command-line.ts';
import { parseDuration } from '../config/duration.ts';
import { stateFolder } from '../config/state-folder.ts';
import { pingURLOf, type TargetOptions } from '../config/target.ts';
import { exec } from '../exec/exec.ts';

const EXAMPLES = `
Examples:
  overdue exec --ping https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR -- pg_dump prod
  overdue exec --monitor nightly-backup --create --timeout 2h -- /usr/local/bin/backup
  0 2 * * * overdue exec --monitor pg-dump --quiet-success -- pg_dump prod

The job's input, output, environment, signals and exit status are the same as without "overdue exec". On a terminal, the job keeps
the terminal, so its log is not reported.

Exit status: that of the job, 128 + n if signal n ended it, 124 after the timeout, 127 if there is no such command.`;

interface ExecOptions extends TargetOptions {
  readonly patience: number;
  readonly timeout?: number;
  readonly retry: number;
  readonly lock?: string;
  readonly quietSuccess?: true;
}

/** Maximum repetitions of a failed job. */
const RETRIES_MAX = 100;
const PATIENCE_MS = 5000;

export function addExec(program: Command, cli: CommandLine, setStatus: (status: number) => void): void {
  program
    .command('exec')
    .description('run a job, and report its start, end, duration, exit status and log')
    .argument('<command...>', 'the job and its arguments, after --')
    .option('--ping <url>', 'ping URL of the monitor')
    .option('--monitor <name>', 'name of the monitor, in the project of OVERDUE_PING_KEY')
    .option('--create', 'create the monitor if it does not exist')
    .option(
      '--patience <duration>',
      'how long the end may wait for the service (default: 5s)',
      duration,
      PATIENCE_MS,
    )
    .option('--timeout <duration>', 'stop the job after this time, such as 30s, 10m or 2h', duration)
    .option('--retry <number>', 'run a failed job again, up to this many times', retries, 0)
    .option('--lock <name>', 'skip this run if a job with the same lock still runs on this host')
    .option('--quiet-success', 'show the output only if the job fails')
    .passThroughOptions()
    .addHelpText('after', EXAMPLES)
    .action(async (command: readonly string[], options: ExecOptions) => {
      const { patience, timeout = null, retry, lock = null, quietSuccess = false } = options;
      setStatus(
        await exec(command, {
          pingURL: pingURLOf(options, cli.env),
          rid: newRunID(cli.clock.now()),
          clock: cli.clock,
          userAgent: userAgentOf(cli),
          stateFolder: stateFolder(cli.env),
          env: cli.env,
          patienceMs: patience,
          timeoutMs: timeout,
          retries: retry,
          lock,
          isQuietOnSuccess: quietSuccess,
          warn: (text) => cli.writeError(`overdue: ${text}\n`),
        }),
      );
    });
}

function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new CommandError(`Invalid duration: ${text}. Use 30s, 10m or 2h.`, EXIT.usage);
  return ms;
}

function retries(text: string): number {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= RETRIES_MAX))
    throw new CommandError(`--retry must be a number from 0 to ${RETRIES_MAX}.`, EXIT.usage);
  return number;
}
