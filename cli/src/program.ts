import { Command, CommanderError } from 'commander';
import { OverdueError } from '../../sdk/src/error.ts';
import { commandErrorOf } from './api/command-error.ts';
import { COMMANDS } from './commands/commands.ts';
import { openNetwork } from './network/network.ts';
import { CommandError, type CommandLine, EXIT, type HostProcess } from './process/command-line.ts';

const GUIDE = `
First steps on a host:
  overdue login https://overdue.example.com
  overdue discover           list everything scheduled on this host
  overdue discover --apply   create a monitor for each job, and make the jobs report
  overdue list               show what the jobs report

Environment:
  OVERDUE_PING_URL  ping URL of the monitor, instead of --ping
  OVERDUE_URL       address of Overdue
  OVERDUE_TOKEN     API token, instead of a profile of "overdue login"
  OVERDUE_PING_KEY  ping key of a project, for --monitor
  OVERDUE_STATE     folder for reports waiting to be sent (default: ~/.local/state/overdue, for root /var/lib/overdue-cli)
  OVERDUE_CA_FILE   file of certificates to trust, in addition to those of this system
  https_proxy, http_proxy, all_proxy, no_proxy  as for curl
  NO_COLOR          if set, the output has no colours

Exit status: 0 if all went well, 1 if the service refused the request, 2 if the command or its configuration is wrong, 3 if
the service can't be reached, 4 if the token is missing or not sufficient. "overdue exec" has the exit status of its job.`;

/** Runs a command and returns its exit status. */
export async function runCommandLine(host: HostProcess, args: readonly string[]): Promise<number> {
  let status: number = EXIT.ok;
  const setStatus = (next: number) => {
    status = next;
  };
  const network = openNetwork(host.env);
  const cli: CommandLine = { ...host, network, setStatus, loadProgram: () => createProgram(cli) };
  try {
    const program = await createProgram(cli, args[0]);
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const expected = error instanceof OverdueError ? commandErrorOf(error) : error;
    if (!(expected instanceof CommandError)) throw error;
    host.writeError(`overdue: ${expected.message}\n`);
    return expected.exitStatus;
  }
}

/** Creates the program with the command named `name`, or with all commands if no command has this name. */
export async function createProgram(cli: CommandLine, name?: string): Promise<Command> {
  const program = new Command('overdue')
    .description('Reports the runs of jobs to Overdue, and shows what Overdue knows about them.')
    .version(cli.version)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: cli.write,
      writeErr: cli.writeError,
      outputError: (text, write) => write(text.replace(/^error: /, 'overdue: ')),
    })
    .addHelpText('after', GUIDE)
    .hook('preAction', (_, command) => {
      const { caFile } = command.opts<{ readonly caFile?: string }>();
      if (caFile !== undefined) cli.network.trust(caFile);
    });
  const only = COMMANDS.find((command) => command.name === name);
  // Loads only the requested command, because `overdue exec` starts its job only after loading.
  for (const command of only === undefined ? COMMANDS : [only]) (await command.load())(program, cli);
  return program;
}
