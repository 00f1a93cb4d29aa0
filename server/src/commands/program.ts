import { inspect } from 'node:util';
import { AppError, type ErrorCode } from '@overdue/domain/error.ts';
import { Command, CommanderError } from 'commander';
import { redact } from '../platform/runtime/redact.ts';
import { addBackup } from './backup.ts';
import { addCheck } from './check.ts';
import type { CommandLine } from './command-line.ts';
import { addCopy } from './copy.ts';
import { addImport } from './import.ts';
import { addMembersAdd } from './members-add.ts';
import { addMembersList } from './members-list.ts';
import { addMembersPassword } from './members-password.ts';
import { addMembersRemove } from './members-remove.ts';
import { addMigrate } from './migrate.ts';
import { addRetryAlerts } from './retry-alerts.ts';
import { addServe } from './serve.ts';
import { addSetup } from './setup.ts';

/** Runs a command, which is `serve` if there are no arguments, and returns its exit status. */
export async function runCommandLine(cli: CommandLine, args: readonly string[]): Promise<number> {
  try {
    await createProgram(cli).parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' });
    return 0;
  } catch (error) {
    // These errors need no report: Commander has already printed the help or version, or a check has already printed its
    // findings.
    if (error instanceof CommanderError && !isUsageError(error)) return error.exitCode;
    reportError(cli, error, { isJSON: args.includes('--json') });
    return 1;
  }
}

/** Creates the parser of the command line. Commands report failures by throwing; no command ends the process. */
function createProgram(cli: CommandLine): Command {
  const program = new Command('overdue-server')
    .description('Overdue tells you when a scheduled job did not run, ran late, failed or never finished.')
    .version(cli.version)
    .exitOverride()
    .configureOutput({ writeOut: cli.write, writeErr: cli.writeError, outputError: () => {} })
    .addHelpText('after', '\nAll settings are environment variables: see docs/configuration.md.');
  addServe(program, cli);
  addSetup(program, cli);
  const members = program.command('members').description('manage the members of a team');
  addMembersAdd(members, cli);
  addMembersRemove(members, cli);
  addMembersPassword(members, cli);
  addMembersList(members, cli);
  addImport(program, cli);
  addMigrate(program, cli);
  addCopy(program, cli);
  addBackup(program, cli);
  addCheck(program, cli);
  addRetryAlerts(program, cli);
  return program;
}

/** Whether the arguments were invalid. `outputError` keeps Commander from printing such errors itself. */
function isUsageError(error: CommanderError): boolean {
  return (
    error.exitCode !== 0 && error.code.startsWith('commander.') && !error.code.startsWith('commander.help')
  );
}

function reportError(cli: CommandLine, error: unknown, { isJSON }: { readonly isJSON: boolean }): void {
  const message = redact(error instanceof Error ? error.message.replace(/^error: /, '') : String(error));
  if (isJSON) {
    cli.write(`${JSON.stringify({ error: { code: codeOf(error), message } })}\n`);
  } else {
    cli.writeError(`overdue-server: ${message}\n`);
  }
  if (isDebugging(cli)) cli.writeError(`${redact(inspect(error))}\n`);
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  return error instanceof CommanderError ? 'invalid' : 'internal';
}

function isDebugging(cli: CommandLine): boolean {
  const result = cli.readConfig();
  return result.ok && result.config.logLevel === 'debug';
}
