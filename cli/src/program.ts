import { Command, CommanderError } from 'commander';
import { CommandError, type CommandLine, EXIT } from './command-line.ts';
import { addExec } from './commands/exec.ts';
import { addFlush } from './commands/flush.ts';
import { addPing } from './commands/ping.ts';

const ENVIRONMENT = `
Environment:
  OVERDUE_PING_URL  ping URL of the monitor, instead of --ping
  OVERDUE_URL       address of Overdue, for --monitor
  OVERDUE_PING_KEY  ping key of a project, for --monitor
  OVERDUE_STATE     folder of reports that wait for the service (default: ~/.local/state/overdue, for root /var/lib/overdue)`;

/** Runs a command and returns its exit status. */
export async function runCommandLine(cli: CommandLine, args: readonly string[]): Promise<number> {
  let status: number = EXIT.ok;
  const program = new Command('overdue')
    .description('Reports the runs of jobs to Overdue.')
    .version(cli.version)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: cli.write, writeErr: cli.writeError })
    .addHelpText('after', ENVIRONMENT);
  const setStatus = (next: number) => {
    status = next;
  };
  addExec(program, cli, setStatus);
  addFlush(program, cli);
  addPing(program, cli);
  try {
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (!(error instanceof CommandError)) throw error;
    cli.writeError(`overdue: ${error.message}\n`);
    return error.exitStatus;
  }
}
